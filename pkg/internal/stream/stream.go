// Package stream reads long texts, compressed or not. Lines cuts a text into
// lines, has several workers look at them, and delivers what they find in the
// order of the text. Its memory does not grow with the length of the text. Each shares out
// other work among workers.
package stream

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"runtime"
)

// Options says how a text is read.
type Options struct {
	Workers int // how many lines to work on at once; 0: the number of processors
	Limit   int // bytes that a line may have, without its end
	// Progress, when not nil, is called now and then with the number of bytes
	// whose outcomes were delivered.
	Progress func(bytes int64)
	// Idle, when not nil, is called when all outcomes were delivered of what was
	// read so far, and the next lines are waited for.
	Idle func()
}

// Line is a line of a text.
type Line struct {
	Text   []byte // without its end, good until the work on it ends; see Keep
	Number int    // how many lines come before it
	// TooLong says that the line is longer than the limit. Its text is not here.
	TooLong bool

	shared bool // Text will be overwritten
}

// Keep returns the text for as long as it is needed.
func (l *Line) Keep() []byte {
	if l.shared {
		return bytes.Clone(l.Text)
	}
	return l.Text
}

// Outcome is what came of a line.
type Outcome[R any] struct {
	Index  int // of the line among those that are not blank, from 0
	Result *R  // of the work on the line, until the next outcome; nil if it found nothing
}

// ReadError says that a text could not be read to its end.
type ReadError struct {
	Err    error
	Rest   []byte // what was read of the line that is not whole
	Number int    // how many lines come before it
	Index  int    // how many lines that are not blank come before it
}

func (e *ReadError) Error() string { return fmt.Sprintf("line %d: %v", e.Number+1, e.Err) }

// Unwrap returns the error of the reader.
func (e *ReadError) Unwrap() error { return e.Err }

// Lines calls work for every line of a text that is not blank, from several
// goroutines, and yields the outcomes in the order of the text. Work sets the result,
// which is zero before, to what it found, and returns how much memory that takes, as a
// number of small objects; 0 when it found nothing. The outcomes of what was read are
// delivered also while the input pauses.
//
// The error ends the text: a *ReadError, or the cause when ctx is done. Work that
// is under way then is not waited for, and neither is a read.
func Lines[R any](ctx context.Context, r io.Reader, o Options, work func(l *Line, result *R) (weight int)) iter.Seq2[Outcome[R], error] {
	return func(yield func(Outcome[R], error) bool) {
		(&lines[R]{options: o, work: work, yield: yield}).run(ctx, r)
	}
}

// lines is a text under way. One goroutine cuts it into chunks; the workers work
// on them; the caller's goroutine takes them in their order and delivers what
// came of them.
type lines[R any] struct {
	options Options
	work    func(*Line, *R) int
	yield   func(Outcome[R], error) bool

	// What was delivered so far.
	bytes int64
	count int // lines that are not blank
}

func (s *lines[R]) run(ctx context.Context, r io.Reader) {
	workers := s.options.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	count := 2*workers + 2
	// No send blocks: each of these has room for all chunks.
	free, todo, order := make(chan *chunk[R], count), make(chan *chunk[R], count), make(chan *chunk[R], count)
	for range count {
		free <- newChunk[R]()
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	text := &splitter[R]{in: r, limit: s.options.Limit, free: free, stop: ctx.Done()}
	go func() {
		for b := text.next(); b != nil; b = text.next() {
			order <- b
			todo <- b
		}
		close(todo)
		close(order)
	}()
	for range workers {
		go func() {
			for b := range todo {
				if ctx.Err() == nil {
					s.workOn(b)
				}
				b.done <- struct{}{}
			}
		}()
	}
	for {
		if len(order) == 0 && s.options.Idle != nil {
			s.options.Idle()
		}
		var b *chunk[R] // nil after the last one
		select {
		case b = <-order:
			if b != nil {
				<-b.done
			}
		case <-ctx.Done():
		}
		switch {
		case ctx.Err() != nil:
			s.yield(Outcome[R]{}, context.Cause(ctx))
			return
		case b == nil && text.err != io.EOF:
			s.yield(Outcome[R]{}, &ReadError{text.err, text.rest, text.lines, s.count})
			return
		case b == nil, !s.deliver(b):
			return
		}
		s.bytes += int64(len(b.text))
		b.reset()
		if s.options.Progress != nil {
			s.options.Progress(s.bytes)
		}
		free <- b
	}
}

// workOn works on the lines of a chunk from where the last call ended: to the end
// of the chunk, or until their results have maxWeight.
func (s *lines[R]) workOn(b *chunk[R]) {
	if b.tooLong {
		b.tooLong = false
		b.line = Line{Number: b.first, TooLong: true}
		s.line(b)
	}
	for b.at < len(b.text) && b.weight < maxWeight {
		text := b.text[b.at:]
		if end := bytes.IndexByte(text, '\n'); end >= 0 {
			text = text[:end]
			b.at++
		}
		b.at += len(text)
		b.lines++
		if text = bytes.TrimSuffix(text, []byte("\r")); isBlank(text) {
			continue
		}
		b.line = Line{Text: text, Number: b.first + b.lines - 1, shared: cap(b.text) <= chunkSize}
		if len(text) > s.options.Limit {
			b.line = Line{Number: b.line.Number, TooLong: true}
		}
		s.line(b)
	}
}

// line works on the line at hand.
func (s *lines[R]) line(b *chunk[R]) {
	n := len(b.pending)
	b.pending = append(b.pending, lineResult[R]{index: b.count})
	if weight := s.work(&b.line, &b.pending[n].result); weight > 0 {
		b.weight += weight
	} else {
		b.pending = b.pending[:n]
	}
	b.count++
}

func isBlank(text []byte) bool {
	for _, c := range text {
		if c != ' ' && c != '\t' && c != '\r' {
			return false
		}
	}
	return true
}

// deliver yields the outcomes of a chunk. It returns false to stop.
func (s *lines[R]) deliver(b *chunk[R]) bool {
	for next := 0; ; s.workOn(b) {
		found := b.pending
		for ; next < b.count; next++ {
			o := Outcome[R]{Index: s.count + next}
			if len(found) > 0 && found[0].index == next {
				o.Result, found = &found[0].result, found[1:]
			}
			if !s.yield(o, nil) {
				return false
			}
		}
		clear(b.pending)
		b.pending, b.weight = b.pending[:0], 0
		if b.at == len(b.text) {
			s.count += b.count
			return true
		}
	}
}

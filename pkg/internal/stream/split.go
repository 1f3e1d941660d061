package stream

import (
	"bytes"
	"io"
)

const (
	// chunkSize is how many bytes of whole lines a worker gets at once.
	chunkSize = 128 << 10
	// loneSize is the length from which on a line is read while no other is
	// held, so that a file of long lines costs the memory of one.
	loneSize = 4 * chunkSize
	// maxWeight is how much of the results of a chunk waits to be delivered, so that
	// a chunk of tiny lines that all have one costs little.
	maxWeight = 1000
)

// piece is whole lines of a text.
type piece struct {
	text    []byte // its capacity is above chunkSize for a long line
	first   int    // how many lines of the text come before it
	tooLong bool   // it is a line above the limit, whose text was skipped
}

// chunk is a piece of a text and what came of it.
type chunk[R any] struct {
	piece
	at      int // offset of the next line to work on
	lines   int // lines before it
	count   int // those of them that are not blank
	line    Line
	pending []pending[R]
	weight  int           // of the results in pending
	done    chan struct{} // a message for the end of the work
}

// pending is a line of a chunk with a result.
type pending[R any] struct {
	index  int // among the lines of the chunk that are not blank
	result R
}

func newChunk[R any]() *chunk[R] {
	return &chunk[R]{piece: piece{text: make([]byte, 0, chunkSize)}, done: make(chan struct{}, 1)}
}

// reset makes the chunk ready for another text. A buffer that grew is given up:
// results may point into it.
func (b *chunk[R]) reset() {
	if cap(b.text) > chunkSize {
		b.text = make([]byte, 0, chunkSize)
	}
	clear(b.pending)
	b.text, b.pending, b.line = b.text[:0], b.pending[:0], Line{}
	b.tooLong, b.at, b.lines, b.count, b.weight = false, 0, 0, 0, 0
}

// splitter cuts a text at line ends.
type splitter struct {
	in    io.Reader
	limit int // bytes of the longest line, without its end
	// rest is what was read of the line after the last chunk.
	rest []byte
	// lines is how many lines come before the rest.
	lines int
	// err is what ended the text, io.EOF at its end. The rest is then a line
	// that was cut off, or nothing.
	err error
	// alone is called before a line above loneSize is read on. It returns
	// false to give up.
	alone func() bool
}

// split sends a text in chunks until it ends or stop is closed.
func split[R any](s *splitter, free <-chan *chunk[R], stop <-chan struct{}, send func(*chunk[R])) {
	var held []*chunk[R] // while a long line is read
	take := func() *chunk[R] {
		if n := len(held); n > 0 {
			b := held[n-1]
			held = held[:n-1]
			return b
		}
		select {
		case b := <-free:
			return b
		case <-stop:
			return nil
		}
	}
	s.alone = func() bool {
		for len(held) < cap(free)-1 {
			select {
			case b := <-free:
				held = append(held, b)
			case <-stop:
				return false
			}
		}
		return true
	}
	for {
		b := take()
		if b == nil || !s.fill(&b.piece) {
			return
		}
		send(b)
		if len(held) == cap(free)-1 {
			select { // the chunk with the long line is the only one on its way
			case b := <-free:
				held = append(held, b)
			case <-stop:
				return
			}
		}
	}
}

// fill puts the next lines into an empty chunk; false when there are none. It does
// not wait for more input than it needs for one line: when the input pauses, what
// came before is on its way.
func (s *splitter) fill(b *piece) bool {
	b.first = s.lines
	b.text, s.rest = append(b.text, s.rest...), s.rest[:0]
	searched := 0
	for {
		if s.err == nil {
			b.text = s.read(b.text)
		}
		if s.err == io.EOF {
			return len(b.text) > 0
		}
		if end := bytes.LastIndexByte(b.text[searched:], '\n'); end >= 0 {
			end += searched + 1
			s.rest, b.text = append(s.rest, b.text[end:]...), b.text[:end]
			s.lines += bytes.Count(b.text, []byte("\n"))
			return true
		}
		switch searched = len(b.text); {
		case s.err != nil:
			s.rest, b.text = b.text, nil
			return false
		case searched > s.limit+len("\r"):
			b.tooLong = true
			s.skipLine(b)
			s.lines++
			return true
		case searched >= loneSize && !s.alone():
			return false
		}
	}
}

// read appends to text what one read gives, up to the next multiple of chunkSize.
func (s *splitter) read(text []byte) []byte {
	end := len(text) - len(text)%chunkSize + chunkSize
	if end > cap(text) {
		text = grow(text, end, s.limit+chunkSize)
	}
	for range 100 {
		n, err := s.in.Read(text[len(text):end])
		text = text[:len(text)+n]
		if s.err = err; n > 0 || err != nil {
			return text
		}
	}
	s.err = io.ErrNoProgress
	return text
}

// skipLine skips the rest of the line that fills the chunk.
func (s *splitter) skipLine(b *piece) {
	b.text = b.text[:0]
	for s.err == nil {
		b.text = s.read(b.text[:0])
		if end := bytes.IndexByte(b.text, '\n'); end >= 0 {
			s.rest = append(s.rest, b.text[end+1:]...)
			break
		}
	}
	b.text = b.text[:0]
}

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

// chunk is whole lines of a text and what came of them.
type chunk[R any] struct {
	text    []byte // its capacity is above chunkSize for a long line
	first   int    // how many lines of the text come before it
	tooLong bool   // it is a line above the limit, whose text was skipped

	at      int // offset of the next line to work on
	lines   int // lines before it
	count   int // those of them that are not blank
	line    Line
	pending []lineResult[R]
	weight  int           // of the results in pending
	done    chan struct{} // a message for the end of the work
}

// lineResult is a line of a chunk with a result.
type lineResult[R any] struct {
	index  int // among the lines of the chunk that are not blank
	result R
}

func newChunk[R any]() *chunk[R] {
	return &chunk[R]{text: make([]byte, 0, chunkSize), done: make(chan struct{}, 1)}
}

// reset makes the chunk ready for another text. A buffer that grew is given up:
// results may point into it.
func (b *chunk[R]) reset() {
	if cap(b.text) > chunkSize {
		b.text = make([]byte, 0, chunkSize)
	}
	clear(b.pending)
	*b = chunk[R]{text: b.text[:0], pending: b.pending[:0], done: b.done}
}

// splitter cuts a text into chunks at line ends.
type splitter[R any] struct {
	in    io.Reader
	limit int // bytes of the longest line, without its end
	free  <-chan *chunk[R]
	stop  <-chan struct{}

	held  []*chunk[R] // free ones, taken while a line above loneSize is read
	alone bool        // the last chunk has such a line, and must come back before the next
	rest  []byte      // what was read of the line after the last chunk
	lines int         // how many lines come before the rest
	err   error       // what ended the text, io.EOF at its end; the rest is then a line that was cut off, or nothing
}

// next returns the next chunk; nil when the text has ended or stop is closed.
func (s *splitter[R]) next() *chunk[R] {
	needs := 1
	if s.alone {
		needs, s.alone = cap(s.free), false
	}
	if !s.hold(needs) {
		return nil
	}
	last := len(s.held) - 1
	b := s.held[last]
	if s.held = s.held[:last]; !s.fill(b) {
		return nil
	}
	return b
}

// hold takes free chunks until it has a number of them; false to give up.
func (s *splitter[R]) hold(count int) bool {
	for len(s.held) < count {
		select {
		case b := <-s.free:
			s.held = append(s.held, b)
		case <-s.stop:
			return false
		}
	}
	return true
}

// fill puts the next lines into an empty chunk; false when there are none. It does
// not wait for more input than it needs for one line: when the input pauses, what
// came before is on its way.
func (s *splitter[R]) fill(b *chunk[R]) bool {
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
			b.text = s.skipLine(b.text)
			s.lines++
			return true
		case searched >= loneSize:
			if s.alone = s.hold(cap(s.free) - 1); !s.alone {
				return false
			}
		}
	}
}

// read appends to text what one read gives, up to the next multiple of chunkSize.
func (s *splitter[R]) read(text []byte) []byte {
	end := len(text) - len(text)%chunkSize + chunkSize
	if end > cap(text) {
		text = grow(text, end, s.limit+chunkSize)
	}
	var n int
	n, s.err = read(s.in, text[len(text):end])
	return text[:len(text)+n]
}

// skipLine skips the rest of a line, and returns an empty buffer.
func (s *splitter[R]) skipLine(buffer []byte) []byte {
	for s.err == nil {
		buffer = s.read(buffer[:0])
		if end := bytes.IndexByte(buffer, '\n'); end >= 0 {
			s.rest = append(s.rest, buffer[end+1:]...)
			break
		}
	}
	return buffer[:0]
}

package validate

import (
	"bytes"
	"io"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

const (
	// chunkSize is how many bytes of whole lines a worker gets at once.
	chunkSize = 128 << 10
	// loneSize is the length from which on a line is read while no other is
	// held, so that a file of long lines costs the memory of one.
	loneSize = 4 * chunkSize
	// maxPending is how many values of a chunk with something to say wait to
	// be delivered, so that a chunk of tiny faulty lines costs little.
	maxPending = 64
)

// chunk is a piece of a text: whole lines, and what came of them.
type chunk struct {
	text    []byte // its capacity is above chunkSize for a long line
	tooLong bool   // a line above the limit, whose text was passed over

	at      int // offset of the next line to check
	lines   int // lines before it
	values  int // values before it: lines that are not blank
	pending []pending
	checked chan struct{} // a message for the end of the check
}

// pending is a value of a chunk with something to say.
type pending struct {
	index  int // of the value in the chunk
	source *lexicon.Source
	result Result
}

func newChunk() *chunk {
	return &chunk{text: make([]byte, 0, chunkSize), checked: make(chan struct{}, 1)}
}

// reset makes the chunk ready for another text. A buffer that grew is given up:
// findings point into it.
func (b *chunk) reset() {
	if cap(b.text) > chunkSize {
		b.text = make([]byte, 0, chunkSize)
	}
	clear(b.pending)
	b.text, b.pending = b.text[:0], b.pending[:0]
	b.tooLong, b.at, b.lines, b.values = false, 0, 0, 0
}

// splitter cuts a text at line ends.
type splitter struct {
	in    io.Reader
	limit int // bytes of the longest line
	// rest is what was read of the line after the last chunk.
	rest []byte
	// err is what ended the text, io.EOF at its end. The rest is then a line
	// that was cut off, or nothing.
	err error
	// alone is called before a line above loneSize is read on. It returns
	// false to give up.
	alone func() bool
}

// fill puts the next lines into an empty chunk; false when there are none.
func (s *splitter) fill(b *chunk) bool {
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
			return true
		}
		switch searched = len(b.text); {
		case s.err != nil:
			s.rest = append(s.rest, b.text...)
			return false
		case searched >= s.limit:
			b.tooLong = true
			s.skipLine(b)
			return true
		case searched == loneSize && !s.alone():
			return false
		}
	}
}

// read appends to text up to the next multiple of chunkSize, less at the end.
func (s *splitter) read(text []byte) []byte {
	end := len(text) - len(text)%chunkSize + chunkSize
	if end > cap(text) {
		text = append(make([]byte, 0, max(end, 2*len(text))), text...)
	}
	for idle := 0; len(text) < end && s.err == nil; {
		n, err := s.in.Read(text[len(text):end])
		text = text[:len(text)+n]
		if idle++; n > 0 {
			idle = 0
		} else if err == nil && idle == 100 {
			err = io.ErrNoProgress
		}
		s.err = err
	}
	return text
}

// skipLine passes over the line that fills the chunk.
func (s *splitter) skipLine(b *chunk) {
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

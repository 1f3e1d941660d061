package lexicon

import (
	"bytes"
	"sort"
	"sync"
	"unicode/utf8"
)

// Source is a text that findings point into: a schema file, or one value of a data
// file. It is safe for concurrent use.
type Source struct {
	// Path is the path that reports show: the argument of the user joined with the
	// path below it, with slashes on every system; "-" for standard input.
	Path string
	// Text is the whole text. It must not be changed.
	Text []byte
	// FirstLine is the number of lines of the file before Text: 0 for a whole
	// file, 16 for the seventeenth line of an NDJSON file.
	FirstLine int

	once  sync.Once
	lines []int32 // offset of the start of each line; made on first use
}

// Span is a range of bytes of a Source: from Start up to, not including, End.
type Span struct{ Start, End int32 }

// Position is a position in a text. Lines and columns begin at 1, and columns are in
// bytes.
type Position struct{ Line, Column int }

// Position returns the position of a byte offset. An offset outside of the text counts
// as its nearest end.
func (s *Source) Position(offset int32) Position {
	offset = min(max(offset, 0), int32(len(s.Text)))
	lines := s.lineStarts()
	line := sort.Search(len(lines), func(i int) bool { return lines[i] > offset }) - 1
	return Position{Line: s.FirstLine + line + 1, Column: int(offset-lines[line]) + 1}
}

// Line returns the text of the line that contains offset, without its line end, and the
// offset of its start.
func (s *Source) Line(offset int32) (text []byte, start int32) {
	offset = min(max(offset, 0), int32(len(s.Text)))
	lines := s.lineStarts()
	line := sort.Search(len(lines), func(i int) bool { return lines[i] > offset }) - 1
	text = s.Text[lines[line]:]
	if line+1 < len(lines) {
		text = s.Text[lines[line] : lines[line+1]-1]
	}
	return bytes.TrimSuffix(text, []byte("\r")), lines[line]
}

func (s *Source) lineStarts() []int32 {
	s.once.Do(func() {
		s.lines = append(s.lines, 0)
		for i, c := range s.Text {
			if c == '\n' {
				s.lines = append(s.lines, int32(i+1))
			}
		}
	})
	return s.lines
}

// character returns the span of the character at offset.
func (s *Source) character(offset int) Span {
	if offset >= len(s.Text) {
		return Span{int32(len(s.Text)), int32(len(s.Text))}
	}
	_, size := utf8.DecodeRune(s.Text[offset:])
	return Span{int32(offset), int32(offset + size)}
}

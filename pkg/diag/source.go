package diag

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
	lines []lineStart // made on first use

	marking sync.Once
	marks   []mark // the same
}

// lineStart is the start of a line. So that they take little memory in a text of many
// short lines, only those are kept that are lineGap bytes or more behind the one before.
type lineStart struct {
	offset int32
	number int32 // of the lines before it in the text
}

const lineGap = 64

// Span is a range of bytes of a Source: from Start up to, not including, End.
type Span struct{ Start, End int32 }

// Position is a position in a text. Lines and columns begin at 1, and columns are in
// bytes.
type Position struct{ Line, Column int }

// Position returns the position of a byte offset. An offset outside of the text counts
// as its nearest end.
func (s *Source) Position(offset int32) Position {
	offset = min(max(offset, 0), int32(len(s.Text)))
	line, _ := s.find(offset)
	return Position{Line: s.FirstLine + int(line.number) + 1, Column: int(offset-line.offset) + 1}
}

// Line returns the text of the line that contains offset, without its line end, and the
// offset of its start.
func (s *Source) Line(offset int32) (text []byte, start int32) {
	line, end := s.find(min(max(offset, 0), int32(len(s.Text))))
	return bytes.TrimSuffix(s.Text[line.offset:end], []byte("\r")), line.offset
}

// find returns the line that contains offset, and where it ends.
func (s *Source) find(offset int32) (line lineStart, end int32) {
	s.once.Do(s.index)
	next := sort.Search(len(s.lines), func(i int) bool { return s.lines[i].offset > offset })
	line, end = s.lines[next-1], int32(len(s.Text))
	if next < len(s.lines) {
		end = s.lines[next].offset - 1
	}
	// The starts that are not kept are near the one before.
	for i := line.offset; i < min(s.lines[next-1].offset+lineGap, end); i++ {
		switch {
		case s.Text[i] != '\n':
		case i >= offset:
			return line, i
		default:
			line = lineStart{i + 1, line.number + 1}
		}
	}
	return line, end
}

func (s *Source) index() {
	s.lines = append(s.lines, lineStart{})
	last, number := int32(0), int32(0)
	for start := 0; ; {
		n := bytes.IndexByte(s.Text[start:], '\n') + 1
		if n == 0 {
			return
		}
		start += n
		number++
		if at := int32(start); at-last >= lineGap {
			s.lines, last = append(s.lines, lineStart{at, number}), at
		}
	}
}

// Character returns the span of the character at offset.
func (s *Source) Character(offset int) Span {
	if offset >= len(s.Text) {
		return Span{int32(len(s.Text)), int32(len(s.Text))}
	}
	_, size := utf8.DecodeRune(s.Text[offset:])
	return Span{int32(offset), int32(offset + size)}
}

package lsp

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// encoding says what the characters of a position are.
type encoding string

const (
	utf8Encoding  encoding = "utf-8"
	utf16Encoding encoding = "utf-16"
)

// text is the text of a file, with its lines. It is immutable.
type text struct {
	bytes []byte
	marks []mark // by offset
}

// mark is a point from which characters are counted: the start of a line, or a point in a long
// one. Without those, the positions in a file that is one long line would take time that grows
// with the square of its length.
type mark struct {
	offset    int32
	line      int32
	start     int32 // of the line
	character int32 // in UTF-16
}

// in returns the character of a mark in an encoding.
func (m mark) in(e encoding) int32 {
	if e == utf8Encoding {
		return m.offset - m.start
	}
	return m.character
}

// stride is how many bytes lie between two marks in a line, at least.
const stride = 1024

// newText splits a text into lines, each of which ends with "\n", "\r\n" or "\r".
func newText(b []byte) *text {
	t := &text{bytes: b, marks: make([]mark, 1, 1+bytes.Count(b, []byte("\n")))}
	var last, now mark
	for i := 0; i < len(b); i = int(now.offset) {
		r, size := rune(b[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(b[i:])
		}
		now.offset += int32(size)
		now.character += int32(units(r, size, utf16Encoding))
		ends := b[i] == '\n' || b[i] == '\r' && (i+1 == len(b) || b[i+1] != '\n')
		if ends {
			now = mark{offset: now.offset, line: now.line + 1, start: now.offset}
		}
		if ends || now.offset-last.offset >= stride {
			t.marks, last = append(t.marks, now), now
		}
	}
	return t
}

// line returns the offsets of the start and the end of a line, without what ends
// it. Lines are counted from 0; the last one stands for all after it.
func (t *text) line(line int) (start, end int32) {
	next := sort.Search(len(t.marks), func(i int) bool { return int(t.marks[i].line) > line })
	start, end = t.marks[next-1].start, int32(len(t.bytes))
	if next < len(t.marks) {
		end = t.marks[next].offset
		for end > start && (t.bytes[end-1] == '\n' || t.bytes[end-1] == '\r') {
			end--
		}
	}
	return start, end
}

// offset returns the byte offset of a position. A position behind the end of its
// line is that end, and one within a character is the start of the character.
func (t *text) offset(p position, e encoding) int32 {
	line, character := int64(p.Line), int64(p.Character)
	if line > int64(t.marks[len(t.marks)-1].line) {
		return int32(len(t.bytes))
	}
	_, end := t.line(int(line))
	next := sort.Search(len(t.marks), func(i int) bool {
		m := t.marks[i]
		return int64(m.line) > line || int64(m.line) == line && int64(m.in(e)) > character
	})
	at := t.marks[next-1].offset
	for left := character - int64(t.marks[next-1].in(e)); at < end; {
		r, size := utf8.DecodeRune(t.bytes[at:end])
		if left -= int64(units(r, size, e)); left < 0 {
			return at
		}
		at += int32(size)
	}
	return end
}

// position returns the position of a byte offset.
func (t *text) position(offset int32, e encoding) position {
	offset = min(max(offset, 0), int32(len(t.bytes)))
	m := t.marks[sort.Search(len(t.marks), func(i int) bool { return t.marks[i].offset > offset })-1]
	character := m.in(e)
	for at := m.offset; at < offset; {
		r, size := utf8.DecodeRune(t.bytes[at:])
		character += int32(units(r, size, e))
		at += int32(size)
	}
	return position{uint32(m.line), uint32(character)}
}

// units returns how many units of an encoding a character takes that has size
// bytes. A byte that is not UTF-8 counts as one.
func units(r rune, size int, e encoding) int {
	switch {
	case e == utf8Encoding:
		return size
	case r > 0xFFFF:
		return 2
	}
	return 1
}

// restOfLine returns the range from a column, counted in characters, to the end of a line,
// both 1-based.
func (t *text) restOfLine(line, column int, e encoding) textRange {
	start, end := t.line(line - 1)
	rest := t.bytes[start:end]
	for range column - 1 {
		_, size := utf8.DecodeRune(rest)
		rest = rest[size:]
	}
	return textRange{t.position(end-int32(len(rest)), e), t.position(end, e)}
}

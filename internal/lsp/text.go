package lsp

import (
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
	lines []int32 // offset of the start of each line
}

// newText splits a text into lines, each of which ends with "\n", "\r\n" or "\r".
func newText(bytes []byte) *text {
	t := &text{bytes: bytes, lines: []int32{0}}
	for i, c := range bytes {
		if c == '\n' || c == '\r' && (i+1 == len(bytes) || bytes[i+1] != '\n') {
			t.lines = append(t.lines, int32(i+1))
		}
	}
	return t
}

// line returns the offsets of the start and the end of a line, without what ends
// it. Lines are counted from 0; the last one stands for all after it.
func (t *text) line(line int) (start, end int32) {
	line = min(line, len(t.lines)-1)
	start, end = t.lines[line], int32(len(t.bytes))
	if line+1 < len(t.lines) {
		end = t.lines[line+1]
		for end > start && (t.bytes[end-1] == '\n' || t.bytes[end-1] == '\r') {
			end--
		}
	}
	return start, end
}

// offset returns the byte offset of a position. A position behind the end of its
// line is that end, and one within a character is the start of the character.
func (t *text) offset(p position, e encoding) int32 {
	if int64(p.Line) >= int64(len(t.lines)) {
		return int32(len(t.bytes))
	}
	start, end := t.line(int(p.Line))
	left := int64(p.Character)
	for at := start; at < end; {
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
	line := sort.Search(len(t.lines), func(i int) bool { return t.lines[i] > offset }) - 1
	p := position{Line: uint32(line)}
	for at := t.lines[line]; at < offset; {
		r, size := utf8.DecodeRune(t.bytes[at:])
		p.Character += uint32(units(r, size, e))
		at += int32(size)
	}
	return p
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

// apply returns the text after a change by the client.
func (t *text) apply(c contentChange, e encoding) *text {
	if c.Range == nil {
		return newText([]byte(c.Text))
	}
	start, end := t.offset(c.Range.Start, e), t.offset(c.Range.End, e)
	start, end = min(start, end), max(start, end)
	changed := make([]byte, 0, len(t.bytes)-int(end-start)+len(c.Text))
	changed = append(changed, t.bytes[:start]...)
	changed = append(changed, c.Text...)
	return newText(append(changed, t.bytes[end:]...))
}

package lsp

import (
	"bytes"
	"sort"
	"sync"
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
	lines []int32       // offset of the start of each line
	marks func() []mark // in long lines, by offset; made on first use
}

// mark is a point in a line: its byte offset in the text and, in UTF-16, its character.
type mark struct{ offset, character int32 }

// stride is how many bytes lie between two marks. Without them, the positions in a file
// that is one long line would take time that grows with the square of its length.
const stride = 1024

// endsLine reports whether a line ends with the byte at an index.
func endsLine(b []byte, i int) bool {
	return b[i] == '\n' || b[i] == '\r' && (i+1 == len(b) || b[i+1] != '\n')
}

// newText splits a text into lines, each of which ends with "\n", "\r\n" or "\r".
func newText(b []byte) *text {
	t := &text{bytes: b, lines: make([]int32, 1, 1+bytes.Count(b, []byte("\n")))}
	if bytes.IndexByte(b, '\r') < 0 {
		for at := 0; ; {
			i := bytes.IndexByte(b[at:], '\n')
			if i < 0 {
				break
			}
			at += i + 1
			t.lines = append(t.lines, int32(at))
		}
	} else {
		for i := range b {
			if endsLine(b, i) {
				t.lines = append(t.lines, int32(i+1))
			}
		}
	}
	t.marks = sync.OnceValue(t.mark)
	return t
}

func (t *text) mark() (marks []mark) {
	for i, start := range t.lines {
		end := int32(len(t.bytes))
		if i+1 < len(t.lines) {
			end = t.lines[i+1]
		}
		last := mark{offset: start}
		for now := last; end-now.offset > stride; {
			r, size := utf8.DecodeRune(t.bytes[now.offset:])
			now.offset += int32(size)
			now.character += int32(units(r, size, utf16Encoding))
			if now.offset-last.offset >= stride {
				marks = append(marks, now)
				last = now
			}
		}
	}
	return marks
}

// seek returns the offset and the character of the last mark of a line for which before
// is true, or else those of the start of the line.
func (t *text) seek(start int32, e encoding, before func(offset, character int32) bool) (offset, character int32) {
	counted := func(m mark) (int32, int32) {
		if e == utf8Encoding {
			return m.offset, m.offset - start
		}
		return m.offset, m.character
	}
	marks := t.marks()
	first := sort.Search(len(marks), func(i int) bool { return marks[i].offset > start })
	n := sort.Search(len(marks)-first, func(i int) bool { return !before(counted(marks[first+i])) })
	if n == 0 {
		return start, 0
	}
	return counted(marks[first+n-1])
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
	at, left := start, int64(p.Character)
	if left > stride {
		var skipped int32
		at, skipped = t.seek(start, e, func(offset, character int32) bool { return offset < end && int64(character) <= left })
		left -= int64(skipped)
	}
	for at < end {
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
	at, character := t.lines[line], int32(0)
	if offset-at > stride {
		at, character = t.seek(at, e, func(mark, _ int32) bool { return mark <= offset })
	}
	for at < offset {
		r, size := utf8.DecodeRune(t.bytes[at:])
		character += int32(units(r, size, e))
		at += int32(size)
	}
	return position{uint32(line), uint32(character)}
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
	start, end := t.line(min(line, len(t.lines)) - 1)
	rest := t.bytes[start:end]
	for range column - 1 {
		_, size := utf8.DecodeRune(rest)
		rest = rest[size:]
	}
	return textRange{t.position(end-int32(len(rest)), e), t.position(end, e)}
}

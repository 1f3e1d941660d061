package report

import (
	"unicode/utf16"
	"unicode/utf8"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// utf16Columns returns columns in UTF-16 code units. It remembers how many a text has
// up to some offsets: in a file that is one long line, every finding would count them
// all.
type utf16Columns struct {
	marks map[*diag.Source][]mark
}

// mark is an offset at which a character begins, and the code units before it.
type mark struct{ offset, units int32 }

// markDistance is the least number of bytes between two marks.
const markDistance = 4096

// of returns the column of an offset, counted from 1. A byte that is not UTF-8 counts
// as one code unit.
func (c *utf16Columns) of(s *diag.Source, offset int32) int {
	line, start := s.Line(offset)
	end := start + int32(min(max(int(offset-start), 0), len(line)))
	column := 1 + int(max(0, offset-start-int32(len(line)))) // offset may be in the line end
	if end-start < markDistance {
		return column + int(utf16Length(s.Text[start:end]))
	}
	return column + int(c.before(s, end)-c.before(s, start))
}

// before returns the number of code units before an offset.
func (c *utf16Columns) before(s *diag.Source, offset int32) int32 {
	marks, ok := c.marks[s]
	if !ok {
		if c.marks == nil || len(c.marks) > 1000 {
			c.marks = map[*diag.Source][]mark{}
		}
		marks = marksOf(s.Text)
		c.marks[s] = marks
	}
	i := offset / markDistance
	if marks[i].offset > offset { // in a character that reaches over the distance
		i--
	}
	return marks[i].units + utf16Length(s.Text[marks[i].offset:offset])
}

// marksOf returns the first character at or after each multiple of markDistance.
func marksOf(text []byte) []mark {
	marks := make([]mark, 1, 1+len(text)/markDistance)
	units := int32(0)
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRune(text[at:])
		units += int32(utf16.RuneLen(r))
		at += size
		if at/markDistance == len(marks) {
			marks = append(marks, mark{int32(at), units})
		}
	}
	return marks
}

// utf16Length returns the number of code units of a text.
func utf16Length(text []byte) int32 {
	units := int32(0)
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		units += int32(utf16.RuneLen(r))
	}
	return units
}

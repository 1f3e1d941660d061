package diag

import (
	"unicode/utf16"
	"unicode/utf8"
)

// mark is an offset at which a character begins, and the code units before it.
type mark struct{ offset, units int32 }

// markDistance is the least number of bytes between two marks. Without them, the columns
// in a text that is one long line would take time that grows with the square of its length.
const markDistance = 4096

// UTF16Column returns the column of an offset in UTF-16 code units, counted from 1. A byte
// that is not UTF-8 counts as one code unit.
func (s *Source) UTF16Column(offset int32) int {
	line, start := s.Line(offset)
	end := start + int32(min(max(int(offset-start), 0), len(line)))
	column := 1 + int(max(0, offset-start-int32(len(line)))) // offset may be in the line end
	if end-start < markDistance {
		return column + int(utf16Length(s.Text[start:end]))
	}
	s.marking.Do(s.mark)
	return column + int(s.unitsBefore(end)-s.unitsBefore(start))
}

// mark marks the first character at or after each multiple of markDistance.
func (s *Source) mark() {
	s.marks = make([]mark, 1, 1+len(s.Text)/markDistance)
	units := int32(0)
	for at := 0; at < len(s.Text); {
		r, size := utf8.DecodeRune(s.Text[at:])
		units += int32(utf16.RuneLen(r))
		at += size
		if at/markDistance == len(s.marks) {
			s.marks = append(s.marks, mark{int32(at), units})
		}
	}
}

// unitsBefore returns the number of code units before an offset.
func (s *Source) unitsBefore(offset int32) int32 {
	i := offset / markDistance
	if s.marks[i].offset > offset { // in a character that reaches over the distance
		i--
	}
	return s.marks[i].units + utf16Length(s.Text[s.marks[i].offset:offset])
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

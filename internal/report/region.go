package report

import (
	"unicode/utf8"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// region is the part of a text that a location covers, by lines and columns. End
// is exclusive.
type region struct{ start, end lexicon.Position }

// regionOf returns the region of a location; false when it has none.
func regionOf(l *lexicon.Location) (region, bool) {
	if l.Source == nil || l.NoPosition {
		return region{}, false
	}
	return region{l.Source.Position(l.Span.Start), l.Source.Position(max(l.Span.Start, l.Span.End))}, true
}

// mainLocation returns the place of a finding: the old one when a change has no new
// one.
func mainLocation(f *lexicon.Finding) *lexicon.Location {
	if f.Source == nil && f.Change != nil {
		return &f.Change.Old
	}
	return &f.Location
}

// utf16Column returns the column of an offset, counted from 1 in UTF-16 code
// units. A byte that is not UTF-8 counts as one.
func utf16Column(s *lexicon.Source, offset int32) int {
	line, start := s.Line(offset)
	before := line[:min(max(int(offset-start), 0), len(line))]
	column := 1 + max(0, int(offset-start)-len(line)) // offset may be in the line end
	for len(before) > 0 {
		r, size := utf8.DecodeRune(before)
		before = before[size:]
		column++
		if r > 0xffff {
			column++
		}
	}
	return column
}

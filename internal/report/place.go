package report

import (
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// dataPlace puts a JSON Pointer into a value the way people name a field:
// "/facets/0/index" is "facets[0].index".
func dataPlace(pointer string) string {
	var place string
	for i, s := range syntax.SplitPointer(pointer) {
		switch {
		case isIndex(s):
			place += "[" + s + "]"
		case i == 0:
			place = syntax.QuoteName(s)
		default:
			place += "." + syntax.QuoteName(s)
		}
	}
	return place
}

// isIndex reports whether a text is a number as an index is written.
func isIndex(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s == "0" || s != "" && s[0] != '0'
}

// region is the part of a text that a location covers, as people count. End is
// exclusive.
type region struct{ start, end lexicon.Position }

// regionOf returns the region of a location; false when it has none.
func regionOf(l *lexicon.Location) (region, bool) {
	if l.Source == nil || l.NoPosition {
		return region{}, false
	}
	return region{l.Source.Position(l.Span.Start), l.Source.Position(max(l.Span.Start, l.Span.End))}, true
}

// directions returns the names of the directions in which a change breaks
// data, never nil.
func directions(d lexicon.Direction) []string {
	names := []string{}
	if d&lexicon.Backward != 0 {
		names = append(names, "backward")
	}
	if d&lexicon.Forward != 0 {
		names = append(names, "forward")
	}
	return names
}

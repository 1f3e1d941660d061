package report

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// region is the part of a text that a location covers, by lines and columns. End
// is exclusive.
type region struct{ start, end diag.Position }

// regionOf returns the region of a location; false when it has none.
func regionOf(l *diag.Location) (region, bool) {
	if l.Source == nil || l.NoPosition {
		return region{}, false
	}
	return region{l.Source.Position(l.Span.Start), l.Source.Position(max(l.Span.Start, l.Span.End))}, true
}

package report

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// Verdict is the result of a comparison.
type Verdict string

// The verdicts.
const (
	Identical  Verdict = "identical"  // no finding of any severity
	Compatible Verdict = "compatible" // no change is an error
	Undecided  Verdict = "undecided"  // the same, but something that changed could not be compared
	Breaking   Verdict = "breaking"   // a change is an error
)

// verdictOf returns the verdict on one change.
func verdictOf(f *diag.Finding) Verdict {
	if f.Severity == diag.Error {
		return Breaking
	}
	if f.Change != nil && f.Change.Undecided && !accepted(f) {
		return Undecided
	}
	return Compatible
}

// Worse returns the worse of two verdicts.
func Worse(a, b Verdict) Verdict {
	order := []Verdict{Identical, Compatible, Undecided, Breaking}
	return order[max(slices.Index(order, a), slices.Index(order, b))]
}

// accepted reports whether a finding was accepted, and still is.
func accepted(f *diag.Finding) bool { return f.Accepted != nil && !f.Accepted.Expired }

package report

import (
	"fmt"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// affected names a record, or a part of a method, that a change affects: "the
// com.example.note record", "the output of com.example.getNote".
func affected(a *diag.Affected) string {
	switch a.Part {
	case "":
		return Escape(a.Ref)
	case "record":
		return "the " + Escape(a.Ref) + " record"
	case "params":
		return "the parameters of " + Escape(a.Ref)
	case "message":
		return "the messages of " + Escape(a.Ref)
	}
	return "the " + Escape(a.Part) + " of " + Escape(a.Ref)
}

// reached returns what reports for people name of everything that a change
// reaches: its own Lexicon if that is included, else the first one, and words that
// count the others. First is nil when the change reaches nothing.
func reached(f *diag.Finding) (first *diag.Affected, more string) {
	affects := f.Change.Affects
	if len(affects) == 0 {
		return nil, ""
	}
	own := slices.IndexFunc(affects, func(a diag.Affected) bool { return a.Ref == f.NSID })
	switch n := len(affects) - 1; {
	case f.Change.AffectsMore:
		more = fmt.Sprintf(" and more than %d other definitions", n)
	case n > 0:
		more = " and " + syntax.Count(n, "other definition")
	}
	return &affects[max(own, 0)], more
}

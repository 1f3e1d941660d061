package diag

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
)

// Consequences returns what the change of a finding means, in the words of every report
// for people: "breaks backward compatibility", then "affects the com.example.note
// record". What does not apply is left out; the result is empty without a change.
func (f *Finding) Consequences() []string {
	var all []string
	if f.Change == nil {
		return all
	}
	if names := f.Change.Breaks.Names(); len(names) > 0 {
		verb := "breaks "
		if f.Change.Undecided {
			verb = "may break "
		}
		all = append(all, verb+strings.Join(names, " and ")+" compatibility")
	}
	if first, more := f.Reached(); first != nil {
		all = append(all, "affects "+first.String()+more)
	}
	return all
}

// Names returns the names of the directions, never nil.
func (d Direction) Names() []string {
	names := []string{}
	if d&Backward != 0 {
		names = append(names, "backward")
	}
	if d&Forward != 0 {
		names = append(names, "forward")
	}
	return names
}

// Reached returns what reports for people name of everything that the change of a
// finding affects: its own Lexicon if that is included, else the first one, and words
// that count the others. First is nil when the change affects nothing.
func (f *Finding) Reached() (first *Affected, more string) {
	affects := f.Change.Affects
	if len(affects) == 0 {
		return nil, ""
	}
	own := slices.IndexFunc(affects, func(a Affected) bool { return a.Ref == f.NSID })
	switch n := len(affects) - 1; {
	case f.Change.AffectsMore:
		more = fmt.Sprintf(" and more than %d other definitions", n)
	case n > 0:
		more = " and " + words.Count(n, "other definition")
	}
	return &affects[max(own, 0)], more
}

// String returns words for a sentence: "the com.example.note record", "the output of
// com.example.getNote".
func (a *Affected) String() string {
	switch a.Part {
	case "":
		return a.Ref
	case "record":
		return "the " + a.Ref + " record"
	case "params":
		return "the parameters of " + a.Ref
	case "message":
		return "the messages of " + a.Ref
	}
	return "the " + a.Part + " of " + a.Ref
}

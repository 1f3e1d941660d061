package report

import (
	"fmt"
	"slices"

	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// severityNames are the names of severities in sentences, and in formats.
var severityNames = [diag.Error + 1]struct{ word, sarif, gitHub, gitLab string }{
	diag.Off:     {word: "off", sarif: "none"},
	diag.Info:    {word: "info finding", sarif: "note", gitHub: "notice", gitLab: "info"},
	diag.Warning: {word: "warning", sarif: "warning", gitHub: "warning", gitLab: "minor"},
	diag.Error:   {word: "error", sarif: "error", gitHub: "error", gitLab: "major"},
}

// SeverityWord is what a finding of a severity is called: "error", "info finding".
func SeverityWord(s diag.Severity) string { return severityNames[s].word }

// fullMessage returns the message and the help of a finding.
func fullMessage(f *diag.Finding) string {
	if f.Help == "" {
		return f.Message
	}
	return f.Message + "\nhelp: " + f.Help
}

// directions returns the names of the directions in which a change breaks data,
// never nil.
func directions(d diag.Direction) []string {
	names := []string{}
	if d&diag.Backward != 0 {
		names = append(names, "backward")
	}
	if d&diag.Forward != 0 {
		names = append(names, "forward")
	}
	return names
}

// affected names a record, or a part of a method, that a change affects: "the
// com.example.note record", "the output of com.example.getNote".
func affected(a *diag.Affected) string {
	switch a.Part {
	case "":
		return terminal.Escape(a.Ref)
	case "record":
		return "the " + terminal.Escape(a.Ref) + " record"
	case "params":
		return "the parameters of " + terminal.Escape(a.Ref)
	case "message":
		return "the messages of " + terminal.Escape(a.Ref)
	}
	return "the " + terminal.Escape(a.Part) + " of " + terminal.Escape(a.Ref)
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
		more = " and " + words.Count(n, "other definition")
	}
	return &affects[max(own, 0)], more
}

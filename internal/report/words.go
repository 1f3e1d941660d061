package report

import (
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// SeverityWord is what a finding of a severity is called: "error", "info finding".
func SeverityWord(s lexicon.Severity) string {
	if s == lexicon.Info {
		return "info finding"
	}
	return s.String()
}

// sarifLevel returns the level of a severity in SARIF.
func sarifLevel(s lexicon.Severity) string {
	switch s {
	case lexicon.Off:
		return "none"
	case lexicon.Info:
		return "note"
	}
	return s.String()
}

// gitHubCommand returns the workflow command for findings of a severity.
func gitHubCommand(s lexicon.Severity) string {
	if s == lexicon.Info {
		return "notice"
	}
	return s.String()
}

// gitLabSeverity returns the severity in Code Quality reports.
func gitLabSeverity(s lexicon.Severity) string {
	switch s {
	case lexicon.Error:
		return "major"
	case lexicon.Warning:
		return "minor"
	}
	return "info"
}

// directions returns the names of the directions in which a change breaks data,
// never nil.
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

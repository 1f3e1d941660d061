package report

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// SeverityWord is what a finding of a severity is called: "error", "info finding".
func SeverityWord(s diag.Severity) string {
	if s == diag.Info {
		return "info finding"
	}
	return s.String()
}

// sarifLevel returns the level of a severity in SARIF.
func sarifLevel(s diag.Severity) string {
	switch s {
	case diag.Off:
		return "none"
	case diag.Info:
		return "note"
	}
	return s.String()
}

// gitHubCommand returns the workflow command for findings of a severity.
func gitHubCommand(s diag.Severity) string {
	if s == diag.Info {
		return "notice"
	}
	return s.String()
}

// gitLabSeverity returns the severity in Code Quality reports.
func gitLabSeverity(s diag.Severity) string {
	switch s {
	case diag.Error:
		return "major"
	case diag.Warning:
		return "minor"
	}
	return "info"
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

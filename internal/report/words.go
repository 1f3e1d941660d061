package report

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// severityNames are the names of severities in sentences, and in the formats that do not have
// those of Severity.String.
var severityNames = [diag.Error + 1]struct{ word, sarif, gitHub, gitLab string }{
	diag.Off:     {word: "off", sarif: "none"},
	diag.Info:    {word: "info finding", sarif: "note", gitHub: "notice", gitLab: "info"},
	diag.Warning: {word: "warning", sarif: "warning", gitHub: "warning", gitLab: "minor"},
	diag.Error:   {word: "error", sarif: "error", gitHub: "error", gitLab: "major"},
}

// SeverityWord is what a finding of a severity is called: "error", "info finding".
func SeverityWord(s diag.Severity) string { return severityNames[s].word }

// fullMessage returns the message with more lines, the help, and the evidence of a finding.
func fullMessage(f *diag.Finding, more ...string) string {
	text := f.Message
	for _, line := range more {
		text += "\n" + line
	}
	if f.Help != "" {
		text += "\nhelp: " + f.Help
	}
	if line, examples := evidence(f, maxEvidence); line != "" {
		text += "\n" + line
		for _, parts := range examples {
			text += "\nexample: " + strings.Join(parts, "   ")
		}
	}
	return text
}

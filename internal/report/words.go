package report

import (
	"slices"
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

// fullMessage returns the message with more lines, and what follows it.
func fullMessage(f *diag.Finding, more ...string) string {
	lines := slices.Concat([]string{f.Message}, more, belowMessage(f, "   "))
	return strings.Join(lines, "\n")
}

// belowMessage returns the help and the evidence of a finding in lines, for services that
// limit messages. The gap is between the parts of an example.
func belowMessage(f *diag.Finding, gap string) []string {
	var lines phrases
	lines.add(len(f.Help), "help: "+f.Help)
	line, examples := evidence(f, maxEvidence)
	lines.say(line)
	for _, parts := range examples {
		lines = append(lines, "example: "+strings.Join(parts, gap))
	}
	return lines
}

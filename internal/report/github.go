package report

import (
	"bufio"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// gitHubPrinter writes workflow commands, one on each line, which GitHub shows as
// annotations of the changed files.
type gitHubPrinter struct {
	out     *bufio.Writer
	options *Options
}

func newGitHubPrinter(out *bufio.Writer, o *Options) printer { return &gitHubPrinter{out, o} }

// The texts of workflow commands, and the values of their properties.
var (
	gitHubData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	gitHubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func (p *gitHubPrinter) finding(f *diag.Finding) {
	path, at := f.Path(), []string(nil)
	if p.options.isOld(path) {
		path, at = "", []string{"at " + terminal.Escape(f.Location.String())}
	}
	p.command(f.Severity, path, &f.Location, f.Rule.Code, fullMessage(f, at...))
}

// command writes a workflow command about a location in a file, which can be "".
func (p *gitHubPrinter) command(s diag.Severity, path string, at *diag.Location, title, text string) {
	place := ""
	if path, _ = p.options.relative(path); path != "" && path != "-" {
		place = "file=" + gitHubEscape(gitHubProperty, path) + "," + gitHubRegion(at)
	}
	p.out.WriteString("::" + severityNames[s].gitHub + " " + place +
		"title=lexsmith " + gitHubEscape(gitHubProperty, title) + "::" + gitHubEscape(gitHubData, text) + "\n")
}

// gitHubRegion returns the region of a location, with a comma at the end. Columns "cannot
// be sent when startLine and endLine are different", and the end column "defaults to
// startColumn", so that it is the last one of the annotation (AnnotationProperties in
// @actions/core,
// https://github.com/actions/toolkit/blob/main/packages/core/src/core.ts). GitHub does not
// document its unit; its web interface, like SARIF by default, counts UTF-16 code units.
func gitHubRegion(l *diag.Location) string {
	start, end := positions(l)
	if start.Line == 0 {
		return ""
	}
	region := "line=" + strconv.Itoa(start.Line) + ",endLine=" + strconv.Itoa(end.Line) + ","
	if start.Line == end.Line {
		first, behind := l.Source.UTF16Column(l.Span.Start), l.Source.UTF16Column(max(l.Span.Start, l.Span.End))
		region += "col=" + strconv.Itoa(first) + ",endColumn=" + strconv.Itoa(max(first, behind-1)) + ","
	}
	return region
}

// gitHubEscape escapes line ends the way workflow commands do, and other control
// characters as in text reports.
func gitHubEscape(r *strings.Replacer, text string) string {
	return terminal.Escape(r.Replace(text))
}

// close writes the entries of a plan as plain lines of the log: they say which Lexicons the
// summary counts, and most are not about a line of a file.
func (p *gitHubPrinter) close(o *outcome) error {
	for _, problem := range o.Plan.all() {
		p.command(problem.Severity, problem.Path, &diag.Location{}, p.options.Command, problem.Message)
	}
	p.out.WriteString(o.tail(p.options))
	return nil
}

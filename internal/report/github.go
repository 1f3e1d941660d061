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
	p.out.WriteString("::" + severityNames[s].gitHub + " ")
	if path, _ = p.options.relative(path); path != "" && path != "-" {
		p.out.WriteString("file=" + p.escape(gitHubProperty, path) + ",")
		p.region(at)
	}
	p.out.WriteString("title=lexsmith " + p.escape(gitHubProperty, title) + "::" + p.escape(gitHubData, text) + "\n")
}

// region writes the region of a location. Columns "cannot be sent when startLine
// and endLine are different", and the end column "defaults to startColumn", so that
// it is the last one of the annotation (AnnotationProperties in @actions/core,
// https://github.com/actions/toolkit/blob/main/packages/core/src/core.ts). GitHub
// does not document its unit; its web interface, like SARIF by default, counts
// UTF-16 code units.
func (p *gitHubPrinter) region(l *diag.Location) {
	start, end, ok := positions(l)
	if !ok {
		return
	}
	p.number("line", start.Line)
	p.number("endLine", end.Line)
	if start.Line == end.Line {
		first, behind := l.Source.UTF16Column(l.Span.Start), l.Source.UTF16Column(max(l.Span.Start, l.Span.End))
		p.number("col", first)
		p.number("endColumn", max(first, behind-1))
	}
}

func (p *gitHubPrinter) number(name string, n int) {
	p.out.WriteString(name + "=" + strconv.Itoa(n) + ",")
}

// escape escapes line ends the way workflow commands do, and other control
// characters as in text reports.
func (p *gitHubPrinter) escape(r *strings.Replacer, text string) string {
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

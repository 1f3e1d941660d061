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

// The texts of workflow commands, and the values of their properties.
var (
	gitHubData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	gitHubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func (p *gitHubPrinter) finding(f *diag.Finding) {
	p.out.WriteString("::" + severityNames[f.Severity].gitHub + " ")
	isOld := p.options.isOld(f.Path())
	if path, _ := p.options.relative(f.Path()); path != "" && path != "-" && !isOld {
		p.out.WriteString("file=" + p.escape(gitHubProperty, path) + ",")
		p.region(&f.Location)
	}
	p.out.WriteString("title=" + p.escape(gitHubProperty, "lexsmith "+f.Rule.Code) + "::" + p.escape(gitHubData, f.Message))
	if isOld {
		p.out.WriteString("%0Aat " + p.escape(gitHubData, terminal.Escape(f.Location.String())))
	}
	if f.Help != "" {
		p.out.WriteString("%0Ahelp: " + p.escape(gitHubData, f.Help))
	}
	if text := evidenceText(f); text != "" {
		p.out.WriteString("%0A" + p.escape(gitHubData, text))
	}
	p.out.WriteByte('\n')
}

// region writes the region of a location. Columns "cannot be sent when startLine
// and endLine are different", and the end column "defaults to startColumn", so that
// it is the last one of the annotation (AnnotationProperties in @actions/core,
// https://github.com/actions/toolkit/blob/main/packages/core/src/core.ts). GitHub
// does not document its unit; its web interface, like SARIF by default, counts
// UTF-16 code units.
func (p *gitHubPrinter) region(l *diag.Location) {
	r, ok := regionOf(l)
	if !ok {
		return
	}
	p.number("line", r.start.Line)
	p.number("endLine", r.end.Line)
	if r.start.Line == r.end.Line {
		start, end := l.Source.UTF16Column(l.Span.Start), l.Source.UTF16Column(max(l.Span.Start, l.Span.End))
		p.number("col", start)
		p.number("endColumn", max(start, end-1))
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
	for i := range o.Plan.all() {
		problem := &o.Plan.Problems[i]
		p.out.WriteString("::" + severityNames[problem.Severity].gitHub + " ")
		if path, _ := p.options.relative(problem.Path); path != "" {
			p.out.WriteString("file=" + p.escape(gitHubProperty, path) + ",")
		}
		p.out.WriteString("title=lexsmith " + p.options.Command + "::" + p.escape(gitHubData, problem.Message) + "\n")
	}
	p.out.WriteString(o.Plan.rows(p.options.All, p.options.Quiet))
	if !p.options.Quiet {
		p.out.WriteString(o.line(!p.options.All) + "\n")
	}
	return nil
}

package report

import (
	"bufio"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// gitHubPrinter writes workflow commands, one on each line, which GitHub shows as
// annotations of the changed files.
type gitHubPrinter struct {
	out        *bufio.Writer
	all, quiet bool
	root       root
	data       *strings.Replacer
	property   *strings.Replacer
}

func newGitHubPrinter(out *bufio.Writer, o *Options) *gitHubPrinter {
	return &gitHubPrinter{
		out:      out,
		all:      o.All,
		quiet:    o.Quiet,
		root:     newRoot(o),
		data:     strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A"),
		property: strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C"),
	}
}

func (p *gitHubPrinter) finding(f *lexicon.Finding) {
	p.out.WriteString("::" + gitHubCommand(f.Severity) + " ")
	path, _ := p.root.relative(f.Path())
	if path != "" && path != "-" && !p.root.inRevision(path) {
		p.out.WriteString("file=" + p.escape(p.property, path) + ",")
		if r, ok := regionOf(&f.Location); ok {
			p.region(r)
		}
	}
	p.out.WriteString("title=" + p.escape(p.property, "lexsmith "+f.Rule.Code) + "::" + p.escape(p.data, f.Message))
	if p.root.inRevision(path) {
		p.out.WriteString("%0Aat " + p.escape(p.data, position(&f.Location)))
	}
	if f.Help != "" {
		p.out.WriteString("%0Ahelp: " + p.escape(p.data, f.Help))
	}
	p.out.WriteByte('\n')
}

// region writes a region's properties. GitHub takes columns only within one
// line, and endColumn for the last column that belongs to the annotation.
func (p *gitHubPrinter) region(r region) {
	p.number("line", r.start.Line)
	p.number("endLine", r.end.Line)
	if r.start.Line == r.end.Line {
		p.number("col", r.start.Column)
		p.number("endColumn", max(r.start.Column, r.end.Column-1))
	}
}

func (p *gitHubPrinter) number(name string, n int) {
	p.out.WriteString(name + "=" + strconv.Itoa(n) + ",")
}

// escape escapes line ends the way workflow commands do, and other control
// characters as in text reports.
func (p *gitHubPrinter) escape(r *strings.Replacer, text string) string {
	return Escape(r.Replace(text))
}

func (p *gitHubPrinter) result(*Result) {}

func (p *gitHubPrinter) close(o *outcome) error {
	if !p.quiet {
		p.out.WriteString(o.line(!p.all) + "\n")
	}
	return nil
}

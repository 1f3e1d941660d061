package report

import (
	"bufio"
	"cmp"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

const (
	defaultWidth = 120
	// numberWidth is the width of the column of line numbers, unless a
	// number is longer.
	numberWidth = 5
)

// textPrinter writes findings for people.
type textPrinter struct {
	out     *bufio.Writer
	options *Options
	width   int
	styles  *styles
	cutter  terminal.Cutter
	begun   bool // a finding was printed: a blank line precedes the next text
}

func newTextPrinter(out *bufio.Writer, o *Options) printer {
	return &textPrinter{out: out, options: o, width: cmp.Or(o.Width, defaultWidth), styles: newStyles(out, o.Color)}
}

func (p *textPrinter) finding(f *diag.Finding) {
	p.apart()
	severity := p.styles.severity[f.Severity]
	if where := terminal.Escape(f.Location.String()); where != "" {
		p.print(p.styles.path(where), ": ")
	}
	p.print(severity(f.Severity.String()+":"), " ", terminal.Escape(f.Message), " ",
		p.styles.dim("["+terminal.Escape(f.Rule.Code)+"]"), "\n")
	p.snippet(&f.Location, severity)

	if d := f.Data; d != nil {
		p.note(terminal.Escape(d.RecordName()), p.place(dataPlace(f.Pointer)), p.place(f.Pointer))
		if d.Schema != "" || d.Constraint.Source != nil { // the constraint that is broken
			p.note("schema "+terminal.Escape(d.Schema), p.place(d.Constraint.Pointer), terminal.Escape(d.Constraint.String()))
		}
	} else {
		p.note(p.place(subject(&f.Location)), p.place(f.Pointer))
	}
	if f.Change != nil {
		p.change(f, severity)
	}
	help, mark := "", fixMark(f)
	if f.Help != "" {
		help = "help: " + terminal.Escape(f.Help)
		if mark != "" {
			mark = " (" + mark + ")"
		}
	}
	p.note(help + mark)
	if f.Data != nil {
		p.note(terminal.Escape(f.Data.Curl))
	}
	for i := range f.Related {
		r := &f.Related[i]
		word := terminal.Escape(r.Message)
		if r.Rule != nil {
			word += " [" + terminal.Escape(r.Rule.Code) + "]"
		}
		if where := terminal.Escape(r.Location.String()); where != "" {
			word += ": " + where
		}
		p.note(word, p.place(r.Pointer))
	}
}

// fixMark says how a finding can be fixed; "" when it cannot. Where the help leaves
// a choice, it names what the fix does, unless the help begins with that ("use X").
func fixMark(f *diag.Finding) string {
	if f.Fix == nil {
		return ""
	}
	mark := "fixable with --fix"
	if !f.Fix.Safe {
		mark += " --unsafe-fixes"
	}
	choice := strings.Contains(f.Help, " or ") || strings.Contains(f.Help, "otherwise")
	if choice && !strings.HasPrefix(f.Help, "use ") {
		verb, rest, _ := strings.Cut(terminal.Escape(f.Fix.Title), " ")
		mark = strings.TrimPrefix(mark, "fixable with ") + " " + strings.ToLower(verb) + "s " + rest
	}
	return mark
}

// apart separates what comes next from the finding before it.
func (p *textPrinter) apart() {
	if p.begun {
		p.print("\n")
	}
	p.begun = true
}

// change prints the place in the old schema, the directions in which the change
// breaks compatibility, and what it affects.
func (p *textPrinter) change(f *diag.Finding, severity painter) {
	c := f.Change
	if where := terminal.Escape(c.Old.String()); where != "" {
		pointer := ""
		if c.Old.Pointer != f.Pointer {
			pointer = p.place(c.Old.Pointer)
		}
		p.note("old: "+where, pointer)
		p.snippet(&c.Old, severity)
	}
	for _, words := range f.Consequences() {
		p.note(terminal.Escape(words))
	}
	line, examples := evidence(f, math.MaxInt)
	p.note(terminal.Escape(line))
	for _, parts := range examples {
		for i := range parts {
			parts[i] = p.place(parts[i])
		}
		parts[0] = "example: " + parts[0]
		p.note(parts...)
	}
}

// snippet prints the line of a location with a mark below it, or nothing without
// a text.
func (p *textPrinter) snippet(l *diag.Location, mark painter) {
	at, _ := positions(l)
	if at.Line == 0 || len(l.Source.Text) == 0 {
		return
	}
	line, start := l.Source.Line(l.Span.Start)
	number := strconv.Itoa(at.Line)
	gutter := max(len(number), numberWidth)
	s := p.cutter.Snippet(line, int(l.Span.Start-start), int(l.Span.End-start), p.width-gutter-len(" | "))
	p.print(p.styles.gutter(strings.Repeat(" ", gutter-len(number)) + number + " |"))
	if s.Text != "" {
		p.print(" ", s.Text)
	}
	p.print("\n", p.styles.gutter(strings.Repeat(" ", gutter)+" |"), " ",
		strings.Repeat(" ", s.Before), mark(strings.Repeat("^", s.Width)), "\n")
}

// note prints a line below the snippet. Its parts must be escaped; empty ones are
// left out.
func (p *textPrinter) note(parts ...string) {
	separator := "      " + p.styles.gutter("=") + " "
	for _, part := range parts {
		if part != "" {
			p.print(separator, part)
			separator = "   "
		}
	}
	if separator == "   " {
		p.print("\n")
	}
}

// place escapes the name of a place or a pointer. It leaves out the middle of one that is
// longer than a line of a file may be.
func (p *textPrinter) place(text string) string {
	most := max(p.width, defaultWidth)
	if len(text) <= most || utf8.RuneCountInString(text) <= most {
		return terminal.Escape(text)
	}
	all, half := []rune(text), most/2
	return terminal.Escape(string(all[:half])) + "…" + terminal.Escape(string(all[len(all)-half+1:]))
}

func (p *textPrinter) close(o *outcome) error {
	for _, table := range []string{o.statistics.table(), o.Collections.table(), o.Plan.problems(p.styles), o.Plan.rows(p.options), o.Tests.table(p.options.Quiet)} {
		if table != "" {
			p.apart()
			p.print(table)
		}
	}
	if !p.options.Quiet {
		p.apart()
		p.print(o.line(!p.options.All), "\n")
	}
	return nil
}

// print writes texts. The writer keeps an error until it is flushed.
func (p *textPrinter) print(texts ...string) {
	for _, t := range texts {
		p.out.WriteString(t)
	}
}

// painter colors a text, which must be escaped.
type painter func(text string) string

// styles are the painters of the parts of a report.
type styles struct {
	path, gutter, dim painter
	severity          [diag.Error + 1]painter
}

// newStyles returns styles in the 16 colors that users can configure in their
// terminals, or without color. It never queries the terminal.
func newStyles(w io.Writer, color bool) *styles {
	r := lipgloss.NewRenderer(w)
	r.SetColorProfile(termenv.ANSI) // an option of NewRenderer has no effect without a terminal
	r.SetHasDarkBackground(true)
	painter := func(style lipgloss.Style) painter {
		return func(text string) string {
			if !color || text == "" {
				return text
			}
			return style.Render(text)
		}
	}
	s := &styles{
		path:   painter(r.NewStyle().Bold(true)),
		gutter: painter(r.NewStyle().Foreground(lipgloss.Color("4"))),
		dim:    painter(r.NewStyle().Faint(true)),
	}
	for severity, number := range map[diag.Severity]string{diag.Error: "1", diag.Warning: "3", diag.Info: "6"} {
		s.severity[severity] = painter(r.NewStyle().Bold(true).Foreground(lipgloss.Color(number)))
	}
	return s
}

// concisePrinter writes findings one on each line, see diag.Finding.String.
type concisePrinter struct {
	out     *bufio.Writer
	options *Options
}

func newConcisePrinter(out *bufio.Writer, o *Options) printer { return &concisePrinter{out, o} }

func (p *concisePrinter) finding(f *diag.Finding) {
	p.out.WriteString(terminal.Escape(f.String()) + "\n")
}

func (p *concisePrinter) close(o *outcome) error {
	p.out.WriteString(o.Plan.problems(newStyles(p.out, false)) + o.tail(p.options))
	return nil
}

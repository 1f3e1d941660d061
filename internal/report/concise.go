package report

import (
	"bufio"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// concisePrinter writes findings one on each line, see diag.Finding.String.
type concisePrinter struct {
	out        *bufio.Writer
	all, quiet bool
}

func newConcisePrinter(out *bufio.Writer, o *Options) *concisePrinter {
	return &concisePrinter{out, o.All, o.Quiet}
}

func (p *concisePrinter) finding(f *diag.Finding) { p.out.WriteString(Escape(f.String()) + "\n") }

func (p *concisePrinter) close(o *outcome) error {
	if o.Plan != nil {
		p.out.WriteString(o.Plan.rows(p.all, p.quiet))
	}
	if !p.quiet {
		p.out.WriteString(o.line(!p.all) + "\n")
	}
	return nil
}

package report

import (
	"bufio"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// concisePrinter writes findings one on each line, as compilers do:
// "path:line:column: severity: message [rule]".
type concisePrinter struct {
	out        *bufio.Writer
	all, quiet bool
}

func newConcisePrinter(out *bufio.Writer, o *Options) *concisePrinter {
	return &concisePrinter{out, o.All, o.Quiet}
}

func (p *concisePrinter) finding(f *lexicon.Finding) {
	if where := position(mainLocation(f)); where != "" {
		p.out.WriteString(where + ": ")
	}
	p.out.WriteString(f.Severity.String() + ": " + Escape(f.Message))
	if f.NoPosition && f.Data != nil && f.Data.Record != "" { // else the line tells the record
		p.out.WriteString(" (" + recordWords(f.Data.Record) + ")")
	}
	p.out.WriteString(" [" + Escape(f.Rule.Code) + "]\n")
}

func (p *concisePrinter) close(o *outcome) error {
	if o.Plan != nil {
		p.out.WriteString(o.Plan.rows(p.all, p.quiet))
	}
	if !p.quiet {
		p.out.WriteString(o.line(!p.all) + "\n")
	}
	return nil
}

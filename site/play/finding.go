package play

import (
	"fmt"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// add puts findings into the answer, except infos that nobody asks for.
func (r *run) add(findings ...diag.Finding) {
	for i := range findings {
		if !r.keeps(&findings[i]) {
			continue
		}
		severity := findings[i].Severity
		r.counts[severity]++
		switch {
		case severity == diag.Info && r.Infos != "show":
		case len(r.answer.Findings) == maxFindings:
			r.answer.Omitted++
		default:
			r.answer.Findings = append(r.answer.Findings, r.finding(&findings[i]))
		}
	}
}

func (r *run) finding(f *diag.Finding) Finding {
	at, _ := place(r.panes, f.Location)
	out := Finding{
		Place: at, Rule: f.Rule.Code, Severity: f.Severity.String(), Message: f.Message, Consequences: f.Consequences(), Help: help(f), Fix: r.fix(f.Fix),
	}
	if f.Data != nil {
		r.relate(&out, f.Data.Constraint, "the schema is here")
	}
	if c := f.Change; c != nil {
		r.relate(&out, c.Old, "the old schema is here")
	}
	for _, related := range f.Related {
		r.relate(&out, related.Location, related.Message)
	}
	return out
}

// relate adds a place to a finding, unless it is where the finding itself is.
func (r *run) relate(out *Finding, at diag.Location, message string) {
	if p, ok := place(r.panes, at); ok && p != out.Place {
		out.Related = append(out.Related, Related{p, message})
	}
}

// fix returns a fix; nil if there is none in the texts.
func (r *run) fix(f *diag.Fix) *Fix {
	if f == nil {
		return nil
	}
	out := &Fix{Title: f.Title}
	for _, e := range f.Edits {
		at, ok := place(r.panes, diag.Location{Source: e.Source, Span: e.Span})
		if !ok {
			return nil
		}
		out.Edits = append(out.Edits, Edit{at, e.New})
	}
	return out
}

// help returns the help of a finding, in terms of the page where it depends on the
// program.
func help(f *diag.Finding) string {
	switch h := f.Hint.(type) {
	case diag.HintLoadLexicon:
		return fmt.Sprintf("paste the Lexicon %s below this one", h.NSID)
	case diag.HintAcceptUnknown:
		if h.Near != "" {
			return fmt.Sprintf("did you mean %q? Otherwise paste the Lexicon %s too", h.Near, h.NSID)
		}
		return fmt.Sprintf("paste the Lexicon %s too", h.NSID)
	case diag.HintNameDefinition:
		if h.Reference == "" {
			return `add "$type" with the NSID of the record, or enter the definition above`
		}
		return fmt.Sprintf("enter %s as the definition above", h.Reference)
	}
	return f.Help
}

package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// Plan is the part of pull, publish and unpublish: what happens to each Lexicon.
type Plan struct {
	Entries    []PlanEntry
	Words      string // how many entries there are of each action
	Written    bool   // the plan has been carried out
	Unverified bool   // Lexicons were taken without a proof
	Commit     string // CID of the commit that was made; usually ""
	CIDs       bool   // the CIDs of the records are shown
	// Problems are what is wrong besides the findings, or worth a look.
	Problems []Problem
	// Reached are the project's own definitions that lead to what changes, for Markdown.
	Reached []Reached
}

// Problem is an error or a warning of a plan that is about no place in a Lexicon.
type Problem struct {
	Severity diag.Severity `json:"-"`
	Name     string        `json:"severity"`       // of the severity; set by reports
	Path     string        `json:"path,omitempty"` // of the file that it is about; may be empty
	NSID     string        `json:"nsid,omitempty"` // of the Lexicon; "" if it is about several
	Message  string        `json:"message"`        // with what to do
}

// count returns the number of problems of a severity.
func (p *Plan) count(s diag.Severity) (n int) {
	for _, problem := range p.all() {
		if problem.Severity == s {
			n++
		}
	}
	return n
}

// Reached is a definition that leads to some that change.
type Reached struct {
	Ref     string
	Verdict Verdict  // the worst on these changes
	Through []string // the Lexicons that change, by their NSIDs
}

// PlanEntry is what happens to one Lexicon.
type PlanEntry struct {
	NSID   string   `json:"nsid"`
	Action string   `json:"action"`
	Shown  Occasion `json:"-"`
	Path   string   `json:"path,omitempty"` // of the file; "" when there is none
	// URI, CID and OldCID are those of the records; "" when they are not known.
	URI    string `json:"uri,omitempty"`
	CID    string `json:"cid,omitempty"`
	OldCID string `json:"oldCid,omitempty"`
	// Verdict is that of the comparison of the two revisions; "" without one.
	Verdict Verdict `json:"verdict,omitempty"`
	Reason  string  `json:"reason,omitempty"` // for an action that is a problem
}

// Occasion is when an entry is part of a report for people.
type Occasion uint8

// The occasions.
const (
	Usually Occasion = iota // unless Options.Quiet
	WithAll                 // with Options.All only
	Always
)

// rows returns the entries that are shown, in columns; "" without a plan.
func (p *Plan) rows(o *Options) string {
	if p == nil {
		return ""
	}
	var rows [][]string
	for i := range p.Entries {
		e := &p.Entries[i]
		if e.Shown == WithAll && !o.All || e.Shown != Always && o.Quiet {
			continue
		}
		id := ""
		if p.CIDs {
			id = cmp.Or(e.CID, e.OldCID)
		}
		rows = append(rows, []string{e.shownAction(), e.NSID, terminal.Escape(e.Path), id, terminal.Escape(cmp.Or(e.Reason, string(e.Verdict)))})
	}
	return terminal.Columns(rows)
}

// problems returns the problems as lines, of which styles color the parts.
func (p *Plan) problems(s *styles) string {
	var b strings.Builder
	for _, problem := range p.all() {
		if problem.Path != "" {
			b.WriteString(s.path(terminal.Escape(problem.Path)) + ": ")
		}
		b.WriteString(s.severity[problem.Severity](problem.Severity.String()+":") + " " + terminal.Escape(problem.Message) + "\n")
	}
	return b.String()
}

// all returns the problems; nil without a plan.
func (p *Plan) all() []Problem {
	if p == nil {
		return nil
	}
	return p.Problems
}

// markdown returns the problems, the entries that are shown as a table, and what they reach.
func (p *Plan) markdown(all bool) string {
	var b strings.Builder
	for i := range p.Problems {
		if i == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "- **%s**: %s\n", p.Problems[i].Severity, inert(p.Problems[i].Message))
	}
	table := false
	for i := range p.Entries {
		e := &p.Entries[i]
		if e.Shown == WithAll && !all {
			continue
		}
		if !table {
			table = true
			b.WriteString("\n| Lexicon | Change | Verdict | From |\n|---|---|---|---|\n")
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", codeSpan(e.NSID), e.shownAction(), inert(cmp.Or(e.Reason, string(e.Verdict))), codeSpan(e.URI))
	}
	if p.Reached != nil {
		b.WriteString("\n**Own definitions that the changes reach**\n\n")
	}
	for _, r := range p.Reached {
		fmt.Fprintf(&b, "- %s (%s), through %s\n", codeSpan(r.Ref), r.Verdict, words.ListFunc(r.Through, "and", codeSpan))
	}
	return b.String()
}

// shownAction returns the action in the words of reports for people.
func (e *PlanEntry) shownAction() string {
	if e.Action == "drop" {
		return "unused" // the file is kept
	}
	return e.Action
}

// line returns the words for the summary line.
func (p *Plan) line() string {
	text := p.Words
	if p.Unverified {
		text += ", not verified (--no-verify)"
	}
	return text
}

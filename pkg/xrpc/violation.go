package xrpc

import (
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// Direction says what a violation was found in.
type Direction uint8

// The directions.
const (
	InRequest  Direction = iota // parameters or input of a call
	InResponse                  // its answer
	InMessage                   // a message of a stream
)

// String returns "request", "response" or "message".
func (d Direction) String() string { return [...]string{"request", "response", "message"}[d] }

// Violation is something that a request, an answer or a message does against its
// Lexicon, or that is worth knowing about it: see Severity.
//
// The Location has a JSON Pointer but no lines. It and the message can quote values
// of the parameters or the body.
type Violation struct {
	diag.Finding
	Method    syntax.NSID
	Direction Direction
	Part      lexicon.Part // PartParams, PartInput, PartOutput, PartMessage or PartError
	Status    int          // of the answer; 0 when there is none yet
}

// InvalidError says that a call, an answer or a message does not match its Lexicon.
type InvalidError struct {
	Direction Direction
	Findings  []diag.Finding // warnings and info findings too
}

func (e *InvalidError) Error() string {
	return "the " + e.Direction.String() + " does not match its Lexicon: " + describe(e.Findings)
}

// describe says in one line what is wrong: of each error the pointer, the reason,
// and the place of the constraint in its Lexicon.
func describe(found []diag.Finding) string {
	const most = 3
	var b strings.Builder
	errors := 0
	for i := range found {
		f := &found[i]
		if f.Severity != diag.Error {
			continue
		}
		if errors++; errors > most {
			continue
		}
		if errors > 1 {
			b.WriteString("; ")
		}
		if f.Pointer != "" {
			b.WriteString(words.Excerpt(f.Pointer) + ": ")
		}
		b.WriteString(f.Message)
		if f.Data != nil && f.Data.Schema != "" {
			b.WriteString(" (" + f.Data.Schema + " " + f.Data.Constraint.Pointer + ")")
		}
	}
	if errors > most {
		b.WriteString("; and more")
	}
	return b.String()
}

// path is how findings call a part of a call.
func (m *Method) path(part lexicon.Part) string {
	switch part {
	case lexicon.PartNone:
		return string(m.NSID)
	case lexicon.PartError:
		return string(m.NSID) + " error response"
	}
	return string(m.NSID) + " " + part.String()
}

// checked takes the findings out of a result. What is beyond a sensible number is
// dropped, since a peer chooses how many there are.
func (m *Method) checked(part lexicon.Part, result validate.Result) []diag.Finding {
	const most = 100
	found := result.Findings
	if len(found) == 0 {
		return nil
	}
	found = slices.Clone(found[:min(len(found), most)])
	source := &diag.Source{Path: m.path(part)} // without the text: it would be kept, and shown, secrets included
	text := "body"
	if part == lexicon.PartMessage {
		text = "message"
	}
	place := func(l *diag.Location) {
		l.Source, l.Span, l.NoPosition = source, diag.Span{}, true
	}
	for i := range found {
		f := &found[i]
		f.NSID = string(m.NSID)
		if f.Rule == diag.RuleJSONSyntax || f.Rule == diag.RuleByteOrderMark { // they are about a file
			if rest, ok := strings.CutPrefix(f.Message, "the file "); ok {
				f.Message = "the " + text + " " + rest
			}
		}
		if f.Rule == validate.RuleTooLarge { // that limit is fixed here
			f.Help, f.Hint = "", nil
		}
		for j := range f.Related {
			if l := &f.Related[j].Location; l.Source == f.Source {
				place(l)
			}
		}
		place(&f.Location)
	}
	return found
}

// finding makes a finding that does not come from a validator.
func (m *Method) finding(rule *diag.Rule, part lexicon.Part, message string) diag.Finding {
	base := m.Definition.Schema.Base()
	constraint := base.At()
	switch {
	case part == lexicon.PartInput && m.input.declared != nil:
		constraint = m.input.declared.AtField("encoding")
	case part == lexicon.PartOutput && m.output.declared != nil:
		constraint = m.output.declared.AtField("encoding")
	case part == lexicon.PartMessage:
		constraint = base.AtField("message")
	}
	return diag.Finding{
		Rule: rule, Severity: rule.Severity[0], Message: message, NSID: string(m.NSID),
		Location: diag.Location{Source: &diag.Source{Path: m.path(part)}, NoPosition: true},
		Data:     &diag.DataPlace{Schema: m.Definition.Reference().Full(), Constraint: constraint},
	}
}

package validate

import (
	"context"
	"errors"
	"io"
	"iter"
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/internal/stream"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

var ruleCaseVerdict = &lexicon.Rule{
	Code: "case-verdict", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "a case does not give the expected result",
	Reason: "A case is a unit test of a schema: a value, and whether it should be valid. This finding reports that the result differs, together with the findings in the value, " +
		"or that the case cannot be run. Fix the schema if it is too strict or too lax; otherwise, fix the case.",
	Spec: "Validation rules, 1",
	Page: "specs/lexicon#validation-options",
	Bad: `-- schema --
{"type": "integer", "minimum": 1, "maximum": 5}
-- cases --
{"name": "six stars", "ref": "com.example.thing", "value": 6}`,
	Good: `-- schema --
{"type": "integer", "minimum": 1, "maximum": 5}
-- cases --
{"name": "six stars", "ref": "com.example.thing", "value": 6, "valid": false}`,
}

// Cases runs cases, one on each line: unit tests for schemas. A case is a JSON
// object with the keys ref, value and, if need be, part, rkey, name, valid (default
// true) and rules: the codes of all rules that the value breaks. The result of a
// case has the finding case-verdict where the verdict or the rules are not those
// expected, with the findings on the value as related, or where the case cannot be
// run; otherwise nothing.
//
// The function keep, when not nil, gives every finding on a value the severity
// that counts and reports whether it stays. It is called from several goroutines.
// In all else Cases is like Validator.Lines.
func (s *Schemas) Cases(ctx context.Context, r io.Reader, path string, o StreamOptions, keep func(*lexicon.Finding) bool) iter.Seq2[Result, error] {
	return s.lines(ctx, r, Input{Path: path, line: true}, o, func(in Input, l *stream.Line) checked {
		if f := s.tooLarge(&in, false); f != nil {
			return single(Result{Findings: []lexicon.Finding{*f}})
		}
		in.Text = l.Keep()
		c, found := s.readCase(&in)
		result := Result{Findings: found}
		if c != nil {
			s.runCase(c, keep, &result)
		}
		if len(result.Findings) == 0 && len(result.Rules) == 0 {
			return checked{clean: 1}
		}
		return single(result)
	})
}

// runCase checks the value of a case, and adds what there is to say to a result.
func (s *Schemas) runCase(c *testCase, keep func(*lexicon.Finding) bool, result *Result) {
	v, err := s.Validator(c.Ref, c.Part)
	if err != nil {
		f := s.caseFinding(c, "/ref", c.ref, c.title()+" cannot be run: "+err.Error(), "")
		if errors.Is(err, ErrInvalidSchema) {
			f.Help, f.Hint = "fix the schema", lexicon.HintCheckSchemas{}
		}
		result.Findings = append(result.Findings, f)
		return
	}
	in := Input{Path: c.source.Path, Text: c.source.Text[c.value.Start:c.value.End], RecordKey: c.RecordKey, line: true}
	var found []lexicon.Finding
	for _, f := range v.full(&in).Findings {
		c.moveIn(&f.Location)
		for i := range f.Related { // as of the variant that was meant
			c.moveIn(&f.Related[i].Location)
		}
		if keep == nil || keep(&f) {
			found = append(found, f)
		}
	}
	result.Rules = rulesOf(found)
	valid := (Result{Findings: found}).Valid()
	message, help := c.compare(valid, result.Rules)
	if message == "" {
		return
	}
	if c.Name != "" {
		message = c.title() + ": " + message
	}
	f := s.caseFinding(c, "/value", c.value, message, help)
	if valid == c.Valid {
		f = s.caseFinding(c, "/rules", c.rules, message, help)
	}
	f.Related = related(found, len(found))
	result.Findings = append(result.Findings, f)
}

// rulesOf returns the rules of findings, each once.
func rulesOf(found []lexicon.Finding) []*lexicon.Rule {
	rules := []*lexicon.Rule{}
	for _, f := range found {
		if !slices.Contains(rules, f.Rule) {
			rules = append(rules, f.Rule)
		}
	}
	return rules
}

// compare says in what way the result for the value differs from what the case
// expects; "" when it does not.
func (c *testCase) compare(valid bool, rules []*lexicon.Rule) (message, help string) {
	switch {
	case valid && !c.Valid:
		return "expected invalid, got valid", `fix the value or the schema, or remove "valid": false`
	case !valid && c.Valid:
		return "expected valid, got invalid", `fix the value or the schema, or add "valid": false`
	case c.Rules == nil || len(rules) == len(c.Rules) && !slices.ContainsFunc(rules, func(r *lexicon.Rule) bool { return !slices.Contains(c.Rules, r) }):
		return "", ""
	}
	return "expected " + ruleList(c.Rules) + ", got " + ruleList(rules), `fix the value or the schema, or correct "rules"`
}

// ruleList names rules in a message.
func ruleList(rules []*lexicon.Rule) string {
	unit := "the rules "
	switch len(rules) {
	case 0:
		return "no rule"
	case 1:
		unit = "the rule "
	}
	return unit + someOf(rules, "and", func(r *lexicon.Rule) string { return r.Code })
}

// related returns findings as related places, the first few of so many.
func related(found []lexicon.Finding, count int) []lexicon.Related {
	var all []lexicon.Related
	n := 0
	for _, f := range found {
		for _, place := range append([]lexicon.Related{{Location: f.Location, Message: f.Message, Rule: f.Rule}}, f.Related...) {
			if n++; n <= mostListed {
				all = append(all, place)
			}
		}
	}
	if rest := max(n, count) - mostListed; rest > 0 {
		all = append(all, lexicon.Related{Message: "and " + strconv.Itoa(rest) + " more"})
	}
	return all
}

// moveIn makes a place in the value one in the line of the case.
func (c *testCase) moveIn(l *lexicon.Location) {
	l.Source = c.source
	l.Span.Start += c.value.Start
	l.Span.End += c.value.Start
	l.Pointer = "/value" + l.Pointer
}

func (s *Schemas) caseFinding(c *testCase, pointer string, span lexicon.Span, message, help string) lexicon.Finding {
	f := lexicon.Finding{
		Rule: ruleCaseVerdict, Severity: ruleCaseVerdict.Severity[s.options.Profile], Message: message, Help: help,
		Location: lexicon.Location{Source: c.source, Span: span, Pointer: pointer},
		NSID:     string(c.Ref.NSID),
		Data:     &lexicon.DataPlace{Schema: c.Ref.Full()},
	}
	if def := s.catalog.Definition(c.Ref); def != nil {
		f.Data.Constraint = def.Schema.Base().At()
	}
	return f
}

// title is how messages call the case.
func (c *testCase) title() string {
	if c.Name == "" {
		return "the case"
	}
	return "case " + quote(c.Name)
}

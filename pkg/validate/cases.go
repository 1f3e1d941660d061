package validate

import (
	"context"
	"errors"
	"io"
	"iter"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/internal/stream"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Cases runs unit tests of the schemas, one on each line. A case is a JSON object with the keys ref, value
// and, if need be, part, rkey, name, valid (default true) and rules: the codes of all
// rules that the value breaks. The result of a case has the finding case-verdict where
// the verdict or the rules are not those expected, with the findings on the value as
// related, or where the case cannot be run; otherwise nothing.
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
		c, found := readCase(&in)
		result := Result{Findings: found}
		if c != nil {
			c.run(s, in, keep, &result)
		}
		if len(result.Findings) == 0 && len(result.Rules) == 0 {
			return checked{clean: 1}
		}
		return single(result)
	})
}

// run checks the value of a case, and adds what there is to say to a result.
func (c *testCase) run(s *Schemas, in Input, keep func(*lexicon.Finding) bool, result *Result) {
	v, err := s.Validator(c.ref, c.part)
	if err != nil {
		f := c.verdict(s, "/ref", c.spans["ref"], c.title()+" cannot be run: "+err.Error(), "")
		if errors.Is(err, ErrInvalidSchema) {
			f.Help, f.Hint = "fix the schema", lexicon.HintCheckSchemas{}
		}
		result.Findings = append(result.Findings, f)
		return
	}
	value := c.spans["value"]
	in.Text, in.RecordKey = in.Text[value.Start:value.End], c.recordKey
	var found []lexicon.Finding
	for _, f := range v.Check(in).Findings {
		c.moveIn(&f.Location)
		for i := range f.Related { // as of the variant that was meant
			c.moveIn(&f.Related[i].Location)
		}
		if keep == nil || keep(&f) {
			found = append(found, f)
		}
	}
	result.Rules = rulesOf(found)
	valid := !lexicon.HasErrors(found)
	message, help := c.compare(valid, result.Rules)
	if message == "" {
		return
	}
	if c.name != "" {
		message = c.title() + ": " + message
	}
	key := "value"
	if valid == c.valid {
		key = "rules"
	}
	f := c.verdict(s, "/"+key, c.spans[key], message, help)
	f.Related = lexicon.Relate(found, len(found))
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
	case valid && !c.valid:
		return "expected invalid, got valid", `fix the value or the schema, or remove "valid": false`
	case !valid && c.valid:
		return "expected valid, got invalid", `fix the value or the schema, or add "valid": false`
	case c.rules == nil || len(rules) == len(c.rules) && !slices.ContainsFunc(rules, func(r *lexicon.Rule) bool { return !slices.Contains(c.rules, r) }):
		return "", ""
	}
	return "expected " + ruleList(c.rules) + ", got " + ruleList(rules), `fix the value or the schema, or correct "rules"`
}

// ruleList names rules in a message.
func ruleList(rules []*lexicon.Rule) string {
	unit := "rules "
	switch len(rules) {
	case 0:
		return "no rules"
	case 1:
		unit = "rule "
	}
	return unit + syntax.ListFunc(rules, "and", func(r *lexicon.Rule) string { return syntax.Quote(r.Code) })
}

func codeOf(r *lexicon.Rule) string { return r.Code }

// moveIn makes a place in the value one in the line of the case.
func (c *testCase) moveIn(l *lexicon.Location) {
	l.Source = c.source
	l.Span.Start += c.spans["value"].Start
	l.Span.End += c.spans["value"].Start
	l.Pointer = "/value" + l.Pointer
}

// verdict is the finding on a case that fails.
func (c *testCase) verdict(s *Schemas, pointer string, span lexicon.Span, message, help string) lexicon.Finding {
	f := newVerdict(lexicon.Location{Source: c.source, Span: span, Pointer: pointer}, message, help)
	f.NSID, f.Data.Schema = string(c.ref.NSID), c.ref.Full()
	if def := s.Catalog().Definition(c.ref); def != nil {
		f.Data.Constraint = def.Schema.Base().At()
	}
	return f
}

// newVerdict returns a finding of the rule case-verdict.
func newVerdict(at lexicon.Location, message, help string) lexicon.Finding {
	rule := ruleCaseVerdict
	return lexicon.Finding{
		Rule: rule, Severity: rule.Severity[lexicon.ProfileV1], Message: message, Help: help, Location: at, Data: &lexicon.DataPlace{},
	}
}

// title is how messages call the case.
func (c *testCase) title() string {
	if c.name == "" {
		return "the case"
	}
	return "case " + syntax.Quote(c.name)
}

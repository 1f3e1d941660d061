package cases

import (
	"context"
	"errors"
	"io"
	"iter"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// Run runs cases, one on each line. A case is a JSON object with the keys ref, value
// and, if need be, part, rkey, name, valid (default true) and rules: the codes of all
// rules that the value breaks. The result of a case has the finding case-verdict where
// the verdict or the rules are not those expected, with the findings on the value as
// related, or where the case cannot be run; otherwise nothing.
//
// The function keep, when not nil, gives every finding on a value the severity
// that counts and reports whether it stays. It is called from several goroutines.
// In all else Run is like validate.Validator.Lines.
func Run(ctx context.Context, s *validate.Schemas, r io.Reader, path string, o validate.StreamOptions, keep func(*lexicon.Finding) bool) iter.Seq2[validate.Result, error] {
	return s.EachLine(ctx, r, validate.Input{Path: path}, o, func(in validate.Input) validate.Result {
		c, found := read(&in)
		result := validate.Result{Findings: found}
		if c != nil {
			c.run(s, in, keep, &result)
		}
		return result
	})
}

// run checks the value of a case, and adds what there is to say to a result.
func (c *testCase) run(s *validate.Schemas, in validate.Input, keep func(*lexicon.Finding) bool, result *validate.Result) {
	v, err := s.Validator(c.ref, c.part)
	if err != nil {
		f := c.verdict(s, "/ref", c.spans["ref"], c.title()+" cannot be run: "+err.Error(), "")
		if errors.Is(err, validate.ErrInvalidSchema) {
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
func (c *testCase) verdict(s *validate.Schemas, pointer string, span lexicon.Span, message, help string) lexicon.Finding {
	f := newFinding(lexicon.Location{Source: c.source, Span: span, Pointer: pointer}, message, help)
	f.NSID, f.Data.Schema = string(c.ref.NSID), c.ref.Full()
	if def := s.Catalog().Definition(c.ref); def != nil {
		f.Data.Constraint = def.Schema.Base().At()
	}
	return f
}

// newFinding returns a finding of the rule case-verdict.
func newFinding(at lexicon.Location, message, help string) lexicon.Finding {
	rule := validate.RuleCaseVerdict
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

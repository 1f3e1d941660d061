package sample

import (
	"errors"
	"fmt"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// Invalid makes a value with one fault: all that validation says against it is one
// error. Rule is the one to break; nil leaves the choice. It returns the value and
// the finding. The error says when no such value was found, as for a rule that no
// part of the schema can break.
//
// The schema must be the one that the validator checks.
func (s *Sampler) Invalid(v *validate.Validator, schema lexicon.Schema, rule *lexicon.Rule) (Value, lexicon.Finding, error) {
	const attempts = 8 // values in which to look for a place
	for range attempts {
		value, err := s.Value(schema)
		if err != nil {
			return nil, lexicon.Finding{}, err
		}
		for _, c := range s.candidates(sites(schema, value), rule) {
			broken := c.at.replace(c.value)
			if _, leave := c.value.(removed); leave {
				broken = c.at.replace(nil)
			}
			if broken == nil {
				continue
			}
			if f, ok := onlyError(v, broken, c.rule); ok {
				return broken, f, nil
			}
		}
	}
	if rule == nil {
		return nil, lexicon.Finding{}, errors.New("no value was found that violates exactly one rule")
	}
	return nil, lexicon.Finding{}, fmt.Errorf("no value was found that violates only the %q rule", rule.Code)
}

// candidate is a proposal for a site.
type candidate struct {
	rule  *lexicon.Rule
	at    site
	value Value
}

// candidates returns the proposals for all sites, in random order.
func (s *Sampler) candidates(all []site, rule *lexicon.Rule) []candidate {
	var proposals []candidate
	for _, f := range faults {
		if rule != nil && f.rule != rule {
			continue
		}
		for _, at := range all {
			for _, v := range f.propose(s, at) {
				proposals = append(proposals, candidate{f.rule, at, v})
			}
		}
	}
	s.r.Shuffle(len(proposals), func(i, j int) { proposals[i], proposals[j] = proposals[j], proposals[i] })
	return proposals
}

// onlyError reports whether the one error of a value breaks a rule, and returns
// the finding.
func onlyError(v *validate.Validator, value Value, rule *lexicon.Rule) (lexicon.Finding, bool) {
	found := v.Check(validate.Input{Text: JSON(value)}).Findings
	errors := slices.DeleteFunc(found, func(f lexicon.Finding) bool { return f.Severity != lexicon.Error })
	if len(errors) != 1 || errors[0].Rule != rule {
		return lexicon.Finding{}, false
	}
	return errors[0], true
}

// Breakable returns the rules that Invalid can break.
func Breakable() []*lexicon.Rule {
	rules := make([]*lexicon.Rule, len(faults))
	for i, f := range faults {
		rules[i] = f.rule
	}
	return rules
}

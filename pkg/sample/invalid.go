package sample

import (
	"errors"
	"fmt"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// Invalid makes a value with one fault: all that validation says against it is one
// error. Rule is the one to break; nil leaves the choice. It returns the value and
// the finding. Every part of the schema is tried before the error says that no such
// value was found.
//
// The schema must be the one that the validator checks. Parameters are invalid both as
// JSON and as a query string.
func (s *Sampler) Invalid(v *validate.Validator, schema lexicon.Schema, rule *diag.Rule) (Value, diag.Finding, error) {
	const attempts = 8 // values in which to look for a place
	for range attempts {
		value, f, err := s.broken(v, schema, rule, nil)
		if err != nil || value != nil {
			return value, f, err
		}
	}
	routes := s.routes(schema)
	s.r.Shuffle(len(routes), func(i, j int) { routes[i], routes[j] = routes[j], routes[i] })
	for _, route := range routes {
		value, f, err := s.broken(v, schema, rule, route)
		if err != nil || value != nil {
			return value, f, err
		}
	}
	if rule == nil {
		return nil, diag.Finding{}, errors.New("no value was found that violates exactly one rule")
	}
	return nil, diag.Finding{}, fmt.Errorf("no value was found that violates only the %q rule", rule.Code)
}

// broken makes a value that breaks a rule: anywhere or, with a route, on the way. The
// value is nil if none was found.
func (s *Sampler) broken(v *validate.Validator, schema lexicon.Schema, rule *diag.Rule, route []lexicon.Schema) (Value, diag.Finding, error) {
	s.route = route
	value, err := s.Value(schema)
	s.route = nil
	if err != nil {
		return nil, diag.Finding{}, err
	}
	all := sites(schema, value)
	if route != nil {
		all = slices.DeleteFunc(all, func(at site) bool {
			return !slices.ContainsFunc(route, func(on lexicon.Schema) bool { return lexicon.Resolve(on) == at.schema })
		})
	}
	for _, proposal := range s.proposals(all, rule) {
		broken := proposal.Whole()
		if f, ok := onlyError(v, schema, broken, proposal.Rule); ok {
			return broken, f, nil
		}
	}
	return nil, diag.Finding{}, nil
}

// A Proposal breaks a rule at one place of a valid value. It can turn out to break another
// rule, or none, so what it makes of the value must be validated.
type Proposal struct {
	Rule  *diag.Rule
	Place string // a JSON pointer, with "*" for every index
	Value Value  // the value there; nil leaves it out
	whole func(Value) Value
}

// Whole returns the value with the fault.
func (p Proposal) Whole() Value { return p.whole(p.Value) }

// Proposals returns all proposals to break one valid value of a schema, in random order. There
// are none if the schema has no value.
func (s *Sampler) Proposals(schema lexicon.Schema) []Proposal {
	value, err := s.Value(schema)
	if err != nil {
		return nil
	}
	return s.proposals(sites(schema, value), nil)
}

// proposals returns the proposals to break a rule, or any, at all sites, in random order.
func (s *Sampler) proposals(all []site, rule *diag.Rule) []Proposal {
	var proposals []Proposal
	for _, f := range faults {
		if rule != nil && f.rule != rule {
			continue
		}
		for _, at := range all {
			for _, v := range f.propose(at) {
				proposals = append(proposals, Proposal{f.rule, at.place, v, at.replace})
			}
		}
	}
	s.r.Shuffle(len(proposals), func(i, j int) { proposals[i], proposals[j] = proposals[j], proposals[i] })
	return proposals
}

// routes returns for every schema that a value can have inside a way that leads there:
// the schemas on it, from the one below the root. Each is as short as possible.
func (s *Sampler) routes(root lexicon.Schema) (all [][]lexicon.Schema) {
	met := map[lexicon.Schema]bool{root: true}
	all = [][]lexicon.Schema{nil}
	for i := 0; i < len(all); i++ {
		at, before := root, all[i]
		if i > 0 {
			at = before[len(before)-1]
		}
		for _, inner := range s.heights.inner(at) {
			if !met[inner] && s.heights.schema(inner) < never {
				met[inner] = true
				all = append(all, append(slices.Clip(before), inner))
			}
		}
	}
	return all[1:]
}

// inner returns the schemas of what is right inside a value of a schema that has values.
func (h heights) inner(s lexicon.Schema) []lexicon.Schema {
	switch s := s.(type) {
	case *lexicon.Record:
		return h.inner(s.Object)
	case *lexicon.Ref:
		target, _ := s.Resolve()
		return []lexicon.Schema{target.Schema}
	case *lexicon.Union:
		var all []lexicon.Schema
		for def := range h.variants(s) {
			all = append(all, def.Schema)
		}
		return all
	}
	return slices.Collect(lexicon.Children(s))
}

// onlyError reports whether the one error of a value breaks a rule, and returns the
// finding. Parameters must have that error as a query string too.
func onlyError(v *validate.Validator, schema lexicon.Schema, value Value, rule *diag.Rule) (found diag.Finding, ok bool) {
	inputs := []validate.Input{{Text: JSON(value)}}
	if _, ok := schema.(*lexicon.Params); ok {
		params, _ := value.(Object)
		inputs = slices.Insert(inputs, 0, validate.Input{Text: []byte(Query(params)), Encoding: validate.Query})
	}
	for i, in := range inputs {
		errors := slices.DeleteFunc(v.Check(in).Findings, func(f diag.Finding) bool { return f.Severity != diag.Error })
		if len(errors) != 1 || errors[0].Rule != rule || i > 0 && errors[0].Pointer != found.Pointer {
			return diag.Finding{}, false
		}
		found = errors[0]
	}
	return found, true
}

// Breakable returns the rules that Invalid can break.
func Breakable() []*diag.Rule {
	rules := make([]*diag.Rule, len(faults))
	for i, f := range faults {
		rules[i] = f.rule
	}
	return rules
}

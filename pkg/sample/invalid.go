package sample

import (
	"errors"
	"fmt"
	"iter"
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
	for broken, f := range s.faults(v, schema, all, rule) {
		return broken, f, nil
	}
	return nil, diag.Finding{}, nil
}

// Faults returns values with one fault each, as Invalid, which differ from one valid value in
// nothing else: all that are proposed for it, in random order. There are none if the schema
// has no value.
func (s *Sampler) Faults(v *validate.Validator, schema lexicon.Schema) iter.Seq2[Value, diag.Finding] {
	value, err := s.Value(schema)
	if err != nil {
		return func(func(Value, diag.Finding) bool) {}
	}
	return s.faults(v, schema, sites(schema, value), nil)
}

// faults returns values that break a rule, or any, at one of the sites of a valid value.
func (s *Sampler) faults(v *validate.Validator, schema lexicon.Schema, all []site, rule *diag.Rule) iter.Seq2[Value, diag.Finding] {
	return func(yield func(Value, diag.Finding) bool) {
		for _, c := range s.candidates(all, rule) {
			broken := c.at.replace(c.value)
			if _, leave := c.value.(removal); leave {
				broken = c.at.replace(nil)
			}
			if broken == nil {
				continue
			}
			if f, ok := onlyError(v, schema, broken, c.rule); ok && !yield(broken, f) {
				return
			}
		}
	}
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

// candidate is a proposal for a site.
type candidate struct {
	rule  *diag.Rule
	at    site
	value Value
}

// candidates returns the proposals for all sites, in random order.
func (s *Sampler) candidates(all []site, rule *diag.Rule) []candidate {
	var proposals []candidate
	for _, f := range faults {
		if rule != nil && f.rule != rule {
			continue
		}
		for _, at := range all {
			for _, v := range f.propose(at) {
				proposals = append(proposals, candidate{f.rule, at, v})
			}
		}
	}
	s.r.Shuffle(len(proposals), func(i, j int) { proposals[i], proposals[j] = proposals[j], proposals[i] })
	return proposals
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

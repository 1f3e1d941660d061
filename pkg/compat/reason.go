package compat

import (
	"maps"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// reason is a constraint of the new side that values can violate because of a change.
type reason struct {
	at *lexicon.Value // the field of a schema, or a schema as a whole; nil for no place
	// rule, unless it is nil, is the only one that values break.
	rule *diag.Rule
	// name, unless it is empty, is what the value lacks, or the type that it names.
	name string
	// via, unless it is nil, is a schema that must be on the way to the value.
	via *lexicon.Value
	// around says that the change also explains everything inside the schema that nothing
	// else explains.
	around bool
}

// reasons returns which faults of values a change explains.
func (ch *change) reasons() []reason {
	switch {
	case ch.explains != nil:
		return ch.explains
	case ch.new.document == nil || ch.new.key || ch.new.opening:
		return nil // nothing is left there
	}
	return []reason{{at: ch.new.value}}
}

// inside returns the reason of a change after which nothing in a schema, or in what it
// refers to, is as before.
func inside(s lexicon.Schema) []reason {
	reasons := []reason{{at: s.Base().Value, around: true}}
	if target := lexicon.Resolve(s); target != nil && target != s {
		reasons = append(reasons, reason{at: target.Base().Value, via: s.Base().Value})
	}
	return reasons
}

// missingField returns the reason of a field that values of an object schema must have.
func missingField(node lexicon.Schema, name string) []reason {
	return []reason{{at: node.Base().Value.Field("required"), name: name}}
}

// via returns reasons that hold only inside a schema.
func via(s lexicon.Schema, reasons []reason) []reason {
	reasons = slices.Clone(reasons)
	for i := range reasons {
		reasons[i].via = s.Base().Value
	}
	return reasons
}

// explained is a reason and the change that it belongs to.
type explained struct {
	reason
	change *diag.Change
}

// explanations finds the change that explains a fault of a value.
type explanations map[*lexicon.Value][]explained

// newExplanations orders the reasons for faults of values by where they are. Of equal ones,
// that of a finding comes first, in the order of the findings, so that evidence is shown.
func newExplanations(reasons map[*diag.Change][]reason, findings []diag.Finding, new *lexicon.Catalog) explanations {
	all, left := explanations{}, danglingRefs(new)
	add := func(change *diag.Change) {
		for _, r := range reasons[change] {
			if r.at == nil && r.name == "" {
				continue // the schema lacks it
			}
			all[r.at] = append(all[r.at], explained{r, change})
			if r.at != nil {
				continue
			}
			for _, ref := range left[r.name] { // values of these cannot be checked
				all[ref] = append(all[ref], explained{reason{at: ref, rule: validate.RuleSchemaInvalid}, change})
			}
		}
	}
	others := maps.Clone(reasons) // of changes that are no longer among the findings
	for i := range findings {
		add(findings[i].Change)
		delete(others, findings[i].Change)
	}
	for change := range others {
		add(change)
	}
	return all
}

// danglingRefs returns the refs of a catalog to definitions that it does not have, by the
// name of the definition.
func danglingRefs(c *lexicon.Catalog) map[string][]*lexicon.Value {
	all := map[string][]*lexicon.Value{}
	for _, d := range c.Documents() {
		for _, def := range d.Defs {
			for _, l := range def.Links() {
				if ref := l.Value.Parent(); l.Target == nil && ref.Kind == lexicon.KindObject { // not in a union
					all[l.Reference.String()] = append(all[l.Reference.String()], ref)
				}
			}
		}
	}
	return all
}

// of returns the change that explains a fault; nil for none. A reason that says more about
// the fault comes first, then one at the same place, and then the nearest around it.
func (all explanations) of(f *diag.Finding) *diag.Change {
	at := lexicon.ValueAt(f.Data.Constraint)
	expected, _ := f.Data.Expected.(string)
	actual, _ := f.Data.Actual.(string)
	tokens := diag.SplitPointer(f.Pointer)
	var best *diag.Change
	most := 0
	leads := func(r *explained) bool { return r.via == nil || slices.Contains(f.Data.Trail, diag.Element(r.via)) }
	for _, r := range all[at] {
		if !leads(&r) {
			continue
		}
		likeness := 1
		if r.name != "" {
			if r.name != expected && r.name != actual && !(r.rule != nil && len(tokens) > 0 && r.name == tokens[len(tokens)-1]) {
				continue
			}
			likeness++
		}
		if r.rule != nil {
			if r.rule != f.Rule {
				continue
			}
			likeness++
		}
		if likeness > most {
			best, most = r.change, likeness
		}
	}
	if best != nil {
		return best
	}
	for _, element := range slices.Backward(f.Data.Trail) {
		v, _ := element.(*lexicon.Value)
		for _, r := range all[v] {
			if r.around && v != nil && leads(&r) {
				return r.change
			}
		}
	}
	return nil
}

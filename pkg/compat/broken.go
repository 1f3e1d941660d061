package compat

import (
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// broken has the values in schema files that are not valid: at these nothing is said to
// change.
type broken struct {
	values map[documentValue]fault // not those inside other ones
	// causes are the faults because of which a change could not be compared. A fault
	// without a rule means all faults of its file.
	causes map[fault]bool
}

// fault is what makes a value invalid: an error of lint.
type fault struct {
	source *diag.Source
	span   diag.Span
	rule   *diag.Rule
}

func faultOf(f *diag.Finding) fault { return fault{f.Source, f.Span, f.Rule} }

// documentValue is a value in a file of one side: files with the same text can share
// their values.
type documentValue struct {
	*lexicon.Document
	*lexicon.Value
}

// has reports whether a place is not valid: its value, or one around it up to
// the node that the place belongs to.
func (b broken) has(p place) bool {
	_, ok := b.at(p)
	return ok
}

func (b broken) at(p place) (fault, bool) {
	if len(b.values) == 0 {
		return fault{}, false
	}
	for v := p.value; v != nil; v = v.Parent() {
		if f, ok := b.values[documentValue{p.document, v}]; ok {
			return f, true
		}
		if v == p.node {
			break
		}
	}
	return fault{}, false
}

// in returns the first fault inside a value.
func (b broken) in(d *lexicon.Document, v *lexicon.Value) (fault, bool) {
	if f, ok := b.values[documentValue{d, v}]; ok || v == nil {
		return f, ok
	}
	for _, m := range v.Members {
		if f, ok := b.in(d, m.Value); ok {
			return f, true
		}
	}
	for _, item := range v.Items {
		if f, ok := b.in(d, item); ok {
			return f, true
		}
	}
	return fault{}, false
}

// blame records why a change at two places could not be compared: the faults at the
// places, or else those inside them.
func (b broken) blame(places ...place) {
	found := false
	for _, p := range places {
		if f, ok := b.at(p); ok {
			b.causes[f], found = true, true
		}
	}
	for _, p := range places {
		if f, ok := b.in(p.document, p.value); ok && !found {
			b.causes[f] = true
		}
	}
}

// blameUnnamed records that a file of a side may have been anything.
func (b broken) blameUnnamed(side *lexicon.Catalog) {
	for _, d := range side.Documents() {
		if isUnnamed(d) {
			b.causes[fault{source: d.Source}] = true
		}
	}
}

// stopped reports whether a change could not be compared because of a fault.
func (b broken) stopped(f *diag.Finding) bool {
	return b.causes[faultOf(f)] || b.causes[fault{source: f.Source}]
}

// add adds the places of the errors that lint found on a side, and what is cut
// off in files that could not be read to their end.
func (b broken) add(side *lexicon.Catalog, findings []diag.Finding) {
	documents := map[*diag.Source]*lexicon.Document{}
	for _, d := range side.Documents() {
		documents[d.Source] = d
		if d.Partial {
			b.addCut(d)
		}
	}
	for i := range findings {
		f := &findings[i]
		if d := documents[f.Source]; d != nil && isError(*f) {
			if v := valueAt(d.Root, f.Pointer); !isReadable(f, v) {
				b.addFault(d, v, f)
			}
		}
	}
}

// isReadable reports whether a fault of a value leaves no doubt about which data a schema
// accepts. Of a repeated key, v is the first value, and the finding is at a later one.
func isReadable(f *diag.Finding, v *lexicon.Value) bool {
	if f.Rule.Readable {
		return true
	}
	tokens := diag.SplitPointer(f.Pointer)
	if len(tokens) == 0 || v.Parent() == nil {
		return false
	}
	object, name := v.Parent(), tokens[len(tokens)-1]
	if f.Rule == diag.RuleDuplicateKey {
		return sameValue(v, lexicon.ValueAt(f.Location))
	}
	// The names of fields and definitions are the author's.
	named := object.Parent() != nil && (object == object.Parent().Field("properties") || object == object.Parent().Field("defs"))
	return !named && slices.Contains([]string{"description", "default", "knownValues", "title", "detail", "revision"}, name)
}

// addCut adds the values that the end of a text cuts off.
func (b broken) addCut(d *lexicon.Document) {
	cut := fault{source: d.Source}
	if i := slices.IndexFunc(d.Found, isError); i >= 0 {
		cut = faultOf(&d.Found[i])
	}
	for v := d.Root; v != nil && d.CutOff(v); {
		b.values[documentValue{d, v}] = cut
		switch {
		case len(v.Members) > 0:
			v = v.Members[len(v.Members)-1].Value
		case len(v.Items) > 0:
			v = v.Items[len(v.Items)-1]
		default:
			v = nil
		}
	}
}

// addFault adds a value that is not valid, and the schema that it belongs to
// unless the rest of that can be compared without it, or all schemas around it.
func (b broken) addFault(d *lexicon.Document, v *lexicon.Value, f *diag.Finding) {
	b.values[documentValue{d, v}] = faultOf(f)
	for _, schema := range slices.Backward(schemasAround(d, v)) {
		w := schema.Base().Value
		if f.Rule.Spreads || w != v && !separate(schema, v) {
			b.values[documentValue{d, w}] = faultOf(f)
		}
		if !f.Rule.Spreads {
			return
		}
	}
}

// schemasAround returns the schemas that a value is in, the outermost first, and its own.
func schemasAround(d *lexicon.Document, v *lexicon.Value) (all []lexicon.Schema) {
	for _, def := range d.Defs {
		lexicon.Walk(def.Schema, func(s lexicon.Schema) bool {
			span := s.Base().Value.Span
			around := v != nil && span.Start <= v.Span.Start && v.Span.End <= span.End
			if around {
				all = append(all, s)
			}
			return around
		})
	}
	return all
}

// separate reports whether a schema can be compared without one value inside a
// field of it: a body, a list of names, or a variant.
func separate(s lexicon.Schema, v *lexicon.Value) bool {
	field := v
	for field.Parent() != s.Base().Value {
		field = field.Parent()
	}
	switch s.(type) {
	case *lexicon.Record, *lexicon.Query, *lexicon.Procedure, *lexicon.Subscription, *lexicon.PermissionSet, *lexicon.Space:
		return true
	case *lexicon.Object, *lexicon.Params:
		return field == s.Base().Value.Field("required") || field == s.Base().Value.Field("nullable")
	case *lexicon.Union:
		return field != v
	}
	return false
}

// valueAt returns the value at a JSON Pointer, or the nearest one around it.
func valueAt(v *lexicon.Value, pointer string) *lexicon.Value {
	for _, token := range diag.SplitPointer(pointer) {
		inner := v.Field(token)
		if i, err := strconv.Atoi(token); err == nil && v.Kind == lexicon.KindArray && i < len(v.Items) {
			inner = v.Items[i]
		}
		if inner == nil {
			break
		}
		v = inner
	}
	return v
}

// sameValue reports whether two schemas, or other JSON values in them, are equal
// except for descriptions; the order of members does not matter. Either may be
// nil.
func sameValue(a, b *lexicon.Value) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.Kind != b.Kind || a.Text != b.Text || !slices.EqualFunc(a.Items, b.Items, sameValue) {
		return false
	}
	members := 0
	for _, m := range b.Members {
		if counts(m) {
			members++
		}
	}
	for _, m := range a.Members {
		if counts(m) {
			if !sameValue(m.Value, b.Field(m.Name)) {
				return false
			}
			members--
		}
	}
	return members == 0
}

// counts reports whether a member of a schema can make a difference.
func counts(m lexicon.Member) bool {
	return !m.Duplicate && (m.Name != "description" || m.Value.Kind != lexicon.KindString)
}

func isUnnamed(d *lexicon.Document) bool { return !d.Dependency && d.ID == "" }

func isError(f diag.Finding) bool { return f.Severity == diag.Error }

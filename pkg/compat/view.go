package compat

import (
	"cmp"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// view is what objects and params have in common.
type view struct {
	node   lexicon.Schema // where findings point; the method if it has no params
	fields []*fieldView
	byName map[string]*fieldView
}

// fieldView is a property or parameter.
type fieldView struct {
	name     string
	schema   lexicon.Schema // nil: required but not declared, so that it may have any value
	required *lexicon.Value // its entry in the list required; nil when it is not in it
	nullable *lexicon.Value // its entry in the list nullable; nil when it is not in it
}

func newView(node lexicon.Schema) view {
	v := view{node: node, byName: map[string]*fieldView{}}
	var properties []*lexicon.Property
	switch node := node.(type) {
	case *lexicon.Object:
		properties = node.Properties
	case *lexicon.Params:
		properties = node.Properties
	default:
		return v
	}
	add := func(f *fieldView) *fieldView {
		v.fields = append(v.fields, f)
		v.byName[f.name] = f
		return f
	}
	for _, p := range properties {
		add(&fieldView{name: p.Name, schema: p.Schema})
	}
	for _, entry := range entries(node, "required") {
		if entry.Kind == lexicon.KindString {
			f := v.byName[entry.Text]
			if f == nil {
				f = add(&fieldView{name: entry.Text})
			}
			f.required = cmp.Or(f.required, entry)
		}
	}
	if node.Type() == lexicon.TypeParams {
		return v // nullable has no effect there
	}
	for _, entry := range entries(node, "nullable") {
		if f := v.byName[entry.Text]; f != nil && entry.Kind == lexicon.KindString {
			f.nullable = cmp.Or(f.nullable, entry)
		}
	}
	return v
}

// entries returns what is in a list, which may be missing.
func entries(node lexicon.Schema, list string) []*lexicon.Value {
	if v := node.Base().Value.Field(list); v != nil {
		return v.Items
	}
	return nil
}

// atProperties returns the place where the properties begin.
func (v view) atProperties() place {
	return openingOf(v.node.Base().Document(), v.node.Base().Value, "properties")
}

// at returns the place of a field: its key, or where its name is required.
func (v view) at(f *fieldView) place {
	if f.schema != nil {
		return atKey(v.node, f.schema)
	}
	return v.entry("required", f.required)
}

// entry returns the place of a name in the list required or nullable, or, if the
// name is not in it, that of the list, or of the object without one.
func (v view) entry(list string, entry *lexicon.Value) place {
	if entry == nil {
		return atField(v.node, list)
	}
	return atValue(v.node, entry)
}

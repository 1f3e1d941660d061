package compat

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// place is where a change is on one side: a value, its key, or, where the value
// lacks what the change is about, its opening brace. The zero place is nowhere.
type place struct {
	document *lexicon.Document
	node     *lexicon.Value // the schema, or other object, that it belongs to
	value    *lexicon.Value
	key      bool // only the name of the value is meant
	opening  bool // only the opening brace is meant
}

// fieldOf returns the place of a field of an object, or the object's opening
// brace when it has no such field.
func fieldOf(d *lexicon.Document, object *lexicon.Value, name string) place {
	if v := object.Field(name); v != nil {
		return place{document: d, node: object, value: v}
	}
	return place{document: d, node: object, value: object, opening: true}
}

// openingOf returns the place of the opening brace of a field's value, or that
// of the object when it has no such field.
func openingOf(d *lexicon.Document, object *lexicon.Value, name string) place {
	p := fieldOf(d, object, name)
	p.opening = true
	return p
}

// node is a schema, a body or a declared error.
type node interface{ Base() *lexicon.Node }

// atField returns the place of a field of a node, or of its opening brace.
func atField(n node, name string) place {
	return fieldOf(n.Base().Document(), n.Base().Value, name)
}

// atNode returns the place of a whole node.
func atNode(n node) place { return atValue(n, n.Base().Value) }

// atValue returns the place of a value inside a node.
func atValue(n node, v *lexicon.Value) place {
	return place{document: n.Base().Document(), node: n.Base().Value, value: v}
}

// atKey returns the place of the name that a schema has in a node, or as a definition.
func atKey(n node, s lexicon.Schema) place {
	p := atValue(n, s.Base().Value)
	p.key = true
	return p
}

// source returns the text that the place is in; nil when it is nowhere.
func (p place) source() *diag.Source {
	if p.document == nil {
		return nil
	}
	return p.document.Source
}

func (p place) location() diag.Location {
	switch {
	case p.document == nil:
		return diag.Location{}
	case p.key:
		return p.document.AtKey(p.value.Key())
	case p.opening:
		return p.document.AtOpening(p.value)
	}
	return p.document.At(p.value)
}

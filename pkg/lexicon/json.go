package lexicon

import (
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/jsontree"
)

// The tree of a schema file as JSON.
type (
	// Tree is what a text holds, as far as it could be read.
	Tree = jsontree.Tree
	// Value is a JSON value and its position.
	Value = jsontree.Value
	// Member is a name and a value of an object.
	Member = jsontree.Member
	// Kind is the type of a JSON value.
	Kind = jsontree.Kind
)

// The kinds of JSON values.
const (
	KindNull    = jsontree.KindNull
	KindBoolean = jsontree.KindBoolean
	KindNumber  = jsontree.KindNumber
	KindString  = jsontree.KindString
	KindArray   = jsontree.KindArray
	KindObject  = jsontree.KindObject
)

// ReadBroken reads a text that need not be valid JSON, as it is while somebody types: see
// [Value.Missing]. The result is nil where there is no value at all.
func ReadBroken(source *diag.Source) *Value { return jsontree.ReadBroken(source) }

// ValueAt returns the value that a place in a schema file leads to; nil for a place in
// data.
func ValueAt(place diag.Location) *Value {
	v, _ := place.Value.(*Value)
	return v
}

// RoleOf returns the role of the root of a JSON text: RoleFile for an object that
// has a key "lexicon" or "defs" in any case, which is meant as a Lexicon, else
// RoleNone.
func RoleOf(root *Value) Role {
	if root != nil && slices.ContainsFunc(root.Members, func(m Member) bool {
		return strings.EqualFold(m.Name, "lexicon") || strings.EqualFold(m.Name, "defs")
	}) {
		return RoleFile
	}
	return RoleNone
}

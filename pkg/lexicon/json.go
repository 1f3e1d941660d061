package lexicon

import (
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
	// Subject is the definition, or the field of one, that a value belongs to.
	Subject = jsontree.Subject
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

// ReadJSON reads a text as JSON, regardless of what it means. It continues after an error
// and returns what it could read, which may be nil, and what is wrong: the findings of the group input, in
// the order of the text. It stops where the text has more values than a schema file may
// have. A text of several Lexicons gets a fix that splits it.
func ReadJSON(source *diag.Source) (root *Value, found *diag.Collector) {
	tree, all := jsontree.ReadJSON(source)
	splitSeveral(&tree, &all)
	return tree.Root, &all
}

// ReadBroken reads a text that need not be valid JSON, as it is while somebody types: see
// [Value.Missing]. The result is nil where there is no value at all.
func ReadBroken(source *diag.Source) *Value { return jsontree.ReadBroken(source) }

// ValueAt returns the value that a place in a schema file leads to; nil for a place in
// data.
func ValueAt(place diag.Location) *Value {
	v, _ := place.Value.(*Value)
	return v
}

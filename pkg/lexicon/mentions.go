package lexicon

import (
	"iter"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Mention is a string in a schema file that names a definition: a reference, a
// token among the values of a string, or a Lexicon in a permission.
type Mention struct {
	Reference
	Value *Value
}

// Local reports whether the mention is written without an NSID.
func (m Mention) Local() bool { return strings.HasPrefix(m.Value.Text, "#") }

// Mentions ranges over the strings of a schema file that name definitions, in the
// order of the text. It works on the values alone, so that the text can be broken.
func Mentions(root *Value) iter.Seq[Mention] {
	return func(yield func(Mention) bool) {
		if RoleOf(root) == RoleFile {
			mentions(root, RoleFile, IDOf(root), yield)
		}
	}
}

// IDOf returns the id of the Lexicon with that root; "" without a valid one.
func IDOf(root *Value) syntax.NSID {
	id, _ := syntax.ParseNSID(root.StringField("id"))
	return id
}

// mentions yields the mentions in v; it is false when yield was.
func mentions(v *Value, role Role, own syntax.NSID, yield func(Mention) bool) bool {
	keys := role.Keys(v)
	for i := range v.Members {
		m := &v.Members[i]
		inside := keys.Inside(m.Name)
		for _, value := range valuesOf(m.Value) {
			switch {
			case value.Kind == KindObject && inside != RoleNone:
				if !mentions(value, inside, own, yield) {
					return false
				}
			case value.Kind == KindString && role == RoleSchema && mayMention(v, m.Name):
				if ref, ok := mentioned(value.Text, m.Name, own); ok && !yield(Mention{ref, value}) {
					return false
				}
			}
		}
	}
	return true
}

// MentionIn returns the definition that a value in a field of a schema names, in the
// Lexicon called own; false when there is none.
func MentionIn(schema *Value, field string, v *Value, own syntax.NSID) (Mention, bool) {
	if v.Kind != KindString || !mayMention(schema, field) {
		return Mention{}, false
	}
	ref, ok := mentioned(v.Text, field, own)
	return Mention{ref, v}, ok
}

// valuesOf returns the entries of a list, and any other value itself.
func valuesOf(v *Value) []*Value {
	if v.Kind == KindArray {
		return v.Items
	}
	return []*Value{v}
}

// mentioning lists the fields of each type in which strings can name definitions.
var mentioning = [NumTypes][]string{
	TypeRef:        {"ref"},
	TypeUnion:      {"refs"},
	TypeString:     {"knownValues", "enum", "default", "const"},
	TypePermission: {"spaceType", "collection", "lxm"},
	TypeSpace:      {"collections"},
}

func mayMention(schema *Value, field string) bool {
	switch field {
	case "ref", "refs", "knownValues", "enum", "default", "const", "spaceType", "collection", "collections", "lxm":
		return slices.Contains(mentioning[TypeByName(schema.StringField("type"))], field)
	}
	return false
}

// mentioned parses a string in a field. Among the values of a string most are just
// values.
func mentioned(text, field string, own syntax.NSID) (Reference, bool) {
	if field != "ref" && field != "refs" && !strings.ContainsAny(text, ".#") {
		return Reference{}, false
	}
	ref, err := ParseReference(text, own)
	return ref, err == nil && ref.NSID != ""
}

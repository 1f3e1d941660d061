package lexicon

import (
	"iter"
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
			case value.Kind == KindString:
				if mention, ok := mentionIn(keys.Field(m.Name), value, own); ok && !yield(mention) {
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
	return mentionIn(RoleSchema.Keys(schema).Field(field), v, own)
}

// mentionIn is MentionIn for a field of the language, or nil. Among the values of a string
// most are just values.
func mentionIn(f *Field, v *Value, own syntax.NSID) (Mention, bool) {
	if f == nil || !f.mentions || v.Kind != KindString || f.Name != "ref" && f.Name != "refs" && !strings.ContainsAny(v.Text, ".#") {
		return Mention{}, false
	}
	ref, err := ParseReference(v.Text, own)
	return Mention{ref, v}, err == nil && ref.NSID != ""
}

// valuesOf returns the entries of a list, and any other value itself.
func valuesOf(v *Value) []*Value {
	if v.Kind == KindArray {
		return v.Items
	}
	return []*Value{v}
}

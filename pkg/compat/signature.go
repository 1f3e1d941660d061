package compat

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// signature returns a text that two fields share if they are the same but for
// their names and for descriptions. A ref is known by the name of what it leads
// to.
func (f *fieldView) signature() string {
	var b strings.Builder
	f.sign(&b)
	return b.String()
}

// signature returns the signature of a schema on its own.
func (c *comparison) signature(s lexicon.Schema) string {
	signature, ok := c.signatures[s]
	if !ok {
		signature = (&fieldView{schema: s}).signature()
		c.signatures[s] = signature
	}
	return signature
}

func (f *fieldView) sign(b *strings.Builder) {
	fmt.Fprintf(b, "%t %t ", f.required != nil, f.nullable != nil)
	if f.schema == nil || isInvalid(f.schema) {
		b.WriteString(strconv.Quote(f.name)) // not comparable with any other
	} else {
		sign(b, f.schema)
	}
}

// sign writes what decides about the values of a schema, and its defaults and
// known values.
func sign(b *strings.Builder, s lexicon.Schema) {
	b.WriteString(s.Type().String() + "{")
	switch s := s.(type) {
	case *lexicon.Object:
		fields := newView(s).fields
		slices.SortFunc(fields, func(a, b *fieldView) int { return cmp.Compare(a.name, b.name) })
		for _, f := range fields {
			b.WriteString(strconv.Quote(f.name))
			f.sign(b)
		}
	case *lexicon.Ref:
		if target, _ := s.Resolve(); target != nil {
			b.WriteString(target.Reference().String())
		} else if s.Link != nil {
			b.WriteString(s.Link.Reference.String())
		}
	case *lexicon.Union:
		fmt.Fprintf(b, "%t ", s.Closed)
		var names []string
		for _, l := range s.Refs {
			names = append(names, l.Reference.String())
		}
		fmt.Fprintf(b, "%q", sortedSet(names))
	case *lexicon.Array:
		sign(b, s.Items)
		signLimits(b, s)
	case *lexicon.Boolean, *lexicon.Integer, *lexicon.String, *lexicon.Bytes, *lexicon.Blob:
		signLimits(b, s)
	}
	b.WriteByte('}')
}

// signLimits writes the fields of a schema whose values are plain, or lists of such.
func signLimits(b *strings.Builder, s lexicon.Schema) {
	for _, f := range s.Type().Fields() {
		v := s.Base().Value.Field(f.Name)
		if v == nil || v.Kind != f.Kind || f.Kind == lexicon.KindObject || f.Name == "type" || f.Name == "description" {
			continue
		}
		texts := []string{plainText(v)}
		if f.Kind == lexicon.KindArray {
			texts = nil
			for _, item := range v.Items {
				if item.Kind == f.Elements {
					texts = append(texts, plainText(item))
				}
			}
		}
		fmt.Fprintf(b, "%s%q", f.Name, sortedSet(texts))
	}
}

// plainText returns the text of a plain value, of an integer the shortest one.
func plainText(v *lexicon.Value) string {
	if v.Kind == lexicon.KindNumber {
		if n, kind := datamodel.ParseInteger(v.Text); kind == datamodel.NumberInteger {
			return strconv.FormatInt(n, 10)
		}
	}
	return v.Text
}

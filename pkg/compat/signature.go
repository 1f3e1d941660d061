package compat

import (
	"cmp"
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
	flag(&b, "required", f.required != nil)
	flag(&b, "nullable", f.nullable != nil)
	if f.schema == nil || isInvalid(f.schema) {
		b.WriteString(strconv.Quote(f.name)) // not comparable with any other
	} else {
		sign(&b, f.schema)
	}
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

// sign writes what decides about the values of a schema, and its defaults and
// known values.
func sign(b *strings.Builder, s lexicon.Schema) {
	b.WriteString(s.Type().String() + "{")
	switch s := s.(type) {
	case *lexicon.Object:
		signFields(b, newView(s, s.Properties))
	case *lexicon.Ref:
		if target, _ := s.Resolve(); target != nil {
			signText(b, target.Reference().String())
		} else if s.Link != nil {
			signText(b, s.Link.Reference.String())
		}
	case *lexicon.Union:
		flag(b, "closed", s.Closed)
		names := make([]string, len(s.Refs))
		for i, l := range s.Refs {
			names[i] = l.Reference.String()
		}
		signSet(b, names)
	case *lexicon.Array:
		sign(b, s.Items)
		signLimits(b, s)
	case *lexicon.Boolean, *lexicon.Integer, *lexicon.String, *lexicon.Bytes, *lexicon.Blob:
		signLimits(b, s)
	}
	b.WriteByte('}')
}

func signFields(b *strings.Builder, v view) {
	fields := slices.Clone(v.fields)
	slices.SortFunc(fields, func(a, b fieldView) int { return cmp.Compare(a.name, b.name) })
	for i := range fields {
		signText(b, fields[i].name)
		b.WriteString(fields[i].signature())
	}
}

// signLimits writes the fields of a schema whose values are plain, or lists of such.
func signLimits(b *strings.Builder, s lexicon.Schema) {
	for _, f := range s.Type().Fields() {
		v := s.Base().Value.Field(f.Name)
		if v == nil || v.Kind != f.Kind || f.Kind == lexicon.KindObject || f.Name == "type" || f.Name == "description" {
			continue
		}
		b.WriteString(f.Name)
		if f.Kind == lexicon.KindArray {
			var entries []string
			for _, item := range v.Items {
				if item.Kind == f.Elements {
					entries = append(entries, plainText(item))
				}
			}
			signSet(b, entries)
		} else {
			signText(b, plainText(v))
		}
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

func flag(b *strings.Builder, name string, set bool) {
	if set {
		b.WriteString(name + " ")
	}
}

func signText(b *strings.Builder, text string) { b.WriteString(strconv.Quote(text)) }

func signSet(b *strings.Builder, list []string) {
	b.WriteByte('[')
	for _, entry := range sortedSet(list) {
		signText(b, entry)
	}
	b.WriteByte(']')
}

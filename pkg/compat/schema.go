package compat

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

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
	b.WriteString(s.Type().String())
	b.WriteByte('{')
	switch s := s.(type) {
	case *lexicon.Boolean:
		signOption(b, "const", s.Const)
		signOption(b, "default", s.Default)
	case *lexicon.Integer:
		signOption(b, "minimum", s.Minimum)
		signOption(b, "maximum", s.Maximum)
		signSet(b, "enum", s.Enum, decimal)
		signOption(b, "const", s.Const)
		signOption(b, "default", s.Default)
	case *lexicon.String:
		b.WriteString(strconv.Quote(s.Format))
		signOption(b, "minLength", s.MinLength)
		signOption(b, "maxLength", s.MaxLength)
		signOption(b, "minGraphemes", s.MinGraphemes)
		signOption(b, "maxGraphemes", s.MaxGraphemes)
		signSet(b, "enum", s.Enum, strconv.Quote)
		signSet(b, "knownValues", s.KnownValues, strconv.Quote)
		signText(b, "const", s.Const)
		signText(b, "default", s.Default)
	case *lexicon.Bytes:
		signOption(b, "minLength", s.MinLength)
		signOption(b, "maxLength", s.MaxLength)
	case *lexicon.Blob:
		signSet(b, "accept", s.Accept, strconv.Quote)
		signOption(b, "maxSize", s.MaxSize)
	case *lexicon.Array:
		signOption(b, "minLength", s.MinLength)
		signOption(b, "maxLength", s.MaxLength)
		sign(b, s.Items)
	case *lexicon.Object:
		signFields(b, viewOfObject(s))
	case *lexicon.Ref:
		if target, _ := s.Resolve(); target != nil {
			b.WriteString(strconv.Quote(target.Reference().String()))
		} else if s.Link != nil {
			b.WriteString(strconv.Quote(s.Link.Reference.String()))
		}
	case *lexicon.Union:
		flag(b, "closed", s.Closed)
		names := make([]string, len(s.Refs))
		for i, l := range s.Refs {
			names[i] = l.Reference.String()
		}
		signSet(b, "refs", names, strconv.Quote)
	}
	b.WriteByte('}')
}

func signFields(b *strings.Builder, v view) {
	fields := slices.Clone(v.fields)
	slices.SortFunc(fields, func(a, b fieldView) int { return cmp.Compare(a.name, b.name) })
	for i := range fields {
		b.WriteString(strconv.Quote(fields[i].name))
		b.WriteString(fields[i].signature())
	}
}

func flag(b *strings.Builder, name string, set bool) {
	if set {
		b.WriteString(name + " ")
	}
}

func signOption[T any](b *strings.Builder, name string, value lexicon.Opt[T]) {
	if value.Set {
		b.WriteString(name + " " + value.String() + " ")
	}
}

func signText(b *strings.Builder, name string, value lexicon.Opt[string]) {
	if value.Set {
		b.WriteString(name + " " + strconv.Quote(value.Value) + " ")
	}
}

func signSet[T cmp.Ordered](b *strings.Builder, name string, list []T, spell func(T) string) {
	if list == nil {
		return
	}
	b.WriteString(name + "[")
	for _, entry := range sortedSet(list) {
		b.WriteString(spell(entry) + " ")
	}
	b.WriteString("]")
}

// lacking returns the entries of to whose keys from lacks, each key once.
func lacking[T any, K comparable](from, to []T, key func(T) K) []T {
	met := make(map[K]bool, len(from))
	for _, entry := range from {
		met[key(entry)] = true
	}
	var all []T
	for _, entry := range to {
		if k := key(entry); !met[k] {
			met[k] = true
			all = append(all, entry)
		}
	}
	return all
}

func isInvalid(s lexicon.Schema) bool { return s.Type() == lexicon.TypeInvalid }

// isEmpty reports whether the limits of a schema plainly exclude every value.
func isEmpty(s lexicon.Schema) bool {
	switch s := s.(type) {
	case *lexicon.String:
		return textsOf(s).empty()
	case *lexicon.Integer:
		return integersOf(s).empty()
	case *lexicon.Bytes:
		return between(s.MinLength, s.MaxLength, 0).empty()
	case *lexicon.Array:
		return between(s.MinLength, s.MaxLength, 0).empty()
	}
	return false
}

// nameOf returns the name of a definition by its schema; none for a schema inside
// a definition.
func nameOf(s lexicon.Schema) lexicon.Reference {
	if def := s.Base().Definition; def.Schema == s {
		return def.Reference()
	}
	return lexicon.Reference{}
}

func isRecord(s lexicon.Schema) bool { return s.Type() == lexicon.TypeRecord }

func hasFields(s lexicon.Schema) bool { return isRecord(s) || s.Type() == lexicon.TypeObject }

// size returns the length of the text of a schema in bytes.
func size(s lexicon.Schema) int {
	span := s.Base().Value.Span
	return int(span.End - span.Start)
}

// isNull reports whether a schema is null, or a ref to it.
func isNull(s lexicon.Schema) bool {
	target := lexicon.Resolve(s)
	return target != nil && target.Type() == lexicon.TypeNull
}

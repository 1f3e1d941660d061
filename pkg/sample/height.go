package sample

import (
	"iter"
	"slices"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// height is the least depth of nesting that a value of a schema can have. It
// tells which branch of a recursive schema comes to an end.
type height int

// never is the height of a schema that no value matches, or only values that nest more
// deeply than samples do.
const never height = 500

// heights knows the height of every definition of a catalog.
type heights struct {
	profile diag.Profile
	of      map[*lexicon.Definition]height
	// listed is the same without unlisted variants of unions that have others. It is
	// nil while it is determined, and with Options.ListedVariants.
	listed map[*lexicon.Definition]height
	// accepted says for each definition of the catalog what accepts returns.
	accepted map[*lexicon.Definition]bool
}

func heightsOf(c *lexicon.Catalog, o Options) heights {
	h := heights{profile: o.Profile}
	accepted := map[*lexicon.Definition]bool{}
	for _, d := range c.Documents() {
		for _, def := range d.Defs {
			accepted[def] = h.accepts(def)
		}
	}
	h.accepted = accepted
	if h.settle(c); !o.ListedVariants {
		h.listed = h.of
		h.settle(c)
	}
	return h
}

// settle determines the height of every definition. One is looked at again whenever
// another one that it uses has become lower.
func (h *heights) settle(c *lexicon.Catalog) {
	h.of = map[*lexicon.Definition]height{}
	users, waiting := c.Users(), map[*lexicon.Definition]bool{}
	var queue []*lexicon.Definition
	wait := func(defs ...*lexicon.Definition) {
		for _, def := range defs {
			if !waiting[def] {
				waiting[def] = true
				queue = append(queue, def)
			}
		}
	}
	for _, d := range c.Documents() {
		wait(d.Defs...)
		for _, def := range d.Defs {
			h.of[def] = never
		}
	}
	for len(queue) > 0 {
		def := queue[0]
		queue = queue[1:]
		waiting[def] = false
		if now := h.schema(def.Schema); now < h.of[def] {
			h.of[def] = now
			wait(users[def]...)
		}
	}
}

// schema returns the height of a schema.
func (h heights) schema(s lexicon.Schema) height {
	switch s := s.(type) {
	case *lexicon.Array:
		switch {
		case s.MaxLength.Set && s.MaxLength.Value < max(s.MinLength.Value, 0), s.MinLength.Value > totalValues:
			return never
		case s.MinLength.Value <= 0:
			return 1
		}
		return above(h.schema(s.Items))
	case *lexicon.Object, *lexicon.Params:
		o := objectOf(s)
		if slices.Contains(o.Required, "$type") && h.typeName(o) == "" {
			return never
		}
		return h.object(o)
	case *lexicon.Record:
		if s.Object == nil || !h.accepts(s.Definition) {
			return never
		}
		return h.object(s.Object)
	case *lexicon.Ref:
		if target, _ := s.Resolve(); target != nil && holdsData(target.Schema.Type()) {
			return h.definition(target)
		}
		return never
	case *lexicon.Union:
		return h.union(s)
	case *lexicon.String, *lexicon.Integer, *lexicon.Bytes, *lexicon.Blob:
		if !hasScalar(s) {
			return never
		}
		return 1
	case *lexicon.Null, *lexicon.Boolean, *lexicon.CIDLink, *lexicon.Unknown:
		return 1
	}
	return never
}

func above(h height) height { return min(never, h+1) }

// definition returns the height of a definition, of one outside the catalog too.
func (h heights) definition(def *lexicon.Definition) height {
	if known, ok := h.of[def]; ok {
		return known
	}
	return never
}

// union returns the height of a union: that of its lowest listed variant. Unlisted
// variants count only where every listed one would lead back to an open union.
func (h heights) union(u *lexicon.Union) height {
	lowest, unlisted := never, !u.Closed
	for def := range h.variants(u) {
		if h.ends(u, def) {
			lowest, unlisted = min(lowest, h.definition(def)), false
		}
	}
	if unlisted {
		return 1
	}
	return lowest
}

// ends reports whether the values of a variant come to an end, in an open union without
// an unlisted variant.
func (h heights) ends(u *lexicon.Union, variant *lexicon.Definition) bool {
	return u.Closed || h.listed == nil || h.listed[variant] < never
}

// variants ranges over the definitions that a union lists, as far as they are loaded and
// can be variants.
func (h heights) variants(u *lexicon.Union) iter.Seq[*lexicon.Definition] {
	return func(yield func(*lexicon.Definition) bool) {
		for _, l := range u.Refs {
			if l.Target == nil {
				continue
			}
			t := l.Target.Schema.Type()
			if (t == lexicon.TypeObject || t == lexicon.TypeRecord) && h.accepts(l.Target) && !yield(l.Target) {
				return
			}
		}
	}
}

// objectOf returns an object, the object of a record, or parameters as one; nil for any
// other schema, and for a record without an object.
func objectOf(s lexicon.Schema) *lexicon.Object {
	switch s := s.(type) {
	case *lexicon.Object:
		return s
	case *lexicon.Params:
		return &lexicon.Object{Node: s.Node, Properties: s.Properties, Required: s.Required}
	case *lexicon.Record:
		return s.Object
	}
	return nil
}

// object returns the height of an object, apart from its $type.
func (h heights) object(o *lexicon.Object) height {
	tallest := height(0)
	isRequired, isNullable := words.Among(o.Required), words.Among(o.Nullable)
	for _, p := range o.Properties {
		if isRequired(p.Name) && !isNullable(p.Name) && p.Name != "$type" {
			tallest = max(tallest, h.schema(p.Schema))
		}
	}
	if slices.ContainsFunc(o.Required, reserved) {
		return never // objects with these keys are bytes and links
	}
	return above(tallest)
}

// holdsData reports whether a definition of a type describes values.
func holdsData(t lexicon.Type) bool {
	return t != lexicon.TypeToken && (!t.Primary() || t == lexicon.TypeRecord)
}

// accepts reports whether values of a definition can have its name as their $type, as
// records and variants of a union do. A definition can declare $type as a property.
func (h heights) accepts(def *lexicon.Definition) bool {
	if known, ok := h.accepted[def]; ok {
		return known
	}
	o := objectOf(def.Schema)
	if o == nil {
		return true
	}
	p := o.Property("$type")
	return p == nil || acceptsText(p.Schema, def.Reference().String(), h.profile)
}

// typeName returns a $type for an object that requires one without being a record or a
// variant: its own name, if it has one, or another text. It is "" if there is none: the
// name must not be empty, and a blob is not made of an object.
func (h heights) typeName(o *lexicon.Object) string {
	texts := []string{"com.example.unlisted"}
	if def := o.Definition; def != nil && def.Schema == lexicon.Schema(o) {
		texts = []string{def.Reference().String(), texts[0]}
	}
	p := o.Property("$type")
	if p == nil {
		return texts[0]
	}
	usable := func(text string) bool { return text != "" && text != "blob" }
	if t, ok := lexicon.Resolve(p.Schema).(*lexicon.String); ok {
		if i := slices.IndexFunc(t.Enum, func(text string) bool { return usable(text) && fitsString(t, text) }); i >= 0 {
			texts = append(texts, t.Enum[i])
		}
		l := limitsOf(t)
		l.minBytes = max(l.minBytes, 1)
		if f := t.Syntax(); f == syntax.FormatNone {
			texts = append(texts, plain(l))
		} else if low, high := lengths(f, l); low <= high {
			texts = append(texts, nearest(f, low, low, high))
		}
		texts = append(texts, t.Const.Value)
	}
	for _, text := range texts {
		if usable(text) && acceptsText(p.Schema, text, h.profile) {
			return text
		}
	}
	return ""
}

// acceptsText reports whether a text is valid for a schema of any type. A ref that cannot
// be resolved accepts none.
func acceptsText(s lexicon.Schema, text string, profile diag.Profile) bool {
	switch s := lexicon.Resolve(s).(type) {
	case *lexicon.String:
		return len(validate.CheckString(s, text)) == 0
	case *lexicon.Unknown:
		return profile == diag.ProfileV1
	case *lexicon.Union: // without refs, an open one is like unknown
		return profile == diag.ProfileV1 && !s.Closed && s.Bare()
	}
	return false
}

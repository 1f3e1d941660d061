package sample

import (
	"fmt"
	"iter"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// height is the least depth of nesting that a value of a schema can have. It
// tells which branch of a recursive schema comes to an end.
type height int

// never is the height of a schema that no value matches.
const never height = 1 << 20

// heights knows the height of every definition of a catalog.
type heights struct {
	profile lexicon.Profile
	of      map[*lexicon.Definition]height
	// listed is the same without unlisted variants of unions that have others. It is
	// nil while it is determined, and with Options.ListedVariants.
	listed map[*lexicon.Definition]height
}

func heightsOf(c *lexicon.Catalog, o Options) heights {
	h := heights{profile: o.Profile}
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
	users := map[*lexicon.Definition][]*lexicon.Definition{}
	waiting := map[*lexicon.Definition]bool{}
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
			for l := range lexicon.Links(def.Schema) {
				if l.Target != nil {
					users[l.Target] = append(users[l.Target], def)
				}
			}
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
		if s.MaxLength.Set && s.MaxLength.Value < s.MinLength.Value {
			return never
		}
		if s.MinLength.Value <= 0 {
			return 1
		}
		return above(h.schema(s.Items))
	case *lexicon.Object, *lexicon.Params, *lexicon.Record:
		if o := objectOf(s); o != nil {
			return h.object(o)
		}
		return never
	case *lexicon.Ref:
		if target, _ := s.Resolve(); target != nil && holdsData(target.Schema.Type()) {
			return h.definition(target)
		}
		return never
	case *lexicon.Union:
		return h.union(s)
	case *lexicon.String:
		return scalar(len(s.Enum) > 0 || s.Enum == nil)
	case *lexicon.Integer:
		return scalar(len(s.Enum) > 0 || s.Enum == nil)
	case *lexicon.Blob:
		return scalar(s.Accept == nil || len(s.Accept) > 0)
	case *lexicon.Null, *lexicon.Boolean, *lexicon.Bytes, *lexicon.CIDLink, *lexicon.Unknown:
		return 1
	}
	return never
}

func scalar(inhabited bool) height {
	if inhabited {
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
	for def := range variants(u) {
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
func variants(u *lexicon.Union) iter.Seq[*lexicon.Definition] {
	return func(yield func(*lexicon.Definition) bool) {
		for _, l := range u.Refs {
			if l.Target == nil {
				continue
			}
			if t := l.Target.Schema.Type(); (t == lexicon.TypeObject || t == lexicon.TypeRecord) && !yield(l.Target) {
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

func (h heights) object(o *lexicon.Object) height {
	tallest := height(0)
	isRequired, isNullable := syntax.Among(o.Required), syntax.Among(o.Nullable)
	for _, p := range o.Properties {
		if isRequired(p.Name) && !isNullable(p.Name) {
			tallest = max(tallest, h.schema(p.Schema))
		}
	}
	if isRequired("$bytes") || isRequired("$link") {
		return never // objects with these keys are bytes and links
	}
	return above(tallest)
}

// missing says why a schema has no value; "" when it has one.
func (h heights) missing(s lexicon.Schema) string {
	met := map[*lexicon.Definition]bool{}
	for h.schema(s) == never {
		name := s.Type().String()
		if n := s.Base(); n.Definition != nil {
			name = n.Definition.Reference().String()
		}
		inner, why := h.obstacle(s, name)
		if why != "" {
			return why
		}
		if def := s.Base().Definition; inner == nil || met[def] && def.Schema == s {
			return name + " requires a value that contains itself, so every value would be infinite"
		} else if def != nil && def.Schema == s {
			met[def] = true
		}
		s = inner
	}
	return ""
}

// obstacle returns the part of a schema that keeps it from having a value, or the
// reason where it is the schema itself.
func (h heights) obstacle(s lexicon.Schema, name string) (inner lexicon.Schema, why string) {
	switch s := s.(type) {
	case *lexicon.Query, *lexicon.Procedure, *lexicon.Subscription:
		return nil, fmt.Sprintf("%s is a %s; choose one of its parts", name, s.Type())
	case *lexicon.Token, *lexicon.PermissionSet, *lexicon.Permission:
		return nil, fmt.Sprintf("%s is a %s, which does not describe data", name, s.Type())
	case *lexicon.Invalid:
		return nil, fmt.Sprintf("the schema at %s in %s is not valid", s.At().Pointer, name)
	case *lexicon.Record:
		if s.Object == nil {
			return nil, name + " is not valid: its record is missing"
		}
		return s.Object, ""
	case *lexicon.Object, *lexicon.Params:
		o := objectOf(s)
		if s.Type() == lexicon.TypeObject && (slices.Contains(o.Required, "$bytes") || slices.Contains(o.Required, "$link")) {
			return nil, name + " requires $bytes or $link, which no object can contain"
		}
		for _, p := range o.Properties {
			if slices.Contains(o.Required, p.Name) && !slices.Contains(o.Nullable, p.Name) && h.schema(p.Schema) == never {
				return p.Schema, ""
			}
		}
	case *lexicon.Array:
		if s.MaxLength.Set && s.MaxLength.Value < s.MinLength.Value {
			return nil, fmt.Sprintf("the array at %s in %s has minLength above maxLength", s.At().Pointer, name)
		}
		return s.Items, ""
	case *lexicon.Ref:
		target, last := s.Resolve()
		switch {
		case target != nil:
			return target.Schema, ""
		case last.Link == nil:
			return nil, fmt.Sprintf("the ref at %s in %s is not valid", last.At().Pointer, name)
		case last.Link.Target != nil:
			return nil, last.Link.Reference.String() + " is part of a circular reference"
		}
		return nil, last.Link.Reference.String() + " is not loaded"
	case *lexicon.Union:
		for def := range variants(s) {
			return def.Schema, ""
		}
		if len(s.Refs) > 0 && s.Refs[0].Target != nil {
			return nil, fmt.Sprintf("%s is %s, which cannot be a variant of a union", s.Refs[0].Reference, s.Refs[0].Target.Schema.Type().Phrase())
		} else if len(s.Refs) > 0 {
			return nil, s.Refs[0].Reference.String() + " is not loaded"
		}
		return nil, fmt.Sprintf("the closed union at %s in %s has no variants", s.At().Pointer, name)
	case *lexicon.String, *lexicon.Integer, *lexicon.Blob:
		return nil, fmt.Sprintf("the %s at %s in %s has an empty list of allowed values", s.Type(), s.Base().At().Pointer, name)
	}
	return nil, name + " has no valid value"
}

// holdsData reports whether a definition of a type describes values.
func holdsData(t lexicon.Type) bool {
	return t != lexicon.TypeToken && (!t.Primary() || t == lexicon.TypeRecord)
}

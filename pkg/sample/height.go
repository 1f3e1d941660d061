package sample

import (
	"fmt"
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
}

func heightsOf(c *lexicon.Catalog, profile lexicon.Profile) heights {
	h := heights{profile, map[*lexicon.Definition]height{}}
	users := map[*lexicon.Definition][]*lexicon.Definition{}
	var open []*lexicon.Definition
	for _, d := range c.Documents() {
		for _, def := range d.Defs {
			h.of[def] = never
			open = append(open, def)
			for l := range lexicon.Links(def.Schema) {
				if l.Target != nil {
					users[l.Target] = append(users[l.Target], def)
				}
			}
		}
	}
	// A definition is looked at again whenever one that it uses has become lower.
	for len(open) > 0 {
		def := open[0]
		open = open[1:]
		if now := h.schema(def.Schema); now < h.of[def] {
			h.of[def] = now
			open = append(open, users[def]...)
		}
	}
	return h
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
		if !s.Closed {
			return 1
		}
		least := never
		for _, l := range s.Refs {
			if l.Target != nil {
				least = min(least, h.definition(l.Target))
			}
		}
		return least
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
		if len(s.Refs) > 0 {
			if first := s.Refs[0]; first.Target == nil {
				return nil, first.Reference.String() + " is not loaded"
			}
			return s.Refs[0].Target.Schema, ""
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

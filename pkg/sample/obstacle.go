package sample

import (
	"fmt"
	"slices"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// missing says why a schema has no value; "" when it has one.
func (h heights) missing(s lexicon.Schema) string {
	met := map[*lexicon.Definition]bool{}
	for h.schema(s) == never {
		name := s.Type().String()
		if n := s.Base(); n.Definition != nil {
			name = n.Definition.Reference().String()
		}
		inner, why := h.obstacle(s, name)
		if inner == nil {
			return why
		}
		if def := s.Base().Definition; met[def] && def.Schema == s {
			return name + " requires a value that contains itself, so every value would be infinite"
		} else if def != nil && def.Schema == s {
			met[def] = true
		}
		s = inner
	}
	return ""
}

// obstacle returns the part of a schema that keeps it from having a value, or nil and the
// reason where it is the schema itself.
func (h heights) obstacle(s lexicon.Schema, name string) (inner lexicon.Schema, why string) {
	switch s := s.(type) {
	case *lexicon.Query, *lexicon.Procedure, *lexicon.Subscription:
		return nil, fmt.Sprintf("%s is a %s; choose one of its parts", name, s.Type())
	case *lexicon.Token, *lexicon.PermissionSet, *lexicon.Space, *lexicon.Permission:
		return nil, fmt.Sprintf("%s is a %s, which does not describe data", name, s.Type())
	case *lexicon.Invalid:
		return nil, fmt.Sprintf("the schema at %s in %s is not valid", words.Quote(s.At().Pointer), name)
	case *lexicon.Record:
		if s.Object == nil {
			return nil, name + " is not valid: its record is missing"
		} else if !h.accepts(s.Definition) {
			return unloadedType(s.Object), name + " is a record, but its schema of $type does not allow that name"
		}
		return h.obstacleIn(s.Object, name)
	case *lexicon.Object, *lexicon.Params:
		o := objectOf(s)
		if slices.Contains(o.Required, "$type") && h.typeName(o) == "" {
			return unloadedType(o), fmt.Sprintf("the %s at %s in %s requires $type, but its schema allows no text, or only \"blob\"",
				s.Type(), words.Quote(s.Base().At().Pointer), name)
		}
		return h.obstacleIn(o, name)
	case *lexicon.Array:
		switch items := h.schema(s.Items); {
		case items == never:
			return s.Items, ""
		case items < never-1:
			return nil, excluded(s, name)
		}
	case *lexicon.Ref:
		target, last := s.Resolve()
		switch {
		case target != nil:
			return target.Schema, ""
		case last.Link == nil:
			return nil, fmt.Sprintf("the ref at %s in %s is not valid", words.Quote(last.At().Pointer), name)
		case last.Link.Target != nil:
			return nil, last.Link.Reference.String() + " is part of a circular reference"
		}
		return nil, last.Link.Reference.String() + " is not loaded"
	case *lexicon.Union:
		for def := range h.variants(s) {
			return def.Schema, ""
		}
		if len(s.Refs) == 0 {
			return nil, fmt.Sprintf("the closed union at %s in %s has no variants", words.Quote(s.At().Pointer), name)
		}
		switch first := s.Refs[0]; {
		case first.Target == nil:
			return nil, first.Reference.String() + " is not loaded"
		case !h.accepts(first.Target):
			return nil, first.Reference.String() + " is a variant of a union, but its schema of $type does not allow that name"
		default:
			return nil, fmt.Sprintf("%s is %s, which cannot be a variant of a union", first.Reference, first.Target.Schema.Type().Phrase())
		}
	case *lexicon.String, *lexicon.Integer, *lexicon.Bytes, *lexicon.Blob:
		return nil, excluded(s, name)
	}
	return nil, name + " nests too deeply"
}

// obstacleIn is the same for the properties of an object, apart from $type.
func (h heights) obstacleIn(o *lexicon.Object, name string) (inner lexicon.Schema, why string) {
	if slices.ContainsFunc(o.Required, reserved) {
		return nil, name + " requires $bytes or $link, which no object can contain"
	}
	isRequired, isNullable := words.Among(o.Required), words.Among(o.Nullable)
	for _, p := range o.Properties {
		if isRequired(p.Name) && !isNullable(p.Name) && p.Name != "$type" && h.schema(p.Schema) == never {
			return p.Schema, ""
		}
	}
	return nil, name + " nests too deeply"
}

// unloadedType returns the schema of $type if it is a ref that leads to none; nil otherwise.
func unloadedType(o *lexicon.Object) lexicon.Schema {
	if p := o.Property("$type"); p != nil {
		if lexicon.Resolve(p.Schema) == nil {
			return p.Schema
		}
	}
	return nil
}

// excluded says that the limits of a schema leave no value, or none of the size of a
// sample.
func excluded(s lexicon.Schema, name string) string {
	return fmt.Sprintf("the limits of the %s at %s in %s allow no value, or only values that are too large to generate",
		s.Type(), words.Quote(s.Base().At().Pointer), name)
}

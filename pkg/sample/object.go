package sample

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// object makes an object, or the parameters of a method, with its members in the order
// of the schema.
func (s *Sampler) object(schema *lexicon.Object) Object {
	o := Object{}
	isRequired, isNullable := syntax.Among(schema.Required), syntax.Among(schema.Nullable)
	for _, p := range schema.Properties {
		needed := isRequired(p.Name)
		empty := s.heights.schema(p.Schema) == never
		switch {
		case !needed && (empty || reserved(p.Name) || !s.wants(p.Schema)):
		case isNullable(p.Name) && (empty || s.lean || s.options.Size == SizeSmall && needed || s.chance(8)):
			o = o.Set(p.Name, Null{})
		case s.tooDeep(p.Schema) && !needed:
		case needed && !isNullable(p.Name):
			s.bytes += len(p.Name)
			o = o.Set(p.Name, s.value(p.Schema, p.Name))
		default:
			s.bytes += len(p.Name)
			if v, ok := s.extra(p.Schema, p.Name); ok {
				o = o.Set(p.Name, v)
			} else if needed {
				o = o.Set(p.Name, Null{})
			}
		}
	}
	for _, name := range schema.Required { // of properties that are not declared any value will do
		s.bytes += len(name)
		o = o.Set(name, Text("any value"))
	}
	return o.Unique()
}

// reserved reports whether a key has a meaning in the data model, which an
// optional property of that name could break.
func reserved(name string) bool { return name == "$type" || name == "$bytes" || name == "$link" }

// wants decides whether an optional property is there.
func (s *Sampler) wants(schema lexicon.Schema) bool {
	switch {
	case s.options.Optional == OptionalNone || s.enough():
		return false
	case s.options.Optional == OptionalAll:
		return true
	case s.options.Size == SizeSmall:
		return s.chance(4)
	}
	return !s.chance(3)
}

// tooDeep reports whether a value would nest too deeply from here.
func (s *Sampler) tooDeep(schema lexicon.Schema) bool {
	return s.depth+int(s.heights.schema(schema)) > 4*maxDepth
}

// typed makes an object or a record that names its type.
func (s *Sampler) typed(def *lexicon.Definition) Object {
	name := def.Reference().String()
	s.bytes += len(name)
	typ := Object{}.Set("$type", Text(name))
	if object := objectOf(def.Schema); object != nil {
		return append(typ, s.object(object).Without("$type")...)
	}
	return typ
}

func (s *Sampler) array(a *lexicon.Array, name string) Value {
	low, high := int(min(max(a.MinLength.Value, 0), totalValues+1)), 0
	switch {
	case s.heights.schema(a.Items) == never:
	case s.options.Size == SizeSmall || s.enough():
	case s.options.Size == SizeLimit:
		high = 3
		if a.MaxLength.Set {
			high = int(min(a.MaxLength.Value, 1000))
		}
	default:
		high = low + 1 + s.r.IntN(3)
		if a.MaxLength.Set {
			high = int(min(int64(high), a.MaxLength.Value))
		}
	}
	list := Array{}
	for len(list) < low && !s.spent() {
		list = append(list, s.value(a.Items, name))
	}
	for len(list) < high && !s.lean && (s.options.Size == SizeLimit || !s.enough()) {
		element, ok := s.extra(a.Items, name)
		if !ok {
			break
		}
		list = append(list, element)
	}
	return list
}

// union makes a value of one of the variants. Of those that are listed in an open
// union one is taken where it has a value.
func (s *Sampler) union(u *lexicon.Union) Value {
	var variants []*lexicon.Definition
	lowest := never
	for _, l := range u.Refs {
		if l.Target == nil {
			continue
		}
		switch l.Target.Schema.Type() {
		case lexicon.TypeObject, lexicon.TypeRecord:
			if h := s.heights.definition(l.Target); h < never {
				variants = append(variants, l.Target)
				lowest = min(lowest, h)
			}
		}
	}
	if len(variants) == 0 {
		return Object{}.Set("$type", Text("com.example.unlisted"))
	}
	if s.enough() || s.depth > 3 {
		variants = slices.DeleteFunc(variants, func(def *lexicon.Definition) bool { return s.heights.definition(def) > lowest })
	}
	def := one(s, variants...)
	if example, ok := s.example(def); ok {
		if o, ok := example.(Object); ok {
			return append(Object{}.Set("$type", Text(def.Reference().String())), o.Without("$type")...)
		}
	}
	return s.typed(def)
}

// unknown makes a value that every place of type unknown takes, under both
// profiles.
func (s *Sampler) unknown() Value {
	o := Object{}
	if s.options.Size == SizeSmall || s.enough() {
		return o
	}
	return o.Set("note", Text(s.phrase())).Set("count", Number(int64(s.r.IntN(100))))
}

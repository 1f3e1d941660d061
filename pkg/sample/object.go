package sample

import (
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// object makes an object, or the parameters of a method: its $type, if it requires one,
// and the other members in the order of the schema.
func (s *Sampler) object(schema *lexicon.Object) Object {
	o := Object{}
	isRequired, isNullable := words.Among(schema.Required), words.Among(schema.Nullable)
	for _, p := range schema.Properties {
		if p.Name == "$type" {
			continue
		}
		next := s.isNext(p.Schema)
		needed, nullable := isRequired(p.Name), isNullable(p.Name) && !next
		least := height(1)
		if !needed || nullable { // or else there is a value
			least = s.heights.schema(p.Schema)
		}
		switch {
		case !needed && !next && (least == never || reserved(p.Name) || !s.wants()):
		case nullable && (least == never || s.options.Size == SizeSmall && needed || s.enough() || s.chance(8)):
			o = o.Set(p.Name, Null{})
		case !needed && !next && s.depth+int(least) > 4*maxDepth: // it would nest too deeply
		case needed && !nullable:
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
		if name == "$type" {
			o = append(Object{}.Set(name, Text(s.heights.typeName(schema))), o...)
			continue
		}
		o = o.Set(name, Text("any value"))
	}
	return o.Unique()
}

// reserved reports whether a key has a meaning in the data model, which an
// optional property of that name could break.
func reserved(name string) bool { return name == "$bytes" || name == "$link" }

// wants decides whether an optional property is there.
func (s *Sampler) wants() bool {
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
	if s.isNext(a.Items) {
		low = max(low, 1)
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
// union one is taken where it has a value. Deep inside of a value only those remain that
// nest least, so that it comes to an end.
func (s *Sampler) union(u *lexicon.Union) Value {
	deep := s.enough() || s.depth > 3
	height := s.heights.union(u)
	var choices []*lexicon.Definition
	for def := range s.heights.variants(u) {
		if s.reach(def.Schema) {
			return s.typed(def)
		}
		if h := s.heights.definition(def); h < never && (!deep || h == height && s.heights.ends(u, def)) {
			choices = append(choices, def)
		}
	}
	if len(choices) == 0 {
		return Object{}.Set("$type", Text(s.unlisted(u)))
	}
	def := one(s, choices...)
	if example, ok := s.example(def); ok {
		if o, ok := example.(Object); ok {
			return append(Object{}.Set("$type", Text(def.Reference().String())), o.Without("$type")...)
		}
	}
	return s.typed(def)
}

// unlisted returns the name of a type that a union does not list and that is not loaded.
func (s *Sampler) unlisted(u *lexicon.Union) string {
	isListed := func(name lexicon.Reference) bool {
		return slices.ContainsFunc(u.Refs, func(l *lexicon.Link) bool { return l.Reference == name })
	}
	name := lexicon.Reference{NSID: "com.example.unlisted", Name: "main"}
	for n := 2; s.catalog.Document(name.NSID) != nil || isListed(name); n++ {
		name.NSID = syntax.NSID("com.example.unlisted" + strconv.Itoa(n))
	}
	return name.String()
}

// ErrorSchema returns the schema of the response for an error that a method declares: an
// object with its name and a message, the description if there is one.
func ErrorSchema(e *lexicon.ErrorDef) *lexicon.Object {
	message := &lexicon.String{}
	if e.Description != "" {
		message.Const = lexicon.Some(e.Description)
	}
	return &lexicon.Object{Required: []string{"error", "message"}, Properties: []*lexicon.Property{
		{Name: "error", Schema: &lexicon.String{Const: lexicon.Some(e.Name)}}, {Name: "message", Schema: message},
	}}
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

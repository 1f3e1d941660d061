// Package sample makes values from schemas: test data that is valid, looks like
// what people write, and is the same for the same seed.
//
// A Sampler makes values of the definitions of a catalog. Texts follow their
// format and the name of their property, every limit is kept, and recursive
// schemas come to an end. The value is printed by JSON, CBOR or Query.
//
//	s := sample.New(catalog, sample.Options{Seed: 1})
//	value, err := s.Value(definition.Schema)
//
// Invalid makes values with one fault each, for tests of other validators.
package sample

import (
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"sync"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// Sampler makes values. It is not safe for several goroutines.
type Sampler struct {
	catalog  *lexicon.Catalog
	heights  heights
	examples examples
	schemas  func() *validate.Schemas // that accept examples; compiled when needed
	generator
	// route has the schemas that a value must have inside, each in the one before, and
	// rest those that the value at hand does not have so far.
	route, rest []lexicon.Schema
}

// New returns a sampler for the schemas of a catalog. Where a definition is used inside
// a value, one of its examples is taken, if it has any: see Examples.
func New(c *lexicon.Catalog, o Options) *Sampler {
	s := &Sampler{catalog: c, heights: heightsOf(c, o), generator: generator{options: o}}
	s.schemas = sync.OnceValue(func() *validate.Schemas {
		return validate.Compile(c, validate.Options{Profile: o.Profile, AllowUnknown: true, BareMessages: true})
	})
	s.examples = examplesOf(c, s.schemas)
	return s.Clone()
}

// Clone returns another sampler of the same schemas, for another goroutine. Its
// sequence of values starts with the seed of the options.
func (s *Sampler) Clone() *Sampler {
	c := &Sampler{catalog: s.catalog, heights: s.heights, examples: s.examples, schemas: s.schemas}
	c.options = s.options
	c.Seed(s.options.Seed)
	return c
}

// Seed starts another sequence of values.
func (s *Sampler) Seed(seed uint64) { s.r = rand.New(rand.NewPCG(seed, 0x6c657873)) }

// Value returns a value of a schema. Of a query, procedure or subscription it
// takes the schema of one part; see lexicon.Parts. The $type of a record is its
// first member. The error says why there is no value.
func (s *Sampler) Value(schema lexicon.Schema) (Value, error) { return s.at(0, schema) }

// Element returns a value for one more element of a list.
func (s *Sampler) Element(list *lexicon.Array) (Value, error) { return s.at(1, list.Items) }

// Examples returns the values that were written by hand for a definition or, of a
// query, procedure or subscription, for one of its parts: see lexicon.Examples. A
// part whose schema is a ref has those of the definition that it refers to, unless it
// has its own. Values that are not valid are left out. The slice must not be
// modified.
func (s *Sampler) Examples(def *lexicon.Definition, part lexicon.Part) []Value {
	return s.examples.of(def, part)
}

// HasExamples reports whether anything has examples. They are valid themselves, but can nest
// too deeply inside other values.
func (s *Sampler) HasExamples() bool { return len(s.examples) > 0 }

// Example returns a value of a part of a definition, in JSON: the first of Examples or,
// where there are none, one that is made. It depends on the seed of the options and on
// the definition, not on what was made before. It is false where no value is valid.
// Exports of package convert take their examples from here.
func (s *Sampler) Example(def *lexicon.Definition, part lexicon.Part) ([]byte, bool) {
	written := part
	if part == lexicon.PartRecord {
		written = lexicon.PartNone // as in files of examples
	}
	if values := s.Examples(def, written); len(values) > 0 {
		return JSON(values[0]), true
	}
	for p, schema := range lexicon.Parts(def.Schema) {
		if p != part {
			continue
		}
		if part == lexicon.PartRecord {
			schema = def.Schema // with $type
		}
		name := fnv.New64a()
		io.WriteString(name, def.Reference().String()+" "+part.String())
		s.Seed(s.options.Seed ^ name.Sum64())
		return s.checked(def, part, schema)
	}
	return nil, false
}

// checked makes a value of a part of a definition, in JSON. It is false where there is
// none, or where an example inside of it nests so deeply that the whole is not valid.
func (s *Sampler) checked(def *lexicon.Definition, part lexicon.Part, schema lexicon.Schema) ([]byte, bool) {
	value, err := s.Value(schema)
	if err != nil {
		return nil, false
	}
	v, err := s.schemas().Validator(def.Reference(), part)
	if err != nil {
		return nil, false
	}
	text := JSON(value)
	return text, v.Check(validate.Input{Text: text}).Valid()
}

// example picks an example of a definition that is used inside a value.
func (s *Sampler) example(def *lexicon.Definition) (Value, bool) {
	if s.options.Size != SizeTypical || len(s.rest) > 0 {
		return nil, false
	}
	values := s.examples.of(def, lexicon.PartNone)
	if len(values) == 0 {
		return nil, false
	}
	example := one(&s.generator, values...)
	s.count(example)
	return example, true
}

// at returns a value of a schema that is so deep inside of another one.
func (s *Sampler) at(depth int, schema lexicon.Schema) (Value, error) {
	if why := s.heights.missing(schema); why != "" {
		return nil, fmt.Errorf("%w: %s", ErrNoValue, why)
	}
	if v, ok := s.whole(depth, schema); ok {
		return v, nil
	}
	// With longer texts, more elements or another variant it was too large.
	o := s.options
	s.options.Optional, s.options.Size = OptionalNone, SizeSmall
	v, ok := s.whole(depth, schema)
	s.options = o
	if !ok {
		return nil, errTooLarge
	}
	return v, nil
}

// whole makes a value of a schema that is so deep inside of another one. It is false if
// that has become too large.
func (s *Sampler) whole(depth int, schema lexicon.Schema) (Value, bool) {
	s.depth, s.size, s.lean, s.rest = depth, size{}, false, s.route
	v := s.value(schema, "")
	return v, !s.spent()
}

// value makes a value of a schema that has one. Name is that of the property that
// the value is for.
func (s *Sampler) value(schema lexicon.Schema, name string) Value {
	if s.spent() {
		return Null{} // at gives up
	}
	s.depth++
	s.values++
	defer func() { s.depth-- }()
	s.reach(schema)
	switch schema := schema.(type) {
	case *lexicon.Null:
		return Null{}
	case *lexicon.Boolean:
		return s.boolean(schema)
	case *lexicon.Integer:
		return s.integer(schema, name)
	case *lexicon.String:
		text := s.string(schema, name)
		s.bytes += len(text)
		return Text(text)
	case *lexicon.Bytes:
		return s.byteString(schema)
	case *lexicon.CIDLink:
		return s.link(codecDAGCBOR)
	case *lexicon.Blob:
		return s.blob(schema)
	case *lexicon.Array:
		return s.array(schema, name)
	case *lexicon.Object, *lexicon.Params:
		return s.object(objectOf(schema))
	case *lexicon.Record:
		return s.typed(schema.Definition)
	case *lexicon.Ref:
		target, _ := schema.Resolve()
		if s.depth > 1 {
			if example, ok := s.example(target); ok {
				return example
			}
		}
		s.depth--
		v := s.value(target.Schema, name)
		s.depth++
		return v
	case *lexicon.Union:
		return s.union(schema)
	case *lexicon.Unknown:
		return s.unknown()
	}
	panic("sample: no value of type " + schema.Type().String())
}

// isNext reports whether a schema is the next on the route.
func (s *Sampler) isNext(schema lexicon.Schema) bool { return len(s.rest) > 0 && s.rest[0] == schema }

// reach takes a schema that a value is made of from the route, and reports whether it was
// the next.
func (s *Sampler) reach(schema lexicon.Schema) bool {
	next := s.isNext(schema)
	if next {
		s.rest = s.rest[1:]
	}
	return next
}

// extra makes a value that can be left out. It returns false if that would make the
// value at hand too large; from then on nothing is made that can be left out.
func (s *Sampler) extra(schema lexicon.Schema, name string) (Value, bool) {
	before := s.size
	v := s.value(schema, name)
	if !s.spent() {
		return v, true
	}
	s.size, s.lean = before, true
	return nil, false
}

// object makes an object, or the parameters of a method: its $type, if it requires one,
// and the other members in the order of the schema.
func (s *Sampler) object(schema *lexicon.Object) Object {
	o := make(Object, 0, 1+len(schema.Properties)+len(schema.Required))
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
	return o.Unique() // without the text for those that are declared
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
	list, tries := Array{}, 16
	// again reports whether another element is worth a try: the list has this one.
	again := func(element Value) bool {
		same := s.options.Size == SizeTypical && tries > 0 && len(list) < 16 && slices.ContainsFunc(list, func(v Value) bool { return reflect.DeepEqual(v, element) })
		if same {
			tries--
		}
		return same
	}
	for len(list) < low && !s.spent() {
		if element := s.value(a.Items, name); !again(element) {
			list = append(list, element)
		}
	}
	for len(list) < high && tries > 0 && !s.lean && (s.options.Size == SizeLimit || !s.enough()) {
		element, ok := s.extra(a.Items, name)
		if !ok {
			break
		}
		if !again(element) {
			list = append(list, element)
		}
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
	def := one(&s.generator, choices...)
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

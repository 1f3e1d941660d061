package sample

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// Options says what values look like.
type Options struct {
	Seed     uint64 // the same seed gives the same values
	Optional Optional
	Size     Size
	Profile  diag.Profile
	// ListedVariants says that a union which lists variants has no others, even if it is
	// open. Definitions that need another one, to come to an end, then have no value.
	ListedVariants bool
}

// Optional says which optional properties values have.
type Optional uint8

// The choices of optional properties.
const (
	OptionalSome Optional = iota // each with a chance
	OptionalAll                  // all of them, as far as recursion allows
	OptionalNone
)

// Size says how large values are.
type Size uint8

// The sizes.
const (
	SizeTypical Size = iota
	SizeSmall        // the least that the schema allows
	SizeLimit        // texts, lists and numbers at their upper limits
)

// Sampler makes values. It is not safe for several goroutines.
type Sampler struct {
	catalog  *lexicon.Catalog
	options  Options
	heights  heights
	examples map[place][]Value
	schemas  func() *validate.Schemas // that accept examples; compiled when needed
	source   *rand.PCG
	r        *rand.Rand

	depth int // of the value being made
	size
	lean bool // the value at hand gets nothing more that it can do without
	// route has the schemas that a value must have inside, each in the one before, and
	// rest those that the value at hand does not have so far.
	route, rest []lexicon.Schema
}

// New returns a sampler for the schemas of a catalog. Where a definition is used inside
// a value, one of its examples is taken, if it has any: see Examples.
func New(c *lexicon.Catalog, o Options) *Sampler {
	s := &Sampler{catalog: c, options: o, heights: heightsOf(c, o)}
	s.schemas = sync.OnceValue(func() *validate.Schemas {
		return validate.Compile(c, validate.Options{Profile: o.Profile, AllowUnknown: true})
	})
	s.examples = examplesOf(c, s.schemas)
	return s.Clone()
}

// Clone returns another sampler of the same schemas, for another goroutine. Its
// sequence of values starts with the seed of the options.
func (s *Sampler) Clone() *Sampler {
	c := &Sampler{catalog: s.catalog, options: s.options, heights: s.heights, examples: s.examples, schemas: s.schemas, source: rand.NewPCG(0, 0)}
	c.r = rand.New(c.source)
	c.Seed(s.options.Seed)
	return c
}

// Seed starts another sequence of values.
func (s *Sampler) Seed(seed uint64) { s.source.Seed(seed, 0x6c657873) }

// ErrNoValue says that a schema describes no value, or only values that are too large or
// nest too deeply. Errors of Value wrap it with the reason.
var ErrNoValue = errors.New("no value can be generated")

// Value returns a value of a schema. Of a query, procedure or subscription it
// takes the schema of one part; see lexicon.Parts. The $type of a record is its
// first member. The error says why there is no value.
func (s *Sampler) Value(schema lexicon.Schema) (Value, error) { return s.at(0, schema) }

// Element returns a value for one more element of a list.
func (s *Sampler) Element(list *lexicon.Array) (Value, error) { return s.at(1, list.Items) }

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

// one returns one of the choices.
func one[T any](s *Sampler, choices ...T) T { return choices[s.r.IntN(len(choices))] }

// oneOf returns one of the choices that fit, of which there are some.
func oneOf[T any](s *Sampler, choices []T, fits func(T) bool) T {
	start := s.r.IntN(len(choices))
	for i := range choices {
		if c := choices[(start+i)%len(choices)]; fits(c) {
			return c
		}
	}
	panic("sample: no choice fits")
}

// chance reports true once in n times.
func (s *Sampler) chance(n int) bool { return s.r.IntN(n) == 0 }

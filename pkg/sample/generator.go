package sample

import (
	"encoding/base64"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/lexsmith/lexsmith/pkg/diag"
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
	// Latin says that texts are in Latin letters, which every font has, where a schema does
	// not ask for others.
	Latin bool
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

// generator makes what contains no other values, and knows how large the value at hand has
// become.
type generator struct {
	options Options
	r       *rand.Rand

	depth int // of the value being made
	size
	lean bool // the value at hand gets nothing more that it can do without
}

// one returns one of the choices.
func one[T any](g *generator, choices ...T) T { return choices[g.r.IntN(len(choices))] }

// oneOf returns one of the choices that fit, of which there are some.
func oneOf[T any](g *generator, choices []T, fits func(T) bool) T {
	start := g.r.IntN(len(choices))
	for i := range choices {
		if c := choices[(start+i)%len(choices)]; fits(c) {
			return c
		}
	}
	panic("sample: no choice fits")
}

// chance reports true once in n times.
func (g *generator) chance(n int) bool { return g.r.IntN(n) == 0 }

// ErrNoValue says that a schema describes no value, or only values that are too large or
// nest too deeply. Errors of Value wrap it with the reason.
var ErrNoValue = errors.New("no value can be generated")

// Limits of one value: beyond them nothing optional is made, and lists have the
// fewest elements that they may have.
const (
	maxDepth  = 6
	maxValues = 2000
	maxBytes  = 1 << 20
)

// Limits of one value with all that its schema requires: beyond them none is made.
const (
	totalValues = 100_000
	totalBytes  = 4 << 20
)

// errTooLarge says that a schema requires a value that is too large to make.
var errTooLarge = fmt.Errorf("%w: it would be larger than 4 MiB or contain more than 100,000 nested values", ErrNoValue)

// size is that of a value, or of what was made of it so far.
type size struct {
	values int
	bytes  int // of its texts, and of the names in its objects
}

// json is about how many bytes that is in JSON.
func (n *size) json() int { return n.bytes + 16*n.values }

// JSONSize returns about how many bytes a value has in JSON. It takes less time than JSON.
func JSONSize(v Value) int {
	var n size
	n.count(v)
	return n.json()
}

// spent reports whether the value at hand is too large.
func (g *generator) spent() bool { return g.values > totalValues || g.json() > totalBytes }

// enough reports whether the value at hand should come to its end.
func (g *generator) enough() bool {
	return g.lean || g.depth > maxDepth || g.values > maxValues || g.bytes > maxBytes || g.options.Size != SizeLimit && g.values > 200
}

// count adds the size of a value.
func (n *size) count(v Value) {
	n.values++
	switch v := v.(type) {
	case String:
		n.bytes += len(v.Text)
	case Bytes:
		n.bytes += base64.RawStdEncoding.EncodedLen(len(v.Data))
	case Link:
		n.bytes += linkBytes
	case Raw:
		n.bytes += len(v)
	case Array:
		for _, element := range v {
			n.count(element)
		}
	case Object:
		for _, m := range v {
			n.bytes += len(m.Name)
			n.count(m.Value)
		}
	}
}

// linkBytes is about how many bytes a link has in JSON.
const linkBytes = 80

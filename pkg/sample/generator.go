package sample

import (
	"encoding/base64"
	"fmt"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

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
func (s *Sampler) spent() bool { return s.values > totalValues || s.json() > totalBytes }

// enough reports whether the value at hand should come to its end.
func (s *Sampler) enough() bool {
	return s.lean || s.depth > maxDepth || s.values > maxValues || s.bytes > maxBytes || s.options.Size != SizeLimit && s.values > 200
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

package generate

import (
	"math/rand/v2"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Value returns a value aimed at a schema of the catalog. A third of the values
// is meant to be valid; the others miss their schema at a few places, by
// little. Endpoints have no values: give the schema of one of their parts.
func Value(r *rand.Rand, c *lexicon.Catalog, s lexicon.Schema) V {
	m := &valueMaker{r: r, catalog: c}
	switch r.IntN(3) {
	case 1:
		m.odds = 40
	case 2:
		m.odds = 10
	}
	v := m.value(s)
	if chance(r, 12) {
		escapeNames(r, v)
	}
	return v
}

// escapeNames spells some of the names inside a value with escapes.
func escapeNames(r *rand.Rand, v V) {
	switch v := v.(type) {
	case Array:
		for _, item := range v {
			escapeNames(r, item)
		}
	case Object:
		for i := range v {
			if chance(r, 3) {
				v[i].Spelling = escaped(r, v[i].Name)
			}
			escapeNames(r, v[i].Value)
		}
	}
}

// Message returns a value aimed at the message of a subscription, whose $type
// may be missing.
func Message(r *rand.Rand, c *lexicon.Catalog, s *lexicon.Message) V {
	v := Value(r, c, s.Schema)
	if object, ok := v.(Object); ok && chance(r, 2) {
		return object.Without("$type")
	}
	return v
}

// Error returns a value aimed at the body of an error response.
func Error(r *rand.Rand) V {
	v := Object{}
	if !chance(r, 10) {
		v = v.Set("error", one[V](r, text("NotFound"), text("NotFound"), text("Other"), number(1), Null{}))
	}
	if chance(r, 2) {
		v = v.Set("message", one[V](r, text("no such thing"), text(""), Null{}, Bool(true)))
	}
	return v
}

// valueMaker makes one value.
type valueMaker struct {
	r       *rand.Rand
	catalog *lexicon.Catalog
	odds    int // a fault is made at one of so many places; 0: nowhere
	deep    int // values around the one that is being made
	made    int // values so far
}

// From these limits on nothing optional is made.
const (
	deepest = 6
	most    = 150
)

// enough reports whether the value should come to its end.
func (m *valueMaker) enough() bool { return m.deep > deepest || m.made > most }

// slip decides whether to make a fault here.
func (m *valueMaker) slip() bool { return m.odds > 0 && chance(m.r, m.odds) }

// slips reports whether one of n slips is made.
func (m *valueMaker) slips(n int) bool {
	for range n {
		if m.slip() {
			return true
		}
	}
	return false
}

// value returns a value aimed at a schema.
func (m *valueMaker) value(s lexicon.Schema) V {
	if m.slip() {
		return m.any()
	}
	m.deep++
	m.made++
	defer func() { m.deep-- }()
	if m.deep > 4*deepest || m.made > 10*most {
		return Null{}
	}
	switch s := s.(type) {
	case *lexicon.Null:
		return Null{}
	case *lexicon.Boolean:
		if s.Const.Set && !m.slip() {
			return Bool(s.Const.Value)
		}
		return Bool(chance(m.r, 2))
	case *lexicon.Integer:
		return m.integer(s)
	case *lexicon.String:
		return m.string(s)
	case *lexicon.Bytes:
		return m.bytes(s)
	case *lexicon.CIDLink:
		return m.link()
	case *lexicon.Blob:
		return m.blob(s)
	case *lexicon.Array:
		return m.array(s)
	case *lexicon.Object:
		return m.object(s.Properties, s.Required, s.Nullable)
	case *lexicon.Params:
		return m.object(s.Properties, s.Required, nil)
	case *lexicon.Record:
		return m.typed(s.Definition.Reference(), s)
	case *lexicon.Ref:
		return m.ref(s)
	case *lexicon.Union:
		return m.union(s)
	case *lexicon.Unknown:
		return m.unknown()
	}
	return m.any() // nothing fits
}

func (m *valueMaker) integer(s *lexicon.Integer) V {
	n := one(m.r, integers...)
	switch {
	case s.Const.Set && !m.slip():
		n = s.Const.Value
	case len(s.Enum) > 0 && !m.slip():
		n = one(m.r, s.Enum...)
	case s.Minimum.Set && (!s.Maximum.Set || chance(m.r, 2)):
		n = s.Minimum.Value
	case s.Maximum.Set:
		n = s.Maximum.Value
	}
	if m.slip() {
		n += one[int64](m.r, -1, 1)
	}
	return m.spelled(n)
}

func (m *valueMaker) string(s *lexicon.String) V {
	if m.slip() {
		return one[V](m.r, Raw(`"\ud800"`), Raw(`"a\udc00"`), Raw(`"\udc00\ud800"`), text(one(m.r, oddities...)))
	}
	format := s.Syntax()
	switch {
	case s.Const.Set && !m.slip():
		return spelled(m.r, s.Const.Value)
	case len(s.Enum) > 0 && !m.slip():
		return spelled(m.r, one(m.r, s.Enum...))
	case format != syntax.FormatNone:
		t := formatted(m.r, format)
		if m.slips(3) { // there are many ways to miss a format
			t = one(m.r, edited(m.r, t), one(m.r, oddities...), formatted(m.r, one(m.r, syntax.Formats()...)))
		}
		return spelled(m.r, t)
	}
	bytes, graphemes := stringSize(m.r, s)
	if m.slip() {
		bytes += m.r.IntN(3) - 1
	}
	if m.slip() {
		graphemes += m.r.IntN(3) - 1
	}
	return spelled(m.r, sized(m.r, max(0, bytes), max(0, graphemes)))
}

// count picks a number within limits, and one beside them as a slip.
func (m *valueMaker) count(least, greatest lexicon.Opt[int64]) int {
	n := int(least.Value)
	if !m.enough() {
		high := n + 3
		if greatest.Set {
			high = int(greatest.Value)
		}
		n = one(m.r, n, max(n, high), n+m.r.IntN(max(n, high)-n+1))
	}
	if m.slip() {
		n += one(m.r, -1, 1)
	}
	return max(0, n)
}

func (m *valueMaker) bytes(s *lexicon.Bytes) V {
	data := make([]byte, m.count(s.MinLength, s.MaxLength))
	for i := range data {
		data[i] = byte(m.r.Uint32())
	}
	return m.base64(data)
}

func (m *valueMaker) array(s *lexicon.Array) V {
	list := Array{}
	for range m.count(s.MinLength, s.MaxLength) {
		list = append(list, m.value(s.Items))
	}
	return list
}

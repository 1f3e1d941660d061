package generate

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// bounds may add a minimum and a maximum; what is "Length" or "Graphemes".
func (m *schemaMaker) bounds(s Object, what string, limit int) Object {
	least := int64(m.r.IntN(limit))
	greatest := least + int64(m.r.IntN(limit))
	if chance(m.r, 3) {
		s = s.Set("min"+what, number(least))
	}
	if chance(m.r, 2) {
		s = s.Set("max"+what, number(greatest))
	}
	return s
}

func (m *schemaMaker) boolean() Object {
	s := schema(lexicon.TypeBoolean)
	switch m.r.IntN(5) {
	case 0:
		s = s.Set("const", Bool(chance(m.r, 2)))
	case 1:
		s = s.Set("default", Bool(chance(m.r, 2)))
	}
	return s
}

// integers are numbers at which readers stumble.
var integers = []int64{
	math.MinInt64, math.MinInt64 + 1, -1 << 53, -1<<53 - 1, -100, -1, 0, 1, 7, 100, 255, 1<<53 - 1, 1 << 53, 1<<53 + 1,
	math.MaxInt64 - 1, math.MaxInt64,
}

func (m *schemaMaker) integer() Object {
	s := schema(lexicon.TypeInteger)
	some := func() int64 { return one(m.r, integers...) }
	switch m.r.IntN(6) {
	case 0:
		enum := Array{number(some()), number(some()), number(some())}
		if chance(m.r, 6) {
			for i := range int64(30) {
				enum = append(enum, number(3*i))
			}
		}
		s = s.Set("enum", enum)
	case 1:
		s = s.Set("const", number(some()))
		if m.profile == diag.ProfileV1 && chance(m.r, 4) {
			s = s.Set("default", number(some()))
		}
	case 2:
		s = s.Set("minimum", number(some()))
	case 3:
		s = s.Set("maximum", number(some()))
	case 4:
		least, greatest := some(), some()
		s = s.Set("minimum", number(min(least, greatest))).Set("maximum", number(max(least, greatest)))
		if chance(m.r, 4) {
			s = s.Set("default", number(least))
		}
	}
	return s
}

func (m *schemaMaker) string() Object {
	s := schema(lexicon.TypeString)
	switch m.r.IntN(8) {
	case 0, 1, 2:
		format := one(m.r, lexicon.Formats(m.profile)...)
		s = s.Set("format", text(format.String()))
		if chance(m.r, 6) {
			s = s.Set("maxLength", number(300))
		}
	case 3:
		words := []string{"red", "green", "blue", "grün", ""}
		m.r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		words = words[:1+m.r.IntN(len(words))]
		if chance(m.r, 3) {
			return s.Set("const", text(strings.Join(words, "")))
		}
		if chance(m.r, 6) {
			for i := range 30 {
				words = append(words, "word"+strconv.Itoa(i))
			}
		}
		s = s.Set(one(m.r, "enum", "enum", "knownValues"), texts(words...))
		if chance(m.r, 3) {
			s = s.Set("default", text(words[0]))
		}
	case 4:
		s = m.bounds(s, "Length", 24)
	case 5, 6:
		s = m.textBounds(s)
	}
	return s
}

// textBounds adds limits in graphemes, and in bytes that leave room for them.
func (m *schemaMaker) textBounds(s Object) Object {
	least := int64(m.r.IntN(8))
	greatest := least + int64(m.r.IntN(8))
	if chance(m.r, 2) {
		s = s.Set("minGraphemes", number(least))
	}
	s = s.Set("maxGraphemes", number(greatest))
	if chance(m.r, 2) {
		s = s.Set("maxLength", number(greatest*int64(1+m.r.IntN(10))))
	}
	if chance(m.r, 4) {
		s = s.Set("minLength", number(least))
	}
	return s
}

func (m *schemaMaker) blob() Object {
	s := schema(lexicon.TypeBlob)
	if chance(m.r, 2) {
		accept := []string{"image/*", "image/png", "text/plain", "IMAGE/JPEG", "*/*"}
		if m.profile == diag.ProfileV1 {
			accept = append(accept, "text/ht*")
		}
		m.r.Shuffle(len(accept), func(i, j int) { accept[i], accept[j] = accept[j], accept[i] })
		s = s.Set("accept", texts(slices.Clone(accept[:1+m.r.IntN(2)])...))
	}
	if chance(m.r, 2) {
		s = s.Set("maxSize", number(int64(one(m.r, 0, 1, 1000, 1_000_000))))
	}
	return s
}

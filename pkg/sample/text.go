package sample

import (
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// string makes a text of a schema: a fixed or listed one where there are such,
// else one of its format, else one that fits the name of the property.
func (s *Sampler) string(t *lexicon.String, name string) string {
	fits := func(text string) bool { return fitsString(t, text) }
	switch {
	case t.Const.Set:
		return t.Const.Value
	case len(t.Enum) > 0:
		return one(s, t.Enum...)
	case t.Default.Set && s.options.Size == SizeTypical && s.chance(2) && fits(t.Default.Value):
		return t.Default.Value
	case len(t.KnownValues) > 0 && s.options.Size != SizeLimit:
		if known := one(s, t.KnownValues...); fits(known) {
			return known
		}
	}
	if format := syntax.FormatByName(t.Format); format != syntax.FormatNone {
		return s.formatted(format, t)
	}
	return s.sized(t, s.named(name))
}

// fitsString reports whether a text keeps the limits and the format of a schema.
func fitsString(t *lexicon.String, text string) bool {
	return len(validate.CheckString(t, text, "const", "enum")) == 0
}

// limits are those of a string, within what a sample may have.
type limits struct{ minBytes, maxBytes, minGraphemes, maxGraphemes int }

func limitsOf(t *lexicon.String) limits {
	bounded := func(n int64, most int) int { return int(min(max(n, 0), int64(most))) }
	l := limits{minBytes: bounded(t.MinLength.Value, totalBytes), minGraphemes: bounded(t.MinGraphemes.Value, totalBytes)}
	l.maxBytes = max(maxBytes, l.minBytes, l.minGraphemes)
	l.maxGraphemes = l.maxBytes
	if t.MaxLength.Set {
		l.maxBytes = bounded(t.MaxLength.Value, l.maxBytes)
	}
	if t.MaxGraphemes.Set {
		l.maxGraphemes = bounded(t.MaxGraphemes.Value, l.maxGraphemes)
	}
	return l
}

// sized cuts or extends a text so that it keeps the limits of a schema. Of
// SizeLimit it has as many bytes and graphemes as are allowed.
func (s *Sampler) sized(t *lexicon.String, text string) string {
	l := limitsOf(t)
	switch {
	case s.options.Size == SizeSmall || s.enough():
		text = ""
	case s.options.Size == SizeLimit && (t.MaxLength.Set || t.MaxGraphemes.Set):
		l.minBytes, l.minGraphemes = l.maxBytes, l.maxGraphemes
		if !t.MaxLength.Set {
			l.minBytes = 0
		}
		if !t.MaxGraphemes.Set || l.minGraphemes > l.maxBytes {
			l.minGraphemes = 0
		}
	}
	return fill(cut(text, l), l)
}

// cut shortens a text, between graphemes, to what the limits allow. It leaves room
// for the graphemes that are still missing, of one byte each.
func cut(text string, l limits) string {
	end, count := 0, 0
	for it := graphemes.FromString(text); it.Next(); {
		missing := max(0, l.minGraphemes-count-1)
		if count == l.maxGraphemes || it.End()+missing > l.maxBytes {
			return strings.TrimRight(text[:end], " ")
		}
		end = it.End()
		count++
	}
	return text
}

// filler is what texts that are too short go on with.
const filler = "abcdefghijklmnopqrstuvwxyz"

// fill extends a text to the lower limits: first by graphemes of one byte, then by
// marks that join the last grapheme and have two bytes, or by single bytes where
// there is room for more graphemes.
func fill(text string, l limits) string {
	missing := l.minGraphemes - syntax.Graphemes(text)
	var b strings.Builder
	b.WriteString(text)
	for i := 0; i < missing; i++ {
		b.WriteByte(filler[i%len(filler)])
	}
	count := max(syntax.Graphemes(text), l.minGraphemes)
	for i := 0; b.Len() < l.minBytes && count < l.maxGraphemes; i++ {
		b.WriteByte(filler[i%len(filler)])
		count++
	}
	for b.Len() < l.minBytes && b.Len() > 0 {
		if b.Len()+2 > l.maxBytes {
			break
		}
		b.WriteString("\u0301")
	}
	return exact(b.String(), l)
}

// exact makes a text one byte longer where marks of two bytes cannot: it puts a
// letter of three bytes, or of two, for one of one byte.
func exact(text string, l limits) string {
	for _, wide := range []string{"é", "€", "𝄞"} {
		if short := l.minBytes - len(text); short <= 0 {
			return text
		}
		for i := range len(text) {
			if c := text[i]; 'a' <= c && c <= 'z' && len(text)+len(wide)-1 <= l.maxBytes {
				longer := text[:i] + wide + text[i+1:]
				if len(longer) >= l.minBytes && syntax.Graphemes(longer) == syntax.Graphemes(text) && utf8.ValidString(longer) {
					return longer
				}
				break
			}
		}
	}
	return text
}

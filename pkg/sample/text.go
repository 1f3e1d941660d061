package sample

import (
	"strings"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// string makes a text of a schema that has one: a fixed or listed one where there are
// such, else one of its format, else one that fits the name of the property.
func (s *Sampler) string(t *lexicon.String, name string) string {
	fits := func(text string) bool { return fitsString(t, text) }
	switch {
	case t.Const.Set:
		return t.Const.Value
	case len(t.Enum) > 0:
		return oneOf(s, t.Enum, fits)
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

// limits are those of the length of a text.
type limits struct{ minBytes, maxBytes, minGraphemes, maxGraphemes int }

// limitsOf returns the limits of a schema. Texts have at most maxBytes, unless the schema
// requires more, and never more than totalBytes, so that a lower limit beyond that cannot be
// reached.
func limitsOf(t *lexicon.String) limits {
	bounded := func(o lexicon.Opt[int64], otherwise int) int {
		if !o.Set {
			return otherwise
		}
		return int(max(-1, min(o.Value, totalBytes+1)))
	}
	l := limits{minBytes: max(0, bounded(t.MinLength, 0)), minGraphemes: max(0, bounded(t.MinGraphemes, 0))}
	most := min(max(maxBytes, l.minBytes, l.minGraphemes), totalBytes)
	l.maxBytes, l.maxGraphemes = min(most, bounded(t.MaxLength, most)), min(most, bounded(t.MaxGraphemes, most))
	return l
}

// least returns how many bytes and graphemes a short text has that keeps the limits. It
// is false where no text keeps them.
func (l limits) least() (bytes, graphemes int, ok bool) {
	bytes = max(l.minBytes, l.minGraphemes)
	graphemes = min(bytes, l.maxGraphemes)
	return bytes, graphemes, bytes <= l.maxBytes && l.minGraphemes <= l.maxGraphemes && (bytes == 0) == (graphemes == 0)
}

// sized cuts or extends a text so that it keeps the limits of a schema. Of
// SizeLimit it has as many bytes and graphemes as are allowed.
func (s *Sampler) sized(t *lexicon.String, text string) string {
	l := limitsOf(t)
	least := l
	switch {
	case s.options.Size == SizeSmall || s.enough():
		text = ""
	case s.options.Size == SizeLimit:
		if t.MaxLength.Set {
			l.minBytes = l.maxBytes
		}
		if t.MaxGraphemes.Set && l.maxGraphemes <= l.maxBytes {
			l.minGraphemes = l.maxGraphemes
		}
	}
	if text = fill(cut(text, l), l); len(text) >= l.minBytes && fitsString(t, text) {
		return text
	}
	if _, _, ok := l.least(); !ok {
		l = least
	}
	return plain(l)
}

// plain makes a text that keeps limits: letters and, where these would be too many
// graphemes, accents on the last of them.
func plain(l limits) string {
	bytes, graphemes, _ := l.least()
	if bytes == 0 {
		return ""
	}
	letters := strings.Repeat(filler, graphemes/len(filler)+1)[:graphemes-1]
	switch last := bytes - len(letters); {
	case last == 3:
		return letters + "€"
	case last%2 == 0:
		return letters + "é" + strings.Repeat(accent, last/2-1)
	default:
		return letters + "a" + strings.Repeat(accent, last/2)
	}
}

// accent is a mark of two bytes that joins the grapheme before it.
const accent = "\u0301"

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
		b.WriteString(accent)
	}
	return b.String()
}

package sample

import (
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// fitsString reports whether a text keeps the limits and the format of a schema.
func fitsString(t *lexicon.String, text string) bool {
	if !t.MinLength.Set && !t.MaxLength.Set && !t.MinGraphemes.Set && !t.MaxGraphemes.Set { // as a rule
		f := t.Syntax()
		return f == syntax.FormatNone || f.Valid(text)
	}
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

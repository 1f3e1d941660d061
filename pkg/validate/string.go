package validate

import (
	"math"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// CheckString returns a fault for every field of s that a text breaks; the
// fields named in but are not looked at. An unknown format restricts nothing.
// The text must be valid UTF-8.
func CheckString(s *lexicon.String, text string, but ...string) []Fault {
	c := newStringChecker(s, but...)
	return collect(func(report reporter) { c.faults(text, report) })
}

// stringChecker is a schema of type string, prepared for many values.
type stringChecker struct {
	node   *lexicon.String
	fields []field // those that are set, cheap ones first
	format syntax.Format
	enum   closedSet[string]

	legacy   bool // datetimes without a timezone pass, with an info
	practice bool // datetimes that are not in the recommended form are reported
}

func newStringChecker(s *lexicon.String, but ...string) *stringChecker {
	c := &stringChecker{node: s, format: syntax.FormatByName(s.Format)}
	c.fields = restricting([]option{
		{fieldMaxLength, s.MaxLength.Set}, {fieldMinLength, s.MinLength.Set},
		{fieldConst, s.Const.Set}, {fieldEnum, s.Enum != nil}, {fieldFormat, c.format != syntax.FormatNone},
		{fieldMaxGraphemes, s.MaxGraphemes.Set}, {fieldMinGraphemes, s.MinGraphemes.Set},
	}, but)
	if slices.Contains(c.fields, fieldEnum) {
		c.enum = newClosedSet(s.Enum)
	}
	return c
}

// valid reports whether a text breaks no field. It allocates nothing.
func (c *stringChecker) valid(text string) bool {
	for _, f := range c.fields {
		if c.breaks(f, text) {
			return false
		}
	}
	return true
}

// faults reports every field that a text breaks.
func (c *stringChecker) faults(text string, report reporter) {
	for _, f := range c.fields {
		if c.breaks(f, text) {
			report(f.rule(), f.String(), c.message(f, text))
		}
	}
}

func (c *stringChecker) breaks(f field, text string) bool {
	switch f {
	case fieldMaxLength:
		return int64(len(text)) > c.node.MaxLength.Value
	case fieldMinLength:
		return int64(len(text)) < c.node.MinLength.Value
	case fieldConst:
		return text != c.node.Const.Value
	case fieldEnum:
		return !c.enum.has(text)
	case fieldFormat:
		return !c.format.Valid(text)
	case fieldMaxGraphemes:
		return !syntax.GraphemesAtMost(text, limit(c.node.MaxGraphemes.Value))
	case fieldMinGraphemes:
		return !syntax.GraphemesAtLeast(text, limit(c.node.MinGraphemes.Value))
	}
	panic("validate: a string has no " + f.String())
}

func (c *stringChecker) message(f field, text string) string {
	switch f {
	case fieldMaxLength:
		return "is " + count(len(text), "byte") + " long" + atMost(c.node.MaxLength.Value)
	case fieldMinLength:
		return "is " + count(len(text), "byte") + " long" + atLeast(c.node.MinLength.Value)
	case fieldConst:
		return "must be " + quote(c.node.Const.Value) + ", found " + quote(text)
	case fieldEnum:
		return c.enum.refuse(quote(text), quote)
	case fieldFormat:
		return "is " + c.format.Check(text).Error()
	case fieldMaxGraphemes:
		return "is " + count(syntax.Graphemes(text), "grapheme") + " long" + atMost(c.node.MaxGraphemes.Value)
	case fieldMinGraphemes:
		return "is " + count(syntax.Graphemes(text), "grapheme") + " long" + atLeast(c.node.MinGraphemes.Value)
	}
	panic("validate: a string has no " + f.String())
}

// limit narrows a limit of a schema to int. No length reaches what is cut off.
func limit(n int64) int { return int(min(max(n, math.MinInt), math.MaxInt)) }

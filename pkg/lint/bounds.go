package lint

import (
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// boundRules has the rules about the limits that a schema sets.
var boundRules = []*rule{
	{&diag.Rule{
		Code: "invalid-bounds", Group: "schema", Severity: diag.Always(diag.Error),
		Summary: "no value satisfies the limits",
		Reason: "Limits apply together, and together with the format. When a minimum exceeds the maximum, or a " +
			"length is negative, no value is valid and the field can never be set. The same is true if minGraphemes exceeds " +
			"maxLength, because every grapheme takes up at least one byte. It is also true if minLength exceeds a maxGraphemes of 0, " +
			"or, in a string with a format, any maxGraphemes, because formats allow only ASCII characters.",
		Spec: "Field types > integer, string, bytes, array, blob; Limits", Page: "specs/lexicon#field-type-definitions",
		Examples: `"name": {"type": "string", "minLength": «20, "maxLength": 10|10, "maxLength": 20»}`,
	}, []check{
		on(reportConflicts[*lexicon.Integer]), on(reportConflicts[*lexicon.String]), on(reportConflicts[*lexicon.Bytes]),
		on(reportConflicts[*lexicon.Array]), on(reportConflicts[*lexicon.Blob]),
	}},
	{&diag.Rule{
		Code: "unsafe-integer", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "an integer exceeds the range that JavaScript represents exactly",
		Reason: "The data model supports 64-bit integers, but JavaScript, and therefore many clients, reads every " +
			"number as a double: beyond ±(2^53-1) values change silently. Stay within that range, or make the " +
			"field a string.",
		Spec: "Field types > integer", Page: "specs/data-model",
		Examples: `"count": {"type": "integer", "minimum": 0, "maximum": «9223372036854775807|9007199254740991»}`,
	}, []check{on(func(p *pass, s *lexicon.Integer) {
		check := func(n int64, field string, at place) {
			if n < -safeInteger || n > safeInteger {
				p.reportf(at, "stay within that range, or use a string instead",
					"%s has a %s of %d, but many clients cannot exactly represent integers beyond ±9007199254740991", subjectOf{s}, field, n)
			}
		}
		for _, l := range []bound{{"minimum", s.Minimum}, {"maximum", s.Maximum}, {"default", s.Default}, {"const", s.Const}} {
			if l.Set {
				check(l.Value, l.field, fieldOf(s, l.field))
			}
		}
		for i, n := range s.Enum {
			check(n, "enum entry", entryOf(&s.Node, "enum", s.Enum, i))
		}
	})}},
}

// bound is a numeric limit of a schema and the field that sets it.
type bound struct {
	field string
	lexicon.Opt[int64]
}

// String returns the field and its value: "a maxLength of 10".
func (l bound) String() string { return "a " + l.field + " of " + l.Opt.String() }

// exceeds reports whether a minimum is above a maximum.
func (l bound) exceeds(greatest bound) bool {
	return l.Set && greatest.Set && l.Value > greatest.Value
}

// conflict is why no value satisfies the limits of a schema.
type conflict struct {
	field, other string // the limit to report, and the field that it contradicts, if any
	message      string // after "… has"
	help         string
}

func reportConflicts[S lexicon.Schema](p *pass, s S) {
	for _, c := range conflictsOf(s) {
		p.report(fieldOf(s, c.field), func(f *diag.Finding) {
			f.Message = subject(s) + " has " + c.message
			f.Help = c.help
			if c.other != "" {
				f.Related = related(s.Base().AtField(c.other), c.other+" is set here")
			}
		})
	}
}

// conflicts are the conflicts of a schema that are known so far.
type conflicts []conflict

func conflictsOf(s lexicon.Schema) (all conflicts) {
	switch s := s.(type) {
	case *lexicon.Integer:
		all.addReversed(bound{"minimum", s.Minimum}, bound{"maximum", s.Maximum})
	case *lexicon.String:
		all.addString(s)
	case *lexicon.Bytes:
		all.addLengths(bound{"minLength", s.MinLength}, bound{"maxLength", s.MaxLength})
	case *lexicon.Array:
		all.addLengths(bound{"minLength", s.MinLength}, bound{"maxLength", s.MaxLength})
	case *lexicon.Blob:
		all.addNegative(bound{"maxSize", s.MaxSize})
	}
	return all
}

func (all *conflicts) add(l, other bound, why, help string) {
	*all = append(*all, conflict{l.field, other.field, l.String() + " and " + other.String() + why, help})
}

// addReversed adds a minimum above the maximum.
func (all *conflicts) addReversed(least, greatest bound) {
	if least.exceeds(greatest) {
		all.add(least, greatest, ", so no value is valid", "lower "+least.field+", or raise "+greatest.field)
	}
}

// addNegative adds a length that is negative.
func (all *conflicts) addNegative(l bound) {
	if l.Set && l.Value < 0 {
		*all = append(*all, conflict{l.field, "", l.String() + ", which must not be negative", "remove " + l.field + " if there is no limit"})
	}
}

// addLengths adds lengths that are negative, or reversed.
func (all *conflicts) addLengths(least, greatest bound) {
	all.addNegative(least)
	all.addNegative(greatest)
	if greatest.Value >= 0 {
		all.addReversed(least, greatest)
	}
}

func (all *conflicts) addString(s *lexicon.String) {
	minLength, maxLength := bound{"minLength", s.MinLength}, bound{"maxLength", s.MaxLength}
	minGraphemes, maxGraphemes := bound{"minGraphemes", s.MinGraphemes}, bound{"maxGraphemes", s.MaxGraphemes}
	all.addLengths(minLength, maxLength)
	all.addLengths(minGraphemes, maxGraphemes)
	if minGraphemes.exceeds(maxLength) && maxLength.Value >= 0 {
		all.add(minGraphemes, maxLength, ", but a grapheme takes up at least one byte",
			"raise maxLength, which is in bytes (usually 10 to 20 per grapheme)")
	}
	format := s.Syntax()
	isASCII := format != syntax.FormatNone // so that every byte is a grapheme
	if minLength.exceeds(maxGraphemes) && (maxGraphemes.Value == 0 || isASCII && maxGraphemes.Value > 0) {
		why := ", but only the empty string has no graphemes"
		if isASCII {
			why = ", but in the " + s.Format + " format, each grapheme takes up exactly one byte"
		}
		all.add(minLength, maxGraphemes, why, "lower minLength, or raise maxGraphemes")
	}
	if !isASCII {
		return
	}
	least, greatest := format.Lengths()
	for _, l := range []bound{maxLength, maxGraphemes} {
		if l.Set && l.Value >= 0 && l.Value < int64(least) {
			all.addFormat(s, l, "at least "+strconv.Itoa(least))
		}
	}
	for _, l := range []bound{minLength, minGraphemes} {
		if l.Set && greatest > 0 && l.Value > int64(greatest) {
			all.addFormat(s, l, "at most "+strconv.Itoa(greatest))
		}
	}
}

// addFormat adds a limit that no value of the format satisfies.
func (all *conflicts) addFormat(s *lexicon.String, l bound, bytes string) {
	*all = append(*all, conflict{
		l.field, "format",
		l.String() + ", but a value in the " + s.Format + " format is " + bytes + " bytes long",
		"remove " + l.field + "; the format determines the length",
	})
}

// safeInteger is the largest integer up to which a double represents all integers
// exactly.
const safeInteger = 1<<53 - 1

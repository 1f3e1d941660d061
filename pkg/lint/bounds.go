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
		on(func(p *pass, s *lexicon.Integer) { reportConflicts(p, s, integerConflicts(s)) }),
		on(func(p *pass, s *lexicon.String) { reportConflicts(p, s, stringConflicts(s)) }),
		on(func(p *pass, s *lexicon.Bytes) {
			reportConflicts(p, s, lengthConflicts(nil, bound{"minLength", s.MinLength}, bound{"maxLength", s.MaxLength}))
		}),
		on(func(p *pass, s *lexicon.Array) {
			reportConflicts(p, s, lengthConflicts(nil, bound{"minLength", s.MinLength}, bound{"maxLength", s.MaxLength}))
		}),
		on(func(p *pass, s *lexicon.Blob) { reportConflicts(p, s, negative(nil, bound{"maxSize", s.MaxSize})) }),
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

func reportConflicts(p *pass, s lexicon.Schema, conflicts []conflict) {
	n := s.Base()
	for _, c := range conflicts {
		p.report(fieldOf(s, c.field), func(f *diag.Finding) {
			f.Message = subject(s) + " has " + c.message
			f.Help = c.help
			if c.other != "" {
				f.Related = related(n.AtField(c.other), c.other+" is set here")
			}
		})
	}
}

func integerConflicts(s *lexicon.Integer) []conflict {
	return reversed(nil, bound{"minimum", s.Minimum}, bound{"maximum", s.Maximum})
}

// lengthConflicts adds the lengths of strings, bytes and arrays that are negative, or
// reversed.
func lengthConflicts(all []conflict, least, greatest bound) []conflict {
	all = negative(all, least, greatest)
	if greatest.Value >= 0 {
		all = reversed(all, least, greatest)
	}
	return all
}

func stringConflicts(s *lexicon.String) []conflict {
	minLength, maxLength := bound{"minLength", s.MinLength}, bound{"maxLength", s.MaxLength}
	minGraphemes, maxGraphemes := bound{"minGraphemes", s.MinGraphemes}, bound{"maxGraphemes", s.MaxGraphemes}
	all := lengthConflicts(lengthConflicts(nil, minLength, maxLength), minGraphemes, maxGraphemes)
	if minGraphemes.exceeds(maxLength) && maxLength.Value >= 0 {
		all = append(all, conflict{
			minGraphemes.field, maxLength.field,
			minGraphemes.String() + " and " + maxLength.String() + ", but a grapheme takes up at least one byte",
			"raise maxLength, which is in bytes (usually 10 to 20 per grapheme)",
		})
	}
	format := s.Syntax()
	isASCII := format != syntax.FormatNone
	if minLength.exceeds(maxGraphemes) && (maxGraphemes.Value == 0 || isASCII && maxGraphemes.Value > 0) {
		why := "only the empty string has no graphemes"
		if isASCII {
			why = "in the " + s.Format + " format, each grapheme takes up exactly one byte"
		}
		all = append(all, conflict{
			minLength.field, maxGraphemes.field,
			minLength.String() + " and " + maxGraphemes.String() + ", but " + why,
			"lower minLength, or raise maxGraphemes",
		})
	}
	if isASCII { // so that every byte is a grapheme
		least, greatest := format.Lengths()
		for _, l := range []bound{maxLength, maxGraphemes} {
			if l.Set && l.Value >= 0 && l.Value < int64(least) {
				all = append(all, formatConflict(s, l, "at least "+strconv.Itoa(least)))
			}
		}
		for _, l := range []bound{minLength, minGraphemes} {
			if l.Set && greatest > 0 && l.Value > int64(greatest) {
				all = append(all, formatConflict(s, l, "at most "+strconv.Itoa(greatest)))
			}
		}
	}
	return all
}

// formatConflict says that no value of the format satisfies a limit.
func formatConflict(s *lexicon.String, l bound, bytes string) conflict {
	return conflict{
		l.field, "format",
		l.String() + ", but a value in the " + s.Format + " format is " + bytes + " bytes long",
		"remove " + l.field + "; the format determines the length",
	}
}

// negative adds the lengths that are negative.
func negative(all []conflict, limits ...bound) []conflict {
	for _, l := range limits {
		if l.Set && l.Value < 0 {
			all = append(all, conflict{l.field, "", l.String() + ", which must not be negative", "remove " + l.field + " if there is no limit"})
		}
	}
	return all
}

// reversed adds a minimum above the maximum.
func reversed(all []conflict, least, greatest bound) []conflict {
	if least.exceeds(greatest) {
		all = append(all, conflict{
			least.field, greatest.field,
			least.String() + " and " + greatest.String() + ", so no value is valid",
			"lower " + least.field + ", or raise " + greatest.field,
		})
	}
	return all
}

// safeInteger is the largest integer up to which a double represents all integers
// exactly.
const safeInteger = 1<<53 - 1

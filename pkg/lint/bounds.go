package lint

import (
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// bounds has the rules about the limits that a schema sets.
var bounds = []*rule{
	{
		Rule: lexicon.Rule{
			Code: "invalid-bounds", Group: "schema", Severity: lexicon.Always(lexicon.Error),
			Summary: "no value can meet the limits",
			Reason: "Limits hold together, and with the format. Where the least is above the greatest, or a length is negative, " +
				"no value is left and the field can never be filled. minGraphemes above maxLength is such a case, as each grapheme has at least one byte.",
			Spec: "Field types > integer, string, bytes, array, blob; Limits",
			Bad:  `"name": {"type": "string", "minLength": 20, "maxLength": 10}`,
			Good: `"name": {"type": "string", "minLength": 10, "maxLength": 20}`,
		},
		checks: []check{
			on(func(p *pass, s *lexicon.Integer) { reportConflicts(p, s, integerConflicts(s)) }),
			on(func(p *pass, s *lexicon.String) { reportConflicts(p, s, stringConflicts(s)) }),
			on(func(p *pass, s *lexicon.Bytes) {
				reportConflicts(p, s, lengthConflicts(s.MinLength, s.MaxLength))
			}),
			on(func(p *pass, s *lexicon.Array) {
				reportConflicts(p, s, lengthConflicts(s.MinLength, s.MaxLength))
			}),
			on(func(p *pass, s *lexicon.Blob) {
				reportConflicts(p, s, negative(nil, limit{"maxSize", s.MaxSize}))
			}),
		},
	},
	{
		Rule: lexicon.Rule{
			Code: "unsafe-integer", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "an integer is beyond what every programming language holds exactly",
			Reason: "The data model has 64 bits, but JavaScript, and with it many clients, reads every number as a double: " +
				"beyond 2^53-1 in either direction it changes without a word. Stay within, or make the field a string.",
			Spec: "Field types > integer",
			Bad:  `"count": {"type": "integer", "minimum": 0, "maximum": 9223372036854775807}`,
			Good: `"count": {"type": "integer", "minimum": 0, "maximum": 9007199254740991}`,
		},
		checks: []check{on(unsafeInteger)},
	},
}

// limit is a numeric limit of a schema and the field that sets it.
type limit struct {
	field string
	lexicon.Opt[int64]
}

// says gives the field and its value: "maxLength 10".
func (l limit) says() string { return l.field + " " + l.Opt.String() }

// conflict is why no value can meet the limits of a schema.
type conflict struct {
	field, other string // the limit to report, and the field that it contradicts, if any
	message      string // after "… has"
	help         string
}

func reportConflicts(p *pass, s lexicon.Schema, conflicts []conflict) {
	n := s.Base()
	for _, c := range conflicts {
		f := p.Report(n.AtField(c.field), subjectOf(s).String()+" has "+c.message, c.help)
		if c.other != "" {
			f.Related = []lexicon.Related{{Location: n.AtField(c.other), Message: c.other + " stands here"}}
		}
	}
}

func integerConflicts(s *lexicon.Integer) []conflict {
	return reversed(nil, limit{"minimum", s.Minimum}, limit{"maximum", s.Maximum})
}

// lengthConflicts judges the limits of bytes and arrays.
func lengthConflicts(minLength, maxLength lexicon.Opt[int64]) []conflict {
	least, greatest := limit{"minLength", minLength}, limit{"maxLength", maxLength}
	return reversed(negative(nil, least, greatest), least, greatest)
}

func stringConflicts(s *lexicon.String) []conflict {
	all := lengthConflicts(s.MinLength, s.MaxLength)
	maxLength := limit{"maxLength", s.MaxLength}
	minGraphemes, maxGraphemes := limit{"minGraphemes", s.MinGraphemes}, limit{"maxGraphemes", s.MaxGraphemes}
	all = reversed(negative(all, minGraphemes, maxGraphemes), minGraphemes, maxGraphemes)
	if minGraphemes.Set && maxLength.Set && maxLength.Value >= 0 && minGraphemes.Value > maxLength.Value {
		all = append(all, conflict{
			minGraphemes.field, maxLength.field,
			minGraphemes.says() + " and " + maxLength.says() + ", but a grapheme has at least one byte",
			"maxLength counts bytes: 10 for each grapheme is usual",
		})
	}
	return formatConflicts(all, s)
}

// formatConflicts adds the limits that leave no text of the format. Formats
// are of ASCII only, so that each byte is a grapheme.
func formatConflicts(all []conflict, s *lexicon.String) []conflict {
	format := syntax.FormatByName(s.Format)
	if format == syntax.FormatNone {
		return all
	}
	least, greatest := format.Lengths()
	for _, l := range []limit{{"maxLength", s.MaxLength}, {"maxGraphemes", s.MaxGraphemes}} {
		if l.Set && l.Value >= 0 && l.Value < int64(least) {
			all = append(all, conflict{
				l.field, "format",
				l.says() + ", but a text of the format " + s.Format + " has at least " + strconv.Itoa(least) + " bytes",
				"remove it: the format limits the length by itself",
			})
		}
	}
	for _, l := range []limit{{"minLength", s.MinLength}, {"minGraphemes", s.MinGraphemes}} {
		if l.Set && greatest > 0 && l.Value > int64(greatest) {
			all = append(all, conflict{
				l.field, "format",
				l.says() + ", but a text of the format " + s.Format + " has at most " + strconv.Itoa(greatest) + " bytes",
				"remove it: the format limits the length by itself",
			})
		}
	}
	return all
}

// negative adds the lengths that are negative.
func negative(all []conflict, limits ...limit) []conflict {
	for _, l := range limits {
		if l.Set && l.Value < 0 {
			all = append(all, conflict{l.field, "", l.says() + ", at least 0 is allowed", "remove it where there is no limit"})
		}
	}
	return all
}

// reversed adds a least value that is above the greatest one, unless a negative
// greatest length has been found already.
func reversed(all []conflict, least, greatest limit) []conflict {
	if !least.Set || !greatest.Set || least.Value <= greatest.Value {
		return all
	}
	for _, c := range all {
		if c.field == greatest.field {
			return all
		}
	}
	return append(all, conflict{
		least.field, greatest.field,
		least.says() + " and " + greatest.says() + ", so no value is allowed",
		"lower " + least.field + " or raise " + greatest.field,
	})
}

// safeInteger is the greatest integer that a double holds exactly, and all
// below it.
const safeInteger = 1<<53 - 1

func unsafeInteger(p *pass, s *lexicon.Integer) {
	report := func(at func() lexicon.Location, what string, n int64) {
		if (n < -safeInteger || n > safeInteger) && !p.surplus() {
			p.Report(at(), subjectOf(s).String()+" has "+what+" "+decimal(n)+", many clients hold integers exactly only within ±9007199254740991",
				"stay within, or make the field a string")
		}
	}
	for _, l := range []limit{{"minimum", s.Minimum}, {"maximum", s.Maximum}, {"default", s.Default}, {"const", s.Const}} {
		if l.Set {
			report(func() lexicon.Location { return s.AtField(l.field) }, l.field, l.Value)
		}
	}
	for i, n := range s.Enum {
		report(func() lexicon.Location { return atEntry(&s.Node, "enum", s.Enum, i) }, "the enum entry", n)
	}
}

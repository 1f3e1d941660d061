package lint

import (
	"math"
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// bounds has the rules about the limits that a schema sets.
var bounds = []*rule{
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
			reportConflicts(p, s, lengthConflicts(s.MinLength, s.MaxLength))
		}),
		on(func(p *pass, s *lexicon.Array) {
			reportConflicts(p, s, lengthConflicts(s.MinLength, s.MaxLength))
		}),
		on(func(p *pass, s *lexicon.Blob) {
			reportConflicts(p, s, negative(nil, limit{"maxSize", s.MaxSize}))
		}),
	}},
	{&diag.Rule{
		Code: "unsafe-integer", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "an integer exceeds the range that JavaScript represents exactly",
		Reason: "The data model supports 64-bit integers, but JavaScript, and therefore many clients, reads every " +
			"number as a double: beyond ±(2^53-1) values change silently. Stay within that range, or make the " +
			"field a string.",
		Spec: "Field types > integer", Page: "specs/data-model",
		Examples: `"count": {"type": "integer", "minimum": 0, "maximum": «9223372036854775807|9007199254740991»}`,
	}, []check{on(unsafeInteger)}},
}

// limit is a numeric limit of a schema and the field that sets it.
type limit struct {
	field string
	lexicon.Opt[int64]
}

// String returns the field and its value: "maxLength 10".
func (l limit) String() string { return "a " + l.field + " of " + l.Opt.String() }

// exceeds reports whether a minimum is above a maximum that is not negative.
func (l limit) exceeds(greatest limit) bool {
	return l.Set && greatest.Set && greatest.Value >= 0 && l.Value > greatest.Value
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
		p.report(func(f *diag.Finding) {
			f.Location = n.AtField(c.field)
			f.Message = subject(s) + " has " + c.message
			f.Help = c.help
			if c.other != "" {
				f.Related = related(n.AtField(c.other), c.other+" is set here")
			}
		})
	}
}

func integerConflicts(s *lexicon.Integer) []conflict {
	return reversed(nil, limit{"minimum", s.Minimum}, limit{"maximum", s.Maximum})
}

// lengthConflicts checks the limits of bytes and arrays.
func lengthConflicts(minLength, maxLength lexicon.Opt[int64]) []conflict {
	least, greatest := limit{"minLength", minLength}, limit{"maxLength", maxLength}
	return reversed(negative(nil, least, greatest), least, greatest)
}

func stringConflicts(s *lexicon.String) []conflict {
	all := lengthConflicts(s.MinLength, s.MaxLength)
	maxLength := limit{"maxLength", s.MaxLength}
	minGraphemes, maxGraphemes := limit{"minGraphemes", s.MinGraphemes}, limit{"maxGraphemes", s.MaxGraphemes}
	all = reversed(negative(all, minGraphemes, maxGraphemes), minGraphemes, maxGraphemes)
	if minGraphemes.exceeds(maxLength) {
		all = append(all, conflict{
			minGraphemes.field, maxLength.field,
			minGraphemes.String() + " and " + maxLength.String() + ", but a grapheme takes up at least one byte",
			"raise maxLength, which is in bytes (usually 10 to 20 per grapheme)",
		})
	}
	isASCII := syntax.FormatByName(s.Format) != syntax.FormatNone
	if minLength := (limit{"minLength", s.MinLength}); minLength.exceeds(maxGraphemes) && (isASCII || maxGraphemes.Value == 0) {
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
	return formatConflicts(all, s)
}

// formatConflicts adds the limits that no value of the format satisfies. Formats
// allow ASCII only, so every byte is a grapheme.
func formatConflicts(all []conflict, s *lexicon.String) []conflict {
	format := syntax.FormatByName(s.Format)
	if format == syntax.FormatNone {
		return all
	}
	least, greatest := format.Lengths()
	add := func(l limit, most string, bytes int) {
		all = append(all, conflict{
			l.field, "format",
			l.String() + ", but a value in the " + s.Format + " format is at " + most + " " + strconv.Itoa(bytes) + " bytes long",
			"remove " + l.field + "; the format determines the length",
		})
	}
	for _, l := range []limit{{"maxLength", s.MaxLength}, {"maxGraphemes", s.MaxGraphemes}} {
		if l.Set && l.Value >= 0 && l.Value < int64(least) {
			add(l, "least", least)
		}
	}
	for _, l := range []limit{{"minLength", s.MinLength}, {"minGraphemes", s.MinGraphemes}} {
		if l.Set && greatest > 0 && l.Value > int64(greatest) {
			add(l, "most", greatest)
		}
	}
	return all
}

// negative adds the lengths that are negative.
func negative(all []conflict, limits ...limit) []conflict {
	for _, l := range limits {
		if l.Set && l.Value < 0 {
			all = append(all, conflict{l.field, "", l.String() + ", which must not be negative", "remove " + l.field + " if there is no limit"})
		}
	}
	return all
}

// reversed adds a minimum above the maximum, unless the maximum is negative, which
// is already found.
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
		least.String() + " and " + greatest.String() + ", so no value is valid",
		"lower " + least.field + ", or raise " + greatest.field,
	})
}

// safeInteger is the largest integer up to which a double represents all integers
// exactly.
const safeInteger = 1<<53 - 1

func unsafeInteger(p *pass, s *lexicon.Integer) {
	check := func(n int64, field string, at func() diag.Location) {
		if n < -safeInteger || n > safeInteger {
			p.report(func(f *diag.Finding) {
				f.Location = at()
				f.Message = subject(s) + " has a " + field + " of " + decimal(n) + ", but many clients cannot exactly represent integers beyond ±9007199254740991"
				f.Help = "stay within that range, or use a string instead"
			})
		}
	}
	for _, l := range []limit{{"minimum", s.Minimum}, {"maximum", s.Maximum}, {"default", s.Default}, {"const", s.Const}} {
		if l.Set {
			check(l.Value, l.field, func() diag.Location { return s.AtField(l.field) })
		}
	}
	for i, n := range s.Enum {
		check(n, "enum entry", func() diag.Location { return atEntry(&s.Node, "enum", s.Enum, i) })
	}
}

// lengths has the rule about the limits in bytes and in graphemes.
var lengths = []*rule{
	{&diag.Rule{
		Code: "grapheme-bytes-ratio", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "the maxLength of a string is missing, or is less than 10 or more than 20 bytes per grapheme",
		Reason: "Set maxGraphemes to limit what people see, and maxLength to protect servers: a grapheme can consist of any number of " +
			"bytes. With fewer than 10 bytes per grapheme, text in some scripts and with emoji is cut " +
			"short; more than 20 are unnecessary.",
		Spec: "Field types > string, rules 2 and 3", Page: "specs/lexicon#string",
		Examples: `"title": {"type": "string", "maxGraphemes": 64, "maxLength": «64|640»}`,
	}, []check{on(graphemeBytes)}},
}

// The bytes for each grapheme that the style guide recommends.
const (
	fewestBytes = 10
	mostBytes   = 20
)

func graphemeBytes(p *pass, s *lexicon.String) {
	graphemes, bytes := s.MaxGraphemes.Value, s.MaxLength.Value
	if graphemes <= 0 || bytes < 0 || gives(s, "format") {
		return
	}
	fits := bytes/fewestBytes >= graphemes && (bytes-1)/mostBytes < graphemes // without overflow
	if s.MaxLength.Set && fits || !s.MaxLength.Set && gives(s, "maxLength") {
		return
	}
	f := diag.Finding{Severity: diag.Info}
	if s.MaxLength.Set && graphemes >= bytes {
		f.Severity = diag.Warning
	}
	p.reportAt(f.Severity, func(f *diag.Finding) {
		const ratio = " (10 to 20 bytes per grapheme)"
		amount := ""
		if graphemes <= math.MaxInt64/mostBytes {
			amount = "a value from " + decimal(graphemes*fewestBytes) + " to " + decimal(graphemes*mostBytes)
		}
		limits := subject(s) + " has a maxLength of " + decimal(bytes) + " and a maxGraphemes of " + decimal(graphemes)
		switch {
		case !s.MaxLength.Set:
			f.Location = s.AtField("maxGraphemes")
			f.Message = subject(s) + " has a maxGraphemes but no maxLength, and a grapheme can be any number of bytes long"
			f.Help = "set maxLength to " + amount + ratio
		case f.Severity == diag.Warning:
			f.Location = s.AtField("maxGraphemes")
			f.Message = limits + ", so maxGraphemes has no effect"
			f.Help = "set maxLength to " + amount + ratio
			if graphemes/fewestBytes >= bytes {
				f.Help = "swap the two if they were mixed up; otherwise set maxLength to " + amount + ratio
			}
			f.Related = related(s.AtField("maxLength"), "maxLength is set here")
		default:
			f.Location = s.AtField("maxLength")
			f.Message = limits + ", but 10 to 20 bytes per grapheme are recommended"
			f.Help = "set maxLength to " + amount + ", or change maxGraphemes"
			f.Related = related(s.AtField("maxGraphemes"), "maxGraphemes is set here")
		}
		if amount == "" {
			f.Help = "lower maxGraphemes; the corresponding maxLength would exceed 64 bits"
		}
	})
}

package validate

import (
	"math"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// RuleGraphemes is broken by strings with too few or too many graphemes.
var RuleGraphemes = &diag.Rule{
	Code: "graphemes", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: "the string has too few or too many graphemes",
	Reason: "The minGraphemes and maxGraphemes limits count what readers see as characters: an emoji that consists of several code points is one grapheme, " +
		"and so is a letter with its accents.",
	Spec: "Field types > string, rule 3; Limits", Page: "specs/lexicon#string",
	Examples: inSchema + `{"type": "string", "maxGraphemes": 1}` + inData + `«"ok"|"👍🏽"»`,
}

// RuleFormat is broken by strings that do not have their format.
var RuleFormat = &diag.Rule{
	Code: "format", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: "the string does not match its format",
	Reason: "A format defines the syntax of a string, including which dates exist: April 31 is invalid. Whether the account or resource exists is not checked. " +
		"An unknown format restricts nothing.",
	Spec: "String formats", Page: "specs/lexicon#string-formats",
	Examples: datetimeString + `«"2026-04-31T10:00:00.000Z"|"2026-04-30T10:00:00.000Z"»`,
}

// RuleDatetimePractice is reported with Options.DatetimePractice only.
var RuleDatetimePractice = &diag.Rule{
	Code: "datetime-practice", Group: "validate", Severity: diag.Always(diag.Off),
	Summary: "the datetime is not UTC with milliseconds",
	Reason:  "The recommended form is UTC, written with Z, with at least three decimal places for the seconds; such strings sort by time. The rule is off by default, because other forms are valid too.",
	Spec:    "String formats > datetime, rule 6", Page: "specs/lexicon#datetime",
	Examples: datetimeString + `«"2026-04-30T12:00:00+02:00"|"2026-04-30T10:00:00.000Z"»`,
}

var ruleUndecodableCID = &diag.Rule{
	Code: "undecodable-cid", Group: "validate", Severity: diag.Always(diag.Warning),
	Summary: "the string has the form of a CID but cannot be decoded",
	Reason: "The cid format defines only the syntax, so the string is valid. However, no content has this identifier, and several other validators reject it, " +
		"as they do a CID of more than 128 characters. " +
		"Copy the CID again, or compute it from the content.",
	Spec: "String formats > cid", Page: "specs/data-model",
	Examples: cidString + `«"bafyreiexample00000000000000"|"bafyreiccldh766hwcnuxnf2wh6jgzepf2nlu2lvcllt63eww5p6chi4ity"»`,
}

const cidString = inSchema + `{"type": "string", "format": "cid"}` + inData

const datetimeString = inSchema + `{"type": "string", "format": "datetime"}` + inData

// CheckString returns a fault for every field of s that a text breaks. The fields
// named in skip are not looked at. An unknown format restricts nothing. The text
// must be valid UTF-8.
func CheckString(s *lexicon.String, text string, skip ...string) []Fault {
	c := newStringChecker(s, skip...)
	return faults(c.fields, func(f field) bool { return c.breaks(f, text) }, func(f field) Fault { return c.fault(f, text) })
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

func newStringChecker(s *lexicon.String, skip ...string) *stringChecker {
	c := &stringChecker{node: s, format: s.Syntax()}
	c.fields = restricting([]option{
		{fieldMaxLength, s.MaxLength.Set}, {fieldMinLength, s.MinLength.Set},
		{fieldConst, s.Const.Set}, {fieldEnum, s.Enum != nil}, {fieldFormat, c.format != syntax.FormatNone},
		{fieldMaxGraphemes, s.MaxGraphemes.Set}, {fieldMinGraphemes, s.MinGraphemes.Set},
	}, skip)
	if slices.Contains(c.fields, fieldEnum) {
		c.enum = newClosedSet(s.Enum)
	}
	return c
}

func (c *stringChecker) schema() lexicon.Schema { return c.node }

func (c *stringChecker) check(r *run, i uint32) bool {
	if r.Tokens[i].Kind != datamodel.String {
		return r.wrongType(i, c.node, lexicon.TypeString, "a string")
	}
	text := r.Text(i)
	isCID := c.format == syntax.FormatCID
	if isCID && len(c.fields) == 1 && datamodel.IsCanonicalLink(text) {
		return true
	}
	for _, f := range c.fields {
		if c.breaks(f, text) && !c.broken(r, i, f, text) {
			return false
		}
	}
	return !isCID && !c.practice || c.advice(r, i, text)
}

// broken reports a field that the string at i breaks.
func (c *stringChecker) broken(r *run, i uint32, f field, text string) bool {
	if f == fieldFormat && c.legacy && syntax.IsDatetimeWithoutZone(text) {
		return r.report(ruleLegacyForm, func() finding {
			return finding{
				at: i, schema: c.node, field: f.String(), message: "is a datetime without a timezone",
				help: `add the timezone: "Z", or an offset such as +01:00`,
			}
		})
	}
	return r.report(f.rule(), func() finding { return c.fault(f, text).finding(i, c.node) })
}

// advice reports what is valid, but not good: a CID that cannot be decoded, and a
// datetime against the best practice. Of a string that breaks its format it says
// nothing.
func (c *stringChecker) advice(r *run, i uint32, text string) bool {
	switch {
	case c.practice && !isGoodDatetime(text) && c.format.Valid(text):
		return r.report(RuleDatetimePractice, func() finding {
			return finding{
				at: i, schema: c.node, field: fieldFormat.String(),
				message: "is " + quote(text) + `, but should be in UTC, with a "Z" suffix and milliseconds`, help: "use a form like 2026-01-31T12:30:00.000Z", actual: text,
			}
		})
	case c.format == syntax.FormatCID && !datamodel.IsCID(text) && c.format.Valid(text):
		return r.report(ruleUndecodableCID, func() finding {
			return finding{
				at: i, schema: c.node, field: fieldFormat.String(),
				message: "is " + quote(text) + ", which " + datamodel.DescribeUndecodable(text), help: "copy it again, or compute it from the content", actual: text,
			}
		})
	}
	return true
}

// isGoodDatetime reports whether a datetime follows the best practice: UTC with Z,
// and at least milliseconds.
func isGoodDatetime(text string) bool {
	_, fraction, _ := strings.Cut(strings.TrimSuffix(text, "Z"), ".")
	return strings.HasSuffix(text, "Z") && len(fraction) >= 3
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

// fault says in what way a text breaks a field.
func (c *stringChecker) fault(f field, text string) Fault {
	fault := Fault{Rule: f.rule(), Field: f.String()}
	length := func(n int, unit, limit string, expected int64) {
		fault.Message, fault.Expected, fault.Actual = "is "+words.Count(n, unit)+" long"+limit, expected, int64(n)
	}
	switch f {
	case fieldMaxLength:
		length(len(text), "byte", atMost(c.node.MaxLength.Value), c.node.MaxLength.Value)
	case fieldMinLength:
		length(len(text), "byte", atLeast(c.node.MinLength.Value), c.node.MinLength.Value)
	case fieldMaxGraphemes:
		length(syntax.Graphemes(text), "grapheme", atMost(c.node.MaxGraphemes.Value), c.node.MaxGraphemes.Value)
	case fieldMinGraphemes:
		length(syntax.Graphemes(text), "grapheme", atLeast(c.node.MinGraphemes.Value), c.node.MinGraphemes.Value)
	case fieldConst:
		fault.Message, fault.Expected, fault.Actual = mustBe(quote(c.node.Const.Value), quote(text)), c.node.Const.Value, text
	case fieldEnum:
		fault.Message, fault.Expected, fault.Actual = c.enum.refuse(quote(text), quote), c.enum.list, text
	case fieldFormat:
		fault.Message, fault.Expected, fault.Actual = "is "+c.format.Check(text).Error(), c.format.String(), text
		fault.Help = c.format.Help(text)
		if c.format == syntax.FormatATURI && syntax.FormatATURIOrSpace.Valid(text) {
			fault.Help, fault.Hint = "use the profile atproto, which has the AT URIs of spaces", diag.HintUseProfile{Profile: diag.ProfileATProto}
		}
	default:
		panic("validate: a string has no " + f.String())
	}
	return fault
}

// limit narrows a limit of a schema to int. No length reaches what is cut off.
func limit(n int64) int { return int(min(max(n, math.MinInt), math.MaxInt)) }

package validate

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// RuleConst is broken by values other than the constant of the schema.
var RuleConst = &diag.Rule{
	Code: "const", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: "the value differs from the const of the schema",
	Reason:  "A field with a const always has exactly that value. Use that value. Strings are compared byte for byte.",
	Spec:    "Field types > boolean, integer, string: const", Page: "specs/lexicon#field-type-definitions",
	Examples: inSchema + `{"type": "integer", "const": 2}` + inData + `«3|2»`,
}

// RuleRange is broken by integers below the minimum or above the maximum.
var RuleRange = &diag.Rule{
	Code: "range", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: "the integer is below its minimum or above its maximum",
	Reason:  "The minimum and maximum are themselves allowed. The usual cause is a value in a different unit or scale.",
	Spec:    "Field types > integer: minimum, maximum", Page: "specs/lexicon#integer",
	Examples: inSchema + `{"type": "integer", "minimum": 1, "maximum": 5}` + inData + `«6|5»`,
}

// Fault is a field of a schema that a value breaks, such as its maxLength.
type Fault struct {
	Rule             *diag.Rule
	Field            string // as schemas spell it
	Message          string // said of the value: "is 12 bytes long, at most 5 are allowed"
	Help             string // how to fix it; may be empty
	Hint             diag.Hint
	Expected, Actual any // see diag.DataPlace
}

// faults takes the fields of a schema that a value breaks: as findings of a run or, without
// one, as a list.
type faults struct {
	run    *run
	at     uint32
	schema lexicon.Schema

	list []Fault
	skip []string // fields that are left out of the list
}

// add takes a field, and calls the function only where it wants the Fault, which that returns
// without the rule and the field. It returns false if no other field matters.
func (f *faults) add(rule *diag.Rule, field string, fault func() Fault) bool {
	switch {
	case f.run != nil:
		return f.run.breach(f.at, f.schema, rule, field, fault)
	case !slices.Contains(f.skip, field):
		one := fault()
		one.Rule, one.Field = rule, field
		f.list = append(f.list, one)
	}
	return true
}

// breach reports that the value at i breaks a field of a schema.
func (r *run) breach(i uint32, schema lexicon.Schema, rule *diag.Rule, field string, fault func() Fault) bool {
	return r.report(rule, func() finding {
		f := fault()
		return finding{at: i, schema: schema, field: field, message: f.Message, help: f.Help, hint: f.Hint, expected: f.Expected, actual: f.Actual}
	})
}

// booleanChecker is a schema of type boolean.
type booleanChecker struct{ origin[*lexicon.Boolean] }

func (c *booleanChecker) check(r *run, i uint32) bool {
	tok := &r.Tokens[i]
	if tok.Kind != datamodel.Boolean {
		return r.wrongType(i, c.node, lexicon.TypeBoolean, "a boolean")
	}
	want, found := c.node.Const, tok.Bool()
	return !want.Set || found == want.Value || r.breach(i, c.node, RuleConst, "const", func() Fault {
		return Fault{Message: mustBe(strconv.FormatBool(want.Value), strconv.FormatBool(found)), Expected: want.Value, Actual: found}
	})
}

// integerChecker is a schema of type integer, prepared for many values.
type integerChecker struct {
	origin[*lexicon.Integer]
	enum closedSet[int64]
}

// CheckInteger returns a fault for every field of s that an integer breaks. The
// fields named in skip are not looked at.
func CheckInteger(s *lexicon.Integer, n int64, skip ...string) []Fault {
	c := &integerChecker{origin: from(s)}
	if !slices.Contains(skip, "enum") {
		c.enum = newClosedSet(s.Enum)
	}
	f := faults{skip: skip}
	c.breaches(n, &f)
	return f.list
}

func (c *integerChecker) check(r *run, i uint32) bool {
	tok := &r.Tokens[i]
	if tok.Kind != datamodel.Integer {
		return r.wrongType(i, c.node, lexicon.TypeInteger, "an integer")
	}
	return c.breaches(tok.Int(), &faults{run: r, at: i, schema: c.node})
}

// breaches finds the fields that an integer breaks, until no other one matters.
func (c *integerChecker) breaches(n int64, f *faults) bool {
	s := c.node
	bound := func(field, inWords string, limit int64) bool {
		return f.add(RuleRange, field, func() Fault {
			return Fault{Message: "is " + decimal(n) + ", but must be " + inWords + decimal(limit), Expected: limit, Actual: n}
		})
	}
	switch {
	case s.Minimum.Set && n < s.Minimum.Value && !bound("minimum", "at least ", s.Minimum.Value),
		s.Maximum.Set && n > s.Maximum.Value && !bound("maximum", "at most ", s.Maximum.Value),
		s.Const.Set && n != s.Const.Value && !f.add(RuleConst, "const", func() Fault {
			return Fault{Message: mustBe(decimal(s.Const.Value), decimal(n)), Expected: s.Const.Value, Actual: n}
		}),
		c.enum.list != nil && !c.enum.has(n) && !f.add(RuleEnum, "enum", func() Fault {
			return Fault{Message: c.enum.refuse(decimal(n), decimal), Expected: s.Enum, Actual: n}
		}):
		return false
	}
	return true
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

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
	c := &stringChecker{origin: from(s), format: s.Syntax()}
	if !slices.Contains(skip, "enum") {
		c.enum = newClosedSet(s.Enum)
	}
	f := faults{skip: skip}
	c.breaches(text, &f)
	return f.list
}

// stringChecker is a schema of type string, prepared for many values.
type stringChecker struct {
	origin[*lexicon.String]
	format syntax.Format
	enum   closedSet[string]

	onlyCID  bool // there is nothing but the format cid
	legacy   bool // datetimes without a timezone pass, with an info
	practice bool // datetimes that are not in the recommended form are reported
}

func newStringChecker(s *lexicon.String, options *Options) *stringChecker {
	c := &stringChecker{origin: from(s), format: s.Syntax(), enum: newClosedSet(s.Enum)}
	c.onlyCID = c.format == syntax.FormatCID && s.Enum == nil &&
		!(s.Const.Set || s.MinLength.Set || s.MaxLength.Set || s.MinGraphemes.Set || s.MaxGraphemes.Set)
	if c.format == syntax.FormatDatetime {
		c.legacy, c.practice = options.Legacy, options.DatetimePractice
	}
	return c
}

func (c *stringChecker) check(r *run, i uint32) bool {
	if r.Tokens[i].Kind != datamodel.String {
		return r.wrongType(i, c.node, lexicon.TypeString, "a string")
	}
	text := r.Text(i)
	if c.onlyCID && datamodel.IsCanonicalLink(text) {
		return true
	}
	return c.breaches(text, &faults{run: r, at: i, schema: c.node}) && (c.format != syntax.FormatCID && !c.practice || c.advice(r, i, text))
}

// advice reports what is valid, but not good: a CID that cannot be decoded, and a
// datetime against the best practice. Of a string that breaks its format it says
// nothing.
func (c *stringChecker) advice(r *run, i uint32, text string) bool {
	switch {
	case c.practice && !isGoodDatetime(text) && c.format.Valid(text):
		return r.report(RuleDatetimePractice, func() finding {
			return finding{
				at: i, schema: c.node, field: "format",
				message: "is " + quote(text) + `, but should be in UTC, with a "Z" suffix and milliseconds`, help: "use a form like 2026-01-31T12:30:00.000Z", actual: text,
			}
		})
	case c.format == syntax.FormatCID && !datamodel.IsCID(text) && c.format.Valid(text):
		return r.report(ruleUndecodableCID, func() finding {
			return finding{
				at: i, schema: c.node, field: "format",
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

// breaches finds the fields that a text breaks, cheap ones first, until no other one matters.
func (c *stringChecker) breaches(text string, f *faults) bool {
	s := c.node
	length := func(rule *diag.Rule, field, unit string, count func(string) int, inWords func(int64) string, limit int64) bool {
		return f.add(rule, field, func() Fault {
			n := count(text)
			return Fault{Message: "is " + words.Count(n, unit) + " long" + inWords(limit), Expected: limit, Actual: int64(n)}
		})
	}
	bytes := func(text string) int { return len(text) }
	switch {
	case s.MaxLength.Set && int64(len(text)) > s.MaxLength.Value && !length(RuleLength, "maxLength", "byte", bytes, atMost, s.MaxLength.Value),
		s.MinLength.Set && int64(len(text)) < s.MinLength.Value && !length(RuleLength, "minLength", "byte", bytes, atLeast, s.MinLength.Value),
		s.Const.Set && text != s.Const.Value && !f.add(RuleConst, "const", func() Fault {
			return Fault{Message: mustBe(quote(s.Const.Value), quote(text)), Expected: s.Const.Value, Actual: text}
		}),
		c.enum.list != nil && !c.enum.has(text) && !f.add(RuleEnum, "enum", func() Fault {
			return Fault{Message: c.enum.refuse(quote(text), quote), Expected: s.Enum, Actual: text}
		}),
		!c.format.Valid(text) && !c.wrongFormat(text, f),
		s.MaxGraphemes.Set && !syntax.GraphemesAtMost(text, limit(s.MaxGraphemes.Value)) &&
			!length(RuleGraphemes, "maxGraphemes", "grapheme", syntax.Graphemes, atMost, s.MaxGraphemes.Value),
		s.MinGraphemes.Set && !syntax.GraphemesAtLeast(text, limit(s.MinGraphemes.Value)) &&
			!length(RuleGraphemes, "minGraphemes", "grapheme", syntax.Graphemes, atLeast, s.MinGraphemes.Value):
		return false
	}
	return true
}

// wrongFormat takes a text that breaks the format.
func (c *stringChecker) wrongFormat(text string, f *faults) bool {
	if c.legacy && syntax.IsDatetimeWithoutZone(text) {
		return f.add(ruleLegacyForm, "format", func() Fault {
			return Fault{Message: "is a datetime without a timezone", Help: `add the timezone: "Z", or an offset such as +01:00`}
		})
	}
	return f.add(RuleFormat, "format", func() Fault {
		fault := Fault{Message: "is " + c.format.Check(text).Error(), Help: c.format.Help(text), Expected: c.format.String(), Actual: text}
		if c.format == syntax.FormatATURI && syntax.FormatATURIOrSpace.Valid(text) {
			fault.Help, fault.Hint = "use the profile atproto, which has the AT URIs of spaces", diag.HintUseProfile{Profile: diag.ProfileATProto}
		}
		return fault
	})
}

// limit narrows a limit of a schema to int. No length reaches what is cut off.
func limit(n int64) int { return int(min(max(n, math.MinInt), math.MaxInt)) }

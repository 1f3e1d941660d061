package validate

import (
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
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

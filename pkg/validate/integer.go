package validate

import (
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// RuleRange is broken by integers below the minimum or above the maximum.
var RuleRange = &diag.Rule{
	Code: "range", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: "the integer is below its minimum or above its maximum",
	Reason:  "The minimum and maximum are themselves allowed. The usual cause is a value in a different unit or scale.",
	Spec:    "Field types > integer: minimum, maximum", Page: "specs/lexicon#integer",
	Examples: inSchema + `{"type": "integer", "minimum": 1, "maximum": 5}` + inData + `«6|5»`,
}

// CheckInteger returns a fault for every field of s that an integer breaks. The
// fields named in skip are not looked at.
func CheckInteger(s *lexicon.Integer, n int64, skip ...string) []Fault {
	c := newIntegerChecker(s, skip...)
	return faults(c.fields, func(f field) bool { return c.breaks(f, n) }, func(f field) Fault { return c.fault(f, n) })
}

// integerChecker is a schema of type integer, prepared for many values.
type integerChecker struct {
	node   *lexicon.Integer
	fields []field // those that are set
	enum   closedSet[int64]
}

func newIntegerChecker(s *lexicon.Integer, skip ...string) *integerChecker {
	c := &integerChecker{node: s}
	c.fields = restricting([]option{
		{fieldMinimum, s.Minimum.Set}, {fieldMaximum, s.Maximum.Set}, {fieldConst, s.Const.Set}, {fieldEnum, s.Enum != nil},
	}, skip)
	if slices.Contains(c.fields, fieldEnum) {
		c.enum = newClosedSet(s.Enum)
	}
	return c
}

func (c *integerChecker) schema() lexicon.Schema { return c.node }

func (c *integerChecker) check(r *run, i uint32) bool {
	tok := &r.Tokens[i]
	if tok.Kind != datamodel.Integer {
		return r.wrongType(i, c.node, lexicon.TypeInteger, "an integer")
	}
	n := tok.Int()
	for _, f := range c.fields {
		if c.breaks(f, n) && !r.report(f.rule(), func() finding { return c.fault(f, n).finding(i, c.node) }) {
			return false
		}
	}
	return true
}

func (c *integerChecker) breaks(f field, n int64) bool {
	switch f {
	case fieldMinimum:
		return n < c.node.Minimum.Value
	case fieldMaximum:
		return n > c.node.Maximum.Value
	case fieldConst:
		return n != c.node.Const.Value
	case fieldEnum:
		return !c.enum.has(n)
	}
	panic("validate: an integer has no " + f.String())
}

// fault says in what way an integer breaks a field.
func (c *integerChecker) fault(f field, n int64) Fault {
	fault := Fault{Rule: f.rule(), Field: f.String(), Actual: n}
	switch f {
	case fieldMinimum:
		fault.Expected = c.node.Minimum.Value
		fault.Message = "is " + decimal(n) + ", but must be at least " + decimal(c.node.Minimum.Value)
	case fieldMaximum:
		fault.Expected = c.node.Maximum.Value
		fault.Message = "is " + decimal(n) + ", but must be at most " + decimal(c.node.Maximum.Value)
	case fieldConst:
		fault.Expected, fault.Message = c.node.Const.Value, mustBe(decimal(c.node.Const.Value), decimal(n))
	case fieldEnum:
		fault.Expected, fault.Message = c.enum.list, c.enum.refuse(decimal(n), decimal)
	default:
		panic("validate: an integer has no " + f.String())
	}
	return fault
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

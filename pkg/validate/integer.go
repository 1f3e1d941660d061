package validate

import (
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// RuleRange is broken by integers below the minimum or above the maximum.
var RuleRange = &lexicon.Rule{
	Code: "range", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "the integer is below its minimum or above its maximum",
	Reason:  "Minimum and maximum are allowed values themselves. The usual cause is a value in another unit or scale.",
	Spec:    "Field types > integer: minimum, maximum",
	Page:    "specs/lexicon#integer",
	Bad: `-- schema --
{"type": "integer", "minimum": 1, "maximum": 5}
-- data --
6`,
	Good: `-- schema --
{"type": "integer", "minimum": 1, "maximum": 5}
-- data --
5`,
}

// CheckInteger returns a fault for every field of s that an integer breaks. The
// fields named in skip are not looked at.
func CheckInteger(s *lexicon.Integer, n int64, skip ...string) []Fault {
	return collect(func(report reporter) { newIntegerChecker(s, skip...).faults(n, report) })
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
	switch {
	case tok.Kind != datamodel.Integer:
		return r.wrongType(i, c.node, lexicon.TypeInteger, "an integer")
	case c.valid(tok.Int()):
		return true
	case r.quick:
		return false
	}
	c.faults(tok.Int(), r.reporter(i, c.node))
	return true
}

// valid reports whether an integer breaks no field. It allocates nothing.
func (c *integerChecker) valid(n int64) bool {
	for _, f := range c.fields {
		if c.breaks(f, n) {
			return false
		}
	}
	return true
}

// faults reports every field that an integer breaks.
func (c *integerChecker) faults(n int64, report reporter) {
	for _, f := range c.fields {
		if c.breaks(f, n) {
			message, expected := c.explain(f, n)
			report(Fault{f.rule(), f.String(), message, expected, n})
		}
	}
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

// explain says in what way an integer breaks a field, and what the field is.
func (c *integerChecker) explain(f field, n int64) (message string, expected any) {
	switch f {
	case fieldMinimum:
		return "is " + decimal(n) + ", at least " + decimal(c.node.Minimum.Value) + " is required", c.node.Minimum.Value
	case fieldMaximum:
		return "is " + decimal(n) + ", at most " + decimal(c.node.Maximum.Value) + " is allowed", c.node.Maximum.Value
	case fieldConst:
		return mustBe(decimal(c.node.Const.Value), decimal(n)), c.node.Const.Value
	case fieldEnum:
		return c.enum.refuse(decimal(n), decimal), c.enum.list
	}
	panic("validate: an integer has no " + f.String())
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

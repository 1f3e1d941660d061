package validate

import (
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// CheckInteger returns a fault for every field of s that an integer breaks; the
// fields named in but are not looked at.
func CheckInteger(s *lexicon.Integer, n int64, but ...string) []Fault {
	c := newIntegerChecker(s, but...)
	return collect(func(report reporter) { c.faults(n, report) })
}

// integerChecker is a schema of type integer, prepared for many values.
type integerChecker struct {
	node   *lexicon.Integer
	fields []field // those that are set
	enum   closedSet[int64]
}

func newIntegerChecker(s *lexicon.Integer, but ...string) *integerChecker {
	c := &integerChecker{node: s}
	c.fields = restricting([]option{
		{fieldMinimum, s.Minimum.Set}, {fieldMaximum, s.Maximum.Set}, {fieldConst, s.Const.Set}, {fieldEnum, s.Enum != nil},
	}, but)
	if slices.Contains(c.fields, fieldEnum) {
		c.enum = newClosedSet(s.Enum)
	}
	return c
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
			report(f.rule(), f.String(), c.message(f, n))
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

func (c *integerChecker) message(f field, n int64) string {
	switch f {
	case fieldMinimum:
		return "is " + decimal(n) + ", at least " + decimal(c.node.Minimum.Value) + " is required"
	case fieldMaximum:
		return "is " + decimal(n) + ", at most " + decimal(c.node.Maximum.Value) + " is allowed"
	case fieldConst:
		return "must be " + decimal(c.node.Const.Value) + ", found " + decimal(n)
	case fieldEnum:
		return c.enum.refuse(decimal(n), decimal)
	}
	panic("validate: an integer has no " + f.String())
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

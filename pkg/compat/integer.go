package compat

import (
	"math"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

var ruleIntegerRange = &diag.Rule{
	Code: "integer-range", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "the range of an integer changed",
	Reason:  constraintReason,
	Spec:    "Versioning, 2; Field types > integer: minimum, maximum", Page: evolution,
	Examples: inOld + `{"type": "integer", "maximum": 10}` + inNew + `{"type": "integer", "maximum": «20|10»}`,
}

// integers is the set of integers that a schema accepts.
type integers struct {
	values []int64 // sorted; nil for a set that is not finite
	within interval
}

func integersOf(s *lexicon.Integer) integers {
	set := integers{within: between(s.Minimum, s.Maximum, math.MinInt64)}
	switch {
	case s.Enum != nil:
		set.values = sortedSet(s.Enum)
	case s.Const.Set:
		set.values = []int64{s.Const.Value}
	default:
		return set
	}
	set.values = slices.DeleteFunc(set.values, func(v int64) bool {
		return !set.within.has(v) || s.Const.Set && v != s.Const.Value
	})
	return set
}

func (set integers) empty() bool {
	if set.values != nil {
		return len(set.values) == 0
	}
	return set.within.empty()
}

// compareInteger compares two schemas of type integer.
func (s *scope) compareInteger(o, n *lexicon.Integer) {
	before, after := integersOf(o), integersOf(n)
	fixed, enum := closedSets(before, after, o.Const, n.Const, o.Enum, n.Enum)
	s.constraints(o, n, fixed, enum, constraint{ruleIntegerRange, directions(before.leavesRange(n), after.leavesRange(o)), []fieldChange{
		optionChange("minimum", o.Minimum, n.Minimum),
		optionChange("maximum", o.Maximum, n.Maximum),
	}})
	defaults(s, o, n, o.Default, n.Default)
}

// leavesRange reports whether a number of the set is outside the limits of s.
func (set integers) leavesRange(s *lexicon.Integer) bool {
	allowed := between(s.Minimum, s.Maximum, math.MinInt64)
	if set.values != nil {
		return slices.ContainsFunc(set.values, func(v int64) bool { return !allowed.has(v) })
	}
	return !set.within.within(allowed)
}

// leavesEnum reports whether a number of the set is not in enum; nil has all.
func (set integers) leavesEnum(enum []int64) bool {
	switch {
	case enum == nil || set.empty():
		return false
	case set.values != nil:
		return len(without(set.values, enum)) > 0
	}
	return !set.coveredBy(sortedSet(enum))
}

// coveredBy reports whether a sorted list has every number of a range.
func (set integers) coveredBy(list []int64) bool {
	first, found := slices.BinarySearch(list, set.within.least)
	// The entries differ, so those between the ends are all of them when there
	// are enough.
	width := uint64(set.within.most) - uint64(set.within.least)
	return found && width < uint64(len(list)-first) && list[first+int(width)] == set.within.most
}

// compareBoolean compares two schemas of type boolean.
func (s *scope) compareBoolean(o, n *lexicon.Boolean) {
	breaks := directions(n.Const.Set && o.Const != n.Const, o.Const.Set && o.Const != n.Const)
	s.constraints(o, n, constraint{ruleConstValue, breaks, []fieldChange{optionChange("const", o.Const, n.Const)}})
	defaults(s, o, n, o.Default, n.Default)
}

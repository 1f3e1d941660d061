package compat

import (
	"math"
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// integers is the set of integers that a schema accepts.
type integers struct {
	finite bool
	values []int64 // when finite
	within interval
}

func integersOf(s *lexicon.Integer) integers {
	set := integers{within: between(s.Minimum, s.Maximum, math.MinInt64)}
	var candidates []int64
	switch {
	case s.Enum != nil:
		candidates = s.Enum
	case s.Const.Set:
		candidates = []int64{s.Const.Value}
	default:
		return set
	}
	set.finite = true
	for _, v := range candidates {
		if set.within.has(v) && (!s.Const.Set || v == s.Const.Value) {
			set.values = append(set.values, v)
		}
	}
	return set
}

func (set integers) empty() bool {
	if set.finite {
		return len(set.values) == 0
	}
	return set.within.empty()
}

// outside reports whether a number of the set is not among those that allowed
// takes.
func (set integers) outside(allowed func(int64) bool) bool {
	return slices.ContainsFunc(set.values, func(v int64) bool { return !allowed(v) })
}

// integer compares two schemas of type integer.
func (c *comparison) integer(o, n *lexicon.Integer) {
	before, after := integersOf(o), integersOf(n)
	ranges := facet{rule: ruleIntegerRange, breaks: directions(
		before.leavesRange(n), after.leavesRange(o),
	)}
	limits(&ranges, "minimum", o.Minimum, n.Minimum)
	limits(&ranges, "maximum", o.Maximum, n.Maximum)
	enum := facet{rule: ruleEnumValues, closed: true, breaks: directions(
		before.leavesEnum(n.Enum), after.leavesEnum(o.Enum),
	)}
	enum.differ("enum", setWords(o.Enum, decimal), setWords(n.Enum, decimal))
	fixed := facet{rule: ruleConstValue, closed: true, breaks: directions(
		before.leavesConst(n.Const), after.leavesConst(o.Const),
	)}
	limits(&fixed, "const", o.Const, n.Const)
	open := o.Enum == nil && !o.Const.Set && !o.Minimum.Set && !o.Maximum.Set
	c.facets(o, n, open, fixed, enum, ranges)
	c.defaults(o, n, o.Default.String(), n.Default.String())
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }

func (set integers) leavesRange(s *lexicon.Integer) bool {
	allowed := between(s.Minimum, s.Maximum, math.MinInt64)
	if set.finite {
		return set.outside(allowed.has)
	}
	return !set.within.within(allowed)
}

func (set integers) leavesEnum(enum []int64) bool {
	switch {
	case enum == nil || set.empty():
		return false
	case set.finite:
		return set.outside(func(v int64) bool { return slices.Contains(enum, v) })
	}
	return !set.coveredBy(enum)
}

// coveredBy reports whether a list has every number of a range.
func (set integers) coveredBy(list []int64) bool {
	width := uint64(set.within.most) - uint64(set.within.least)
	if width >= uint64(len(list)) {
		return false
	}
	for v := set.within.least; ; v++ {
		if !slices.Contains(list, v) {
			return false
		}
		if v == set.within.most {
			return true
		}
	}
}

func (set integers) leavesConst(fixed lexicon.Opt[int64]) bool {
	if !fixed.Set {
		return false
	}
	return set.leavesEnum([]int64{fixed.Value})
}

// directions makes a Direction of two answers.
func directions(backward, forward bool) (d lexicon.Direction) {
	if backward {
		d |= lexicon.Backward
	}
	if forward {
		d |= lexicon.Forward
	}
	return d
}

// boolean compares two schemas of type boolean.
func (c *comparison) boolean(o, n *lexicon.Boolean) {
	fixed := facet{rule: ruleConstValue, closed: true, breaks: directions(
		n.Const.Set && o.Const != n.Const, o.Const.Set && o.Const != n.Const,
	)}
	limits(&fixed, "const", o.Const, n.Const)
	c.facets(o, n, !o.Const.Set, fixed)
	c.defaults(o, n, o.Default.String(), n.Default.String())
}

// defaults compares default values, as words.
func (c *comparison) defaults(o, n lexicon.Schema, old, new string) {
	if old == new {
		return
	}
	f := fieldChange{"default", old, new}
	c.report(change{
		rule: ruleDefaultValue, severity: lexicon.Warning, new: atField(n, "default"), old: atField(o, "default"), message: f.words(),
		help: "software that relies on the default behaves differently now: keep it",
	})
}

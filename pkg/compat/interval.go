package compat

import (
	"math"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// interval is a range of whole numbers, both ends in it.
type interval struct{ least, most int64 }

// between returns the interval between two limits that may be absent.
func between(least, most lexicon.Opt[int64], lowest int64) interval {
	in := interval{lowest, math.MaxInt64}
	if least.Set {
		in.least = max(in.least, least.Value)
	}
	if most.Set {
		in.most = most.Value
	}
	return in
}

func (in interval) empty() bool { return in.least > in.most }

func (in interval) has(n int64) bool { return in.least <= n && n <= in.most }

// within reports whether every number of in lies in outer.
func (in interval) within(outer interval) bool {
	return in.empty() || outer.least <= in.least && in.most <= outer.most
}

// and returns the numbers that lie in both.
func (in interval) and(other interval) interval {
	return interval{max(in.least, other.least), min(in.most, other.most)}
}

// rangeBreaks returns the directions in which a change of a range breaks: backward
// if the new one lacks a number of the old one, forward the other way around.
func rangeBreaks(old, new interval) diag.Direction {
	return directions(!old.within(new), !new.within(old))
}

// both is both directions.
const both = diag.Backward | diag.Forward

// directions combines two answers.
func directions(backward, forward bool) (d diag.Direction) {
	if backward {
		d |= diag.Backward
	}
	if forward {
		d |= diag.Forward
	}
	return d
}

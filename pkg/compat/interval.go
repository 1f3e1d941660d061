package compat

import (
	"math"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// interval is a range of whole numbers, both ends in it.
type interval struct{ least, most int64 }

// between makes an interval of two limits that may be absent.
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

// refuses tells the directions in which two ranges break: backward when the new
// one lacks a number of the old, forward the other way round.
func refuses(old, new interval) (d lexicon.Direction) {
	if !old.within(new) {
		d |= lexicon.Backward
	}
	if !new.within(old) {
		d |= lexicon.Forward
	}
	return d
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

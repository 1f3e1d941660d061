package stats

import (
	"cmp"
	"math/bits"
	"slices"
)

// histogram counts integers, and can tell their quantiles. It has at most mostBuckets
// buckets: the more different numbers there are, the more of them share one. What it is
// depends only on the numbers, not on their order, and not on how many histograms they were
// first counted in.
type histogram struct {
	Count    int64
	Min, Max int64
	// Dropped is how many of their last binary digits are left out, as long as the first
	// few ones are kept. From digits on, that is fewer than mostLeading.
	Dropped int
	Buckets []bucket // sorted

	// near has the places of buckets to look at first, by the last digits of their numbers.
	near *[256]uint16
}

// bucket counts the numbers that are alike in their leading digits.
type bucket struct {
	First int64 // the smallest of them
	Count int64
}

const (
	mostBuckets = 1024 // of a histogram
	mostLeading = 7    // digits that are kept while the last ones are left out
	digits      = 64 - mostLeading
)

// add counts a number.
func (h *histogram) add(n int64) {
	if h.Count == 0 {
		h.Min, h.Max = n, n
	}
	h.Count++
	h.Min, h.Max = min(h.Min, n), max(h.Max, n)
	h.put(bucket{floor(n, h.Dropped), 1})
}

// put adds a bucket of the resolution of the histogram.
func (h *histogram) put(b bucket) {
	if h.near == nil {
		h.near = new([256]uint16)
	}
	near := &h.near[b.First>>h.Dropped&255]
	if i := int(*near); i < len(h.Buckets) && h.Buckets[i].First == b.First {
		h.Buckets[i].Count += b.Count
		return
	}
	low, found := slices.BinarySearchFunc(h.Buckets, b.First, func(b bucket, first int64) int { return cmp.Compare(b.First, first) })
	*near = uint16(low)
	if found {
		h.Buckets[low].Count += b.Count
		return
	}
	h.Buckets = slices.Insert(h.Buckets, low, b)
	for len(h.Buckets) > mostBuckets {
		h.coarsen(h.Dropped + 1)
	}
}

// coarsen leaves out more digits.
func (h *histogram) coarsen(dropped int) {
	h.Dropped = dropped
	kept := h.Buckets[:0]
	for _, b := range h.Buckets {
		b.First = floor(b.First, dropped)
		if n := len(kept); n > 0 && kept[n-1].First == b.First {
			kept[n-1].Count += b.Count
		} else {
			kept = append(kept, b)
		}
	}
	h.Buckets = kept
}

// floor returns the smallest number of the bucket of a number.
func floor(n int64, dropped int) int64 {
	if dropped == 0 {
		return n
	}
	if n >= 0 {
		return truncate(n, dropped)
	}
	return ^(truncate(^n, dropped) | width(^n, dropped))
}

// truncate clears the last digits of a number.
func truncate(n int64, dropped int) int64 { return n &^ width(n, dropped) }

// width has the digits that truncate clears.
func width(n int64, dropped int) int64 {
	leading := mostLeading
	if dropped > digits {
		leading -= dropped - digits
	}
	return int64(1)<<max(0, min(dropped, bits.Len64(uint64(n))-leading)) - 1
}

// merge adds what another histogram counted.
func (h *histogram) merge(other *histogram) {
	if other.Count == 0 {
		return
	}
	if h.Count == 0 {
		h.Min, h.Max = other.Min, other.Max
	}
	h.Count += other.Count
	h.Min, h.Max = min(h.Min, other.Min), max(h.Max, other.Max)
	if other.Dropped > h.Dropped {
		h.coarsen(other.Dropped)
	}
	for _, b := range other.Buckets {
		h.put(bucket{floor(b.First, h.Dropped), b.Count})
	}
}

// with returns a histogram of what two have counted, which stay as they are.
func (h *histogram) with(other *histogram) *histogram {
	both := &histogram{}
	both.merge(h)
	both.merge(other)
	return both
}

// quantile returns a number so that about a share of all are not larger.
func (h *histogram) quantile(share float64) int64 {
	rank := int64(share * float64(h.Count))
	if float64(rank) < share*float64(h.Count) {
		rank++
	}
	seen := int64(0)
	for _, b := range h.Buckets {
		if seen += b.Count; seen < rank {
			continue
		}
		middle := b.First
		if b.First >= 0 {
			middle += width(b.First, h.Dropped) / 2
		} else {
			middle += width(^b.First, h.Dropped) / 2
		}
		return min(max(middle, h.Min), h.Max)
	}
	return h.Max
}

package stats

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// Quantiles are within 2 % of their rank, whatever the numbers are, and neither order nor
// merging matters.
func TestHistogram(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, next := range map[string]func() int64{
		"constant":    func() int64 { return 7 },
		"small":       func() int64 { return r.Int64N(300) },
		"uniform":     func() int64 { return r.Int64N(1_000_000) },
		"signed":      func() int64 { return r.Int64N(2_000_000) - 1_000_000 },
		"all":         func() int64 { return int64(r.Uint64()) },
		"lognormal":   func() int64 { return int64(math.Exp(r.NormFloat64()*3 + 5)) },
		"timestamps":  func() int64 { return 1_700_000_000_000 + r.Int64N(2_600_000_000) },
		"two places":  func() int64 { return r.Int64N(2)*1_700_000_000_000 + r.Int64N(2_600_000) },
		"heavy tails": func() int64 { return int64(math.Pow(2, r.Float64()*62)) },
		"extremes":    func() int64 { return []int64{math.MinInt64, -1, 0, math.MaxInt64}[r.IntN(4)] },
	} {
		numbers := make([]int64, 20_000)
		var h, left, right histogram
		for i := range numbers {
			numbers[i] = next()
			h.add(numbers[i])
			if i%3 == 0 {
				left.add(numbers[i])
			}
		}
		r.Shuffle(len(numbers), func(i, j int) { numbers[i], numbers[j] = numbers[j], numbers[i] })
		var shuffled histogram
		for _, n := range numbers {
			shuffled.add(n)
		}
		shuffled.near, h.near = nil, nil
		if !reflect.DeepEqual(shuffled, h) {
			t.Errorf("%s: the order matters", name)
		}
		left, right = histogram{}, histogram{}
		for i, n := range numbers {
			if i < 123 {
				left.add(n)
			} else {
				right.add(n)
			}
		}
		left.merge(&right)
		if left.near = nil; !reflect.DeepEqual(left, h) {
			t.Errorf("%s: merging matters", name)
		}
		slices.Sort(numbers)
		if h.Min != numbers[0] || h.Max != numbers[len(numbers)-1] || len(h.Buckets) > mostBuckets {
			t.Errorf("%s: from %d to %d in %d buckets", name, h.Min, h.Max, len(h.Buckets))
		}
		for _, share := range []float64{0.01, 0.25, 0.5, 0.9, 0.99, 1} {
			value := h.quantile(share)
			first, _ := slices.BinarySearch(numbers, value)
			last, _ := slices.BinarySearch(numbers, value+1)
			if value == math.MaxInt64 {
				last = len(numbers)
			}
			rank, all := share*float64(len(numbers)), float64(len(numbers))
			if float64(first) > rank+0.02*all || float64(last) < rank-0.02*all {
				t.Errorf("%s: the quantile %g is %d, with ranks from %d to %d", name, share, value, first, last)
			}
		}
	}
}

package stream

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
)

func TestEach(t *testing.T) {
	for _, n := range []int{0, 1, 7, 100} {
		for _, workers := range []int{-1, 0, 1, 3, 200} {
			calls, seen := make([]atomic.Int32, n), make([]atomic.Int32, n+1)
			Each(t.Context(), n, workers, func(done, of int) {
				if of != n {
					t.Errorf("progress is of %d, want %d", of, n)
				}
				seen[done].Add(1)
			}, func(i int) { calls[i].Add(1) })
			for i := range n {
				if calls[i].Load() != 1 || seen[i+1].Load() != 1 {
					t.Errorf("%d of %d, %d workers: %d calls, %d times done", i, n, workers, calls[i].Load(), seen[i+1].Load())
				}
			}
		}
	}
}

func TestEachEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var calls []int
	Each(ctx, 10, 1, nil, func(i int) {
		if calls = append(calls, i); i == 3 {
			cancel()
		}
	})
	if want := []int{0, 1, 2, 3}; !slices.Equal(calls, want) {
		t.Errorf("got %v, want %v", calls, want)
	}
}

package stream

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// Each calls work for each number below n, from several goroutines, until ctx is done.
// 0 workers are as many as there are processors. After each call, progress, when not nil,
// is called with how many are done, from the same goroutine.
func Each(ctx context.Context, n, workers int, progress func(done, of int), work func(int)) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var next, done atomic.Int64
	var group sync.WaitGroup
	for range min(workers, n) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				work(i)
				if finished := int(done.Add(1)); progress != nil {
					progress(finished, n)
				}
			}
		})
	}
	group.Wait()
}

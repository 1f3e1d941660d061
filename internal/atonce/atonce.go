// Package atonce does similar things at the same time.
package atonce

import (
	"sync"

	"github.com/lexsmith/lexsmith/pkg/network"
)

// Each calls work for each number below n, network.MaxAtOnce at a time. After each of
// them it calls progress, unless that is nil, with how many are done; one call at a time.
func Each(n int, work func(int), progress func(done, total int)) {
	var group sync.WaitGroup
	var lock sync.Mutex
	finished := 0
	free := make(chan struct{}, network.MaxAtOnce)
	for i := range n {
		free <- struct{}{}
		group.Go(func() {
			work(i)
			<-free
			lock.Lock()
			defer lock.Unlock()
			finished++
			if progress != nil {
				progress(finished, n)
			}
		})
	}
	group.Wait()
}

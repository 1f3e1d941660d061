package vendoring

import (
	"sync"

	"github.com/lexsmith/lexsmith/pkg/network"
)

// each calls work for each number below n, several at a time, and after each of them
// done with how many are done.
func each(n int, work func(int), done func(int)) {
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
			done(finished)
		})
	}
	group.Wait()
}

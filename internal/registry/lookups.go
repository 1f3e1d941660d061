package registry

import (
	"slices"
	"sync"

	"github.com/lexsmith/lexsmith/pkg/network"
)

// lookUp looks up items, network.MaxAtOnce at a time, and returns the results in their
// order. After each it calls progress, unless that is nil, with how many are done; one call
// at a time. The error says each cause once.
func lookUp[T, R any](items []T, look func(T) (R, error), progress func(done, total int)) ([]R, error) {
	results, faults := make([]R, len(items)), make([]error, len(items))
	var group sync.WaitGroup
	var lock sync.Mutex
	finished := 0
	free := make(chan struct{}, network.MaxAtOnce)
	for i, item := range items {
		free <- struct{}{}
		group.Go(func() {
			results[i], faults[i] = look(item)
			<-free
			lock.Lock()
			defer lock.Unlock()
			if finished++; progress != nil {
				progress(finished, len(items))
			}
		})
	}
	group.Wait()
	said := map[string]bool{}
	faults = slices.DeleteFunc(faults, func(err error) bool {
		again := err == nil || said[err.Error()]
		if !again {
			said[err.Error()] = true
		}
		return again
	})
	return results, network.Join(faults...)
}

package files

import (
	"os"
	"os/signal"
	"sync"
)

// While a Set has temporary folders, a signal that ends the process discards it first.
var (
	lock    sync.Mutex // guards the fields of each Set that say so, and what follows
	live    = map[*Set]bool{}
	signals = make(chan os.Signal, 1)
	once    sync.Once
)

// watch lets signals discard the set. The lock is held.
func (all *Set) watch() {
	if live[all] = true; len(live) > 1 {
		return
	}
	for _, s := range ending {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	once.Do(func() { go endOnSignal() })
}

// endOnSignal discards all sets when a signal comes, and then lets the signal end the
// process. It keeps the lock until then: the work neither goes on nor fails because its
// files are gone.
func endOnSignal() {
	for caught := range signals {
		lock.Lock()
		for set := range live {
			set.discard()
		}
		signal.Reset(caught)
		if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(caught) == nil {
			select {}
		}
		lock.Unlock() // Commit reports the interruption
	}
}

package cmd

import (
	"os"
	"runtime"
	"runtime/debug"
	"sync"
)

// Most runs end before their garbage is worth collecting, but many large schemas should
// not take several times their memory.
const (
	firstGarbage = 1000     // percent of the 4 MiB that the runtime begins with
	mostGarbage  = 200      // percent of what is live after a collection
	leastGarbage = 50       // percent
	spareGarbage = 60 << 20 // bytes to allow in between
)

// paceGC sets how much garbage may pile up, and adjusts it to what is live after each
// collection, until stop is called. The environment variable GOGC beats it.
func paceGC() (stop func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	p := &gcPacer{before: debug.SetGCPercent(firstGarbage)}
	p.watch()
	return p.stop
}

type gcPacer struct {
	mutex   sync.Mutex
	before  int // the percentage to restore
	stopped bool
}

// watch calls adjust after the next collection: it frees an object that nothing refers
// to.
func (p *gcPacer) watch() {
	runtime.AddCleanup(&struct{ unused *int }{}, (*gcPacer).adjust, p)
}

func (p *gcPacer) adjust() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.stopped {
		return
	}
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	live := stats.HeapAlloc // little has been allocated since the collection
	debug.SetGCPercent(garbagePercent(live))
	p.watch()
}

// garbagePercent returns how much garbage may pile up beside so many live bytes.
func garbagePercent(live uint64) int {
	return int(min(max(100*spareGarbage/max(live, 1), leastGarbage), mostGarbage))
}

func (p *gcPacer) stop() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.stopped = true
	debug.SetGCPercent(p.before)
}

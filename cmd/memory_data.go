package cmd

import (
	"os"
	"runtime"
	"runtime/debug"
)

// The garbage that may pile up while data is checked. Valid values leave none. Findings
// do, and a file can have millions: a fixed room for them keeps the peak close to what the
// schemas need.
const (
	beforeData   = 400     // percent of the 4 MiB that the runtime begins with
	mostForData  = 100     // percent of what is live
	leastForData = 40      // percent
	spareForData = 5 << 20 // bytes to allow in between
	littleHeap   = 3 << 20 // bytes that are not worth collecting before the data
)

// paceGCForData is like paceGC for a run that checks data, which data says to begin.
func paceGCForData() (data, stop func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}, func() {}
	}
	p := &gcPacer{before: debug.SetGCPercent(beforeData), percent: dataGarbage}
	data = func() {
		p.watch()
		if allocated() > littleHeap {
			runtime.GC() // so that what is live is known
		} else {
			debug.SetGCPercent(mostForData)
		}
	}
	return data, p.stop
}

// dataGarbage is garbagePercent for a run that checks data.
func dataGarbage(live uint64) int {
	return int(min(max(100*spareForData/max(live, 1), leastForData), mostForData))
}

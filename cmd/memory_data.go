package cmd

import (
	"os"
	"runtime"
	"runtime/debug"

	"github.com/lexsmith/lexsmith/internal/datafiles"
)

// The garbage that may pile up while data is checked. Valid values leave none. Findings
// do, and a file can have millions: a fixed room for them keeps the peak close to what the
// schemas need.
const (
	beforeData   = 400     // percent of the 4 MiB that the runtime begins with
	mostForData  = 100     // percent of what is live
	leastForData = 40      // percent
	spareForData = 3 << 20 // bytes to allow in between
	littleHeap   = 3 << 20 // bytes that are not worth collecting before the data
	littleData   = 1 << 20 // bytes of data that are not worth a collection
)

// paceGCForData is like paceGC for a run that checks the files passed to data, which is
// called before the first of them is read.
func paceGCForData() (data func([]datafiles.File), stop func()) {
	if os.Getenv("GOGC") != "" {
		return func([]datafiles.File) {}, func() {}
	}
	p := &gcPacer{before: debug.SetGCPercent(beforeData), percent: dataGarbage}
	data = func(files []datafiles.File) {
		p.watch()
		switch {
		case allocated() <= littleHeap:
			debug.SetGCPercent(mostForData)
		case !little(files):
			runtime.GC() // so that what is live is known
		}
	}
	return data, p.stop
}

// little reports whether the files are known to hold at most littleData bytes.
func little(files []datafiles.File) bool {
	var size int64
	for i := range files {
		info, err := os.Stat(files[i].Name)
		if err != nil || !info.Mode().IsRegular() || files[i].Compressed() {
			return false
		}
		if size += info.Size(); size > littleData {
			return false
		}
	}
	return true
}

// dataGarbage is garbagePercent for a run that checks data.
func dataGarbage(live uint64) int {
	return int(min(max(100*spareForData/max(live, 1), leastForData), mostForData))
}

package cmd

import (
	"os"
	"runtime"
	"runtime/debug"
)

// collect lets the first collection of garbage wait until so many MiB are allocated, since
// most runs never have them, and later ones until garbage is so many percent of what is
// live. The last call counts, and the environment variable GOGC before all.
func collect(first, percent int) {
	if os.Getenv("GOGC") != "" {
		return
	}
	first *= 100 / 4 // percent of the 4 MiB that the runtime assumes at first
	debug.SetGCPercent(first)
	runtime.AddCleanup(&struct{ unused *int }{}, func(int) { // after the first collection
		if now := debug.SetGCPercent(percent); now != first {
			debug.SetGCPercent(now)
		}
	}, 0)
}

// usualMemory is how many bytes the check of data may take beside one value of the largest
// size. Beyond that, garbage is collected as soon as there is some, so that large values do
// not add up.
const usualMemory = 64 << 20

// limitMemory keeps what reading data takes small, until the function that it returns is
// called.
func (o *validateOptions) limitMemory() (reset func()) {
	collect(16, 100)
	before := debug.SetMemoryLimit(usualMemory + o.maxValueSize)
	return func() { debug.SetMemoryLimit(before) }
}

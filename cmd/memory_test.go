package cmd

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

func TestGarbagePercent(t *testing.T) {
	for _, test := range []struct {
		live uint64
		want int
	}{{0, mostGarbage}, {1 << 20, mostGarbage}, {30 << 20, mostGarbage}, {60 << 20, 100}, {1 << 30, leastGarbage}} {
		if got := garbagePercent(test.live); got != test.want {
			t.Errorf("%d live bytes: %d percent, want %d", test.live, got, test.want)
		}
	}
}

func TestDataGarbage(t *testing.T) {
	for _, test := range []struct {
		live uint64
		want int
	}{{0, mostForData}, {1 << 20, mostForData}, {10 << 20, 50}, {1 << 30, leastForData}} {
		if got := dataGarbage(test.live); got != test.want {
			t.Errorf("%d live bytes: %d percent, want %d", test.live, got, test.want)
		}
	}
}

// The percentage follows what is live, and is restored at the end.
func TestPaceGC(t *testing.T) {
	t.Setenv("GOGC", "")
	before := debug.SetGCPercent(123)
	defer debug.SetGCPercent(before)
	percent := func() int {
		now := debug.SetGCPercent(-1)
		debug.SetGCPercent(now)
		return now
	}
	stop := paceGC()
	live := make([]byte, 200<<20)
	for deadline := time.Now().Add(time.Minute); percent() != leastGarbage; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d percent beside %d live bytes", percent(), len(live))
		}
		runtime.GC()
	}
	runtime.KeepAlive(live)
	stop()
	runtime.GC()
	time.Sleep(10 * time.Millisecond)
	if got := percent(); got != 123 {
		t.Errorf("%d percent after the end, want 123 as before", got)
	}
}

package cmd

import (
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/lexsmith/lexsmith/internal/datafiles"
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
	}{{0, mostForData}, {1 << 20, mostForData}, {6 << 20, 50}, {1 << 30, leastForData}} {
		if got := dataGarbage(test.live); got != test.want {
			t.Errorf("%d live bytes: %d percent, want %d", test.live, got, test.want)
		}
	}
}

// Little data is not worth a collection, unless its size is not known.
func TestLittle(t *testing.T) {
	folder := t.TempDir()
	file := func(name string, size int) datafiles.File {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, make([]byte, size), 0o666); err != nil {
			t.Fatal(err)
		}
		return datafiles.File{Name: path}
	}
	half, more, packed := file("half.ndjson", littleData/2), file("more.ndjson", littleData/2+1), file("packed.ndjson.gz", 1)
	for _, test := range []struct {
		name  string
		files []datafiles.File
		want  bool
	}{
		{"two halves", []datafiles.File{half, half}, true},
		{"more than the limit", []datafiles.File{half, more}, false},
		{"compressed", []datafiles.File{packed}, false},
		{"standard input", []datafiles.File{{Name: datafiles.Stdin}}, false},
		{"a device", []datafiles.File{{Name: os.DevNull}}, false},
	} {
		if got := little(test.files); got != test.want {
			t.Errorf("%s: %t, want %t", test.name, got, test.want)
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

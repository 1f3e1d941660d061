package report

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestErrorOfWriting(t *testing.T) {
	for _, format := range Formats() {
		r, err := New(Options{Format: format, Out: failingWriter{}})
		if err != nil {
			t.Fatal(err)
		}
		for range 10000 {
			r.Add(diag.Finding{Rule: ruleClosed, Severity: diag.Error, Message: "x"})
		}
		if err := r.Close(Summary{}); !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("%s: got %v", format, err)
		}
	}
}

// Memory does not grow with the number of findings.
func TestStreams(t *testing.T) {
	s := source("a.json", `{"a": 1}`)
	for _, format := range Formats() {
		r, err := New(Options{Format: format, Out: io.Discard})
		if err != nil {
			t.Fatal(err)
		}
		f := diag.Finding{Rule: ruleClosed, Severity: diag.Error, Message: strings.Repeat("x", 200), Location: at(t, s, "1", "/a")}
		heap := func() uint64 {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			return m.HeapAlloc
		}
		before := heap()
		for range 20000 {
			r.Add(f)
		}
		if after := heap(); after > before+1<<20 {
			t.Errorf("%s: the heap grew from %d to %d bytes", format, before, after)
		}
		if err := r.Close(Summary{}); err != nil {
			t.Fatal(err)
		}
	}
}

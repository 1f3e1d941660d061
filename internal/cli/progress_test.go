package cli

import (
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestProgress(t *testing.T) { synctest.Test(t, testProgress) }

func testProgress(t *testing.T) {
	var out strings.Builder
	start := time.Now()
	p := NewProgress(&Streams{Err: &out, Progress: true})
	for i, passed := range []time.Duration{
		500 * time.Millisecond,  // too early
		1100 * time.Millisecond, // shown
		1150 * time.Millisecond, // too soon after
		1300 * time.Millisecond, // shown
	} {
		time.Sleep(time.Until(start.Add(passed)))
		p.Files(i+1, 9)
	}
	p.End()
	p.End()
	if got, want := out.String(), "\r\x1b[Kread 2 of 9 files\r\x1b[Kread 4 of 9 files\r\x1b[K"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestProgressSilent(t *testing.T) {
	var out strings.Builder
	for _, p := range []*Progress{NewProgress(&Streams{Err: &out}), NewProgress(&Streams{Err: &out, Progress: true})} {
		p.Files(1, 2)
		p.End()
	}
	if out.Len() > 0 {
		t.Errorf("got %q", out.String())
	}
}

func TestProgressData(t *testing.T) { synctest.Test(t, testProgressData) }

func testProgressData(t *testing.T) {
	var line, report strings.Builder
	p := NewProgress(&Streams{Err: &line, Progress: true})
	out := p.Clearing(&report)
	time.Sleep(2 * time.Second)
	p.Data(30e6, 1000, 3)
	io.WriteString(out, "finding\n") // on the same terminal, perhaps
	io.WriteString(out, "finding\n")
	time.Sleep(2 * time.Second)
	p.Data(50e6, 2000, 5)
	p.End()
	if got, want := line.String(), "\r\x1b[K1000 values, 15.0 MB/s, 3 findings\r\x1b[K\r\x1b[K2000 values, 12.5 MB/s, 5 findings\r\x1b[K"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if report.String() != "finding\nfinding\n" {
		t.Errorf("got %q", report.String())
	}
	if (*Progress)(nil).Clearing(&report) != io.Writer(&report) {
		t.Error("without a line nothing needs to be erased")
	}
}

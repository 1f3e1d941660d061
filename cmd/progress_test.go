package cmd

import (
	"strings"
	"testing"
	"time"
)

func TestProgress(t *testing.T) {
	var out strings.Builder
	now := time.Unix(0, 0)
	p := &progress{out: &out, now: func() time.Time { return now }, next: now.Add(progressDelay)}
	for i, passed := range []time.Duration{
		500 * time.Millisecond,  // too early
		1100 * time.Millisecond, // shown
		1150 * time.Millisecond, // too soon after
		1300 * time.Millisecond, // shown
	} {
		now = time.Unix(0, 0).Add(passed)
		p.files(i+1, 9)
	}
	p.end()
	p.end()
	if got, want := out.String(), "\r\x1b[K2 of 9 files read\r\x1b[K4 of 9 files read\r\x1b[K"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestProgressSilent(t *testing.T) {
	var out strings.Builder
	for _, p := range []*progress{newProgress(Streams{Err: &out}), newProgress(Streams{Err: &out, Progress: true})} {
		p.files(1, 2)
		p.end()
	}
	if out.Len() > 0 {
		t.Errorf("got %q", out.String())
	}
}

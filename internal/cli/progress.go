package cli

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// Progress shows the state of long work on a terminal. It stays silent for the
// first second and erases its line at the end. It is safe for concurrent use.
type Progress struct {
	out   io.Writer
	start time.Time

	mu    sync.Mutex
	next  time.Time // when the line may be written again
	shown bool
}

const (
	progressDelay    = time.Second
	progressInterval = 100 * time.Millisecond
	eraseLine        = "\r\x1b[K"
)

// NewProgress returns nil, which does nothing, where a line cannot be erased.
func NewProgress(s *Streams) *Progress {
	if !s.Progress {
		return nil
	}
	now := time.Now()
	return &Progress{out: Raw(s.Err), start: now, next: now.Add(progressDelay)}
}

// Files shows how many files have been read.
func (p *Progress) Files(done, total int) {
	p.show(func(time.Duration) string { return fmt.Sprintf("read %d of %d files", done, total) })
}

// Lookups shows how many Lexicons have been looked up.
func (p *Progress) Lookups(done, total int) {
	p.show(func(time.Duration) string { return fmt.Sprintf("looked up %d of %d Lexicons", done, total) })
}

// Data shows how many values have been checked, and how fast.
func (p *Progress) Data(bytes int64, values, findings int) {
	p.show(func(passed time.Duration) string {
		return fmt.Sprintf("%d values, %.1f MB/s, %d findings", values, float64(bytes)/1e6/passed.Seconds(), findings)
	})
}

// show writes a line unless the last one is too recent. The line gets the time
// passed since the start.
func (p *Progress) show(line func(passed time.Duration) string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := time.Now(); now.After(p.next) {
		p.next = now.Add(progressInterval)
		p.shown = true
		io.WriteString(p.out, eraseLine+line(now.Sub(p.start)))
	}
}

// End erases the line.
func (p *Progress) End() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		io.WriteString(p.out, eraseLine)
		p.shown = false
	}
}

// Clearing returns a writer that erases the line before writing to w, which may
// be the same terminal.
func (p *Progress) Clearing(w io.Writer) io.Writer {
	if p == nil {
		return w
	}
	return clearingWriter{p, w}
}

type clearingWriter struct {
	progress *Progress
	out      io.Writer
}

func (w clearingWriter) Write(text []byte) (int, error) {
	w.progress.End()
	return w.out.Write(text)
}

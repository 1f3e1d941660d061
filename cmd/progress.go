package cmd

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// progress shows on a terminal how far long work is. It is silent for the
// first second and leaves nothing behind. It is safe for many goroutines.
type progress struct {
	out io.Writer
	now func() time.Time

	mu    sync.Mutex
	next  time.Time // when the line is written again
	shown bool
}

const (
	progressDelay    = time.Second
	progressInterval = 100 * time.Millisecond
	eraseLine        = "\r\x1b[K"
)

// newProgress returns nil, which does nothing, where the line could not be
// erased again.
func newProgress(streams Streams) *progress {
	if !streams.Progress {
		return nil
	}
	return &progress{out: streams.Err, now: time.Now, next: time.Now().Add(progressDelay)}
}

// files says that done of total files are read.
func (p *progress) files(done, total int) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if now := p.now(); now.After(p.next) {
		p.next = now.Add(progressInterval)
		p.shown = true
		fmt.Fprintf(p.out, "%s%d of %d files read", eraseLine, done, total)
	}
}

// end erases the line.
func (p *progress) end() {
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

package xrpc

import (
	"io"
	"net/http"
	"sync"
	"time"
)

// minRate is how many bytes a second a peer must take or send, after the first
// Timeout, not to be cut off.
const minRate = 16 << 10

// pace says until when the next part of a body must have moved: within the timeout,
// and such that whoever moves one byte at a time does not stay for long.
type pace struct {
	timeout time.Duration
	start   time.Time // when the first part was due to move; zero before
	moved   int64     // bytes so far
}

func (p *pace) deadline() time.Time {
	now := time.Now()
	if p.start.IsZero() {
		p.start = now
	}
	due := p.start.Add(p.timeout + time.Duration(p.moved/minRate)*time.Second)
	if latest := now.Add(p.timeout); due.After(latest) {
		return latest
	}
	return due
}

// pacedReader is the body of a request with deadlines. It counts bytes, and
// remembers an error.
//
// The deadlines stay until the body has ended: before net/http sends an answer it
// reads what is left of a body. Afterwards it reads on, to notice that the client is
// gone, and that may take any time.
//
// Whoever forwards the body reads it in a goroutine of its own.
type pacedReader struct {
	io.ReadCloser
	control *http.ResponseController

	mu sync.Mutex
	pace
	err error // why the reading failed
}

// newPacedReader returns a reader of the body of a request; nil when it has none.
func newPacedReader(r *http.Request, w *pacedWriter, timeout time.Duration) *pacedReader {
	if r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	p := &pacedReader{pace: pace{timeout: timeout}, ReadCloser: r.Body, control: w.control}
	p.extend()
	return p
}

// extend sets the next deadline. A test may have no connection.
func (r *pacedReader) extend() {
	r.mu.Lock()
	defer r.mu.Unlock()
	_ = r.control.SetReadDeadline(r.deadline())
}

func (r *pacedReader) Read(p []byte) (int, error) {
	r.extend()
	n, err := r.ReadCloser.Read(p)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.moved += int64(n)
	switch {
	case err == io.EOF:
		_ = r.control.SetReadDeadline(time.Time{})
	case err != nil:
		r.err = err
	}
	return n, err
}

// received returns how many bytes were read so far, and why the reading failed.
func (r *pacedReader) received() (int64, error) {
	if r == nil {
		return 0, nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.moved, r.err
}

// pacedWriter is an answer with deadlines. It counts bytes and knows the status.
type pacedWriter struct {
	http.ResponseWriter
	pace
	control *http.ResponseController
	status  int
}

func newPacedWriter(w http.ResponseWriter, timeout time.Duration) *pacedWriter {
	control := http.NewResponseController(w)
	_ = control.SetWriteDeadline(time.Time{}) // that of the request before, on the same connection
	return &pacedWriter{ResponseWriter: w, pace: pace{timeout: timeout}, control: control}
}

func (w *pacedWriter) WriteHeader(status int) {
	if status >= 200 || status == http.StatusSwitchingProtocols {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *pacedWriter) Write(p []byte) (n int, err error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	const part = 64 << 10
	for len(p) > 0 && err == nil {
		_ = w.control.SetWriteDeadline(w.deadline())
		var m int
		m, err = w.ResponseWriter.Write(p[:min(len(p), part)])
		n, p = n+m, p[m:]
		w.moved += int64(m)
	}
	return n, err
}

// Unwrap serves http.ResponseController.
func (w *pacedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

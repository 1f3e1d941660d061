package xrpc

import (
	"errors"
	"io"
	"net/http"
	"os"
	"sync"
	"time"
)

// minRate is how many bytes a peer must take or send for each second in which we wait for
// it. It may be late by the timeout.
const minRate = 16 << 10

// atMinRate is how long n bytes take at that rate.
func atMinRate(n int) time.Duration { return time.Duration(n) * time.Second / minRate }

// pace moves a deadline of the connection to a client with each part of a body. Only the
// time spent waiting for the client counts: a handler or a service may be as slow as it
// likes.
type pace struct {
	set     func(deadline time.Time) error // fails in tests without a connection
	timeout time.Duration

	mu    sync.Mutex // a body that is forwarded is read in a goroutine of its own
	left  time.Duration
	moved int64 // bytes so far
	err   error // why moving failed
}

// begin sets the deadline for the next part.
func (p *pace) begin() {
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = p.set(time.Now().Add(p.left))
}

// next moves the next part. The deadline is kept until then, or stays.
func (p *pace) next(stays bool, move func() (int, error)) (int, error) {
	start := time.Now()
	p.begin()
	n, err := move()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.moved += int64(n)
	p.left = min(p.timeout, p.left-time.Since(start)+atMinRate(n))
	if !stays || err == io.EOF {
		_ = p.set(time.Time{})
	}
	if err != nil && err != io.EOF {
		p.err = err
	}
	return n, err
}

// pacedReader is the body of a request. In HTTP/1, its deadline stays until the end:
// before net/http sends an answer, it reads what is left. Afterwards it reads on, to notice
// that the client is gone. In HTTP/2, a deadline that passes ends the body even if nobody
// reads it.
type pacedReader struct {
	io.ReadCloser
	pace
	http1 bool
}

// newPacedReader returns a reader of the body of a request; nil when it has none.
func newPacedReader(r *http.Request, w *pacedWriter, timeout time.Duration) *pacedReader {
	if r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	p := &pacedReader{r.Body, pace{set: w.control.SetReadDeadline, timeout: timeout, left: timeout}, r.ProtoMajor == 1}
	if p.http1 {
		p.begin()
	}
	return p
}

func (r *pacedReader) Read(p []byte) (int, error) {
	return r.next(r.http1, func() (int, error) { return r.ReadCloser.Read(p) })
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

// pacedWriter is an answer. It knows the status.
type pacedWriter struct {
	http.ResponseWriter
	pace
	control *http.ResponseController
	status  int
}

// errSlowClient says why an answer is not complete.
var errSlowClient = errors.New("the client did not read the response in time")

func newPacedWriter(w http.ResponseWriter, timeout time.Duration) *pacedWriter {
	control := http.NewResponseController(w)
	_ = control.SetWriteDeadline(time.Time{}) // that of the request before, on the same connection
	return &pacedWriter{ResponseWriter: w, pace: pace{set: control.SetWriteDeadline, timeout: timeout, left: timeout}, control: control}
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
		var m int
		m, err = w.next(false, func() (int, error) { return w.ResponseWriter.Write(p[:min(len(p), part)]) })
		n, p = n+m, p[m:]
	}
	return n, err
}

// FlushError serves http.ResponseController.
func (w *pacedWriter) FlushError() error {
	_, err := w.next(false, func() (int, error) { return 0, w.control.Flush() })
	return err
}

// slow reports whether the client was too slow.
func (w *pacedWriter) slow() bool { return errors.Is(w.err, os.ErrDeadlineExceeded) }

// Unwrap serves http.ResponseController.
func (w *pacedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

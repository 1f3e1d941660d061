package xrpc

import (
	"errors"
	"io"
	"net/http"
	"os"
	"sync"
	"time"
)

// minRate is how many bytes a second a client must take or send, after the first
// Timeout, not to be cut off.
const minRate = 16 << 10

// pace limits how long a client may take for the next part of a body: at most the
// timeout, and less for a client that moves one byte at a time. Only the time spent
// waiting for the client counts: a handler or a service may be as slow as it likes.
type pace struct {
	timeout time.Duration
	waited  time.Duration // for the client, so far
	moved   int64         // bytes so far
}

// limit returns how long the next part may take.
func (p *pace) limit() time.Duration {
	return min(p.timeout, p.timeout+time.Duration(p.moved/minRate)*time.Second-p.waited)
}

// pacedReader is the body of a request with deadlines. It counts bytes, and
// remembers an error.
//
// In HTTP/1, a deadline stays until the body has ended: before net/http sends an
// answer it reads what is left of a body. Afterwards it reads on, to notice that the
// client is gone, and that may take any time. In HTTP/2, a deadline that passes ends
// the body even if nobody reads it.
//
// Whoever forwards the body reads it in a goroutine of its own.
type pacedReader struct {
	io.ReadCloser
	control *http.ResponseController
	http2   bool

	mu sync.Mutex
	pace
	err error // why the reading failed
}

// newPacedReader returns a reader of the body of a request; nil when it has none.
func newPacedReader(r *http.Request, w *pacedWriter, timeout time.Duration) *pacedReader {
	if r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	p := &pacedReader{pace: pace{timeout: timeout}, ReadCloser: r.Body, control: w.control, http2: r.ProtoMajor > 1}
	if !p.http2 {
		p.begin()
	}
	return p
}

// begin sets the next deadline, and returns the time. A test may have no connection.
func (r *pacedReader) begin() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	_ = r.control.SetReadDeadline(now.Add(r.limit()))
	return now
}

func (r *pacedReader) Read(p []byte) (int, error) {
	start := r.begin()
	n, err := r.ReadCloser.Read(p)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.waited += time.Since(start)
	r.moved += int64(n)
	if err == io.EOF || r.http2 {
		_ = r.control.SetReadDeadline(time.Time{})
	}
	if err != nil && err != io.EOF {
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

// pacedWriter is an answer with deadlines. It counts bytes, knows the status, and
// remembers that the client was too slow.
type pacedWriter struct {
	http.ResponseWriter
	pace
	control *http.ResponseController
	status  int
	slow    bool
}

// errSlowClient says why an answer is not complete.
var errSlowClient = errors.New("the client did not read the response in time")

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
		start := w.begin()
		var m int
		m, err = w.ResponseWriter.Write(p[:min(len(p), part)])
		w.end(start, err)
		n, p = n+m, p[m:]
		w.moved += int64(m)
	}
	return n, err
}

// FlushError serves http.ResponseController.
func (w *pacedWriter) FlushError() error {
	start := w.begin()
	err := w.control.Flush()
	w.end(start, err)
	return err
}

// begin sets a deadline, and returns the time.
func (w *pacedWriter) begin() time.Time {
	now := time.Now()
	_ = w.control.SetWriteDeadline(now.Add(w.limit()))
	return now
}

// end is the end of what begin began. In HTTP/2, a deadline that passes ends the
// answer even if nobody writes.
func (w *pacedWriter) end(start time.Time, err error) {
	_ = w.control.SetWriteDeadline(time.Time{})
	w.waited += time.Since(start)
	w.slow = w.slow || errors.Is(err, os.ErrDeadlineExceeded)
}

// Unwrap serves http.ResponseController.
func (w *pacedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

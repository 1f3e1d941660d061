package xrpc

import (
	"errors"
	"io"
	"net/http"
	"sync"
	"time"
)

// minRate is how many bytes a peer must take or send for each second in which we wait for
// it. It may be late by the timeout.
const minRate = 16 << 10

// atMinRate is how long n bytes take at that rate.
func atMinRate(n int) time.Duration { return time.Duration(n) * time.Second / minRate }

// pace moves a deadline with each part of a body. Only the time spent waiting for the peer
// counts: a handler, a caller or the other side of a proxy may be as slow as it likes.
type pace struct {
	timeout time.Duration
	set     func(deadline time.Time) // no deadline when it is zero
	even    bool                     // each part has the whole timeout

	mu       sync.Mutex // the parts of a request and of its response move in two goroutines
	left     time.Duration
	began    time.Time // when we began to wait; zero while we do not
	awaiting int       // parts that the peer is to move
	making   int       // parts that are made for it meanwhile
	moved    int64     // bytes so far
	err      error     // why moving failed
}

// change sets the deadline anew when what is awaited or made changes.
func (p *pace) change(awaiting, making int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.began.IsZero() {
		p.left -= time.Since(p.began)
	}
	if p.even {
		p.left = p.timeout
	}
	p.awaiting, p.making = p.awaiting+awaiting, p.making+making
	if p.awaiting > 0 && p.making == 0 {
		p.began = time.Now()
		p.set(p.began.Add(p.left))
	} else {
		p.began = time.Time{}
		p.set(p.began)
	}
}

func (p *pace) next(move func() (int, error)) (int, error) {
	p.change(1, 0)
	n, err := move()
	p.change(-1, 0)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.moved += int64(n)
	p.left = min(p.timeout, p.left+atMinRate(n))
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
	ended bool
}

// newPacedReader returns a reader of the body of a request; nil when it has none.
func newPacedReader(r *http.Request, w *pacedWriter, timeout time.Duration) *pacedReader {
	if r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	p := &pacedReader{ReadCloser: r.Body, pace: pace{timeout: timeout, left: timeout}}
	http1 := r.ProtoMajor == 1
	p.set = func(deadline time.Time) {
		if !http1 || p.ended || !deadline.IsZero() {
			_ = w.control.SetReadDeadline(deadline)
		}
	}
	if http1 {
		p.set(time.Now().Add(timeout))
	}
	return p
}

func (r *pacedReader) Read(p []byte) (int, error) {
	return r.next(func() (int, error) {
		n, err := r.ReadCloser.Read(p)
		r.ended = err == io.EOF
		return n, err
	})
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
	flushes bool // each part at once, since the next one may take a while
}

// errSlowClient says why an answer is not complete.
var errSlowClient = errors.New("the client did not read the response in time")

func newPacedWriter(w http.ResponseWriter, timeout time.Duration) *pacedWriter {
	control := http.NewResponseController(w)
	set := func(deadline time.Time) { _ = control.SetWriteDeadline(deadline) } // fails in tests without a connection
	set(time.Time{})                                                           // not that of the request before, on the same connection
	return &pacedWriter{ResponseWriter: w, pace: pace{set: set, timeout: timeout, left: timeout}, control: control}
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
	for len(p) > 0 && err == nil {
		var m int
		m, err = w.next(func() (int, error) { return w.ResponseWriter.Write(p[:min(len(p), partSize)]) })
		n, p = n+m, p[m:]
	}
	if w.flushes && err == nil {
		if err = w.FlushError(); errors.Is(err, http.ErrNotSupported) { // by what wraps the server
			err = nil
		}
	}
	return n, err
}

// partSize is how many bytes of what is large have to move within the timeout.
const partSize = 64 << 10

// FlushError serves http.ResponseController.
func (w *pacedWriter) FlushError() error {
	_, err := w.next(func() (int, error) { return 0, w.control.Flush() })
	return err
}

// Unwrap serves http.ResponseController.
func (w *pacedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

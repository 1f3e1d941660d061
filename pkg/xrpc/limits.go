package xrpc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/lexsmith/lexsmith/internal/words"
)

// NewHTTPServer returns an http.Server for a Server, a Proxy or what wraps one. It
// cuts off clients that send no request, or one with too large a header. The
// handler has the limits for bodies and streams itself.
//
// Streams are not closed by Shutdown, which does not know about them: set
// BaseContext, cancel that context first, and they end.
func NewHTTPServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ConnContext: func(ctx context.Context, _ net.Conn) context.Context {
			return context.WithValue(ctx, openKey{}, ctx)
		},
	}
}

// openKey is the key of the context that is done when the server stops.
type openKey struct{}

// withClient returns a context for what a proxy does for a client. In HTTP/1, net/http takes
// a client that only closes its side of the connection for one that is gone: such a client
// can still get a response that comes soon.
func withClient(r *http.Request) (context.Context, context.CancelCauseFunc) {
	open, ok := r.Context().Value(openKey{}).(context.Context)
	if !ok || r.ProtoMajor != 1 {
		return context.WithCancelCause(r.Context())
	}
	ctx, cancel := context.WithCancelCause(context.WithoutCancel(r.Context()))
	stop := func() { cancel(nil) }
	forget := context.AfterFunc(open, stop)
	stay := context.AfterFunc(r.Context(), func() { time.AfterFunc(closeTimeout, stop) })
	return ctx, func(cause error) {
		forget()
		stay()
		cancel(cause)
	}
}

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

// What a service can keep us waiting for.
const (
	forResponse = "a response"
	forMore     = "the rest of the response"
	forMessage  = "the rest of a message"
	forTaking   = "the service to take a message"
	forPong     = "an answer to a ping"
)

// wait is the pace of a service. It cancels the request with a *timeoutError when the
// service keeps us waiting for too long.
type wait struct {
	pace
	what string
	late error // why the request was canceled
}

// newWait waits for a response.
func newWait(timeout time.Duration, cancel context.CancelCauseFunc) *wait {
	w := &wait{pace: pace{timeout: timeout, even: true}, what: forResponse}
	timer := time.AfterFunc(timeout, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if !w.began.IsZero() {
			w.late = &timeoutError{w.what, timeout}
			cancel(w.late)
		}
	})
	w.set = func(deadline time.Time) {
		if timer.Stop(); !deadline.IsZero() {
			timer.Reset(time.Until(deadline))
		}
	}
	w.change(1, 0)
	return w
}

// answered is called when the response, or an error instead, has come. Each part of a
// response has the whole timeout if even.
func (w *wait) answered(err error, even bool) error {
	w.change(-1, 0)
	w.mu.Lock()
	w.what, w.even = forMore, even
	w.mu.Unlock()
	return w.cause(err)
}

// cause returns an error of the request or, when that comes of waiting for too long, one
// that says so.
func (w *wait) cause(err error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil && err != io.EOF && w.late != nil {
		return w.late
	}
	return err
}

// sentBody is the body of a request.
type sentBody struct {
	io.ReadCloser
	wait *wait
}

func (b *sentBody) Read(p []byte) (int, error) {
	b.wait.change(0, 1)
	defer b.wait.change(0, -1)
	return b.ReadCloser.Read(p)
}

// receivedBody is the body of a response. Its end or an error of it is passed to ended,
// and nil when it is closed.
type receivedBody struct {
	io.ReadCloser
	wait  *wait
	ended func(error)
}

func (b *receivedBody) Read(p []byte) (int, error) {
	n, err := b.wait.next(func() (int, error) { return b.ReadCloser.Read(p) })
	if err = b.wait.cause(err); err != nil {
		b.ended(err)
	}
	return n, err
}

func (b *receivedBody) Close() error {
	defer b.ended(nil)
	return b.ReadCloser.Close()
}

// timeoutError says that a service has kept us waiting for too long. It is a net.Error.
type timeoutError struct {
	what  string
	after time.Duration
}

func (e *timeoutError) Error() string {
	return fmt.Sprintf("timed out after %s waiting for %s", e.after, e.what)
}

func (e *timeoutError) Timeout() bool        { return true }
func (e *timeoutError) Temporary() bool      { return true }
func (e *timeoutError) Is(target error) bool { return target == os.ErrDeadlineExceeded }

// transport is a function that makes requests.
type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

// strict returns a transport that refuses answers which net/http accepts, but HTTP does not:
// any three digits are a status, and the name of a header can have spaces.
func strict(inner http.RoundTripper) http.RoundTripper {
	return transport(func(r *http.Request) (*http.Response, error) {
		answer, err := inner.RoundTrip(r)
		if err != nil {
			return nil, err
		}
		for name := range answer.Header {
			if strings.Contains(name, " ") {
				err = serviceError("the response of the service has the invalid header " + words.Quote(name))
			}
		}
		if status := answer.StatusCode; status > 599 || status < 200 && (status != http.StatusSwitchingProtocols || !isUpgrade(r)) {
			err = serviceError(fmt.Sprintf("the response of the service has the invalid status %03d", status))
		}
		if err != nil {
			answer.Body.Close()
			return nil, err
		}
		return answer, nil
	})
}

// serviceError says what is wrong with the answer of a service.
type serviceError string

func (e serviceError) Error() string { return string(e) }

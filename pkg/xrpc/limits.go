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

	"github.com/lexsmith/lexsmith/pkg/syntax"
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

// What a service can keep us waiting for.
const (
	forResponse = "a response"
	forMore     = "the rest of the response"
	forMessage  = "the rest of a message"
	forTaking   = "the service to take a message"
	forPong     = "an answer to a ping"
)

// wait cancels a request with a *timeoutError when the service keeps us waiting for
// longer than the timeout: for the response, or for the next part of it, but not while the
// next part of the request is made. Where the body is paced, it counts the time of all parts
// that is beyond what they take at minRate.
type wait struct {
	timeout time.Duration
	cancel  context.CancelCauseFunc
	paced   bool

	mu       sync.Mutex
	timer    *time.Timer
	began    time.Time     // when the timer was started; zero while it is stopped
	left     time.Duration // of the timeout
	awaiting int           // the response, or parts of it
	making   int           // parts of the request
	what     string
	err      error // why the request was cancelled
}

// newWait waits for a response.
func newWait(timeout time.Duration, cancel context.CancelCauseFunc) *wait {
	w := &wait{timeout: timeout, cancel: cancel, what: forResponse}
	w.timer = time.AfterFunc(timeout, w.expire)
	w.change(1, 0)
	return w
}

func (w *wait) expire() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.awaiting > 0 && w.making == 0 {
		w.err = &timeoutError{w.what, w.timeout}
		w.cancel(w.err)
	}
}

// change starts anew to wait, or stops, when what is awaited or made changes.
func (w *wait) change(awaiting, making int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.awaiting, w.making = w.awaiting+awaiting, w.making+making
	w.timer.Stop()
	switch {
	case !w.paced || w.what == forResponse:
		w.left = w.timeout
	case !w.began.IsZero():
		w.left -= time.Since(w.began)
	}
	w.began = time.Time{}
	if w.awaiting > 0 && w.making == 0 {
		w.began = time.Now()
		w.timer.Reset(w.left)
	}
}

// received notes that n bytes of the response have come.
func (w *wait) received(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.left = min(w.timeout, w.left+atMinRate(n))
}

// answered is called when what is awaited, or an error, has come. It returns the error or,
// when that comes of waiting for too long, one that says so.
func (w *wait) answered(err error) error {
	w.change(-1, 0)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.what = forMore
	if err != nil && err != io.EOF && w.err != nil {
		return w.err
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
	b.wait.change(1, 0)
	n, err := b.ReadCloser.Read(p)
	err = b.wait.answered(err)
	b.wait.received(n)
	if err != nil {
		b.ended(err)
	}
	return n, err
}

func (b *receivedBody) Close() error {
	defer b.ended(nil)
	return b.ReadCloser.Close()
}

// do makes a request, and waits for the response and each part of its body.
func (c *Client) do(request *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(request.Context())
	w := newWait(c.options.Timeout, cancel)
	w.paced = true
	request = request.WithContext(ctx)
	if request.Body != nil && request.Body != http.NoBody {
		request.Body = &sentBody{request.Body, w} // that of a redirect is in memory
	}
	answer, err := c.client().Do(request)
	if err = w.answered(err); err != nil {
		cancel(nil)
		return nil, err
	}
	answer.Body = &receivedBody{answer.Body, w, func(error) { cancel(nil) }}
	return answer, nil
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

// maxHeader is how many bytes the header of an answer may have.
const maxHeader = 1 << 20

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

// strict is a transport that refuses answers which net/http accepts, but HTTP does not:
// any three digits are a status, and the name of a header can have spaces.
type strict struct{ http.RoundTripper }

func (s strict) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := s.RoundTripper.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	for name := range answer.Header {
		if strings.Contains(name, " ") {
			err = malformedError("the response of the service has the invalid header " + syntax.Quote(name))
		}
	}
	if status := answer.StatusCode; status > 599 || status < 200 && (status != http.StatusSwitchingProtocols || !isUpgrade(r)) {
		err = malformedError(fmt.Sprintf("the response of the service has the invalid status %03d", status))
	}
	if err != nil {
		answer.Body.Close()
		return nil, err
	}
	return answer, nil
}

// malformedError says what is wrong with an answer that strict refuses.
type malformedError string

func (e malformedError) Error() string { return string(e) }

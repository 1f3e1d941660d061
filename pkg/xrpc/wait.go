package xrpc

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"os"
	"sync"
	"time"
)

// What a service can keep us waiting for.
const (
	forConnection = "a connection"
	forTLS        = "the TLS handshake"
	forReading    = "the service to read the request"
	forResponse   = "a response"
	forMore       = "the rest of the response"
	forMessage    = "the rest of a message"
	forTaking     = "the service to take a message"
	forPong       = "an answer to a ping"
)

// wait cancels a request when the service keeps us waiting for longer than the
// timeout. Only the time between start and stop counts. The error is then a
// *timeoutError.
type wait struct {
	timeout time.Duration
	cancel  context.CancelCauseFunc

	mu     sync.Mutex
	timer  *time.Timer
	what   string // is waited for; "" for nothing
	ended  bool
	paused bool  // because the service waits for us
	err    error // why the request was cancelled; nil when it was not
}

func newWait(timeout time.Duration, cancel context.CancelCauseFunc) *wait {
	w := &wait{timeout: timeout, cancel: cancel}
	w.timer = time.AfterFunc(timeout, w.expire)
	w.timer.Stop()
	return w
}

func (w *wait) expire() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.what != "" && !w.ended && !w.paused {
		w.err = &timeoutError{w.what, w.timeout}
		w.cancel(w.err)
	}
}

// start starts to wait for something, or for something else.
func (w *wait) start(what string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.ended {
		w.what = what
		w.restart()
	}
}

// restart starts anew to wait for what is waited for. The caller holds the lock.
func (w *wait) restart() {
	if w.what != "" && !w.paused {
		w.timer.Reset(w.timeout)
	}
}

// pause stops while the service waits for us, and resume goes on.
func (w *wait) pause() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.paused = true
	w.timer.Stop()
}

func (w *wait) resume() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.paused = false
	w.restart()
}

func (w *wait) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.what = ""
	w.timer.Stop()
}

// end stops for good. It returns err or, when that comes of waiting for too long, an
// error that says so.
func (w *wait) end(err error) error {
	w.stop()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ended = true
	if err != nil && w.err != nil {
		return w.err
	}
	return err
}

// trace returns a context of requests that are waited for until their response comes.
func (w *wait) trace(ctx context.Context) context.Context {
	w.start(forResponse) // a transport need not tell more
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn: func(string) { w.start(forConnection) },
		TLSHandshakeStart: func() {
			w.mu.Lock()
			connecting := w.what == forConnection // or this is a connection that is no longer needed
			w.mu.Unlock()
			if connecting {
				w.start(forTLS)
			}
		},
		GotConn:      func(httptrace.GotConnInfo) { w.start(forReading) },
		WroteRequest: func(httptrace.WroteRequestInfo) { w.start(forResponse) },
	})
}

// sentBody is the body of a request. The service must take each part in time, but we
// can take as long as we like to make it, even if the response has begun.
type sentBody struct {
	io.ReadCloser
	wait *wait // for the response to begin
	rest *wait // for the rest of it
}

func (b *sentBody) Read(p []byte) (int, error) {
	b.wait.stop()
	b.rest.pause()
	n, err := b.ReadCloser.Read(p)
	b.rest.resume()
	if err == io.EOF {
		b.wait.start(forResponse)
	} else {
		b.wait.start(forReading)
	}
	return n, err
}

// receivedBody is the body of an answer. It must go on arriving, but we can take as
// long as we like to read it.
type receivedBody struct {
	io.ReadCloser
	wait   *wait
	failed func(error) // is called with an error of Read; may be nil
}

func (b *receivedBody) Read(p []byte) (int, error) {
	b.wait.start(forMore)
	n, err := b.ReadCloser.Read(p)
	if b.wait.stop(); err != nil && err != io.EOF {
		if err = b.wait.end(err); b.failed != nil {
			b.failed(err)
		}
	}
	return n, err
}

// do makes a request, and waits for the response and each part of its body.
func (c *Client) do(request *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(request.Context())
	w, rest := newWait(c.options.Timeout, cancel), newWait(c.options.Timeout, cancel)
	request = request.WithContext(w.trace(ctx))
	if request.Body != nil && request.Body != http.NoBody {
		request.Body = &sentBody{request.Body, w, rest}
		if again := request.GetBody; again != nil { // for redirects
			request.GetBody = func() (io.ReadCloser, error) {
				body, err := again()
				return &sentBody{body, w, rest}, err
			}
		}
	}
	answer, err := c.client().Do(request)
	if err = w.end(err); err != nil {
		cancel(nil)
		return nil, err
	}
	answer.Body = &cancelledBody{receivedBody{answer.Body, rest, nil}}
	return answer, nil
}

// cancelledBody is a body whose end is that of its request.
type cancelledBody struct{ receivedBody }

func (b *cancelledBody) Read(p []byte) (int, error) {
	n, err := b.receivedBody.Read(p)
	if err != nil {
		b.wait.cancel(nil)
	}
	return n, err
}

func (b *cancelledBody) Close() error {
	err := b.ReadCloser.Close()
	b.wait.cancel(nil)
	return err
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

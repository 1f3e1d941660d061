package xrpc

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"
)

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

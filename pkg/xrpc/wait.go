package xrpc

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
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

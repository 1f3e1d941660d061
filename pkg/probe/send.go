package probe

import (
	"bytes"
	"context"
	"io"
	"maps"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// sender sends requests, one at a time and not too many. While the next one is sent, an answer
// can be looked at.
type sender struct {
	client  *xrpc.Client
	options *Options
	sent    int
	next    time.Time // when the next request may be sent
	end     time.Time // of the run, if it has a Duration
	last    *pending  // the request that was started last
	reader  reader    // of the answers

	memories sync.Pool // of *bytes.Buffer, for bodies that were not checked yet
}

// spent reports whether the run has had all its requests.
func (s *sender) spent() bool {
	o := s.options
	return o.MaxRequests > 0 && s.sent >= o.MaxRequests || o.Duration > 0 && !time.Now().Before(s.end)
}

// request returns the request of a trial.
func (s *sender) request(ctx context.Context, t *tally, c *trial) *http.Request {
	u := s.client.URL(t.Method)
	u.RawQuery = sample.Query(c.Params)
	request, err := http.NewRequestWithContext(ctx, c.Verb, u.String(), bytes.NewReader(c.Body))
	if err != nil {
		panic(err) // the URL and the verb are valid
	}
	maps.Copy(request.Header, s.client.Header)
	if c.ContentType != "" {
		request.Header.Set("Content-Type", c.ContentType)
	}
	return request
}

// turn waits until a request may be sent, and counts it.
func (s *sender) turn(ctx context.Context, t *tally) error {
	if n := s.options.PerMethod; n > 0 && t.requests >= n || s.spent() {
		return errEnough
	}
	if err := sleep(ctx, time.Until(s.next)); err != nil {
		return err
	}
	if s.options.Rate > 0 {
		s.next = time.Now().Add(time.Duration(float64(time.Second) / s.options.Rate))
	}
	s.sent++
	t.requests++
	return nil
}

func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return context.Cause(ctx)
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}

// start sends a request as soon as that before it has its response, and does not wait for
// its own.
func (s *sender) start(ctx context.Context, t *tally, c *trial) *pending {
	s.idle()
	p := &pending{done: make(chan struct{})}
	s.last = p
	go func() {
		defer close(p.done)
		p.err = s.fetch(ctx, t, c, p)
	}()
	return p
}

// idle waits until no response is awaited.
func (s *sender) idle() {
	if s.last != nil {
		<-s.last.done
	}
}

// A pending is a request that was started.
type pending struct {
	done     chan struct{}
	response *http.Response // as it came, but what was read of its body is in memory
	memory   *bytes.Buffer  // what was read of the body
	whole    bool           // that is all of it
	err      error          // why there is no response
}

// maxBody is how many bytes of a body are read before it is checked, and how many more of one
// that is not JSON.
const maxBody = 1 << 20

// maxRetryAfter is how long a run waits for a service that asks it to.
const maxRetryAfter = time.Minute

// fetch sends a request, and reads its response. The error is errEnough where it may not, or
// that of ctx or of the client. A service that asks for it is asked again later.
func (s *sender) fetch(ctx context.Context, t *tally, c *trial, p *pending) error {
	if t.Type() == lexicon.TypeProcedure && !s.options.Write {
		panic("probe: a procedure without Write")
	}
	const attempts = 3
	for attempt := 1; ; attempt++ {
		if err := s.turn(ctx, t); err != nil {
			return err
		}
		start := time.Now()
		response, err := s.client.Do(s.request(ctx, t, c))
		if err == nil {
			s.hold(p, response)
		}
		t.slowest = max(t.slowest, time.Since(start))
		if err != nil || response.StatusCode != http.StatusTooManyRequests || attempt == attempts {
			return err
		}
		_ = response.Body.Close()
		s.release(p)
		wait := time.Second
		if n, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil && n >= 0 {
			wait = min(time.Duration(n)*time.Second, maxRetryAfter)
		}
		if err := sleep(ctx, wait); err != nil {
			return err
		}
	}
}

// hold reads the body of a response into memory, unless it is large. An error in reading comes
// when the body is read again.
func (s *sender) hold(p *pending, response *http.Response) {
	memory, ok := s.memories.Get().(*bytes.Buffer)
	if !ok {
		memory = new(bytes.Buffer)
	}
	body := response.Body
	n, err := io.Copy(memory, io.LimitReader(body, maxBody))
	p.response, p.memory, p.whole = response, memory, err == nil && n < maxBody
	if p.whole {
		response.ContentLength = n
	}
	response.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(memory, body), body}
}

// release takes the memory of a body for another one.
func (s *sender) release(p *pending) {
	p.memory.Reset()
	s.memories.Put(p.memory)
}

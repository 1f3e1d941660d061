package probe

import (
	"bytes"
	"context"
	"maps"
	"net/http"
	"strconv"
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
		p.response, p.err = s.fetch(ctx, t, c) //nolint:bodyclose // it is in memory
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
	response *http.Response // see Client.Fetch
	err      error          // why there is no response
}

// maxRetryAfter is how long a run waits for a service that asks it to.
const maxRetryAfter = time.Minute

// fetch sends a request, and reads the response. The error is errEnough where it may not, or
// that of ctx or of the client. A service that asks for it is asked again later.
func (s *sender) fetch(ctx context.Context, t *tally, c *trial) (*http.Response, error) {
	if t.Type() == lexicon.TypeProcedure && !s.options.Write {
		panic("probe: a procedure without Write")
	}
	const attempts = 3
	for attempt := 1; ; attempt++ {
		if err := s.turn(ctx, t); err != nil {
			return nil, err
		}
		start := time.Now()
		response, err := s.client.Fetch(s.request(ctx, t, c))
		t.slowest = max(t.slowest, time.Since(start))
		if err != nil || response.StatusCode != http.StatusTooManyRequests || attempt == attempts {
			return response, err
		}
		wait := time.Second
		if n, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil && n >= 0 {
			wait = min(time.Duration(n)*time.Second, maxRetryAfter)
		}
		if err := sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

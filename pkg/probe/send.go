package probe

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// sender sends requests, one at a time and not too many.
type sender struct {
	client  *xrpc.Client
	options *Options
	sent    int
	next    time.Time // when the next request may be sent
	end     time.Time // of the run, if it has a Duration
	reader  reader    // of the answers
}

// spent reports whether the run has had all its requests.
func (s *sender) spent() bool {
	o := s.options
	return o.MaxRequests > 0 && s.sent >= o.MaxRequests || o.Duration > 0 && !time.Now().Before(s.end)
}

// reader reads the bodies of answers, one after another, into the same memory.
type reader struct {
	tape  datamodel.Tape
	of    *answer // whose body the tape has
	valid bool    // that body is JSON
}

// answer is what a service does with a request.
type answer struct {
	response *xrpc.Response
	failure  *xrpc.Error // an error answer; nil otherwise
	err      error       // why there is no answer
	body     []byte      // in JSON; nil for any other
	reader   *reader
}

func (a *answer) status() int {
	if a.response == nil {
		return 0
	}
	return a.response.Status
}

func (a *answer) ok() bool      { return a.status() >= 200 && a.status() <= 299 }
func (a *answer) refused() bool { return a.status() >= 400 && a.status() <= 499 }

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

// maxBody is how many bytes of a body that is not JSON are read.
const maxBody = 1 << 20

// maxRetryAfter is how long a run waits for a service that asks it to.
const maxRetryAfter = time.Minute

// send sends a request. The error is errEnough where it may not, or that of ctx, or an
// ErrUnreachable. A service that asks for it is asked again later.
func (s *sender) send(ctx context.Context, t *tally, c *trial) (*answer, error) {
	const attempts = 3
	for attempt := 1; ; attempt++ {
		a, err := s.once(ctx, t, c)
		if err != nil || a.status() != http.StatusTooManyRequests || attempt == attempts {
			return a, err
		}
		wait := time.Second
		if n, err := strconv.Atoi(a.failure.Header.Get("Retry-After")); err == nil && n >= 0 {
			wait = min(time.Duration(n)*time.Second, maxRetryAfter)
		}
		if err := sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

func (s *sender) once(ctx context.Context, t *tally, c *trial) (*answer, error) {
	if t.Type() == lexicon.TypeProcedure && !s.options.Write {
		panic("probe: a procedure without Write")
	}
	if err := s.turn(ctx, t); err != nil {
		return nil, err
	}
	request := s.request(ctx, t, c)
	start := time.Now()
	response, err := s.client.Send(t.Method, request)
	a := &answer{response: response, reader: &s.reader}
	if response != nil {
		a.body = response.JSON
		if response.JSON == nil {
			_, _ = io.CopyN(io.Discard, response.Reader(), maxBody)
		}
		_ = response.Close()
	}
	t.slowest = max(t.slowest, time.Since(start))
	switch invalid := (*xrpc.InvalidError)(nil); {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err == nil, errors.As(err, &invalid), errors.As(err, &a.failure):
		return a, nil
	}
	return a, s.unanswered(a, err)
}

// unanswered keeps the reason why there is no answer. Where there is no connection, that is
// the end of the run.
func (s *sender) unanswered(a *answer, err error) error {
	if network, ok := errors.AsType[*net.OpError](err); ok && (network.Op == "dial" || network.Op == "proxyconnect") {
		return errors.Join(ErrUnreachable, err)
	}
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return errors.Join(ErrUnreachable, err)
	}
	a.err = err
	return nil
}

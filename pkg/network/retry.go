package network

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const (
	attempts  = 3                      // of one request
	firstWait = 500 * time.Millisecond // before the second; doubles
	maxWait   = 30 * time.Second       // a server that asks for more is not tried again
)

// fetch makes a request, again when the server is busy. Errors are *Error without
// NSID and Step.
func (c *Client) fetch(ctx context.Context, r *request) (*answer, error) {
	u, err := url.Parse(r.url)
	if err != nil || u.Host == "" {
		return nil, &Error{Err: fmt.Errorf("%w: not a URL", ErrServer)}
	}
	if err := c.checkScheme(u); err != nil {
		return nil, failedAt(r.url, err)
	}
	a, err := c.retry(ctx, r)
	return a, failedAt(r.url, err)
}

// retry makes a request that is tried again when the server is busy, or when the
// connection breaks. The error is the last one.
func (c *Client) retry(ctx context.Context, r *request) (*answer, error) {
	wait := firstWait
	for attempt := 1; ; attempt++ {
		a, err := c.once(ctx, r)
		var asked time.Duration
		switch {
		case err != nil && r.body == nil && isBroken(err):
		case err != nil || !r.again(a.status):
			return a, err
		default:
			asked = c.retryAfter(a.header)
			err = busy(a.status, asked)
		}
		if attempt == attempts || asked > maxWait {
			return nil, err
		}
		// Requests that failed together do not come back together.
		if err := c.sleep(ctx, max(asked, wait)+rand.N(wait/2)); err != nil {
			return nil, err
		}
		wait *= 2
	}
}

// sleep returns after the duration, or with the cause when ctx is done.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// again reports whether a request may be repeated after an answer. One that changes
// something may have done so if the server failed.
func (r *request) again(status int) bool {
	return status == http.StatusTooManyRequests || status >= 500 && r.body == nil
}

// busy returns the error of a server that was busy to the end.
func busy(status int, asked time.Duration) error {
	switch {
	case status != http.StatusTooManyRequests:
		return fmt.Errorf("%w: %s", ErrServer, statusText(status))
	case asked > 24*time.Hour: // perhaps centuries
		return fmt.Errorf("%w: try again in more than a day", ErrRateLimited)
	case asked > 0:
		return fmt.Errorf("%w: try again in %s", ErrRateLimited, asked.Round(time.Second))
	}
	return ErrRateLimited
}

// retryAfter returns how long a server asks to wait; 0 when it does not say.
func (c *Client) retryAfter(h http.Header) time.Duration {
	text := h.Get("Retry-After")
	if seconds, err := strconv.ParseUint(text, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	at, err := http.ParseTime(text)
	if err != nil { // many servers of the network only say when the limit is reset
		seconds, err := strconv.ParseInt(h.Get("RateLimit-Reset"), 10, 64)
		if err != nil {
			return 0
		}
		at = time.Unix(seconds, 0)
	}
	return max(0, at.Sub(c.now()))
}

package network

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/lexsmith/lexsmith/internal/words"
)

// request is an HTTP request.
type request struct {
	url   string
	body  []byte // JSON; nil makes it a GET
	token string // of a session; "" without one
	// private keeps what the server answers out of errors: it might repeat a
	// password.
	private bool
	accept  string // media type; "" for JSON
	limit   int64  // bytes of the answer
	// roaming allows redirects to other hosts.
	roaming bool
}

// answer is the answer to a request.
type answer struct {
	status int
	header http.Header
	body   []byte
}

const (
	maxAnswer    = 1 << 20 // bytes of an answer without a record
	maxRedirects = 3

	attempts  = 3                      // of one request
	firstWait = 500 * time.Millisecond // before the second; doubles
	maxWait   = 30 * time.Second       // a server that asks for more is not tried again
)

// query calls a query on the server of an account.
func (c *Client) query(ctx context.Context, pds, method string, params url.Values, limit int64) (*answer, error) {
	r := &request{url: pds + "/xrpc/" + method + "?" + params.Encode(), limit: limit}
	if strings.HasPrefix(method, "com.atproto.sync.") {
		r.accept = "application/vnd.ipld.car, application/json"
	}
	return c.call(ctx, r)
}

// call makes a request to the server of an account. An answer other than 200 is an
// error.
func (c *Client) call(ctx context.Context, r *request) (*answer, error) {
	a, err := c.fetch(ctx, r)
	if err == nil && a.status != http.StatusOK {
		return nil, failedAt(r.url, r.refusal(a))
	}
	return a, err
}

// refusal returns what an error answer means. Names of errors are those of the
// Lexicons of the protocol.
func (r *request) refusal(a *answer) error {
	var name, message string
	if d, err := readDocument(a.body); err == nil {
		name, message = d.text(0, "error"), d.text(0, "message")
	}
	kind := ErrServer
	switch name {
	case "RecordNotFound":
		return ErrNoRecord
	case "RepoNotFound", "RepoTakendown", "RepoSuspended", "RepoDeactivated", "AccountTakedown", "AccountDeactivated":
		kind = ErrNoIdentity
	case "AuthFactorTokenRequired":
		return ErrAuthFactor
	case "ExpiredToken":
		kind = ErrExpired
	case "AuthenticationRequired", "AuthMissing", "InvalidToken":
		kind = ErrCredentials
	case "InvalidSwap":
		return ErrSwap
	case "PayloadTooLarge":
		kind = ErrTooLarge
	}
	text := statusText(a.status)
	for _, part := range []string{name, message} {
		if part != "" && !r.private {
			text += ", " + words.Quote(part)
		}
	}
	return fmt.Errorf("%w: %s", kind, text)
}

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
		var a *answer
		err := c.inTime(ctx, func(ctx context.Context) (err error) {
			if a, err = c.send(ctx, r); err != nil {
				err = c.connectionError(err)
			}
			return err
		})
		var asked time.Duration
		switch {
		case err != nil && r.body == nil && isBroken(err):
		case err != nil:
			return nil, err
		case !r.again(a.status):
			return a, nil
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

// again reports whether a request may be repeated after an answer. One that changes
// something may have done so if the server failed.
func (r *request) again(status int) bool {
	return status == http.StatusTooManyRequests || status >= 500 && r.body == nil
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

// inTime calls what asks a server, with the time limit, once fewer than MaxAtOnce others
// are in progress.
func (c *Client) inTime(ctx context.Context, ask func(context.Context) error) error {
	select {
	case c.slots <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	defer func() { <-c.slots }()
	limited, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	err := ask(limited)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case limited.Err() != nil:
		return fmt.Errorf("%w: no response within %s", ErrTimeout, c.timeout)
	}
	return err
}

func (c *Client) send(ctx context.Context, r *request) (*answer, error) {
	method, body := http.MethodGet, io.Reader(nil)
	if r.body != nil {
		method, body = http.MethodPost, bytes.NewReader(r.body)
	}
	q, err := http.NewRequestWithContext(ctx, method, r.url, body)
	if err != nil {
		return nil, err
	}
	q.Header.Set("User-Agent", "github.com/lexsmith/lexsmith")
	q.Header.Set("Accept", cmp.Or(r.accept, "application/json"))
	if len(r.body) > 0 {
		q.Header.Set("Content-Type", "application/json")
	}
	if r.token != "" {
		q.Header.Set("Authorization", "Bearer "+r.token)
	}
	client := http.Client{Transport: c.http, CheckRedirect: func(next *http.Request, via []*http.Request) error {
		return c.checkRedirect(r, next.URL, via)
	}}
	response, err := client.Do(q)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	data, err := io.ReadAll(io.LimitReader(response.Body, r.limit+1))
	if err == nil && int64(len(data)) > r.limit {
		err = fmt.Errorf("%w: more than %d bytes", ErrTooLarge, r.limit)
	}
	return &answer{response.StatusCode, response.Header, data}, err
}

// checkRedirect returns an error for a redirect that must not be followed: one to
// another host, unless the request allows it, and all of requests that change
// something.
func (c *Client) checkRedirect(r *request, next *url.URL, via []*http.Request) error {
	from := via[0].URL
	switch {
	case r.body != nil || !r.roaming && (next.Host != from.Host || next.Scheme != from.Scheme):
		return fmt.Errorf("%w: to %s", ErrRedirect, words.Quote(next.Host))
	case len(via) > maxRedirects:
		return fmt.Errorf("%w: more than %d in a row", ErrRedirect, maxRedirects)
	}
	return c.checkScheme(next)
}

// connectionError returns why a request failed, as one of the errors of this
// package. Many of net/http quote what the server sends, in any spelling: after a login
// only those that do not are shown.
func (c *Client) connectionError(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		err = e.Err // without the URL
	}
	if isAny(err, ErrRedirect, ErrPrivateAddress, ErrInsecure, ErrTooLarge) {
		return err
	}
	_, operation := errors.AsType[*net.OpError](err)
	_, certificate := errors.AsType[*tls.CertificateVerificationError](err)
	if c.secrets.any() && !operation && !certificate && !isBroken(err) {
		err = errors.New("no valid HTTP response")
	}
	return fmt.Errorf("%w: %w", ErrUnreachable, err)
}

// isBroken reports whether a connection that was made has ended before the answer has.
func isBroken(err error) bool {
	op, ok := errors.AsType[*net.OpError](err)
	return isAny(err, io.EOF, io.ErrUnexpectedEOF) || ok && (op.Op == "read" || op.Op == "write")
}

// statusText returns a status such as "502 Bad Gateway".
func statusText(status int) string {
	if text := http.StatusText(status); text != "" {
		return strconv.Itoa(status) + " " + text
	}
	return "status " + strconv.Itoa(status)
}

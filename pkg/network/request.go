package network

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/internal/words"
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

const maxRedirects = 3

// once makes a request, with the time limit. The error wraps that of the context,
// or what happened.
func (c *Client) once(ctx context.Context, r *request) (*answer, error) {
	if err := c.acquire(ctx); err != nil {
		return nil, err
	}
	defer c.release()
	limited, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	a, err := c.send(limited, r)
	switch {
	case err == nil:
		return a, nil
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case limited.Err() != nil:
		return nil, fmt.Errorf("%w: no response within %s", ErrTimeout, c.timeout)
	}
	return nil, c.connectionError(err)
}

// acquire waits until fewer than MaxAtOnce lookups and requests are in progress.
func (c *Client) acquire(ctx context.Context) error {
	select {
	case c.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (c *Client) release() { <-c.slots }

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
	data, err := readLimited(response.Body, r.limit)
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

// readLimited reads at most limit bytes; where there are more the error is
// ErrTooLarge.
func readLimited(r io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("%w: more than %d bytes", ErrTooLarge, limit)
	}
	return data, err
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

// statusText returns a status such as "502 Bad Gateway".
func statusText(status int) string {
	if text := http.StatusText(status); text != "" {
		return strconv.Itoa(status) + " " + text
	}
	return "status " + strconv.Itoa(status)
}

// isBroken reports whether a connection that was made has ended before the answer has.
func isBroken(err error) bool {
	op, ok := errors.AsType[*net.OpError](err)
	return isAny(err, io.EOF, io.ErrUnexpectedEOF) || ok && (op.Op == "read" || op.Op == "write")
}

package xrpc

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/httputil"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// errNoStream says that a service neither opened a stream nor said why.
const errNoStream = serviceError("the service did not open a stream")

// stream passes the messages of a subscription on, or the answer of a service that opens
// no stream.
func (c *proxyCall) stream() {
	service, header := c.open()
	if service == nil {
		return // it has answered
	}
	defer service.shut()
	maps.Copy(c.w.Header(), endToEnd(header))
	framing := c.Method.agreed(service)
	client, err := c.accept(framing.name, service.Subprotocol() != "")
	if err != nil {
		return // it has answered
	}
	defer client.shut()
	(&relay{proxyCall: c, service: service, client: client, framing: framing, limit: min(c.options.MaxMessage, validate.MaxValueSize)}).run()
}

// open asks the service for the stream, in the encodings that the client offers. Where that
// fails, it has answered.
func (c *proxyCall) open() (service *peer, header http.Header) {
	r := &httputil.ProxyRequest{In: c.r, Out: c.r.Clone(c.r.Context())}
	r.Out.Header = endToEnd(c.r.Header)
	c.rewrite(r)
	var refusal *http.Response
	w := newWait(c.options.Timeout, c.cancel)
	service, opened, err := dial(c.r.Context(), r.Out.URL.String(), http.Client{Transport: c.proxy.transport()}, websocket.DialOptions{
		HTTPHeader: r.Out.Header, Subprotocols: headerWords(c.r.Header, headerSubprotocol),
	}, func(answer *http.Response) error {
		if answer.StatusCode == http.StatusSwitchingProtocols {
			return nil
		}
		refusal = answer
		return errNoStream
	})
	err = w.answered(err, true)
	switch {
	case err == nil:
		return service, opened.Header
	case refusal == nil:
		c.refuse(c.upstreamError(err))
		return nil, nil
	case refusal.StatusCode < http.StatusMultipleChoices:
		if err := c.upstreamError(errNoStream); c.proxy.Enforce {
			refusal.Body.Close()
			c.refuse(err)
			return nil, nil
		}
	}
	c.forward(transport(func(*http.Request) (*http.Response, error) { return refusal, nil }))
	return nil, nil
}

// endToEnd returns headers without those of a connection and of its WebSocket handshake.
func endToEnd(h http.Header) http.Header {
	own := append(headerWords(h, "Connection"), "Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "Proxy-Connection",
		"Te", "Trailer", "Transfer-Encoding", "Upgrade")
	h = h.Clone()
	for _, name := range own {
		h.Del(name)
	}
	maps.DeleteFunc(h, func(name string, _ []string) bool { return strings.HasPrefix(name, "Sec-Websocket-") })
	return h
}

// relay is an open stream that a proxy passes on.
type relay struct {
	*proxyCall
	service, client *peer
	framing         *framing
	limit           int64 // how many bytes a message may have that is checked
	first           sync.Once
	failure         error // how the service ended the stream, if that was a failure
	over            bool  // the service has sent an error
}

// transfer is a message that is passed on.
type transfer struct {
	kind  websocket.MessageType
	start []byte    // up to the limit for messages that are checked
	rest  io.Reader // nil for none
}

// run passes messages on in both directions until one side closes.
func (r *relay) run() {
	ctx, gone := context.WithCancel(context.WithoutCancel(r.r.Context())) // until both sides are gone
	defer gone()
	defer context.AfterFunc(r.r.Context(), func() { // the proxy stops
		r.ended(nil)
		go r.service.end(websocket.StatusGoingAway, "", r.options.Timeout)
		r.client.end(websocket.StatusGoingAway, "the proxy is shutting down", r.options.Timeout)
		gone()
	})()
	for _, p := range []*peer{r.service, r.client} {
		p.SetReadLimit(-1) // longer messages are not kept
		go p.keepAlive(ctx, r.options.Timeout, func() { r.cut(p, forPong) })
	}
	ended := make(chan struct{})
	go func() { // clients have little to say, and nothing that a Lexicon describes
		defer close(ended)
		r.closeLike(r.service, r.each(ctx, r.client, func(t transfer) error {
			_, err := r.pass(ctx, r.service, t)
			return err
		}))
	}()
	err := r.each(ctx, r.service, func(t transfer) error { return r.message(ctx, t) })
	r.ended(nil)
	r.closeLike(r.client, err)
	gone()
	<-ended
	switch r.failure { // the stream has begun: only the log can say so
	case nil:
	case errSlowClient:
		r.Err = r.failure
	default:
		_ = r.upstreamError(r.failure)
	}
}

// ended says why the stream ends. The first reason counts; nil is for one that is not a
// failure.
func (r *relay) ended(failure error) { r.first.Do(func() { r.failure = failure }) }

// cut ends the connection to a side that keeps the proxy waiting for something.
func (r *relay) cut(p *peer, what string) {
	if p == r.client {
		r.ended(errSlowClient)
	} else {
		r.ended(&timeoutError{what, r.options.Timeout})
	}
	p.cut()
}

// each reads the messages of a side until that or handling one fails.
func (r *relay) each(ctx context.Context, from *peer, handle func(transfer) error) error {
	for {
		kind, in, err := from.Reader(ctx)
		if err != nil {
			return r.lost(from, err)
		}
		t := transfer{kind: kind, rest: &arrival{in, r, from}}
		start, whole, err := readAll(t.rest, -1, r.limit)
		if t.start = start; whole {
			t.rest = nil
		}
		if err == nil {
			err = handle(t)
		}
		if err != nil {
			return err
		}
	}
}

// lost notes that a side sends nothing more, and returns the error of reading.
func (r *relay) lost(from *peer, err error) error {
	switch {
	case from == r.client || errors.As(err, new(websocket.CloseError)):
		r.ended(nil)
	case errors.Is(err, io.ErrUnexpectedEOF):
		r.ended(io.ErrUnexpectedEOF)
	default:
		r.ended(err)
	}
	return err
}

// arrival is a message that must go on arriving.
type arrival struct {
	io.Reader
	relay *relay
	from  *peer
}

func (a *arrival) Read(p []byte) (int, error) {
	late := time.AfterFunc(a.relay.options.Timeout, func() { a.relay.cut(a.from, forMessage) })
	defer late.Stop()
	n, err := a.Reader.Read(p[:min(len(p), partSize)])
	a.from.alive(0)
	if err != nil && err != io.EOF {
		err = a.relay.lost(a.from, err)
	}
	return n, err
}

// message passes a message of the service on, and checks it unless it is too large.
func (r *relay) message(ctx context.Context, t transfer) error {
	part, found := lexicon.PartMessage, []diag.Finding(nil)
	if t.rest != nil {
		found = []diag.Finding{r.Method.oversized(part, r.limit)}
	} else {
		var m *Message
		m, found = r.framing.receive(r.Method, t.kind, t.start)
		if part = m.part(); r.over {
			found = append(found, r.Method.badFrame("the stream continues after an error", diag.Warning)...)
		}
		r.over = r.over || m.failure != nil
	}
	if kept := r.note(InMessage, part, found); hasErrors(kept) && r.proxy.Enforce {
		refusal := r.upstreamError(&InvalidError{InMessage, kept})
		if r.framing.write != nil {
			_, _ = r.pass(ctx, r.client, transfer{kind: r.framing.kind, start: r.framing.failure(r.Method, refusal)})
		}
		return websocket.CloseError{Code: websocket.StatusInternalError, Reason: refusal.Name}
	}
	n, err := r.pass(ctx, r.client, t)
	r.Sent += n
	if err == nil {
		r.Messages++
	}
	return err
}

// pass sends a message to a side, and returns how many bytes were sent.
func (r *relay) pass(ctx context.Context, to *peer, t transfer) (sent int64, err error) {
	late := func() { r.cut(to, forTaking) }
	if t.rest == nil {
		err := to.take(len(t.start), r.options.Timeout, late, func() error { return to.Write(ctx, t.kind, t.start) })
		if err == nil {
			sent = int64(len(t.start))
		}
		return sent, err
	}
	out, err := to.Writer(ctx, t.kind)
	in := io.MultiReader(bytes.NewReader(t.start), t.rest)
	for part := make([]byte, partSize); err == nil; {
		var n int
		if n, err = in.Read(part); err == nil {
			if err = to.take(0, r.options.Timeout, late, func() error { _, err := out.Write(part[:n]); return err }); err == nil {
				sent += int64(n)
			}
		}
	}
	if err == io.EOF {
		err = to.take(0, r.options.Timeout, late, out.Close)
	}
	return sent, err
}

// closeLike closes a connection the way the other one was closed.
func (r *relay) closeLike(p *peer, err error) {
	var closed websocket.CloseError
	if !errors.As(err, &closed) {
		closed = websocket.CloseError{Code: websocket.StatusBadGateway, Reason: "the other side closed the connection"}
	}
	p.end(closed.Code, closed.Reason, r.options.Timeout)
}

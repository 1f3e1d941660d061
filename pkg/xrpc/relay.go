package xrpc

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// relay is an open stream that a proxy passes on.
type relay struct {
	*proxyCall
	method          *Method
	service, client *peer
	open            context.Context // until both sides are gone
	first           sync.Once
	failure         error // how the service ended the stream, if that was a failure
}

// run passes messages on in both directions until one side closes.
func (r *relay) run() {
	open, gone := context.WithCancel(context.WithoutCancel(r.r.Context()))
	defer gone()
	r.open = open
	defer context.AfterFunc(r.r.Context(), func() { // the proxy stops
		r.ended(nil)
		go r.service.end(websocket.StatusGoingAway, "", r.options.Timeout)
		r.client.end(websocket.StatusGoingAway, "the proxy is shutting down", r.options.Timeout)
		gone()
	})()
	for _, p := range []*peer{r.service, r.client} {
		p.SetReadLimit(-1) // longer messages are not kept
		go p.keepAlive(open, r.options.Timeout, func() { r.cut(p, forPong) })
	}
	ended := make(chan struct{})
	go func() { // clients have little to say, and nothing that a Lexicon describes
		defer close(ended)
		for {
			kind, start, rest, err := r.next(r.client)
			if err == nil {
				_, err = r.pass(r.service, kind, start, rest)
			}
			if err != nil {
				r.closeLike(r.service, err)
				return
			}
		}
	}()
	for {
		if err := r.message(); err != nil {
			r.ended(nil)
			r.closeLike(r.client, err)
			break
		}
	}
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

// next reads the next message of a side: the start of it, up to the limit for messages
// that are checked, and a reader of the rest, nil when there is none.
func (r *relay) next(from *peer) (kind websocket.MessageType, start []byte, rest io.Reader, err error) {
	kind, in, err := from.Reader(r.open)
	if err != nil {
		return 0, nil, nil, r.lost(from, err)
	}
	rest = &arriving{in, r, from}
	start, whole, err := readAll(rest, r.limit())
	if whole {
		rest = nil
	}
	return kind, start, rest, err
}

// limit is how many bytes a message may have that is checked.
func (r *relay) limit() int64 { return min(r.options.MaxMessage, validate.MaxValueSize) }

// lost notes that a side sends nothing more, and returns the error of reading.
func (r *relay) lost(from *peer, err error) error {
	var closed websocket.CloseError
	switch {
	case from == r.client || errors.As(err, &closed):
		r.ended(nil)
	case errors.Is(err, io.ErrUnexpectedEOF):
		r.ended(io.ErrUnexpectedEOF)
	default:
		r.ended(err)
	}
	return err
}

// arriving is a message that must go on arriving.
type arriving struct {
	io.Reader
	relay *relay
	from  *peer
}

func (a *arriving) Read(p []byte) (int, error) {
	late := time.AfterFunc(a.relay.options.Timeout, func() { a.relay.cut(a.from, forMessage) })
	defer late.Stop()
	n, err := a.Reader.Read(p[:min(len(p), partSize)])
	a.from.alive(0)
	if err != nil && err != io.EOF {
		err = a.relay.lost(a.from, err)
	}
	return n, err
}

// partSize is how many bytes of a large message have to move within the timeout.
const partSize = 64 << 10

// message passes the next message of the service on, and checks it unless it is too
// large.
func (r *relay) message() error {
	kind, start, rest, err := r.next(r.service)
	if err != nil {
		return err
	}
	part, found := lexicon.PartMessage, []lexicon.Finding(nil)
	if rest != nil {
		found = []lexicon.Finding{r.method.oversized(part, r.limit())}
	} else {
		t := tapes.Get().(*datamodel.Tape)
		_, part, found, _ = r.method.receive(t, kind, start)
		putTape(t)
	}
	if kept := r.note(InMessage, part, found); lexicon.HasErrors(kept) && r.proxy.Enforce {
		refusal := r.upstreamError(&InvalidError{InMessage, kept})
		_, _ = r.pass(r.client, kind, refusal.message(kind), nil)
		return websocket.CloseError{Code: websocket.StatusInternalError, Reason: refusal.Name}
	}
	n, err := r.pass(r.client, kind, start, rest)
	r.Sent += n
	if err == nil {
		r.Messages++
	}
	return err
}

// pass sends a message to a side: its start and then the rest, unless that is nil. It
// returns how many bytes were sent. A side that does not take them in time is cut off.
func (r *relay) pass(to *peer, kind websocket.MessageType, start []byte, rest io.Reader) (int64, error) {
	late := time.AfterFunc(r.options.Timeout+atMinRate(len(start)), func() { r.cut(to, forTaking) })
	defer late.Stop()
	if rest == nil {
		to.alive(len(start))
		if err := to.Write(r.open, kind, start); err != nil {
			return 0, err
		}
		to.alive(0)
		return int64(len(start)), nil
	}
	out, err := to.Writer(r.open, kind)
	if err != nil {
		return 0, err
	}
	sent := int64(0)
	part := make([]byte, partSize)
	for message := io.MultiReader(bytes.NewReader(start), rest); ; {
		late.Stop()
		n, err := message.Read(part)
		late.Reset(r.options.Timeout)
		if err == io.EOF {
			return sent, out.Close()
		}
		if err != nil {
			return sent, err
		}
		if n, err = out.Write(part[:n]); err != nil {
			return sent, err
		}
		to.alive(0)
		sent += int64(n)
	}
}

// closeLike closes a connection the way the other one was closed.
func (r *relay) closeLike(p *peer, err error) {
	var closed websocket.CloseError
	if !errors.As(err, &closed) {
		closed = websocket.CloseError{Code: websocket.StatusBadGateway, Reason: "the other side closed the connection"}
	}
	p.end(closed.Code, closed.Reason, r.options.Timeout)
}

// stream passes the messages of a subscription on, or the answer of a service that opens
// no stream.
func (c *proxyCall) stream(m *Method) {
	service, opened, refusal, err := c.dial()
	switch {
	case refusal != nil:
		c.passRefusal(m, refusal)
		return
	case err != nil:
		c.refuse(c.upstreamError(err))
		return
	}
	defer service.shut()
	maps.Copy(c.w.Header(), endToEnd(opened.Header))
	accept := &websocket.AcceptOptions{InsecureSkipVerify: true}
	if chosen := service.Subprotocol(); chosen != "" {
		accept.Subprotocols = []string{chosen}
	}
	client, err := c.accept(c.w, c.r, accept)
	if err != nil {
		return // it has answered
	}
	defer client.shut()
	stream := &relay{proxyCall: c, method: m, service: service, client: client}
	stream.run()
}

// passRefusal passes on the answer of a service that opened no stream.
func (c *proxyCall) passRefusal(m *Method, answer *http.Response) {
	if answer.StatusCode < http.StatusMultipleChoices {
		err := c.upstreamError(errNoStream)
		if c.proxy.Enforce {
			answer.Body.Close()
			c.refuse(err)
			return
		}
	}
	c.forward(m, given{answer})
}

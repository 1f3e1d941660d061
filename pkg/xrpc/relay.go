package xrpc

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
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
	service, client *websocket.Conn
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
		go r.service.Close(websocket.StatusGoingAway, "")
		r.client.Close(websocket.StatusGoingAway, "the proxy is shutting down")
		gone()
	})()
	for _, conn := range []*websocket.Conn{r.service, r.client} {
		conn.SetReadLimit(-1) // longer messages are not kept
		go keepAlive(open, conn, r.options.Timeout, func() { conn.CloseNow() })
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
				closeLike(r.service, err)
				return
			}
		}
	}()
	for {
		if err := r.message(); err != nil {
			r.ended(nil)
			closeLike(r.client, err)
			break
		}
	}
	gone()
	<-ended
	if r.failure != nil {
		_ = r.upstreamError(r.failure) // the stream has begun: only the log can say so
	}
}

// ended says why the stream ends. The first reason counts; nil is for one that is not a
// failure of the service.
func (r *relay) ended(failure error) { r.first.Do(func() { r.failure = failure }) }

// next reads the next message of a side: the start of it, up to the limit for messages
// that are checked, and a reader of the rest, nil when there is none.
func (r *relay) next(from *websocket.Conn) (kind websocket.MessageType, start []byte, rest io.Reader, err error) {
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
func (r *relay) lost(from *websocket.Conn, err error) error {
	var closed websocket.CloseError
	switch {
	case from == r.client || errors.As(err, &closed):
		r.ended(nil)
	case errors.Is(err, net.ErrClosed):
		r.ended(&timeoutError{forMessage, r.options.Timeout}) // or the proxy would not have closed it
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
	from  *websocket.Conn
}

func (a *arriving) Read(p []byte) (int, error) {
	late := time.AfterFunc(a.relay.options.Timeout, func() { a.from.CloseNow() })
	defer late.Stop()
	n, err := a.Reader.Read(p[:min(len(p), partSize)])
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
func (r *relay) pass(to *websocket.Conn, kind websocket.MessageType, start []byte, rest io.Reader) (int64, error) {
	late := time.AfterFunc(r.options.Timeout, func() { to.CloseNow() })
	defer late.Stop()
	if rest == nil {
		if err := to.Write(r.open, kind, start); err != nil {
			return 0, err
		}
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
		sent += int64(n)
	}
}

// closeLike closes a connection the way the other one was closed.
func closeLike(conn *websocket.Conn, err error) {
	var closed websocket.CloseError
	if !errors.As(err, &closed) {
		closed = websocket.CloseError{Code: websocket.StatusBadGateway, Reason: "the other side closed the connection"}
	}
	_ = conn.Close(closed.Code, closed.Reason)
}

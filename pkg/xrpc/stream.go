package xrpc

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"sync"
	"sync/atomic"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// StreamHandler sends the messages of a subscription: values for encoding/json, or
// their JSON text as a json.RawMessage, each with the $type of its variant. A
// message that does not match the Lexicon is not sent, and the error is an
// *InvalidError. Any other error of send means that the client is gone.
//
// The stream ends when the handler returns. An *Error becomes an error frame, any
// other error an InternalServerError. The context is done when the client is gone
// or the context of the request is; with http.Server, see BaseContext.
type StreamHandler func(ctx context.Context, r *Request, send func(message any) error) error

// Stream sets the handler of a subscription; see Handle.
func (s *Server) Stream(nsid string, h StreamHandler) {
	m := s.methods[syntax.NSID(nsid)]
	if m == nil || m.Type() != lexicon.TypeSubscription {
		panic("xrpc: the catalog does not contain the subscription " + nsid)
	}
	s.streams[m] = h
}

// SetSubprotocol sets how the encoding of a stream is chosen for a client that offers none
// of lexicon.Subprotocols: it returns one of them, or "" for the one that the Lexicon
// declares, which is also used without it. It must not be called while the server serves.
func (s *Server) SetSubprotocol(choose func(*http.Request) string) { s.prefer = choose }

func (c *call) subscribe() *Error {
	if !isUpgrade(c.r) {
		err := fail(http.StatusUpgradeRequired, "%s is a subscription: connect with WebSocket", c.NSID)
		err.Header = http.Header{"Upgrade": {"websocket"}, "Connection": {"Upgrade"}}
		return c.refused(err)
	}
	h := c.server.streams[c.Method]
	if h == nil {
		return fail(http.StatusNotImplemented, "%s is not implemented", c.NSID)
	}
	if err := c.checkParams(); err != nil {
		return err
	}
	framing, agreed := c.Method.negotiate(c.r.Header, c.server.prefer(c.r))
	conn, err := c.accept(framing.name, agreed)
	if err != nil {
		return nil // it has answered
	}
	s := &serverStream{call: c, conn: conn, framing: framing}
	s.run(h, &Request{Method: c.Method, HTTP: c.r, Params: c.Method.parseParams(c.r.URL.RawQuery)})
	return nil
}

// serverStream is the server's end of a stream.
type serverStream struct {
	*call
	conn    *peer
	framing *framing
	mu      sync.Mutex // for send
}

func (s *serverStream) run(h StreamHandler, request *Request) {
	defer s.conn.shut()
	// Clients have nothing to say: who sends a message is cut off. The server
	// that stops must not cut the connection, but close it.
	open, gone := context.WithCancel(s.conn.CloseRead(context.WithoutCancel(s.r.Context())))
	defer gone()
	go s.conn.keepAlive(open, s.options.Timeout, gone)
	ctx, cancel := context.WithCancel(open)
	defer cancel()
	defer context.AfterFunc(s.r.Context(), cancel)()
	failure := h(ctx, request, func(message any) error {
		s.mu.Lock()
		defer s.mu.Unlock()
		if err := ctx.Err(); err != nil {
			return err
		}
		return s.send(open, message)
	})
	code, reason := websocket.StatusNormalClosure, ""
	switch {
	case open.Err() != nil:
		return
	case s.r.Context().Err() != nil:
		code, reason = websocket.StatusGoingAway, "the server is shutting down"
	case failure != nil:
		err := s.failed(failure)
		code, reason = websocket.StatusPolicyViolation, err.Name
		if err.Status >= http.StatusInternalServerError {
			code = websocket.StatusInternalError
		}
		_ = s.write(open, s.framing.failure(s.Method, err))
	}
	s.conn.end(code, reason[:min(len(reason), maxReason)], s.options.Timeout)
}

// maxReason is how many bytes the reason of a WebSocket close may have.
const maxReason = 123

func (s *serverStream) send(open context.Context, message any) error {
	text, err := marshal(message)
	if err != nil {
		return err
	}
	kept := s.note(InMessage, lexicon.PartMessage, s.Method.check(lexicon.PartMessage, s.Method.message, text, validate.JSON))
	if !hasErrors(kept) {
		data, fault := s.framing.message(s.Method, text)
		if fault == "" {
			return s.write(open, data)
		}
		kept = s.note(InMessage, lexicon.PartMessage, s.Method.badFrame(fault, diag.Error))
	}
	return &InvalidError{InMessage, kept}
}

// write sends a message. A client that does not take it in time is cut off.
func (s *serverStream) write(open context.Context, data []byte) error {
	var slow atomic.Bool
	late := func() {
		slow.Store(true)
		s.conn.cut()
	}
	err := s.conn.take(len(data), s.options.Timeout, late, func() error { return s.conn.Write(open, s.framing.kind, data) })
	switch {
	case err == nil:
		s.Messages++
		s.Sent += int64(len(data))
	case slow.Load():
		return errSlowClient
	}
	return err
}

// Stream subscribes, and ranges over the messages. Each was checked: see its
// Findings; the stream goes on after one that is not valid. It ends without an error
// when the service closes it normally or without a status, and with an *Error when the
// service says why: if a message says so, that comes with its Findings, too. The connection
// is closed when the loop ends.
//
// The client offers the encoding of the Lexicon, or those that the Sec-WebSocket-Protocol of
// Client.Header names.
func (c *Client) Stream(ctx context.Context, nsid string, params Params) iter.Seq2[*Message, error] {
	return func(yield func(*Message, error) bool) {
		request, m, sent, err := c.NewRequest(ctx, nsid, params, nil)
		if err == nil && m.Type() != lexicon.TypeSubscription {
			err = fmt.Errorf("%s is a %s; use Call instead", m.NSID, m.Type())
		}
		if err != nil {
			yield(nil, err)
			return
		}
		c.receive(m, request, sent, yield)
	}
}

// Receive reads the messages of a subscription after a request as it is, even if it does not
// match the Lexicon. Otherwise it is as Stream, with the context of the request.
func (c *Client) Receive(m *Method, request *http.Request) iter.Seq2[*Message, error] {
	return func(yield func(*Message, error) bool) { c.receive(m, request, nil, yield) }
}

func (c *Client) receive(m *Method, request *http.Request, sent []Violation, yield func(*Message, error) bool) {
	ctx := request.Context()
	dialing, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w := newWait(c.options.Timeout, cancel)
	conn, err := c.dial(request.WithContext(dialing), m)
	if err = w.answered(err, false); err != nil {
		yield(nil, err)
		return
	}
	defer conn.shut()
	framing := m.agreed(conn)
	for {
		message, err := c.next(ctx, conn, m, framing)
		if message != nil {
			message.Findings = append(sent, message.Findings...)
			sent = nil
		}
		if err != nil {
			if code := websocket.CloseStatus(err); code != websocket.StatusNormalClosure && code != websocket.StatusNoStatusRcvd {
				yield(message, err)
			}
			return
		}
		if !yield(message, nil) {
			conn.end(websocket.StatusNormalClosure, "", c.options.Timeout)
			return
		}
	}
}

// dial opens the connection. A service that answers with an error instead is an *Error.
func (c *Client) dial(request *http.Request, m *Method) (*peer, error) {
	conn, answer, err := dial(request.Context(), request.URL.String(), c.client(), websocket.DialOptions{
		HTTPHeader: request.Header, Subprotocols: m.offers(request.Header),
	}, func(answer *http.Response) error {
		if answer.StatusCode < http.StatusBadRequest { // a redirect is not for us
			return nil
		}
		defer answer.Body.Close()
		text, _, err := readAll(answer.Body, answer.ContentLength, c.options.MaxBody)
		if err != nil {
			return err
		}
		return m.readError(answer.StatusCode, answer.Header, text)
	})
	switch failure, ok := errors.AsType[*Error](err); {
	case ok:
		return nil, failure
	case err != nil && answer != nil && answer.StatusCode >= http.StatusMultipleChoices:
		return nil, m.readError(answer.StatusCode, answer.Header, nil)
	case err != nil:
		return nil, err
	}
	conn.SetReadLimit(c.options.MaxMessage)
	return conn, nil
}

func (c *Client) next(ctx context.Context, conn *peer, m *Method, f *framing) (*Message, error) {
	kind, data, err := conn.Read(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return nil, wordClose(err)
	}
	message, found := f.receive(m, kind, data)
	message.Findings = c.exchange(m).note(InMessage, message.part(), found)
	if message.failure != nil {
		return message, message.failure
	}
	return message, nil
}

// wordClose says why a stream ended.
func wordClose(err error) error {
	closed, ok := errors.AsType[websocket.CloseError](err)
	if !ok {
		return fmt.Errorf("the stream was interrupted: %w", err)
	}
	reason := ""
	if closed.Reason != "" {
		reason = ", " + words.Quote(closed.Reason)
	}
	return fmt.Errorf("the service closed the stream with status %d%s: %w", int(closed.Code), reason, err)
}

package xrpc

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
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

// pingInterval is how often an idle stream asks whether the client is there.
const pingInterval = 30 * time.Second

// subscribe serves a stream.
func (c *call) subscribe(m *Method) *Error {
	if !isUpgrade(c.r) {
		err := fail(http.StatusUpgradeRequired, "%s is a subscription: connect with WebSocket", m.NSID)
		err.Header = http.Header{"Upgrade": {"websocket"}, "Connection": {"Upgrade"}}
		return c.refused(err)
	}
	h := c.server.streams[m.NSID]
	if h == nil {
		return fail(http.StatusNotImplemented, "%s is not implemented", m.NSID)
	}
	request := &Request{Method: m, HTTP: c.r}
	if err := c.readParams(request); err != nil {
		return err
	}
	conn, err := c.accept(c.w, c.r, &websocket.AcceptOptions{InsecureSkipVerify: true})
	if err != nil {
		return nil // it has answered
	}
	s := &serverStream{call: c, method: m, conn: conn}
	if c.server.framing != nil {
		s.framing = c.server.framing(c.r)
	}
	s.run(h, request)
	return nil
}

// isUpgrade reports whether a request asks for a WebSocket.
func isUpgrade(r *http.Request) bool {
	has := func(name, word string) bool {
		return slices.ContainsFunc(words(r.Header, name), func(w string) bool { return strings.EqualFold(w, word) })
	}
	return has("Connection", "upgrade") && has("Upgrade", "websocket")
}

// serverStream is the server's end of a stream.
type serverStream struct {
	*call
	method  *Method
	conn    *peer
	framing Framing
	open    context.Context // done when the client is gone
	mu      sync.Mutex      // for send
}

func (s *serverStream) run(h StreamHandler, request *Request) {
	defer s.conn.shut()
	// Clients have nothing to say: who sends a message is cut off. The server
	// that stops must not cut the connection, but close it.
	open, gone := context.WithCancel(s.conn.CloseRead(context.WithoutCancel(s.r.Context())))
	defer gone()
	s.open = open
	go s.conn.keepAlive(open, s.options.Timeout, gone)
	ctx, cancel := context.WithCancel(open)
	defer cancel()
	defer context.AfterFunc(s.r.Context(), cancel)()
	failure := h(ctx, request, func(message any) error { return s.send(ctx, message) })
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
		_ = s.sendError(err)
	}
	s.conn.end(code, reason[:min(len(reason), maxReason)], s.options.Timeout)
}

// maxReason is how many bytes the reason of a WebSocket close may have.
const maxReason = 123

// send checks a message and sends it.
func (s *serverStream) send(ctx context.Context, message any) error {
	text, err := marshal(message)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	m := s.method
	kept := s.note(InMessage, lexicon.PartMessage, m.checkMessage(text))
	if lexicon.HasErrors(kept) {
		return &InvalidError{InMessage, kept}
	}
	if s.framing == FramesJSON {
		return s.write(websocket.MessageText, text)
	}
	t := tapes.Get().(*datamodel.Tape)
	data, ok := m.encode(t, text)
	putTape(t)
	if !ok {
		found := s.note(InMessage, lexicon.PartMessage, m.badFrame("the message is not an object of the data model", lexicon.Error))
		return &InvalidError{InMessage, found}
	}
	return s.write(websocket.MessageBinary, data)
}

// sendError sends an error.
func (s *serverStream) sendError(e *Error) error {
	kind := websocket.MessageBinary
	if s.framing == FramesJSON {
		kind = websocket.MessageText
	}
	return s.write(kind, e.message(kind))
}

// message returns the error as a message of a stream: of the framing that messages of
// that kind have.
func (e *Error) message(kind websocket.MessageType) []byte {
	if kind == websocket.MessageText {
		return e.body()
	}
	return e.frame()
}

// write sends a message. A client that does not take it in time is cut off.
func (s *serverStream) write(kind websocket.MessageType, data []byte) error {
	due, cancel := context.WithTimeout(s.open, s.options.Timeout+atMinRate(len(data)))
	defer cancel()
	s.conn.alive(len(data))
	if err := s.conn.Write(due, kind, data); err != nil {
		return err
	}
	s.conn.alive(0)
	s.Messages++
	s.Sent += int64(len(data))
	return nil
}

// errorText returns the error in a text message of FramesJSON; nil when it is a
// message.
func (m *Method) errorText(text []byte) *Error {
	var body struct {
		Type *string `json:"$type"`
		errorBody
	}
	if json.Unmarshal(text, &body) != nil || body.Type != nil || body.Error == "" {
		return nil
	}
	return &Error{Name: body.Error, Message: body.Message, Declared: m.Error(body.Error)}
}

// Stream subscribes, and ranges over the messages. Each was checked: see its
// Findings; the stream goes on after one that is not valid. It ends without an error
// when the service closes it normally or without a status, and with an *Error when the
// service says why. The connection is closed when the loop ends.
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
		dialing, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		w := newWait(c.options.Timeout, cancel)
		conn, err := c.dial(request.WithContext(dialing), m)
		if err = w.answered(err); err != nil {
			yield(nil, err)
			return
		}
		defer conn.shut()
		for {
			message, err := c.next(ctx, conn, m)
			if err != nil {
				if code := websocket.CloseStatus(err); code != websocket.StatusNormalClosure && code != websocket.StatusNoStatusRcvd {
					yield(nil, err)
				}
				return
			}
			message.Findings = append(sent, message.Findings...)
			sent = nil
			if !yield(message, nil) {
				conn.end(websocket.StatusNormalClosure, "", c.options.Timeout)
				return
			}
		}
	}
}

// dial opens the connection. A service that answers with an error instead is an *Error.
func (c *Client) dial(request *http.Request, m *Method) (*peer, error) {
	var raw io.Closer
	client := c.client()
	client.Transport = handshake{client.Transport, func(answer *http.Response) error {
		if raw = answer.Body; answer.StatusCode < http.StatusBadRequest { // a redirect is not for us
			return nil
		}
		defer answer.Body.Close()
		text, _, err := readAll(answer.Body, c.options.MaxBody)
		if err != nil {
			return err
		}
		return m.readError(answer.StatusCode, answer.Header, text)
	}}
	conn, answer, err := websocket.Dial(request.Context(), request.URL.String(), &websocket.DialOptions{HTTPClient: client, HTTPHeader: request.Header})
	if failure, ok := errors.AsType[*Error](err); ok {
		return nil, failure
	}
	if err != nil && answer != nil && answer.StatusCode >= http.StatusMultipleChoices {
		err = m.readError(answer.StatusCode, answer.Header, nil)
	}
	if err != nil {
		return nil, err
	}
	conn.SetReadLimit(c.options.MaxMessage)
	return newPeer(conn, raw), nil
}

// next reads a message.
func (c *Client) next(ctx context.Context, conn *peer, m *Method) (*Message, error) {
	kind, data, err := conn.Read(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return nil, wordClose(err)
	}
	t := tapes.Get().(*datamodel.Tape)
	defer putTape(t)
	message, part, found, failure := m.receive(t, kind, data)
	kept := c.exchange(m).note(InMessage, part, found)
	if failure != nil {
		return nil, failure
	}
	message.Findings = violations(m, InMessage, part, 0, kept)
	return message, nil
}

// wordClose says why a stream ended.
func wordClose(err error) error {
	var closed websocket.CloseError
	switch {
	case !errors.As(err, &closed):
		return fmt.Errorf("the stream was interrupted: %w", err)
	case closed.Reason == "":
		return fmt.Errorf("the service closed the stream with status %d: %w", int(closed.Code), err)
	}
	return fmt.Errorf("the service closed the stream with status %d, %s: %w", int(closed.Code), syntax.Quote(closed.Reason), err)
}

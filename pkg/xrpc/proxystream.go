package xrpc

import (
	"context"
	"errors"
	"maps"
	"net/http"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

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
	defer service.CloseNow()
	maps.Copy(c.w.Header(), endToEnd(opened.Header))
	accept := &websocket.AcceptOptions{InsecureSkipVerify: true}
	if chosen := service.Subprotocol(); chosen != "" {
		accept.Subprotocols = []string{chosen}
	}
	client, err := websocket.Accept(c.w, c.r, accept)
	if err != nil {
		return // it has answered
	}
	defer client.CloseNow()
	c.w.status, c.Status = http.StatusSwitchingProtocols, http.StatusSwitchingProtocols
	service.SetReadLimit(c.options.MaxMessage)
	client.SetReadLimit(c.options.MaxMessage)
	c.relay(m, service, client)
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

// relay passes messages on in both directions until one side closes.
func (c *proxyCall) relay(m *Method, service, client *websocket.Conn) {
	open, gone := context.WithCancel(context.WithoutCancel(c.r.Context()))
	defer gone()
	defer context.AfterFunc(c.r.Context(), func() { // the proxy stops
		go service.Close(websocket.StatusGoingAway, "")
		client.Close(websocket.StatusGoingAway, "the proxy is shutting down")
		gone()
	})()
	for _, conn := range []*websocket.Conn{service, client} {
		go keepAlive(open, conn, c.options.Timeout, gone)
	}
	ended := make(chan struct{})
	go func() { // clients have little to say, and nothing that a Lexicon describes
		defer close(ended)
		for {
			kind, data, err := client.Read(open)
			if err == nil {
				err = c.pass(open, service, kind, data)
			}
			if err != nil {
				closeLike(service, err)
				return
			}
		}
	}()
	for {
		kind, data, err := service.Read(open)
		if err == nil {
			err = c.message(open, m, client, kind, data)
		}
		if err != nil {
			closeLike(client, err)
			break
		}
	}
	gone()
	<-ended
}

// message checks a message of the service and passes it on.
func (c *proxyCall) message(ctx context.Context, m *Method, client *websocket.Conn, kind websocket.MessageType, data []byte) error {
	t := tapes.Get().(*datamodel.Tape)
	_, part, found, _ := m.receive(t, kind, data)
	putTape(t)
	if kept := c.note(InMessage, part, found); lexicon.HasErrors(kept) && c.proxy.Enforce {
		refusal := c.upstreamError(&InvalidError{InMessage, kept})
		_ = c.pass(ctx, client, websocket.MessageBinary, refusal.frame())
		return websocket.CloseError{Code: websocket.StatusInternalError, Reason: refusal.Name}
	}
	if err := c.pass(ctx, client, kind, data); err != nil {
		return err
	}
	c.Messages++
	c.Sent += int64(len(data))
	return nil
}

// pass sends a message on. A peer that does not take it in time is cut off.
func (c *proxyCall) pass(ctx context.Context, to *websocket.Conn, kind websocket.MessageType, data []byte) error {
	due, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	return to.Write(due, kind, data)
}

// closeLike closes a connection the way the other one was closed.
func closeLike(conn *websocket.Conn, err error) {
	var closed websocket.CloseError
	if !errors.As(err, &closed) {
		closed = websocket.CloseError{Code: websocket.StatusBadGateway, Reason: "the other side closed the connection"}
		if errors.Is(err, websocket.ErrMessageTooBig) {
			closed = websocket.CloseError{Code: websocket.StatusMessageTooBig, Reason: "a message is too large"}
		}
	}
	_ = conn.Close(closed.Code, closed.Reason)
}

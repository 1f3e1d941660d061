package xrpc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

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
	return fmt.Errorf("the service closed the stream with status %d, %s: %w", int(closed.Code), words.Quote(closed.Reason), err)
}

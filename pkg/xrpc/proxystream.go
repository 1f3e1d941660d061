package xrpc

import (
	"maps"
	"net/http"

	"github.com/coder/websocket"
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

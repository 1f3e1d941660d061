package xrpc

import (
	"context"
	"io"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

// peer is a WebSocket to the other side of a stream, and the connection below it. Closing
// a websocket.Conn can take any time, since it first reads what is left of a message, and
// waits for itself: where that takes too long, the connection is cut.
type peer struct {
	*websocket.Conn
	raw   io.Closer
	moved atomic.Int64 // when it last sent or took something, in ns since 1970
}

func newPeer(conn *websocket.Conn, raw io.Closer) *peer {
	p := &peer{Conn: conn, raw: raw}
	p.alive(0)
	return p
}

// alive notes that the peer has sent or taken something, or will be taking n bytes.
func (p *peer) alive(n int) { p.moved.Store(time.Now().Add(atMinRate(n)).UnixNano()) }

// cut ends the connection at once.
func (p *peer) cut() { _ = p.raw.Close() }

// shut releases what a stream that has ended still holds.
func (p *peer) shut() {
	p.cut()
	go func() { _ = p.CloseNow() }()
}

// closeTimeout is how long a close may take at most.
const closeTimeout = 10 * time.Second

// end closes the stream with a status.
func (p *peer) end(code websocket.StatusCode, reason string, timeout time.Duration) {
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		_ = p.Close(code, reason)
	}()
	select {
	case <-closed:
	case <-time.After(min(timeout, closeTimeout)):
		p.cut()
	}
}

// keepAlive asks now and then whether the peer is there, and calls gone when it neither
// answers in time nor sends or takes anything: an answer comes after what is on its way.
func (p *peer) keepAlive(ctx context.Context, timeout time.Duration, gone func()) {
	every := time.NewTicker(pingInterval)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
		pong, cancel := context.WithTimeout(ctx, timeout)
		err := p.Ping(pong)
		cancel()
		if err != nil && time.Since(time.Unix(0, p.moved.Load())) >= timeout {
			gone()
			return
		}
	}
}

package xrpc

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/internal/words"
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

// headerSubprotocol is the header in which clients offer encodings, and a service names the
// one that it takes.
const headerSubprotocol = "Sec-WebSocket-Protocol"

// dial asks a service for a stream. Of an answer that opens none, websocket.Dial keeps only
// 1024 bytes: refuse gets each answer, and what it returns an error for is left to it, its
// body included.
func dial(ctx context.Context, url string, client http.Client, o websocket.DialOptions, refuse func(*http.Response) error) (*peer, *http.Response, error) {
	var raw io.Closer
	inner := client.Transport
	client.Transport = transport(func(r *http.Request) (*http.Response, error) {
		answer, err := inner.RoundTrip(r)
		if err == nil {
			raw = answer.Body
			err = refuse(answer)
		}
		if err != nil {
			return nil, err
		}
		if name := answer.Header.Get(headerSubprotocol); name != "" && !slices.Contains(o.Subprotocols, name) {
			answer.Body.Close()
			return nil, serviceError("the service chose the subprotocol " + words.Quote(name) + ", which was not offered")
		}
		if conn, ok := answer.Body.(io.ReadWriteCloser); ok {
			answer.Body = clientConn{conn}
		}
		return answer, nil
	})
	o.HTTPClient = &client
	conn, answer, err := websocket.Dial(ctx, url, &o)
	if err != nil {
		return nil, answer, err
	}
	return newPeer(conn, raw), answer, nil
}

// clientConn is the connection of a WebSocket. Its end is never io.EOF, which websocket.Conn
// takes for the end of a message.
type clientConn struct{ io.ReadWriteCloser }

func (c clientConn) Read(p []byte) (int, error) { return notEOF(c.ReadWriteCloser.Read(p)) }

// serverConn is the same for a connection that is taken from a server.
type serverConn struct{ net.Conn }

func (c serverConn) Read(p []byte) (int, error) { return notEOF(c.Conn.Read(p)) }

func notEOF(n int, err error) (int, error) {
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// hijacker lets websocket.Accept take a serverConn.
type hijacker struct {
	http.ResponseWriter
	conn net.Conn
}

func (w *hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffered, err := http.NewResponseController(w.ResponseWriter).Hijack()
	w.conn = conn
	return serverConn{conn}, buffered, err
}

// alive notes that the peer has sent or taken something, or will be taking n bytes.
func (p *peer) alive(n int) { p.moved.Store(time.Now().Add(atMinRate(n)).UnixNano()) }

// take lets the peer take n bytes, and calls late when it does not take them in time.
func (p *peer) take(n int, timeout time.Duration, late func(), write func() error) error {
	timer := time.AfterFunc(timeout+atMinRate(n), late)
	defer timer.Stop()
	p.alive(n)
	err := write()
	if err == nil {
		p.alive(0)
	}
	return err
}

func (p *peer) cut() { _ = p.raw.Close() }

// shut releases what a stream that has ended still holds.
func (p *peer) shut() {
	p.cut()
	go func() { _ = p.CloseNow() }()
}

const (
	closeTimeout = 10 * time.Second // how long a close may take at most
	pingInterval = 30 * time.Second // how often an idle stream asks whether the peer is there
)

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

// isUpgrade reports whether a request asks for a WebSocket.
func isUpgrade(r *http.Request) bool {
	has := func(name, word string) bool {
		return slices.ContainsFunc(headerWords(r.Header, name), func(w string) bool { return strings.EqualFold(w, word) })
	}
	return has("Connection", "upgrade") && has("Upgrade", "websocket")
}

// headerWords returns the words of a header that is a list.
func headerWords(h http.Header, name string) []string {
	var all []string
	for _, value := range h.Values(name) {
		for part := range strings.SplitSeq(value, ",") {
			if part = strings.TrimSpace(part); part != "" {
				all = append(all, part)
			}
		}
	}
	return all
}

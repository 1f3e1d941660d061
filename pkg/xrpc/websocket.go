package xrpc

import (
	"bufio"
	"context"
	"errors"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httputil"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

// handshake is the transport of a WebSocket handshake. An answer that refuse returns an
// error for is left to refuse, its body included, and ends the handshake: of such an
// answer, websocket.Dial keeps only 1024 bytes.
type handshake struct {
	http.RoundTripper
	refuse func(*http.Response) error
}

func (h handshake) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := h.RoundTripper.RoundTrip(r)
	if err == nil {
		err = h.refuse(answer)
	}
	if err != nil {
		return nil, err
	}
	if conn, ok := answer.Body.(io.ReadWriteCloser); ok {
		answer.Body = endless{conn}
	}
	return answer, nil
}

// endless is the connection of a WebSocket. Its end is never io.EOF, which websocket.Conn
// takes for the end of a message.
type endless struct{ io.ReadWriteCloser }

func (c endless) Read(p []byte) (int, error) { return notEOF(c.ReadWriteCloser.Read(p)) }

// endlessConn is the same for a connection that is taken from a server.
type endlessConn struct{ net.Conn }

func (c endlessConn) Read(p []byte) (int, error) { return notEOF(c.Conn.Read(p)) }

func notEOF(n int, err error) (int, error) {
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// taken lets websocket.Accept take an endless connection.
type taken struct {
	http.ResponseWriter
	conn net.Conn
}

func (w *taken) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffered, err := http.NewResponseController(w.ResponseWriter).Hijack()
	w.conn = conn
	return endlessConn{conn}, buffered, err
}

// accept opens the stream that a client asks for. Where that fails, it has answered.
func (x *exchange) accept(w *pacedWriter, r *http.Request, options *websocket.AcceptOptions) (*peer, error) {
	t := &taken{ResponseWriter: w}
	conn, err := websocket.Accept(t, r, options)
	if err != nil {
		return nil, err
	}
	w.status, x.Status = http.StatusSwitchingProtocols, http.StatusSwitchingProtocols
	return newPeer(conn, t.conn), nil
}

// errNoStream says that a service neither opened a stream nor said why.
var errNoStream = errors.New("the service did not open a stream")

// dial asks the service for a stream. A refusal is any other answer, with its body
// unread.
func (c *proxyCall) dial() (service *peer, opened, refusal *http.Response, err error) {
	r := &httputil.ProxyRequest{In: c.r, Out: c.r.Clone(c.r.Context())}
	r.Out.Header = endToEnd(c.r.Header)
	c.rewrite(r)
	var raw io.Closer
	refuse := func(answer *http.Response) error {
		if answer.StatusCode == http.StatusSwitchingProtocols {
			raw = answer.Body
			return nil
		}
		refusal = answer
		return errNoStream
	}
	w := newWait(c.options.Timeout, c.cancel)
	conn, opened, err := websocket.Dial(c.r.Context(), r.Out.URL.String(), &websocket.DialOptions{
		HTTPClient:   &http.Client{Transport: handshake{c.proxy.transport(), refuse}},
		HTTPHeader:   r.Out.Header,
		Subprotocols: words(c.r.Header, "Sec-WebSocket-Protocol"),
	})
	if err = w.answered(err); err != nil {
		return nil, nil, refusal, err
	}
	return newPeer(conn, raw), opened, nil, nil
}

// endToEnd returns headers without those of a connection and of its WebSocket handshake.
func endToEnd(h http.Header) http.Header {
	own := append(words(h, "Connection"), "Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "Proxy-Connection",
		"Te", "Trailer", "Transfer-Encoding", "Upgrade")
	h = h.Clone()
	for _, name := range own {
		h.Del(name)
	}
	maps.DeleteFunc(h, func(name string, _ []string) bool { return strings.HasPrefix(name, "Sec-Websocket-") })
	return h
}

// given is a transport that has the answer already.
type given struct{ answer *http.Response }

func (g given) RoundTrip(*http.Request) (*http.Response, error) { return g.answer, nil }

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

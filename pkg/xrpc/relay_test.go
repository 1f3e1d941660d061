package xrpc_test

import (
	"context"
	"encoding/binary"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// hugeFrame is the start of a binary frame of 1 GiB; clients mask theirs.
func hugeFrame(masked bool) []byte {
	header := make([]byte, 10, 14)
	header[0], header[1] = 0x82, 127
	binary.BigEndian.PutUint64(header[2:], 1<<30)
	if masked {
		header[1] |= 0x80
		header = header[:14]
	}
	return header
}

// ended returns how an exchange ended, which must not take long.
func ended(t *testing.T, n *notes) xrpc.Exchange {
	t.Helper()
	select {
	case x := <-n.each:
		return x
	case <-time.After(patience):
		t.Fatal("the stream does not end")
		panic("unreachable")
	}
}

// relayed returns the options of a proxy whose exchange is awaited with ended.
func relayed(n *notes) xrpc.Options {
	n.each = make(chan xrpc.Exchange, 1)
	o := n.options()
	o.Timeout, o.MaxMessage = 300*time.Millisecond, 1000
	return o
}

// A stream ends even if a side stops in a message, and then the other one closes or
// leaves.
func TestProxyStreamStalls(t *testing.T) {
	t.Run("client", func(t *testing.T) {
		service := streaming(t, func(ctx context.Context, conn *websocket.Conn, _ net.Conn) {
			<-conn.CloseRead(ctx).Done() // which ends the stream, since the client sends something
		})
		var n notes
		front := serve(t, thingProxy(t, service.URL, relayed(&n)))
		conn := raw(t, front.Listener.Addr().String(), upgradeRequest)
		_, _ = conn.Write(append(hugeFrame(true), make([]byte, 200<<10)...))
		if x := ended(t, &n); x.Unanswered {
			t.Errorf("%+v", x)
		}
	})
	t.Run("service", func(t *testing.T) {
		stuck := make(chan struct{})
		service := streaming(t, func(_ context.Context, _ *websocket.Conn, raw net.Conn) {
			_, _ = raw.Write(hugeFrame(false))
			_ = raw.SetWriteDeadline(time.Now().Add(200 * time.Millisecond))
			for part := make([]byte, 64<<10); ; {
				if _, err := raw.Write(part); err != nil {
					break
				}
			}
			<-stuck
		})
		defer close(stuck)
		var n notes
		front := serve(t, thingProxy(t, service.URL, relayed(&n)))
		conn := raw(t, front.Listener.Addr().String(), upgradeRequest)
		time.Sleep(100 * time.Millisecond) // and takes nothing
		_ = conn.(*net.TCPConn).SetLinger(0)
		conn.Close()
		ended(t, &n)
	})
}

const upgradeRequest = "GET " + watchThings + " HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
	"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"

// A side that does not take messages is cut off, and the exchange says which one.
func TestProxyStreamNotTaken(t *testing.T) {
	t.Run("client", func(t *testing.T) {
		service := streaming(t, func(ctx context.Context, conn *websocket.Conn, _ net.Conn) {
			ctx = conn.CloseRead(ctx)
			message := []byte(goneFrame + strings.Repeat("x", 4000))
			for conn.Write(ctx, websocket.MessageBinary, message) == nil {
			}
		})
		var n notes
		proxied(t, service, relayed(&n), false)
		if x := ended(t, &n); x.Unanswered || x.Err == nil || x.Err.Error() != "the client did not read the response in time" {
			t.Errorf("%+v", x)
		}
	})
	t.Run("service", func(t *testing.T) {
		stuck := make(chan struct{})
		service := streaming(t, func(context.Context, *websocket.Conn, net.Conn) { <-stuck })
		defer close(stuck)
		var n notes
		conn := proxied(t, service, relayed(&n), false)
		go func() {
			for conn.Write(t.Context(), websocket.MessageBinary, make([]byte, 1<<20)) == nil {
			}
		}()
		if x := ended(t, &n); !x.Unanswered || x.Err == nil || x.Err.Error() != "timed out after 300ms waiting for the service to take a message" {
			t.Errorf("%+v", x)
		}
	})
}

// A server ends a stream too when a client stops in a message.
func TestServerStreamStalls(t *testing.T) {
	var n notes
	s := xrpc.NewServer(catalog(t, things...), relayed(&n))
	s.Stream("com.example.watch", func(ctx context.Context, _ *xrpc.Request, _ func(any) error) error {
		time.Sleep(50 * time.Millisecond)
		return nil
	})
	front := serve(t, http.Handler(s))
	conn := raw(t, front.Listener.Addr().String(), upgradeRequest)
	_, _ = conn.Write(append(hugeFrame(true), make([]byte, 200<<10)...))
	ended(t, &n)
}

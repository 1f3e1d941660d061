package xrpc_test

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

func TestProxyStream(t *testing.T) {
	const plain = "/xrpc/com.example.watch"
	frame := func(header, payload string) []byte { return []byte(header + payload) }
	right := frame("\xa2\x61t\x65#gone\x62op\x01", "\xa1\x63seq\x02")
	for _, test := range []struct {
		name     string
		messages [][]byte
		found    []string
		enforced int // messages that are passed on with Enforce
	}{
		{"right", [][]byte{right, right}, nil, 2},
		{"a field of another type", [][]byte{right, frame("\xa2\x61t\x65#gone\x62op\x01", "\xa1\x63seq\x61x")}, []string{"message message value-type /seq"}, 1},
		{"no such variant", [][]byte{frame("\xa2\x61t\x65#none\x62op\x01", "\xa1\x63seq\x02")}, []string{"message message type-mismatch /$type"}, 0},
		{"no header", [][]byte{[]byte("\xa1\x63seq\x02")}, []string{"message message frame"}, 0},
		{"a float", [][]byte{frame("\xa2\x61t\x65#gone\x62op\x01", "\xa1\x63seq\xfb\x40\x00\x00\x00\x00\x00\x00\x00")}, []string{"message message data-model /seq"}, 0},
		{"keys out of order", [][]byte{frame("\xa2\x61t\x65#gone\x62op\x01", "\xa2\x63seq\x02\x61a\x01")}, []string{"message message invalid-cbor"}, 0},
		{"another op", [][]byte{frame("\xa1\x62op\x02", "\xa0"), right}, []string{"message message frame"}, 2},
		{"without a type", [][]byte{frame("\xa1\x62op\x01", "\xa1\x63seq\x02")}, nil, 1},
		{"an unknown error", [][]byte{frame("\xa1\x62op\x20", "\xa1\x65error\x64Oops")}, []string{"message error unknown-error /error"}, 1},
		{"an error without a name", [][]byte{frame("\xa1\x62op\x20", "\xa0")}, []string{"message error missing-required"}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			service := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				conn, err := websocket.Accept(w, r, nil)
				if err != nil {
					t.Error(err)
					return
				}
				if r.Header.Get("Authorization") != "Bearer secret" || r.URL.RawQuery != "cursor=3" {
					t.Errorf("%s %v", r.URL, r.Header)
				}
				for _, m := range test.messages {
					if conn.Write(r.Context(), websocket.MessageBinary, m) != nil {
						return
					}
				}
				conn.Close(websocket.StatusGoingAway, "that is all")
			}))
			for _, enforce := range []bool{false, true} {
				var n notes
				n.each = make(chan xrpc.Exchange, 1)
				p := thingProxy(t, service.URL, n.options())
				p.Enforce = enforce
				conn, _, err := websocket.Dial(t.Context(), serve(t, p).URL+plain+"?cursor=3", &websocket.DialOptions{HTTPHeader: http.Header{"Authorization": {"Bearer secret"}}})
				if err != nil {
					t.Fatal(err)
				}
				var got [][]byte
				var end error
				for end == nil {
					var data []byte
					if _, data, end = conn.Read(t.Context()); end == nil {
						got = append(got, data)
					}
				}
				conn.CloseNow()
				want, code := test.messages, websocket.StatusGoingAway
				if enforce && test.enforced < len(want) {
					want, code = want[:test.enforced], websocket.StatusInternalError
					if len(got) == 0 || !bytes.HasPrefix(got[len(got)-1], []byte("\xa1\x62op\x20")) {
						t.Errorf("the last message is not an error: %q", got)
					} else {
						got = got[:len(got)-1]
					}
				}
				if !slices.EqualFunc(got, want, bytes.Equal) {
					t.Errorf("enforce %t: passed on %x, want %x", enforce, got, want)
				}
				var closed websocket.CloseError
				if !errors.As(end, &closed) || closed.Code != code {
					t.Errorf("enforce %t: the stream ends with %v", enforce, end)
				}
				if x := <-n.each; x.Status != 101 || x.Messages != test.enforced && enforce {
					t.Errorf("enforce %t: %+v", enforce, x)
				}
				if found := n.take(); !slices.Equal(found, test.found) {
					t.Errorf("enforce %t: found %q, want %q", enforce, found, test.found)
				}
			}
		})
	}
}

// streaming returns a service with one stream.
func streaming(t testing.TB, stream func(ctx context.Context, conn *websocket.Conn, raw net.Conn)) *httptest.Server {
	return serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := &hijacked{ResponseWriter: w}
		conn, err := websocket.Accept(h, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.CloseNow()
		conn.SetReadLimit(-1)
		stream(t.Context(), conn, h.conn)
	}))
}

// hijacked keeps the connection that is taken from a server.
type hijacked struct {
	http.ResponseWriter
	conn net.Conn
}

func (h *hijacked) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(h.ResponseWriter).Hijack()
	h.conn = conn
	return conn, rw, err
}

// proxied connects to the stream of a service through a proxy.
func proxied(t testing.TB, service *httptest.Server, o xrpc.Options, enforce bool) *websocket.Conn {
	t.Helper()
	p := thingProxy(t, service.URL, o)
	p.Enforce = enforce
	conn, _, err := websocket.Dial(t.Context(), serve(t, p).URL+watchThings, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.CloseNow() })
	conn.SetReadLimit(-1)
	return conn
}

const goneFrame = "\xa2\x61t\x65#gone\x62op\x01\xa1\x63seq\x02"

// Messages beyond the limit are passed on in both directions, and said not to be checked.
func TestProxyStreamLarge(t *testing.T) {
	long := strings.Repeat("x", 300_000)
	for _, enforce := range []bool{false, true} {
		var n notes
		n.each = make(chan xrpc.Exchange, 1)
		o := n.options()
		o.MaxBody = 1000
		service := streaming(t, func(ctx context.Context, conn *websocket.Conn, _ net.Conn) {
			kind, data, err := conn.Read(ctx)
			for _, message := range []string{goneFrame, string(data), goneFrame} {
				err = errors.Join(err, conn.Write(ctx, kind, []byte(message)))
			}
			if err != nil {
				t.Error(err)
			}
			conn.Close(websocket.StatusNormalClosure, "")
		})
		conn := proxied(t, service, o, enforce)
		if err := conn.Write(t.Context(), websocket.MessageBinary, []byte(long)); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{goneFrame, long, goneFrame} {
			if kind, data, err := conn.Read(t.Context()); err != nil || kind != websocket.MessageBinary || string(data) != want {
				t.Fatalf("enforce %t: %d bytes are passed on, want %d: %v", enforce, len(data), len(want), err)
			}
		}
		if _, _, err := conn.Read(t.Context()); websocket.CloseStatus(err) != websocket.StatusNormalClosure {
			t.Errorf("the stream ends with %v", err)
		}
		if x := <-n.each; x.Err != nil || x.Unanswered || x.Messages != 3 || x.Infos != 1 || x.Sent != int64(len(long)+2*len(goneFrame)) {
			t.Errorf("enforce %t: %+v", enforce, x)
		}
		if message := n.violations[0].Message; message != "the message was not checked because it is larger than 1000 bytes" {
			t.Error(message)
		}
		if found := n.take(); !slices.Equal(found, []string{"message message not-checked"}) {
			t.Errorf("enforce %t: found %q", enforce, found)
		}
	}
}

// A service that breaks a stream off has failed, and a part of a message is not passed on
// as if it were all of it.
func TestProxyStreamBroken(t *testing.T) {
	// begin sends the first n bytes of a message of 1000 bytes.
	begin := func(n int) []byte { return append([]byte{0x82, 126, 1000 >> 8, 1000 & 0xff}, make([]byte, n)...) }
	for _, test := range []struct {
		name  string
		limit int64
		last  []byte // is sent after a message
		close bool   // with a status
	}{
		{"between messages", 0, nil, false},
		{"before a message", 0, begin(0), false},
		{"in a message", 0, begin(512), false},
		{"in a large message", 100, begin(900), false},
		{"between the frames of a message", 0, append([]byte{0x02, byte(len(goneFrame))}, goneFrame...), false},
		{"at the end of a closed stream", 0, nil, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			service := streaming(t, func(ctx context.Context, conn *websocket.Conn, raw net.Conn) {
				err := conn.Write(ctx, websocket.MessageBinary, []byte(goneFrame))
				if _, failed := raw.Write(test.last); err != nil || failed != nil {
					t.Error(err, failed)
				}
				if test.close {
					conn.Close(websocket.StatusInternalError, "")
				}
			})
			failure, code := io.ErrUnexpectedEOF, websocket.StatusBadGateway
			if test.close {
				failure, code = nil, websocket.StatusInternalError
			}
			var n notes
			n.each = make(chan xrpc.Exchange, 1)
			o := n.options()
			o.MaxMessage = test.limit
			conn := proxied(t, service, o, false)
			if _, data, err := conn.Read(t.Context()); err != nil || string(data) != goneFrame {
				t.Errorf("%q, %v", data, err)
			}
			if _, data, err := conn.Read(t.Context()); websocket.CloseStatus(err) != code {
				t.Errorf("%d bytes, then the stream ends with %v", len(data), err)
			}
			if x := <-n.each; x.Status != 101 || x.Err != failure || x.Unanswered != (failure != nil) || x.Messages != 1 || x.Errors != 0 {
				t.Errorf("%+v", x)
			}
			// A client of the service is told, too.
			messages, end := 0, error(nil)
			for m, err := range thingClient(t, service.URL, xrpc.Options{}).Stream(t.Context(), "com.example.watch", nil) {
				if end = err; err == nil {
					messages++
				}
				if m != nil && !m.Valid() {
					t.Errorf("%+v", m)
				}
			}
			if messages != 1 || failure != nil && !errors.Is(end, failure) {
				t.Errorf("the client gets %d messages, then %v", messages, end)
			}
		})
	}
}

// Nor does a service get a part of a message of a client.
func TestProxyStreamBrokenByClient(t *testing.T) {
	end := make(chan error, 1)
	service := streaming(t, func(ctx context.Context, conn *websocket.Conn, _ net.Conn) {
		_, _, err := conn.Read(ctx)
		end <- err
	})
	var n notes
	n.each = make(chan xrpc.Exchange, 1)
	front := serve(t, thingProxy(t, service.URL, n.options()))
	conn := raw(t, front.Listener.Addr().String(), "GET "+watchThings+" HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n\x82\xfe\x03\xe8\x00\x00\x00\x00")
	if got, err := http.ReadResponse(bufio.NewReader(conn), nil); err != nil || got.StatusCode != 101 {
		t.Fatal(got, err)
	}
	conn.Close()
	if err := <-end; websocket.CloseStatus(err) != websocket.StatusBadGateway {
		t.Errorf("the stream ends with %v", err)
	}
	if x := <-n.each; x.Err != nil || x.Unanswered {
		t.Errorf("%+v", x)
	}
}

// A service that stops in a message has failed; a client that leaves has not.
func TestProxyStreamStops(t *testing.T) {
	for _, test := range []struct {
		name   string
		client func(*websocket.Conn) error
		want   string
	}{
		{"the service is slow", func(conn *websocket.Conn) error {
			_, _, err := conn.Read(t.Context())
			return err
		}, "timed out after 100ms waiting for the rest of a message"},
		{"the client leaves", func(conn *websocket.Conn) error { return conn.CloseNow() }, ""},
		{"the client closes", func(conn *websocket.Conn) error { return conn.Close(websocket.StatusGoingAway, "") }, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			service := streaming(t, func(ctx context.Context, conn *websocket.Conn, raw net.Conn) {
				if test.want != "" {
					_, _ = raw.Write([]byte{0x82, 2, 0xa1})
				}
				_, _, _ = conn.Read(ctx)
			})
			var n notes
			n.each = make(chan xrpc.Exchange, 1)
			o := n.options()
			if test.want != "" {
				o.Timeout = 100 * time.Millisecond
			}
			if err := test.client(proxied(t, service, o, false)); test.want != "" && websocket.CloseStatus(err) != websocket.StatusBadGateway {
				t.Errorf("the stream ends with %v", err)
			}
			x := <-n.each
			if got := fmt.Sprint(x.Err); x.Unanswered != (test.want != "") || got != cmp.Or(test.want, "<nil>") {
				t.Errorf("%+v", x)
			}
		})
	}
}

// A stream is closed the way that the service closes it.
func TestProxyStreamCloses(t *testing.T) {
	for _, want := range []websocket.CloseError{
		{Code: websocket.StatusNormalClosure, Reason: "bye"}, {Code: websocket.StatusGoingAway}, {Code: websocket.StatusNoStatusRcvd},
		{Code: websocket.StatusServiceRestart}, {Code: 4001, Reason: "gänz"},
	} {
		var n notes
		n.each = make(chan xrpc.Exchange, 1)
		service := streaming(t, func(_ context.Context, conn *websocket.Conn, _ net.Conn) { conn.Close(want.Code, want.Reason) })
		conn := proxied(t, service, n.options(), false)
		var got websocket.CloseError
		if _, _, err := conn.Read(t.Context()); !errors.As(err, &got) || got != want {
			t.Errorf("%v, want %v", err, want)
		}
		if x := <-n.each; x.Err != nil || x.Unanswered {
			t.Errorf("%v: %+v", want, x)
		}
	}
}

package xrpc_test

import (
	"bufio"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

const watchThings = "/xrpc/com.example.watch"

// upgrade asks for a WebSocket with these headers alone, and returns the answer with its
// body; none is read of a stream.
func upgrade(t testing.TB, url, target, headers string) (*http.Response, string) {
	t.Helper()
	conn := raw(t, strings.TrimPrefix(url, "http://"), "GET "+target+" HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"+headers+"\r\n")
	defer conn.Close()
	got, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got.StatusCode == http.StatusSwitchingProtocols {
		return got, ""
	}
	text, err := io.ReadAll(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	return got, string(text)
}

// What answers a handshake without opening a stream is passed on like any other answer.
func TestProxyHandshakeRefused(t *testing.T) {
	long := `{"error":"FutureCursor","message":"` + strings.Repeat("x", 3000) + `"}`
	for _, test := range []struct {
		name       string
		answer     http.HandlerFunc
		found      []string
		enforced   int // status with Enforce
		unanswered bool
	}{
		{"a long error", answer(400, typeJSON, long), nil, 400, false},
		{"a compressed error", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			answer(400, typeJSON, zipped(long))(w, nil)
		}, nil, 400, false},
		{"an error beyond the limit", answer(400, typeJSON, long+strings.Repeat(" ", 10_000)), []string{"response error not-checked"}, 400, false},
		{"an error that is text", answer(503, "text/plain", "busy"), []string{"response error error-body"}, 502, false},
		{"a redirect", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/xrpc/com.example.none?elsewhere", http.StatusFound)
		}, nil, 302, false},
		{"no stream", answer(204, "", ""), nil, 502, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			service := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.RawQuery != "cursor=3" {
					t.Errorf("the proxy asks for %s", r.URL)
				}
				w.Header().Set("X-Odd", "ä")
				test.answer(w, r)
			}))
			want, wantText := upgrade(t, service.URL, watchThings+"?cursor=3", "")
			for _, enforce := range []bool{false, true} {
				var n notes
				o := n.options()
				o.MaxBody = 10_000
				p := thingProxy(t, service.URL, o)
				p.Enforce = enforce
				front := serve(t, p)
				got, text := upgrade(t, front.URL, watchThings+"?cursor=3", "")
				wantStatus := want.StatusCode
				if enforce {
					wantStatus = test.enforced
				}
				if got.StatusCode != wantStatus {
					t.Errorf("enforce %t: status %d, want %d", enforce, got.StatusCode, wantStatus)
				}
				if wantStatus == want.StatusCode {
					if text != wantText || got.ContentLength != want.ContentLength {
						t.Errorf("enforce %t: %d bytes are passed on: %.100q", enforce, len(text), text)
					}
					for _, name := range []string{"Content-Type", "Content-Encoding", "Location", "X-Odd"} {
						if got.Header.Get(name) != want.Header.Get(name) {
							t.Errorf("enforce %t: %s is %q, want %q", enforce, name, got.Header.Get(name), want.Header.Get(name))
						}
					}
				}
				if found := n.take(); !slices.Equal(found, test.found) {
					t.Errorf("enforce %t: found %q, want %q", enforce, found, test.found)
				}
				if x := n.ended(front)[0]; x.Status != wantStatus || x.Unanswered != test.unanswered {
					t.Errorf("enforce %t: %+v", enforce, x)
				}
			}
		})
	}
}

// A stream that opens has the headers of both sides, but those of the connections.
func TestProxyHandshakeHeaders(t *testing.T) {
	var seen http.Header
	service := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = r.Header
		h := w.Header()
		h["Set-Cookie"] = []string{"a=b", "c=d"}
		h.Set("X-Up", "yes")
		conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{"two"}})
		if err != nil {
			t.Error(err)
			return
		}
		conn.Close(websocket.StatusNormalClosure, "")
	}))
	var n notes
	n.each = make(chan xrpc.Exchange, 2)
	front := serve(t, thingProxy(t, service.URL, n.options()))
	for _, target := range []string{watchThings, "/xrpc/com.example.none"} {
		got, _ := upgrade(t, front.URL, target, "X-Down: 1\r\nX-Down: 2\r\nX-Hop: 1\r\nConnection: X-Hop\r\nKeep-Alive: timeout=5\r\n"+
			"Proxy-Authorization: Basic eA==\r\nX-Forwarded-For: 192.0.2.1\r\nSec-WebSocket-Protocol: one, two\r\n")
		if got.StatusCode != 101 {
			t.Fatalf("%s: status %d", target, got.StatusCode)
		}
		for name, want := range map[string][]string{"Set-Cookie": {"a=b", "c=d"}, "X-Up": {"yes"}, "Sec-Websocket-Protocol": {"two"}} {
			if !slices.Equal(got.Header[name], want) {
				t.Errorf("%s: %s is %q, want %q", target, name, got.Header[name], want)
			}
		}
		if len(got.Header["Sec-Websocket-Accept"]) != 1 || len(got.Header["Upgrade"]) != 1 {
			t.Errorf("%s: %v", target, got.Header)
		}
		for name, want := range map[string][]string{"X-Down": {"1", "2"}, "X-Forwarded-For": {"192.0.2.1"}, "Sec-Websocket-Version": {"13"}} {
			if !slices.Equal(seen[name], want) {
				t.Errorf("%s: the service gets %s %q, want %q", target, name, seen[name], want)
			}
		}
		if offers := strings.ReplaceAll(strings.Join(seen["Sec-Websocket-Protocol"], ","), " ", ""); offers != "one,two" {
			t.Errorf("%s: the service is offered %q", target, offers)
		}
		for _, name := range []string{"User-Agent", "Referer", "X-Hop", "Keep-Alive", "Proxy-Authorization", "Accept-Encoding"} {
			if values, ok := seen[name]; ok {
				t.Errorf("%s: the service gets %s %q", target, name, values)
			}
		}
		if x := <-n.each; x.Status != 101 || x.Err != nil {
			t.Errorf("%s: %+v", target, x)
		}
	}
}

// A request with the wrong HTTP method is passed on with that method.
func TestProxyHandshakeMethod(t *testing.T) {
	service := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, r.Method) }))
	var n notes
	r := newRequest(t, "POST", serve(t, thingProxy(t, service.URL, n.options())).URL+watchThings, "", "")
	r.Header.Set("Connection", "Upgrade")
	r.Header.Set("Upgrade", "websocket")
	if _, text := ask(t, r); text != "POST" {
		t.Errorf("the service gets %s", text)
	}
	if found := n.take(); !slices.Equal(found, []string{"request  http-method"}) {
		t.Errorf("found %q", found)
	}
}

// A client reads all of an error, and follows redirects if it is told to, as for any other
// call.
func TestStreamHandshake(t *testing.T) {
	inner := watchServer(t, xrpc.Options{}, nil, gone)
	service := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Query().Get("cursor") {
		case "1":
			answer(400, typeJSON, `{"error":"FutureCursor","message":"`+strings.Repeat("x", 3000)+`"}`)(w, r)
		case "2":
			http.Redirect(w, r, r.URL.Path+"?cursor=3", http.StatusFound)
		default:
			inner.ServeHTTP(w, r)
		}
	}))
	c := thingClient(t, service.URL, xrpc.Options{})
	c.HTTP, c.FollowRedirects = &http.Client{Timeout: patience}, true
	for _, err := range c.Stream(t.Context(), "com.example.watch", xrpc.Params{"cursor": 1}) {
		var failure *xrpc.Error
		if !errors.As(err, &failure) || failure.Name != "FutureCursor" || failure.Declared == nil || failure.Status != 400 || len(failure.Message) != 3000 {
			t.Errorf("%+v", err)
		}
	}
	count := 0
	for m, err := range c.Stream(t.Context(), "com.example.watch", xrpc.Params{"cursor": 2}) {
		if count++; err != nil || m.Type != "com.example.watch#gone" {
			t.Errorf("%+v, %v", m, err)
		}
	}
	if count != 1 {
		t.Errorf("%d messages after a redirect", count)
	}
}

package xrpc_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// A client that closes its side of the connection after the request gets the response.
func TestProxyHalfClosed(t *testing.T) {
	service := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(100 * time.Millisecond)
		answer(200, typeJSON, `{"name":"x"}`)(w, r)
	}))
	front := limited(t, thingProxy(t, service.URL, xrpc.Options{}))
	conn := raw(t, front, "GET "+getThing+"?id=1 HTTP/1.1\r\nHost: x\r\n\r\n")
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	if status := cutOff(t, conn); status != 200 {
		t.Errorf("status %d", status)
	}
}

// The request of a client that is gone is canceled after a while, and when the proxy stops.
func TestProxyClientGone(t *testing.T) {
	for _, stops := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			asked, gone := make(chan bool), make(chan time.Time, 1)
			network := piped(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				close(asked)
				<-r.Context().Done()
				gone <- time.Now()
			}), 1)
			var n notes
			n.each = make(chan xrpc.Exchange, 1)
			p := thingProxy(t, "http://service", n.options())
			p.HTTP = network.transport(t, 1)
			base, stop := context.WithCancel(t.Context())
			front, server := make(pipes), xrpc.NewHTTPServer(p)
			server.BaseContext = func(net.Listener) context.Context { return base }
			go server.Serve(front)
			t.Cleanup(func() { server.Shutdown(context.Background()) })
			conn, _ := front.dial(t.Context(), "", "")
			io.WriteString(conn, "GET "+getThing+"?id=1 HTTP/1.1\r\nHost: x\r\n\r\n")
			<-asked
			start, want := time.Now(), 10*time.Second
			conn.Close()
			if stops {
				want = 0
				stop()
			}
			if after := (<-gone).Sub(start); after != want {
				t.Errorf("canceled after %s, want %s", after, want)
			}
			if x := <-n.each; x.Unanswered {
				t.Errorf("%+v", x)
			}
			stop()
		})
	}
}

// Bodies beyond the limit are passed on, and said not to be checked.
func TestProxyLarge(t *testing.T) {
	large := `{"name":"` + strings.Repeat("x", 2000) + `"}`
	var seen []byte
	service := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen, _ = io.ReadAll(r.Body)
		w.Header().Set("Content-Type", typeJSON)
		io.WriteString(w, large)
	}))
	var n notes
	o := n.options()
	o.MaxBody = 1000
	p := thingProxy(t, service.URL, o)
	front := serve(t, p)
	got, text := ask(t, newRequest(t, "POST", front.URL+putThing, typeJSON, large))
	if got.StatusCode != 200 || text != large || string(seen) != large {
		t.Errorf("%d, %d bytes to the service and %d back", got.StatusCode, len(seen), len(text))
	}
	if found := n.take(); !slices.Equal(found, []string{"request input not-checked", "response output not-checked"}) {
		t.Errorf("found %q", found)
	}
	p.Enforce = true
	if got, _ := ask(t, newRequest(t, "POST", front.URL+putThing, typeJSON, large)); got.StatusCode != 413 {
		t.Errorf("status %d", got.StatusCode)
	}
}

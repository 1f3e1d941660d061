package serve_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/internal/serve"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// On loopback, only hosts that no page can choose are answered: methods, streams, the page
// and what a proxy passes on.
func TestGuardHost(t *testing.T) {
	mock := serve.NewMock(parse(`{"lexicon": 1, "id": "com.example.ping", "defs": {"main": {"type": "query"}}}`,
		`{"lexicon": 1, "id": "com.example.watch", "defs": {"main": {"type": "subscription"}}}`), serve.MockOptions{})
	service := httptest.NewServer(mock)
	defer service.Close()
	proxy, err := xrpc.NewProxy(parse(), service.URL, xrpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	dial := func(s *httptest.Server, host, path string) (*http.Response, bool) {
		t.Helper()
		r, err := http.NewRequest("GET", s.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		answer, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		conn, _, err := websocket.Dial(t.Context(), s.URL+"/xrpc/com.example.watch", &websocket.DialOptions{Host: host})
		if err == nil {
			conn.CloseNow()
		}
		return answer, err == nil
	}
	for name, h := range map[string]http.Handler{"mock": mock, "proxy": proxy} {
		var refused atomic.Int32
		guarded := httptest.NewUnstartedServer(nil)
		guarded.Config.Handler = serve.GuardHost(h, guarded.Listener.Addr(), []string{"dev.example"}, func(x xrpc.Exchange) {
			if refused.Add(1); x.Status != 421 || !strings.Contains(x.Err.Error(), "is not allowed") {
				t.Errorf("%+v", x)
			}
		})
		guarded.Start()
		defer guarded.Close()
		for host, allowed := range map[string]bool{
			"localhost": true, "LOCALHOST:80": true, "localhost.": true, "127.0.0.1:1": true, "127.9.9.9": true, "192.0.2.1": true, "[::1]:80": true, "[::1]": true,
			"dev.example": true, "Dev.Example:3000": true,
			"evil.example": false, "localhost.evil.example": false, "x.dev.example": false, "127.0.0.1.evil.example": false, "2130706433": false, "0x7f.1": false, "foo.localhost": false,
		} {
			for _, path := range []string{"/", "/methods.json", "/xrpc/com.example.ping", "/none"} {
				before := refused.Load()
				answer, streams := dial(guarded, host, path)
				if ok := answer.StatusCode != 421; ok != allowed || streams != allowed || (refused.Load() == before) != allowed {
					t.Errorf("%s: %s%s: status %d, streams: %t, %d refused", name, host, path, answer.StatusCode, streams, refused.Load()-before)
				}
			}
		}
	}
	everywhere := httptest.NewServer(serve.GuardHost(mock, &net.TCPAddr{IP: net.IPv4zero, Port: 1}, nil, nil))
	defer everywhere.Close()
	if answer, streams := dial(everywhere, "public.example", "/"); answer.StatusCode != 200 || !streams {
		t.Errorf("status %d, streams: %t", answer.StatusCode, streams)
	}
}

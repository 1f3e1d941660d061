package xrpc_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// FuzzServer sends any request: the server neither panics nor fails, and every error
// has a body that says what is wrong.
func FuzzServer(f *testing.F) {
	for _, seed := range [][5]string{
		{"GET", "/xrpc/com.example.getThing", "id=lamp&limit=5&tags=a&tags=b", "", ""},
		{"GET", "/xrpc/com.example.getThing", "?id=%zz&&=&%ff=1&limit=99999999999999999999", "", ""},
		{"POST", "/xrpc/com.example.putThing", "", "application/json", `{"name": "lamp"}`},
		{"POST", "/xrpc/com.example.putThing", "", "application/json; charset=x", `{"name": {"$link": 1}}`},
		{"POST", "/xrpc/com.example.upload", "", "video/mp4", "\x00\xff"},
		{"HEAD", "/xrpc/com.example.getImage", "", "", ""},
		{"GET", "/xrpc/com.example.watch", "cursor=1", "", ""},
		{"BREW", "/xrpc/../%2e", "", "*/*;;", "x"},
	} {
		f.Add(seed[0], seed[1], seed[2], seed[3], seed[4], false)
		f.Add(seed[0], seed[1], seed[2], seed[3], seed[4], true)
	}
	server := xrpc.NewServer(catalog(f, things...), xrpc.Options{MaxBody: 1 << 16})
	for _, m := range server.Methods() {
		if m.Type() == lexicon.TypeSubscription {
			continue
		}
		server.Handle(string(m.NSID), func(_ context.Context, r *xrpc.Request) (*xrpc.Response, error) {
			if _, err := io.Copy(io.Discard, r.Body.Reader()); err != nil {
				return nil, err
			}
			switch m.NSID {
			case "com.example.getImage":
				return &xrpc.Response{Body: xrpc.Body{ContentType: "image/png", Stream: strings.NewReader("PNG")}}, nil
			case "com.example.ping":
				return nil, nil
			}
			return xrpc.JSON(map[string]any{"id": "x", "name": r.Params.String("id"), "size": r.Params.Int("limit")})
		})
	}
	f.Fuzz(func(t *testing.T, method, path, query, contentType, body string, compressed bool) {
		r := &http.Request{
			Method: method, URL: &url.URL{Path: path, RawQuery: query}, Header: http.Header{}, ProtoMajor: 1, ProtoMinor: 1,
			Body: http.NoBody,
		}
		if body != "" {
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
		}
		if contentType != "" {
			r.Header.Set("Content-Type", contentType)
		}
		if compressed {
			r.Header.Set("Content-Encoding", "gzip")
		}
		w := httptest.NewRecorder()
		server.ServeHTTP(w, r)
		switch {
		case w.Code == 500:
			t.Fatalf("status 500: %s", w.Body)
		case w.Code >= 400 && r.Method != http.MethodHead:
			if name, _ := errorOf(t, w.Body.String()); name == "" {
				t.Errorf("status %d without an error: %s", w.Code, w.Body)
			}
		}
	})
}

// FuzzMessage lets a service send any message: the client says what is wrong with it,
// or reads it.
func FuzzMessage(f *testing.F) {
	f.Add([]byte("\xa2\x61t\x65#gone\x62op\x01\xa1\x63seq\x02"), true)
	f.Add([]byte("\xa2\x61t\x65#note\x62op\x01\xa0"), true)
	f.Add([]byte("\xa2\x61t\x65#none\x62op\x01\xa1\x65$type\x61x"), true)
	f.Add([]byte("\xa1\x62op\x20\xa1\x65error\x64Oops"), true)
	f.Add([]byte(gone), false)
	f.Add([]byte(`{"error":"Oops"}`), false)
	f.Add([]byte(`[`), false)
	var now []byte
	var kind websocket.MessageType
	service := serve(f, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if conn, err := websocket.Accept(w, r, nil); err == nil {
			_ = conn.Write(r.Context(), kind, now)
			_ = conn.Close(websocket.StatusNormalClosure, "")
		}
	}))
	client := thingClient(f, service.URL, xrpc.Options{})
	f.Fuzz(func(t *testing.T, data []byte, binary bool) {
		now, kind = data, websocket.MessageText
		if binary {
			kind = websocket.MessageBinary
		}
		for m, err := range client.Stream(t.Context(), "com.example.watch", nil) {
			if err == nil && m.Valid() && m.JSON == nil && m.Findings == nil {
				t.Errorf("%x is neither read nor found fault with", data)
			}
		}
	})
}

// FuzzAnswer lets a service send any status line and headers: a proxy passes on what HTTP
// allows, and what it does not allow is 502 and counts as a failure.
func FuzzAnswer(f *testing.F) {
	for _, line := range []string{"200 OK", "204", "404 Not Found", "599 x", "600 x", "999", "099 x", "000", "-12 x", "+12", "2000", "20", "101 x",
		"103 Early Hints\r\n\r\nHTTP/1.1 200 OK", "199 x", "200\x00", "200 \x1b[2J", "", "\u0665\u0660\u0660"} {
		f.Add(line, "Content-Type: application/json")
	}
	f.Add("200 OK", "no colon")
	f.Add("200 OK", "a b: c")
	f.Add("200 OK", "A: b\x00c")
	f.Add("200 OK", "Content-Length: x")
	f.Add("200 OK", "Content-Length: 1\r\nContent-Length: 2")
	f.Add("101 Switching Protocols", "Connection: Upgrade\r\nUpgrade: websocket")
	f.Add("200 OK", "Transfer-Encoding: chunked")
	var now string
	upstream, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { upstream.Close() })
	go func() {
		for {
			conn, err := upstream.Accept()
			if err != nil {
				return
			}
			if _, err := http.ReadRequest(bufio.NewReader(conn)); err == nil {
				_, _ = io.WriteString(conn, now)
			}
			conn.Close()
		}
	}()
	n := notes{each: make(chan xrpc.Exchange, 1)}
	proxy := thingProxy(f, "http://"+upstream.Addr().String(), n.options())
	panicked := make(chan any, 1)
	front := serve(f, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			p := recover()
			if panicked <- p; p != nil {
				panic(http.ErrAbortHandler)
			}
		}()
		proxy.ServeHTTP(w, r)
	}))
	client := &http.Transport{DisableKeepAlives: true} // it does not try again
	f.Fuzz(func(t *testing.T, line, header string) {
		now = "HTTP/1.1 " + line + "\r\n" + header + "\r\n\r\n{}"
		passed := 0
		answer, err := client.RoundTrip(newRequest(t, "GET", front.URL+"/xrpc/com.example.none", "", ""))
		if err == nil {
			passed = answer.StatusCode
			_, err = io.Copy(io.Discard, answer.Body)
			answer.Body.Close()
		}
		if p := <-panicked; p != nil && p != http.ErrAbortHandler {
			t.Fatalf("%q: panic: %v", now, p)
		}
		x := <-n.each
		switch {
		case !x.Unanswered && (err != nil || x.Status < 200 || x.Status > 599 || x.Status != passed):
			t.Errorf("%q: status %d becomes %d, %v", now, x.Status, passed, err)
		case x.Unanswered && passed != http.StatusBadGateway && err == nil && x.Err == nil:
			t.Errorf("%q: status %d and no error, though the service failed", now, passed)
		}
	})
}

// What the status line or the headers of a service cannot say is a failure of the service.
func TestProxyBadAnswer(t *testing.T) {
	for _, bad := range []string{
		"000 x", "099 x", "+12 x", "-12 x", "600 x", "999", "2000 x", "101 x", "199 x", "x", "",
		"200 OK\r\nno colon", "200 OK\r\na b: c", "200 OK\r\nA: b\x00c", "200 OK\r\nContent-Length: x",
	} {
		for _, nsid := range []string{"com.example.getImage", "com.example.none", "com.example.watch"} {
			var n notes
			service := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				conn, _, err := http.NewResponseController(w).Hijack()
				if err == nil {
					_, _ = io.WriteString(conn, "HTTP/1.1 "+bad+"\r\n\r\n")
					conn.Close()
				}
			}))
			front := serve(t, thingProxy(t, service.URL, n.options()))
			r := newRequest(t, "GET", front.URL+"/xrpc/"+nsid, "", "")
			if nsid == "com.example.watch" {
				r.Header = http.Header{"Connection": {"Upgrade"}, "Upgrade": {"websocket"}, "Sec-Websocket-Version": {"13"}, "Sec-Websocket-Key": {"AAAAAAAAAAAAAAAAAAAAAA=="}}
			}
			answer, text := ask(t, r)
			if name, _ := errorOf(t, text); answer.StatusCode != 502 || name != "UpstreamFailure" {
				t.Errorf("%q to %s: status %d: %s", bad, nsid, answer.StatusCode, text)
			}
			if x := n.ended(front)[0]; !x.Unanswered || x.Err == nil || x.Status != 502 {
				t.Errorf("%q to %s: %+v", bad, nsid, x)
			}
		}
	}
}

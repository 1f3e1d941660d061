package xrpc_test

import (
	"bytes"
	"context"
	"io"
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

// FuzzFrame reads any bytes as a frame: what is accepted comes back as it was, and a
// proxy passes on a message of any bytes.
func FuzzFrame(f *testing.F) {
	for _, seed := range []string{
		"\xa2\x61t\x65#gone\x62op\x01\xa1\x63seq\x02", "\xa1\x62op\x20\xa1\x65error\x64Oops", "\xa1\x62op\x01\xf6", "\xa0\xa0", "", "\xa1",
		"\xa2\x61t\x60\x62op\x3b\x7f\xff\xff\xff\xff\xff\xff\xff\x80",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		before := bytes.Clone(data)
		frame, err := xrpc.ParseFrame(data)
		if !bytes.Equal(data, before) {
			t.Fatal("the data was changed")
		}
		if err != nil {
			return
		}
		again, err := xrpc.ParseFrame(frame.Append(nil))
		if err != nil || again.Op != frame.Op || again.Type != frame.Type || !bytes.Equal(again.Payload, frame.Payload) {
			t.Errorf("%x is written as %+v: %v", data, again, err)
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

package xrpc_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/fxamacker/cbor/v2"

	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// watch sends what a test asks for in its messages, then ends as it says.
func watchServer(t testing.TB, o xrpc.Options, end error, messages ...string) *xrpc.Server {
	s := xrpc.NewServer(catalog(t, things...), o)
	s.Stream("com.example.watch", func(_ context.Context, _ *xrpc.Request, send func(any) error) error {
		for _, m := range messages {
			if err := send(json.RawMessage(m)); err != nil {
				return err
			}
		}
		return end
	})
	return s
}

const (
	note = `{"$type":"com.example.watch#note","seq":1,"text":"hi","hash":{"$bytes":"aGk"},"link":{"$link":"bafyreidfayvfuwqa7qlnopdjiqrxzs6blmoeu4rujcjtnci5beludirz2a"}}`
	gone = `{"$type":"com.example.watch#gone","seq":2}`
)

func TestStream(t *testing.T) {
	var n notes
	n.each = make(chan xrpc.Exchange, 1)
	url := serve(t, watchServer(t, n.options(), nil, note, gone)).URL
	c := thingClient(t, url, xrpc.Options{})
	var got []string
	for m, err := range c.Stream(t.Context(), "com.example.watch", xrpc.Params{"cursor": 3}) {
		if err != nil {
			t.Fatal(err)
		}
		if !m.Valid() || len(m.Findings) > 0 {
			t.Errorf("%s: %v", m.JSON, m.Findings)
		}
		got = append(got, m.Type+" "+string(m.JSON))
	}
	want := []string{
		// As DAG-CBOR sorts it, the type first.
		`com.example.watch#note {"$type":"com.example.watch#note","seq":1,"hash":{"$bytes":"aGk"},"link":{"$link":"bafyreidfayvfuwqa7qlnopdjiqrxzs6blmoeu4rujcjtnci5beludirz2a"},"text":"hi"}`,
		`com.example.watch#gone ` + gone,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if x := <-n.each; x.Status != 101 || x.Messages != 2 || x.Sent < 100 || x.Err != nil || x.Errors != 0 {
		t.Errorf("%+v", x)
	}
	if found := n.take(); found != nil {
		t.Errorf("found %q", found)
	}
	// A loop that ends early closes the connection.
	for range c.Stream(t.Context(), "com.example.watch", nil) {
		break
	}
	<-n.each
}

// Frames are two objects in DAG-CBOR, as another decoder reads them.
func TestStreamFrames(t *testing.T) {
	url := serve(t, watchServer(t, xrpc.Options{}, &xrpc.Error{Name: "FutureCursor", Message: "too new"}, gone)).URL
	conn, _, err := websocket.Dial(t.Context(), url+"/xrpc/com.example.watch", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.CloseNow()
	for _, want := range []string{"map[op:1 t:#gone] map[seq:2]", "map[op:-1] map[error:FutureCursor message:too new]"} {
		kind, data, err := conn.Read(t.Context())
		if err != nil || kind != websocket.MessageBinary {
			t.Fatalf("%v, %v", kind, err)
		}
		d := cbor.NewDecoder(bytes.NewReader(data))
		var header, payload map[string]any
		if err := errors.Join(d.Decode(&header), d.Decode(&payload)); err != nil || d.NumBytesRead() != len(data) {
			t.Fatalf("%x: %v", data, err)
		}
		if got := fmt.Sprint(header, payload); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if _, _, err := conn.Read(t.Context()); websocket.CloseStatus(err) != websocket.StatusPolicyViolation {
		t.Errorf("the stream ends with %v", err)
	}
}

// A server does not send what does not match.
func TestStreamInvalid(t *testing.T) {
	var n notes
	n.each = make(chan xrpc.Exchange, 1)
	for _, message := range []string{
		`{"$type":"com.example.watch#gone"}`, `{"$type":"com.example.watch#none","seq":1}`, `{"text":"hi"}`, `[]`, `{`,
		`{"$type":"com.example.watch#gone","seq":1,"x":1.5}`,
	} {
		url := serve(t, watchServer(t, n.options(), nil, message)).URL
		for m, err := range thingClient(t, url, xrpc.Options{}).Stream(t.Context(), "com.example.watch", nil) {
			var failure *xrpc.Error
			if !errors.As(err, &failure) || failure.Name != "InternalServerError" {
				t.Errorf("%s: %+v, %v", message, m, err)
			}
		}
		var invalid *xrpc.InvalidError
		if x := <-n.each; !errors.As(x.Err, &invalid) || x.Errors == 0 {
			t.Errorf("%s: %+v", message, x)
		}
		if n.take() == nil {
			t.Errorf("%s: nothing is found", message)
		}
	}
}

// Before the stream opens, errors are HTTP answers.
func TestStreamRefused(t *testing.T) {
	url := serve(t, watchServer(t, xrpc.Options{}, nil)).URL
	_, answer, err := websocket.Dial(t.Context(), url+"/xrpc/com.example.watch?cursor=x", nil)
	if err == nil || answer.StatusCode != 400 {
		t.Fatalf("%v", err)
	}
	c := thingClient(t, serve(t, http.NotFoundHandler()).URL, xrpc.Options{})
	for _, err := range c.Stream(t.Context(), "com.example.watch", nil) {
		var failure *xrpc.Error
		if !errors.As(err, &failure) || failure.Status != 404 {
			t.Errorf("%v", err)
		}
	}
	for _, nsid := range []string{"com.example.getThing", "com.example.none"} {
		for _, err := range c.Stream(t.Context(), nsid, xrpc.Params{"id": "x"}) {
			if err == nil {
				t.Errorf("%s is a stream", nsid)
			}
		}
	}
	c = thingClient(t, "http://127.0.0.1:1", xrpc.Options{})
	for _, err := range c.Stream(t.Context(), "com.example.watch", nil) {
		var op *net.OpError
		if !errors.As(err, &op) {
			t.Errorf("%v", err)
		}
	}
}

// A server that stops closes its streams, and the handler is told.
func TestStreamStops(t *testing.T) {
	ended := make(chan error, 1)
	s := xrpc.NewServer(catalog(t, things...), xrpc.Options{})
	s.Stream("com.example.watch", func(ctx context.Context, _ *xrpc.Request, send func(any) error) error {
		err := send(json.RawMessage(gone))
		<-ctx.Done()
		ended <- errors.Join(err, send(json.RawMessage(gone)))
		return ctx.Err()
	})
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	server := httptest.NewUnstartedServer(s)
	server.Config.BaseContext = func(net.Listener) context.Context { return ctx }
	server.Start()
	defer server.Close()
	count := 0
	for m, err := range thingClient(t, server.URL, xrpc.Options{}).Stream(t.Context(), "com.example.watch", nil) {
		if count++; count == 1 {
			if m.Type != "com.example.watch#gone" {
				t.Errorf("%+v", m)
			}
			stop()
		} else if websocket.CloseStatus(err) != websocket.StatusGoingAway || !strings.Contains(err.Error(), `status 1001, "the server is shutting down"`) {
			t.Errorf("the stream ends with %v", err)
		}
	}
	if err := <-ended; count != 2 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d messages, %v", count, err)
	}
}

// A client that leaves ends the handler.
func TestStreamClientLeaves(t *testing.T) {
	ended := make(chan struct{})
	s := xrpc.NewServer(catalog(t, things...), xrpc.Options{})
	s.Stream("com.example.watch", func(ctx context.Context, _ *xrpc.Request, _ func(any) error) error {
		<-ctx.Done()
		close(ended)
		return nil
	})
	conn, _, err := websocket.Dial(t.Context(), serve(t, s).URL+"/xrpc/com.example.watch", nil)
	if err != nil {
		t.Fatal(err)
	}
	conn.CloseNow()
	select {
	case <-ended:
	case <-time.After(10 * time.Second):
		t.Error("the handler goes on")
	}
}

// A service that closes a stream normally, or without a status, has nothing more to say.
func TestStreamCloses(t *testing.T) {
	for code, fails := range map[websocket.StatusCode]bool{
		websocket.StatusNormalClosure: false, websocket.StatusNoStatusRcvd: false, websocket.StatusGoingAway: true, 4001: true,
	} {
		service := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if conn, err := websocket.Accept(w, r, nil); err == nil {
				conn.Close(code, "")
			}
		}))
		var got error
		for _, err := range thingClient(t, service.URL, xrpc.Options{}).Stream(t.Context(), "com.example.watch", nil) {
			got = err
		}
		if fails && websocket.CloseStatus(got) != code || !fails && got != nil {
			t.Errorf("a stream that is closed with %d ends with %v", code, got)
		}
	}
}

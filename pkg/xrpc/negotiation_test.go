package xrpc_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// A client gets the first of its offers that is known, else what the server prefers, else
// what the Lexicon declares, else the default. What it has offered is echoed.
func TestStreamNegotiation(t *testing.T) {
	for _, test := range []struct {
		declared, preferred string
		offers              []string
		want                string
		echo                bool
	}{
		{"", "", nil, "xrpc.v0.cbor", false},
		{"xrpc.v0.cbor", "", nil, "xrpc.v0.cbor", false},
		{"xrpc.v1.json", "", nil, "xrpc.v1.json", false},
		{"xrpc.v1.cbor", "", nil, "xrpc.v1.cbor", false},
		{"xrpc.v9.yaml", "", nil, "xrpc.v0.cbor", false},
		{"xrpc.v1.json", "xrpc.v1.cbor", nil, "xrpc.v1.cbor", false},
		{"xrpc.v1.json", "xrpc.v9.yaml", nil, "xrpc.v1.json", false},
		{"", "", []string{"xrpc.v1.json"}, "xrpc.v1.json", true},
		{"", "", []string{"xrpc.v1.cbor", "xrpc.v1.json"}, "xrpc.v1.cbor", true},
		{"xrpc.v1.json", "xrpc.v1.cbor", []string{"chat", "xrpc.v0.cbor", "xrpc.v1.json"}, "xrpc.v0.cbor", true},
		{"xrpc.v1.json", "", []string{"chat", "XRPC.V1.CBOR"}, "xrpc.v1.json", false},
	} {
		t.Run(fmt.Sprint(test), func(t *testing.T) {
			var n notes
			n.each = make(chan xrpc.Exchange, 1)
			s := xrpc.NewServer(declaring(t, test.declared), n.options())
			s.SetSubprotocol(func(*http.Request) string { return test.preferred })
			s.Stream("com.example.watch", func(_ context.Context, _ *xrpc.Request, send func(any) error) error {
				if err := send(json.RawMessage(gone)); err != nil {
					return err
				}
				return &xrpc.Error{Name: "FutureCursor", Message: "too\xffnew"}
			})
			conn, _, err := websocket.Dial(t.Context(), serve(t, s).URL+watchThings, &websocket.DialOptions{Subprotocols: test.offers})
			if err != nil {
				t.Fatal(err)
			}
			defer conn.CloseNow()
			if echo := conn.Subprotocol(); (echo == test.want) != test.echo || !test.echo && echo != "" {
				t.Errorf("the server echoes %q", echo)
			}
			for _, want := range []string{"message map[$type:com.example.watch#gone seq:2]", "error map[error:FutureCursor message:too\uFFFDnew]"} {
				kind, data, err := conn.Read(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if got := unframed(t, test.want, kind, data); got != want {
					t.Errorf("got %s, want %s", got, want)
				}
			}
			if _, _, err := conn.Read(t.Context()); websocket.CloseStatus(err) != websocket.StatusPolicyViolation {
				t.Errorf("the stream ends with %v", err)
			}
			if x := <-n.each; x.Subprotocol != test.want || x.Messages != 2 {
				t.Errorf("%+v", x)
			}
		})
	}
}

// A service must not choose what nobody has offered.
func TestSubprotocolNotOffered(t *testing.T) {
	service := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Sec-WebSocket-Protocol", "xrpc.v1.json")
		if conn, err := websocket.Accept(w, r, nil); err == nil {
			conn.CloseNow()
		}
	}))
	const want = `the service chose the subprotocol "xrpc.v1.json", which was not offered`
	var n notes
	front := serve(t, thingProxy(t, service.URL, n.options()))
	for _, offers := range []string{"", "Sec-WebSocket-Protocol: xrpc.v1.cbor, XRPC.V1.JSON\r\n"} {
		got, text := upgrade(t, front.URL, watchThings, offers)
		if _, message := errorOf(t, text); got.StatusCode != 502 || message != want || got.Header.Get("Sec-WebSocket-Protocol") != "" {
			t.Errorf("%q: status %d, %s", offers, got.StatusCode, text)
		}
	}
	for _, err := range thingClient(t, service.URL, xrpc.Options{}).Stream(t.Context(), "com.example.watch", nil) {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the client gets %v", err)
		}
	}
}

// A message of the wrong kind, and one in an encoding that nobody here knows.
func TestFramesNotAgreed(t *testing.T) {
	service := streaming(t, func(ctx context.Context, conn *websocket.Conn, _ net.Conn) {
		_ = conn.Write(ctx, websocket.MessageText, []byte(`{"$type":"message","payload":`+gone+`}`))
		conn.Close(websocket.StatusNormalClosure, "")
	})
	for declared, want := range map[string]string{
		"":             "error: the message is text, but messages of xrpc.v0.cbor are binary",
		"xrpc.v1.cbor": "error: the message is text, but messages of xrpc.v1.cbor are binary",
		"xrpc.v9.yaml": `warning: the message was not checked because its encoding "xrpc.v9.yaml" is unknown`,
	} {
		client, err := xrpc.NewClient(declaring(t, declared), service.URL, xrpc.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for m, err := range client.Stream(t.Context(), "com.example.watch", nil) {
			if err != nil || len(m.Findings) != 1 {
				t.Fatal(m, err)
			}
			if got := fmt.Sprintf("%s: %s", m.Findings[0].Severity, m.Findings[0].Message); got != want || m.JSON != nil {
				t.Errorf("%s: %s", declared, got)
			}
		}
	}
}

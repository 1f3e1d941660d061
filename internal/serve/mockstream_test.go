package serve_test

import (
	"bytes"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/internal/serve"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

func TestMockStream(t *testing.T) {
	c := parse(watch)
	url := start(t, serve.NewMock(c, serve.MockOptions{Count: 5}))
	client, err := xrpc.NewClient(c, url, xrpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	read := func(params xrpc.Params) (all []string) {
		for m, err := range client.Stream(t.Context(), "com.example.watchThings", params) {
			if err != nil {
				return append(all, err.Error())
			}
			if !m.Valid() {
				t.Errorf("%s: %v", m.JSON, m.Findings)
			}
			all = append(all, string(m.JSON))
		}
		return all
	}
	first, later := read(nil), read(xrpc.Params{"cursor": 2})
	if len(first) != 5 || !slices.Equal(first[2:], later[:3]) {
		t.Errorf("%q\n%q", first, later)
	}
	for i, m := range later {
		if strings.Contains(m, "seq") && !strings.Contains(m, fmt.Sprintf(`"seq":%d`, i+3)) {
			t.Errorf("message %d after 2 is %s", i, m)
		}
	}
	if got := read(xrpc.Params{"x-lexsmith": "error=FutureCursor"}); !slices.Equal(got, []string{"FutureCursor: the error that the client requested"}) {
		t.Errorf("%q", got)
	}
	slow := start(t, serve.NewMock(c, serve.MockOptions{Count: 3, Interval: 20 * time.Millisecond, Framing: "json"}))
	if client, err = xrpc.NewClient(c, slow, xrpc.Options{}); err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	if got := read(nil); len(got) != 3 || time.Since(begin) < 35*time.Millisecond {
		t.Errorf("%d messages after %v", len(got), time.Since(begin))
	}
}

// A client that offers an encoding gets it. Another one gets what it asks for in the control
// header or parameter, else what the mock is told, else what the Lexicon declares.
func TestMockFraming(t *testing.T) {
	for _, test := range []struct{ declared, framing, control, offer, want string }{
		{"", "", "", "", "xrpc.v0.cbor"},
		{"xrpc.v1.json", "", "", "", "xrpc.v1.json"},
		{"xrpc.v1.cbor", "", "", "", "xrpc.v1.cbor"},
		{"xrpc.v1.cbor", "json", "", "", "xrpc.v1.json"},
		{"xrpc.v1.json", "cbor", "", "", "xrpc.v0.cbor"},
		{"", "xrpc.v1.cbor", "", "", "xrpc.v1.cbor"},
		{"", "xrpc.v1.cbor", "framing=json", "", "xrpc.v1.json"},
		{"", "json", "framing=xrpc.v1.cbor", "xrpc.v0.cbor", "xrpc.v0.cbor"},
	} {
		text := watch
		if test.declared != "" {
			text = strings.Replace(text, `"type": "subscription",`, `"type": "subscription", "subprotocol": "`+test.declared+`",`, 1)
		}
		done := make(chan xrpc.Exchange, 1)
		url := start(t, serve.NewMock(parse(text), serve.MockOptions{Options: xrpc.Options{Done: func(x xrpc.Exchange) { done <- x }}, Count: 1, Framing: test.framing}))
		o := &websocket.DialOptions{HTTPHeader: http.Header{"X-Lexsmith": {test.control}}}
		if test.offer != "" {
			o.Subprotocols = []string{test.offer}
		}
		conn, _, err := websocket.Dial(t.Context(), url+"/xrpc/com.example.watchThings", o)
		if err != nil {
			t.Fatal(err)
		}
		kind, data, err := conn.Read(t.Context())
		conn.CloseNow()
		start := map[string]string{"xrpc.v0.cbor": "\xa2\x61t", "xrpc.v1.json": `{"$type":"message","payload":{`, "xrpc.v1.cbor": "\xa2\x65$type\x67message"}[test.want]
		if err != nil || !bytes.HasPrefix(data, []byte(start)) || (kind == websocket.MessageText) != (test.want == "xrpc.v1.json") {
			t.Errorf("%+v: %v %q %v", test, kind, data, err)
		}
		if x := <-done; x.Subprotocol != test.want {
			t.Errorf("%+v: %+v", test, x)
		}
	}
}

// Messages that no schema describes have a type too, which frames of xrpc.v1 require.
func TestMockStreamUndescribed(t *testing.T) {
	c := parse(`{"lexicon": 1, "id": "com.example.watchThings", "defs": {"main": {"type": "subscription"}}}`)
	for _, framing := range serve.Framings {
		client, err := xrpc.NewClient(c, start(t, serve.NewMock(c, serve.MockOptions{Count: 2})), xrpc.Options{})
		if err != nil {
			t.Fatal(err)
		}
		client.Header = http.Header{"Sec-Websocket-Protocol": {framing, "xrpc.v1.json"}}
		n := 0
		for m, err := range client.Stream(t.Context(), "com.example.watchThings", nil) {
			if n++; err != nil || !m.Valid() || m.Type != "com.example.watchThings#message" {
				t.Errorf("%s: %+v, %v", framing, m, err)
			}
		}
		if n != 2 {
			t.Errorf("%s: %d messages", framing, n)
		}
	}
}

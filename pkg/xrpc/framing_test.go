package xrpc_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/fxamacker/cbor/v2"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// declaring returns the Lexicon com.example.watch with a subprotocol.
func declaring(t testing.TB, name string) *lexicon.Catalog {
	watch := things[slices.IndexFunc(things, func(s string) bool { return strings.Contains(s, `"com.example.watch"`) })]
	if name != "" {
		watch = strings.Replace(watch, `"type": "subscription",`, `"type": "subscription", "subprotocol": "`+name+`",`, 1)
	}
	return catalog(t, watch)
}

// unframed reads a frame with other decoders, as "op type payload" or "-1 error message".
func unframed(t testing.TB, name string, kind websocket.MessageType, data []byte) string {
	t.Helper()
	if want := map[bool]websocket.MessageType{true: websocket.MessageText, false: websocket.MessageBinary}[name == "xrpc.v1.json"]; kind != want {
		t.Errorf("%s: a message of kind %v", name, kind)
	}
	var frame, payload map[string]any
	switch name {
	case "xrpc.v0.cbor":
		d := cbor.NewDecoder(bytes.NewReader(data))
		if err := errors.Join(d.Decode(&frame), d.Decode(&payload)); err != nil || d.NumBytesRead() != len(data) {
			t.Fatalf("%x: %v", data, err)
		}
		if frame["op"] == int64(-1) {
			return fmt.Sprint("error ", payload)
		}
		payload["$type"] = "com.example.watch" + frame["t"].(string)
		return fmt.Sprint("message ", payload)
	case "xrpc.v1.json":
		if err := json.Unmarshal(data, &frame); err != nil {
			t.Fatal(err)
		}
	default:
		if err := cbor.Unmarshal(data, &frame); err != nil {
			t.Fatal(err)
		}
	}
	typ := fmt.Sprint(frame["$type"])
	delete(frame, "$type")
	if typ == "message" {
		payload, _ := frame["payload"].(map[any]any)
		if payload == nil {
			return fmt.Sprint("message ", frame["payload"])
		}
		text := map[string]any{}
		for k, v := range payload {
			text[k.(string)] = v
		}
		return fmt.Sprint("message ", text)
	}
	return fmt.Sprint(typ, " ", frame)
}

// A client offers what its Lexicon declares, and gets the same messages in each encoding.
func TestClientEncodings(t *testing.T) {
	for _, name := range lexicon.Subprotocols {
		for declared, want := range map[string]string{name: name, "": "xrpc.v0.cbor", "xrpc.v9.yaml": "xrpc.v0.cbor, xrpc.v1.json, xrpc.v1.cbor"} {
			var offered string
			s := watchServer(t, xrpc.Options{}, &xrpc.Error{Name: "FutureCursor", Message: "too new"}, note, gone)
			s.SetSubprotocol(func(r *http.Request) string {
				offered = strings.Join(r.Header.Values("Sec-WebSocket-Protocol"), ",")
				return ""
			})
			client, err := xrpc.NewClient(declaring(t, declared), serve(t, s).URL, xrpc.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for m, err := range client.Stream(t.Context(), "com.example.watch", nil) {
				var failure *xrpc.Error
				switch {
				case errors.As(err, &failure):
					got = append(got, failure.Error())
				case err != nil:
					t.Fatal(err)
				case !m.Valid():
					t.Errorf("%s: %v", m.JSON, m.Findings)
				default:
					var value map[string]any
					if err := json.Unmarshal(m.JSON, &value); err != nil {
						t.Error(err)
					}
					got = append(got, fmt.Sprint(m.Type, value["$type"], value["seq"]))
				}
			}
			if want := []string{"com.example.watch#notecom.example.watch#note1", "com.example.watch#gonecom.example.watch#gone2", "FutureCursor: too new"}; !slices.Equal(got, want) {
				t.Errorf("%s: got %q", declared, got)
			}
			if strings.ReplaceAll(offered, ",", ", ") != want {
				t.Errorf("%s: the client offers %q, want %q", declared, offered, want)
			}
		}
	}
}

// frames of a service, and what is found in them, whoever reads them.
var faultyFrames = []struct {
	name, encoding string
	frame          string // text, or hex for CBOR
	found          string // "" for none
}{
	{"a message", "xrpc.v1.json", `{"$type":"message","payload":{"$type":"com.example.watch#gone","seq":2}}`, ""},
	{"more members", "xrpc.v1.json", `{"payload":{"seq":2,"$type":"com.example.watch#gone","x":1},"$type":"message","x":[]}`, ""},
	{"an error", "xrpc.v1.json", `{"$type":"error","error":"FutureCursor"}`, ""},
	{"a field of another type", "xrpc.v1.json", `{"$type":"message","payload":{"$type":"com.example.watch#gone","seq":"x"}}`, "message message value-type /payload/seq"},
	{"a missing field", "xrpc.v1.json", `{"$type":"message","payload":{"$type":"com.example.watch#gone"}}`, "message message missing-required /payload"},
	{"no such variant", "xrpc.v1.json", `{"$type":"message","payload":{"$type":"com.example.watch#none","seq":2}}`, "message message type-mismatch /payload/$type"},
	{"a short name", "xrpc.v1.json", `{"$type":"message","payload":{"$type":"#gone","seq":2}}`, "message message type-syntax /payload/$type"},
	{"a payload without $type", "xrpc.v1.json", `{"$type":"message","payload":{"seq":2}}`, "message message type-missing /payload"},
	{"a frame in a frame", "xrpc.v1.json", `{"$type":"message","payload":{"$type":"message","payload":{"$type":"com.example.watch#gone","seq":2}}}`, "message message type-syntax /payload/$type"},
	{"a float", "xrpc.v1.json", `{"$type":"message","payload":{"$type":"com.example.watch#gone","seq":2.5}}`, "message message data-model /payload/seq"},
	{"an array as payload", "xrpc.v1.json", `{"$type":"message","payload":[1]}`, "message message value-type /payload"},
	{"null as payload", "xrpc.v1.json", `{"$type":"message","payload":null}`, "message message null-not-allowed /payload"},
	{"no payload", "xrpc.v1.json", `{"$type":"message"}`, "message message missing-required"},
	{"only the payload", "xrpc.v1.json", gone, "message message frame"},
	{"an event", "xrpc.v1.json", `{"$type":"event","payload":{"$type":"com.example.watch#gone","seq":2}}`, "message message frame"},
	{"without $type", "xrpc.v1.json", `{"error":"FutureCursor"}`, "message message frame"},
	{"not JSON", "xrpc.v1.json", `{"$type":`, "message message frame"},
	{"an array", "xrpc.v1.json", `[]`, "message message frame"},
	{"an unknown error", "xrpc.v1.json", `{"$type":"error","error":"Oops"}`, "message error unknown-error /error"},
	{"an error without a name", "xrpc.v1.json", `{"$type":"error","message":"x"}`, "message error missing-required"},
	{"a number as the name of an error", "xrpc.v1.json", `{"$type":"error","error":1}`, "message error value-type /error"},
	{"a list as the message of an error", "xrpc.v1.json", `{"$type":"error","error":"FutureCursor","message":[]}`, "message error value-type /message"},

	{"a message", "xrpc.v1.cbor", `a2 652474797065 676d657373616765 677061796c6f6164 a2 63736571 02 652474797065 76636f6d2e6578616d706c652e776174636823676f6e65`, ""},
	{"an error", "xrpc.v1.cbor", `a2 652474797065 656572726f72 656572726f72 6c467574757265437572736f72`, ""},
	{"a field of another type", "xrpc.v1.cbor", `a2 652474797065 676d657373616765 677061796c6f6164 a2 63736571 6178 652474797065 76636f6d2e6578616d706c652e776174636823676f6e65`, "message message value-type /payload/seq"},
	{"a payload without $type", "xrpc.v1.cbor", `a2 652474797065 676d657373616765 677061796c6f6164 a1 63736571 02`, "message message type-missing /payload"},
	{"two objects", "xrpc.v1.cbor", `a2 6174 6523676f6e65 626f70 01 a1 63736571 02`, "message message frame"},
	{"keys out of order", "xrpc.v1.cbor", `a2 677061796c6f6164 a0 652474797065 676d657373616765`, "message message frame"},
	{"an unknown error", "xrpc.v1.cbor", `a2 652474797065 656572726f72 656572726f72 644f6f7073`, "message error unknown-error /error"},
	{"an error without a name", "xrpc.v1.cbor", `a1 652474797065 656572726f72`, "message error missing-required"},

	{"a frame of v1", "xrpc.v0.cbor", `a2 652474797065 676d657373616765 677061796c6f6164 a2 63736571 02 652474797065 76636f6d2e6578616d706c652e776174636823676f6e65`, "message message frame"},
	{"a frame of v1 as payload", "xrpc.v0.cbor", `a1 626f70 01 a2 652474797065 676d657373616765 677061796c6f6164 a2 63736571 02 652474797065 76636f6d2e6578616d706c652e776174636823676f6e65`, "message message frame"},
	{"the type of a frame", "xrpc.v0.cbor", `a2 6174 676d657373616765 626f70 01 a1 63736571 02`, "message message frame"},
}

// A proxy and a client find the same faults in what a service sends, payloads and errors
// alike: negotiated, and declared.
func TestFaultyFrames(t *testing.T) {
	for _, test := range faultyFrames {
		for _, negotiated := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s %s %t", test.encoding, test.name, negotiated), func(t *testing.T) {
				kind, data := websocket.MessageText, []byte(test.frame)
				if test.encoding != "xrpc.v1.json" {
					var err error
					kind = websocket.MessageBinary
					if data, err = hex.DecodeString(strings.ReplaceAll(test.frame, " ", "")); err != nil {
						t.Fatal(err)
					}
				}
				service := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					o := &websocket.AcceptOptions{}
					if negotiated {
						o.Subprotocols = []string{test.encoding}
					}
					if conn, err := websocket.Accept(w, r, o); err == nil {
						_ = conn.Write(r.Context(), kind, data)
						conn.Close(websocket.StatusNormalClosure, "")
					}
				}))
				declared := test.encoding
				if negotiated {
					declared = "" // the offers decide
				}
				for _, enforce := range []bool{false, true} {
					var n notes
					p, err := xrpc.NewProxy(declaring(t, declared), service.URL, n.options())
					if err != nil {
						t.Fatal(err)
					}
					p.Enforce = enforce
					o := &websocket.DialOptions{}
					if negotiated {
						o.Subprotocols = []string{"chat", test.encoding}
					}
					conn, _, err := websocket.Dial(t.Context(), serve(t, p).URL+watchThings, o)
					if err != nil {
						t.Fatal(err)
					}
					if conn.Subprotocol() == test.encoding != negotiated {
						t.Errorf("the proxy echoes %q", conn.Subprotocol())
					}
					gotKind, got, err := conn.Read(t.Context())
					if err != nil {
						t.Fatal(err)
					}
					refused := enforce && test.found != "" && !strings.Contains(test.found, "unknown-error")
					switch {
					case refused && !strings.HasPrefix(unframed(t, test.encoding, gotKind, got), "error map[error:UpstreamFailure message:the response of the service does not match its Lexicon"):
						t.Errorf("the refusal is %q", got)
					case !refused && (gotKind != kind || !bytes.Equal(got, data)):
						t.Errorf("enforce %t: passed on %q", enforce, got)
					}
					conn.CloseNow()
					if found := strings.Join(n.take(), "; "); found != test.found {
						t.Errorf("the proxy finds %q, want %q", found, test.found)
					}
				}
				client, err := xrpc.NewClient(declaring(t, declared), service.URL, xrpc.Options{})
				if err != nil {
					t.Fatal(err)
				}
				client.Header = http.Header{}
				if negotiated {
					client.Header.Set("Sec-WebSocket-Protocol", test.encoding)
				}
				for m, err := range client.Stream(t.Context(), "com.example.watch", nil) {
					var failure *xrpc.Error
					isError := strings.Contains(test.name, "error") && test.name != "without $type"
					if errors.As(err, &failure) != isError || err != nil && !isError {
						t.Fatalf("the client gets %v", err)
					}
					var found []string
					for _, v := range m.Findings {
						found = append(found, strings.TrimSpace(fmt.Sprintf("%s %s %s %s", v.Direction, v.Part, v.Rule.Code, v.Pointer)))
					}
					if got := strings.Join(found, "; "); got != test.found {
						t.Errorf("the client finds %q, want %q", got, test.found)
					}
				}
			})
		}
	}
}

// A server does not send what its encoding cannot say, or a frame in a frame.
func TestStreamNotFramed(t *testing.T) {
	for _, test := range []struct{ encoding, message, want string }{
		{"xrpc.v1.json", `{"seq":2}`, "the message is missing $type, which xrpc.v1.json requires"},
		{"xrpc.v1.cbor", `{"seq":2}`, "the message is missing $type, which xrpc.v1.cbor requires"},
		{"xrpc.v1.json", `{"$type":"message","payload":` + gone + `}`, "the message is a frame; send only its payload"},
		{"xrpc.v0.cbor", `{"$type":"error","error":"FutureCursor"}`, "the message is a frame; send only its payload"},
	} {
		var n notes
		n.each = make(chan xrpc.Exchange, 1)
		s := watchServer(t, n.options(), nil, test.message)
		s.SetSubprotocol(func(*http.Request) string { return test.encoding })
		conn, _, err := websocket.Dial(t.Context(), serve(t, s).URL+watchThings, nil)
		if err != nil {
			t.Fatal(err)
		}
		kind, data, err := conn.Read(t.Context())
		if got := unframed(t, test.encoding, kind, data); err != nil || !strings.HasPrefix(got, "error map[error:InternalServerError") {
			t.Errorf("%s: %s, %v", test.message, got, err)
		}
		conn.CloseNow()
		var invalid *xrpc.InvalidError
		if x := <-n.each; !errors.As(x.Err, &invalid) || len(invalid.Findings) != 1 || invalid.Findings[0].Message != test.want {
			t.Errorf("%s: %v", test.message, x.Err)
		}
	}
}

// A stream ends with an error.
func TestProxyStreamAfterError(t *testing.T) {
	service := streaming(t, func(ctx context.Context, conn *websocket.Conn, _ net.Conn) {
		for _, message := range []string{goneFrame, "\xa1\x62op\x20\xa1\x65error\x6cFutureCursor", goneFrame} {
			_ = conn.Write(ctx, websocket.MessageBinary, []byte(message))
		}
		conn.Close(websocket.StatusNormalClosure, "")
	})
	var n notes
	conn := proxied(t, service, n.options(), true)
	for range 3 {
		if _, _, err := conn.Read(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if _, _, err := conn.Read(t.Context()); websocket.CloseStatus(err) != websocket.StatusNormalClosure {
		t.Errorf("the stream ends with %v", err)
	}
	if got := n.violations; len(got) != 1 || got[0].Severity != diag.Warning || got[0].Message != "the stream continues after an error" {
		t.Errorf("found %v", got)
	}
}

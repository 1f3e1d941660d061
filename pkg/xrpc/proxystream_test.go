package xrpc_test

import (
	"bytes"
	"errors"
	"net/http"
	"slices"
	"testing"

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

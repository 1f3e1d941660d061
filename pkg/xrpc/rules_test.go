package xrpc_test

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"errors"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"golang.org/x/tools/txtar"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// The bad example of a rule raises that rule and no other, and the good one nothing.
func TestRuleExamples(t *testing.T) {
	for _, r := range xrpc.Rules() {
		t.Run(r.Code, func(t *testing.T) {
			if got := exampleCodes(t, r.Bad()); !slices.Equal(got, []string{r.Code}) {
				t.Errorf("the bad example raises %q", got)
			}
			if got := exampleCodes(t, r.Good()); len(got) != 0 {
				t.Errorf("the good example raises %q", got)
			}
		})
	}
}

// exampleCodes sends what an example shows through a proxy. The form of examples is
// described at diag.Rule.
func exampleCodes(t *testing.T, example string) []string {
	t.Helper()
	files := txtar.Parse([]byte(example)).Files
	if len(files) != 2 || files[0].Name != "schema" {
		t.Fatalf("the example is not a schema and what is sent: %s", example)
	}
	defs := string(files[0].Data)
	if !strings.HasPrefix(defs, `"`) {
		defs = `"main": ` + defs
	}
	c := catalog(t, `{"lexicon": 1, "id": "com.example.thing", "defs": {`+defs+`}}`)
	text := strings.ReplaceAll(strings.TrimSuffix(string(files[1].Data), "\n"), "\n", "\r\n")
	var n notes
	o := n.options()

	switch files[1].Name {
	case "request":
		p := newProxy(t, c, serve(t, answer(200, "application/json", "")).URL, o)
		conn := raw(t, serve(t, p).Listener.Addr().String(), strings.Replace(text, "HTTP/1.1", "HTTP/1.1\r\nHost: x", 1)+"\r\n\r\n")
		if _, err := http.ReadResponse(bufio.NewReader(conn), nil); err != nil {
			t.Fatal(err)
		}
	case "response":
		if !strings.Contains(text, "\r\n\r\n") {
			text += "\r\n\r\n"
		}
		p := newProxy(t, c, "http://"+sendRaw(t, text), o)
		ask(t, newRequest(t, "GET", serve(t, p).URL+"/xrpc/com.example.thing", "", ""))
	case "frame in hex":
		comment := regexp.MustCompile(`#.*`)
		data, err := hex.DecodeString(strings.Join(strings.Fields(comment.ReplaceAllString(text, "")), ""))
		if err != nil {
			t.Fatal(err)
		}
		service := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if conn, err := websocket.Accept(w, r, nil); err == nil {
				err = conn.Write(r.Context(), websocket.MessageBinary, data)
				_ = errors.Join(err, conn.Close(websocket.StatusNormalClosure, ""))
			}
		}))
		client, err := xrpc.NewClient(c, service.URL, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range client.Stream(t.Context(), "com.example.thing", nil) {
			if err != nil {
				t.Fatal(err)
			}
		}
	default:
		t.Fatalf("unknown kind %q", files[1].Name)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	var codes []string
	for _, v := range n.violations {
		codes = append(codes, v.Rule.Code)
	}
	return codes
}

func newProxy(t *testing.T, c *lexicon.Catalog, upstream string, o xrpc.Options) *xrpc.Proxy {
	t.Helper()
	p, err := xrpc.NewProxy(c, upstream, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// sendRaw answers one request with a text, and returns the address.
func sendRaw(t *testing.T, text string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		if _, err := http.ReadRequest(bufio.NewReader(conn)); err == nil {
			_, _ = bytes.NewReader([]byte(text)).WriteTo(conn)
		}
	}()
	return l.Addr().String()
}

package cmd

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"unicode"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/internal/build"
	"github.com/lexsmith/lexsmith/internal/cli"
)

// payload returns what is printed of the body of a response, or of the frame of a message.
func payload(body string) string {
	if payload, ok := strings.CutPrefix(body, `{"$type":"message","payload":`); ok {
		return strings.TrimSuffix(payload, "}")
	}
	return strings.TrimSpace(body)
}

// What a service sends reaches a terminal escaped, and a pipe as it is. Messages for people
// are not shown whole if they are long.
func TestCallHostile(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"ask.json":   `{"lexicon": 1, "id": "com.example.ask", "defs": {"main": {"type": "query", "output": {"encoding": "*/*"}}}}`,
		"get.json":   `{"lexicon": 1, "id": "com.example.get", "defs": {"main": {"type": "query", "output": {"encoding": "application/json"}}}}`,
		"watch.json": `{"lexicon": 1, "id": "com.example.watch", "defs": {"main": {"type": "subscription", "subprotocol": "xrpc.v1.json"}}}`,
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const (
		inJSON  = "\u007f\u009b2J\u202e"
		hostile = "\x1b]0;title\x07" + inJSON
	)
	long := strings.Repeat("日", 10<<20/3)
	for _, test := range []struct {
		nsid, typ string
		status    int
		body      string
	}{
		{"get", "application/json", 200, `{"a": "` + inJSON + `"}`},
		{"get", "application/json", 200, `{"a": "` + hostile},
		{"ask", "text/plain", 200, "a\n" + hostile},
		{"get", "text/html", 502, "<p>" + hostile},
		{"get", "text/html; a=\u009b2J\u202e", 200, "<p>" + hostile},
		{"get", "application/json", 400, `{"error": "Oops", "message": "` + inJSON + `\u001b[2J"}`},
		{"get", "application/json", 400, `{"error": "Oops", "message": "` + long + `"}`},
		{"watch", "", 0, `{"$type":"message","payload":{"$type":"com.example.watch#a","a":"` + inJSON + `"}}`},
		{"watch", "", 0, `{"$type":"error","error":"Oops","message":"` + long + `"}`},
	} {
		service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if test.status > 0 {
				w.Header().Set("Content-Type", test.typ)
				w.WriteHeader(test.status)
				w.Write([]byte(test.body))
			} else if conn, err := websocket.Accept(w, r, nil); err == nil {
				conn.Write(r.Context(), websocket.MessageText, []byte(test.body))
				conn.Close(websocket.StatusNormalClosure, "")
			}
		}))
		for _, terminal := range []bool{true, false} {
			var stdout, stderr strings.Builder
			execute(t.Context(), []string{"call", "com.example." + test.nsid, "--service", service.URL, "-L", "."},
				cli.Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr, Terminal: terminal, ErrTerminal: terminal}, build.Info{})
			shown := stderr.String()
			if terminal {
				shown += stdout.String()
			} else if want := payload(test.body); strings.TrimSpace(stdout.String()) != want && !strings.HasPrefix(test.body, `{"$type":"error"`) {
				t.Errorf("%.100q: a pipe gets %.100q", test.body, stdout.String())
			}
			if at := strings.IndexFunc(shown, func(c rune) bool {
				return unicode.IsControl(c) && c != '\n' || c == '\u202e' || c == unicode.ReplacementChar
			}); at >= 0 {
				t.Errorf("%.100q: shown as %q", test.body, shown[max(0, at-20):at+1])
			}
			if stderr.Len() > 5000 || strings.Contains(test.body, long) && !strings.Contains(stderr.String(), " more bytes)") {
				t.Errorf("%.100q: %d bytes of messages: %.200s", test.body, stderr.Len(), stderr.String())
			}
		}
		service.Close()
	}
}

// JSON is indented on a terminal, unless that makes it much larger.
func TestCallIndent(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("get.json", []byte(`{"lexicon": 1, "id": "com.example.get", "defs": {"main": {"type": "query", "output": {"encoding": "application/json"}}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	deep := strings.Repeat("[", 9999) + strings.Repeat("]", 9999)
	for body, want := range map[string]string{
		`{"a":[1]}`: "{\n  \"a\": [\n    1\n  ]\n}\n",
		deep:        deep + "\n",
	} {
		service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Write([]byte(body))
		}))
		var stdout strings.Builder
		execute(t.Context(), []string{"call", "com.example.get", "--service", service.URL, "-L", "."},
			cli.Streams{In: strings.NewReader(""), Out: &stdout, Err: io.Discard, Terminal: true}, build.Info{})
		if stdout.String() != want {
			t.Errorf("%.20q: %d bytes, %.100q", body, stdout.Len(), stdout.String())
		}
		service.Close()
	}
}

// A terminal shows what the service answers even where it cannot show the body.
func TestCallErrorOnTerminal(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("get.json", []byte(`{"lexicon": 1, "id": "com.example.get", "defs": {"main": {"type": "query", "output": {"encoding": "application/json"}}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		typ, body string
		status    int
		shown     string
		exit      int
	}{
		{"", "", 404, "", 1},
		{"", "", 302, "", 1},
		{"image/png", "", 404, "", 1},
		{"application/json", "", 404, "", 1},
		{"", "gone", 404, "gone", 1},
		{"", "moved", 302, "moved", 1},
		{"", "plain", 200, "plain", 1},
		{"image/png", "\x89PNG", 404, "", 2},
	} {
		service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header()["Content-Type"] = nil // or it is guessed
			if test.typ != "" {
				w.Header().Set("Content-Type", test.typ)
			}
			if test.status < 400 {
				w.Header().Set("Location", "/elsewhere")
			}
			w.WriteHeader(test.status)
			w.Write([]byte(test.body))
		}))
		var stdout, stderr strings.Builder
		exit := execute(t.Context(), []string{"call", "com.example.get", "--service", service.URL, "-L", "."},
			cli.Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr, Terminal: true, ErrTerminal: true}, build.Info{})
		note := fmt.Sprintf("(status %d)", test.status)
		if exit != test.exit || stdout.String() != test.shown || test.status != 200 && !strings.Contains(stderr.String(), note) {
			t.Errorf("%+v: status %d, %q, %s", test, exit, stdout.String(), stderr.String())
		}
		if refused := strings.Contains(stderr.String(), "the response is of type "+test.typ+"; write it"); refused != (test.exit == 2) {
			t.Errorf("%+v: %s", test, stderr.String())
		}
		service.Close()
	}
}

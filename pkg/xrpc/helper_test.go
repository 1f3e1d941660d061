package xrpc_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// The Lexicons of a small service that has everything.
var things = []string{
	`{"lexicon": 1, "id": "com.example.getThing", "defs": {"main": {
	  "type": "query",
	  "parameters": {"type": "params", "required": ["id"], "properties": {
	    "id": {"type": "string", "maxLength": 10},
	    "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 50},
	    "deep": {"type": "boolean", "default": true},
	    "lang": {"type": "string", "default": "en"},
	    "tags": {"type": "array", "items": {"type": "string"}},
	    "sizes": {"type": "array", "items": {"type": "integer"}},
	    "flags": {"type": "array", "items": {"type": "boolean"}},
	    "extra": {"type": "unknown"}
	  }},
	  "output": {"encoding": "application/json", "schema": {"type": "ref", "ref": "#thing"}},
	  "errors": [{"name": "NotFound"}]
	}, "thing": {"type": "object", "required": ["name"], "properties": {
	  "name": {"type": "string", "maxLength": 20}, "size": {"type": "integer"}
	}}}}`,
	`{"lexicon": 1, "id": "com.example.putThing", "defs": {"main": {
	  "type": "procedure",
	  "input": {"encoding": "application/json", "schema": {"type": "ref", "ref": "com.example.getThing#thing"}},
	  "output": {"encoding": "application/json", "schema": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}}}
	}}}`,
	`{"lexicon": 1, "id": "com.example.ping", "defs": {"main": {"type": "procedure"}}}`,
	`{"lexicon": 1, "id": "com.example.upload", "defs": {"main": {
	  "type": "procedure",
	  "input": {"encoding": "*/*"},
	  "output": {"encoding": "application/json", "schema": {"type": "object", "required": ["size"], "properties": {"size": {"type": "integer"}}}}
	}}}`,
	`{"lexicon": 1, "id": "com.example.getImage", "defs": {"main": {
	  "type": "query", "output": {"encoding": "image/*"}
	}}}`,
	`{"lexicon": 1, "id": "com.example.watch", "defs": {"main": {
	  "type": "subscription",
	  "parameters": {"type": "params", "properties": {"cursor": {"type": "integer"}}},
	  "message": {"schema": {"type": "union", "refs": ["#note", "#gone"], "closed": true}},
	  "errors": [{"name": "FutureCursor"}]
	},
	"note": {"type": "object", "required": ["seq", "text"], "properties": {
	  "seq": {"type": "integer"}, "text": {"type": "string", "maxLength": 20}, "hash": {"type": "bytes"}, "link": {"type": "cid-link"}
	}},
	"gone": {"type": "object", "required": ["seq"], "properties": {"seq": {"type": "integer"}}}
	}}`,
	`{"lexicon": 1, "id": "com.example.thing", "defs": {"main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {}}}}}`,
}

func catalog(t testing.TB, texts ...string) *lexicon.Catalog {
	t.Helper()
	var documents []*lexicon.Document
	for i, text := range texts {
		d := lexicon.Parse(&diag.Source{Path: fmt.Sprint(i, ".json"), Text: []byte(text)}, diag.ProfileV1)
		for _, f := range d.Found {
			if f.Severity == diag.Error {
				t.Fatalf("%s: %s", d.ID, f.Message)
			}
		}
		documents = append(documents, d)
	}
	return lexicon.NewCatalog(documents...)
}

// notes collects what a server, client or proxy reports.
type notes struct {
	mu         sync.Mutex
	violations []xrpc.Violation
	exchanges  []xrpc.Exchange
	each       chan xrpc.Exchange // may be nil
}

func (n *notes) options() xrpc.Options {
	return xrpc.Options{
		Report: func(v xrpc.Violation) {
			n.mu.Lock()
			defer n.mu.Unlock()
			n.violations = append(n.violations, v)
		},
		Done: func(x xrpc.Exchange) {
			n.mu.Lock()
			n.exchanges = append(n.exchanges, x)
			n.mu.Unlock()
			if n.each != nil {
				n.each <- x
			}
		},
	}
}

// take returns the violations so far as "direction part rule pointer", and forgets
// them.
func (n *notes) take() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	var all []string
	for _, v := range n.violations {
		all = append(all, strings.TrimSpace(fmt.Sprintf("%s %s %s %s", v.Direction, v.Part, v.Rule.Code, v.Pointer)))
	}
	n.violations = nil
	return all
}

// ended closes the server, which waits for what it still does after its responses, and
// returns the exchanges.
func (n *notes) ended(s *httptest.Server) []xrpc.Exchange {
	s.Close()
	return n.exchanges
}

func serve(t testing.TB, h http.Handler) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

// ask sends a request and returns the answer with its body.
func ask(t testing.TB, r *http.Request) (*http.Response, string) {
	t.Helper()
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(text)
}

func newRequest(t testing.TB, method, url, contentType, body string) *http.Request {
	t.Helper()
	var in io.Reader
	if body != "" {
		in = strings.NewReader(body)
	}
	r, err := http.NewRequestWithContext(t.Context(), method, url, in)
	if err != nil {
		t.Fatal(err)
	}
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	return r
}

// errorOf returns the name and message of an error response.
func errorOf(t testing.TB, text string) (name, message string) {
	t.Helper()
	var body struct{ Error, Message string }
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.DisallowUnknownFields()
	if err := d.Decode(&body); err != nil {
		t.Errorf("%q is not an error response: %v", text, err)
	}
	return body.Error, body.Message
}

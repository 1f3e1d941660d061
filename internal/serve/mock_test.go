package serve_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lexsmith/lexsmith/internal/serve"
	"github.com/lexsmith/lexsmith/internal/testkit/conformance"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// things has lists, errors, files and a stream.
const things = `{"lexicon": 1, "id": "com.example.listThings", "defs": {
  "main": {
    "type": "query", "description": "Lists <b>things</b>.",
    "parameters": {"type": "params", "required": ["owner"], "properties": {
      "owner": {"type": "string", "format": "did"},
      "limit": {"type": "integer", "minimum": 1, "maximum": 100, "default": 50},
      "cursor": {"type": "string"}
    }},
    "output": {"encoding": "application/json", "schema": {"type": "object", "required": ["things"], "properties": {
      "cursor": {"type": "string"},
      "things": {"type": "array", "items": {"type": "ref", "ref": "#thing"}},
      "few": {"type": "array", "maxLength": 4, "items": {"type": "integer"}}
    }}},
    "errors": [{"name": "NotFound", "description": "There is no such owner."}]
  },
  "thing": {"type": "object", "required": ["name", "size"], "properties": {
    "name": {"type": "string", "maxLength": 100}, "size": {"type": "integer", "minimum": 0, "maximum": 1000000}
  }}
}}`

const watch = `{"lexicon": 1, "id": "com.example.watchThings", "defs": {
  "main": {
    "type": "subscription",
    "parameters": {"type": "params", "properties": {"cursor": {"type": "integer"}}},
    "message": {"schema": {"type": "union", "refs": ["#thing", "#info"]}},
    "errors": [{"name": "FutureCursor"}]
  },
  "thing": {"type": "object", "required": ["seq"], "properties": {"seq": {"type": "integer"}, "name": {"type": "string"}}},
  "info": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}
}}`

func parse(texts ...string) *lexicon.Catalog {
	var documents []*lexicon.Document
	for _, text := range texts {
		documents = append(documents, lexicon.Parse(&diag.Source{Text: []byte(text)}, diag.ProfileV1))
	}
	return lexicon.NewCatalog(documents...)
}

func start(t testing.TB, h http.Handler) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

// get returns the status and the body of a GET, with an X-Lexsmith header.
func get(t testing.TB, url, control string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	if control != "" {
		r.Header.Set("X-Lexsmith", control)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

const owner = "/xrpc/com.example.listThings?owner=did:web:example.com"

// page is an answer of listThings.
type page struct {
	Cursor string
	Things []struct {
		Name string
		Size int
	}
	Few []int
}

func decode(t testing.TB, text string) (p page) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return p
}

// The same request has the same answer, another one another.
func TestMockIsStable(t *testing.T) {
	url, again := start(t, serve.NewMock(parse(things), serve.MockOptions{})), start(t, serve.NewMock(parse(things), serve.MockOptions{}))
	_, first := get(t, url+owner, "")
	for range 3 {
		if _, second := get(t, url+owner, ""); second != first {
			t.Error("another answer to the same request")
		}
	}
	if _, text := get(t, again+owner, ""); text != first {
		t.Error("another answer of another mock")
	}
	other := start(t, serve.NewMock(parse(things), serve.MockOptions{Seed: 1}))
	for name, text := range map[string]func() (int, string){
		"parameter": func() (int, string) { return get(t, url+owner+"2", "") },
		"seed":      func() (int, string) { return get(t, url+owner, "seed=2") },
		"option":    func() (int, string) { return get(t, other+owner, "") },
	} {
		if status, text := text(); status != 200 || text == first {
			t.Errorf("another %s: status %d, the same answer %t", name, status, text == first)
		}
	}
}

// Lists have as many elements as limit says, and come to an end.
func TestMockPages(t *testing.T) {
	url := start(t, serve.NewMock(parse(things), serve.MockOptions{})) + owner
	for limit, want := range map[string][]int{"": {50, 50, 25}, "&limit=1": {1, 1, 1}, "&limit=100": {100, 100, 50}} {
		var sizes []int
		seen := map[string]bool{}
		cursor := ""
		for range 10 {
			_, text := get(t, url+limit+cursor, "")
			p := decode(t, text)
			sizes = append(sizes, len(p.Things))
			for _, thing := range p.Things {
				seen[fmt.Sprint(thing)] = true
			}
			if len(p.Few) > 4 {
				t.Errorf("a list is longer than it may be: %d", len(p.Few))
			}
			if p.Cursor == "" {
				break
			}
			cursor = "&cursor=" + p.Cursor
		}
		if !slices.Equal(sizes, want) {
			t.Errorf("%s: pages of %v, want %v", limit, sizes, want)
		}
		if all := want[0] + want[1] + want[2]; len(seen) < all*9/10 {
			t.Errorf("%s: %d of %d elements differ", limit, len(seen), all)
		}
	}
}

func TestMockControl(t *testing.T) {
	url := start(t, serve.NewMock(parse(things, watch), serve.MockOptions{})) + owner
	for control, want := range map[string]string{
		"error=NotFound":          `400 {"error":"NotFound","message":"There is no such owner."}`,
		"error=RateLimitExceeded": `429 {"error":"RateLimitExceeded","message":"the error that the client requested"}`,
		"error=Gone":              `400 {"error":"InvalidRequest","message":"X-Lexsmith: com.example.listThings does not declare the error \"Gone\"; it declares NotFound"}`,
		"delay=2h":                `400 {"error":"InvalidRequest","message":"X-Lexsmith: delay is \"2h\", but must be a duration of at most 1m, such as 200ms"}`,
		"seed=x":                  `400 {"error":"InvalidRequest","message":"X-Lexsmith: seed is \"x\", but must be a number"}`,
		"seed=1, what":            `400 {"error":"InvalidRequest","message":"X-Lexsmith: unknown setting \"what\" (expected \"error\", \"delay\", \"seed\", or \"framing\")"}`,
		"framing=xml":             `400 {"error":"InvalidRequest","message":"X-Lexsmith: framing is \"xml\", but must be cbor, json, xrpc.v0.cbor, xrpc.v1.json, or xrpc.v1.cbor"}`,
	} {
		for name, ask := range map[string]func() (int, string){
			"header":    func() (int, string) { return get(t, url, control) },
			"parameter": func() (int, string) { return get(t, url+"&x-lexsmith="+strings.ReplaceAll(control, " ", "%20"), "") },
		} {
			status, text := ask()
			if got := fmt.Sprint(status, " ", text); got != want {
				t.Errorf("%s in a %s: %s, want %s", control, name, got, want)
			}
		}
	}
	begin := time.Now()
	_, seeded := get(t, url, "seed=5")
	status, text := get(t, url+"&x-lexsmith=seed=5", "delay=50ms")
	if status != 200 || text != seeded || time.Since(begin) < 50*time.Millisecond {
		t.Errorf("status %d after %v", status, time.Since(begin))
	}
}

// A method without a sample says why.
func TestMockWithoutSample(t *testing.T) {
	url := start(t, serve.NewMock(parse(`{"lexicon": 1, "id": "com.example.get", "defs": {
	  "main": {"type": "query", "output": {"encoding": "application/json", "schema": {"type": "ref", "ref": "#self"}}},
	  "self": {"type": "object", "required": ["self"], "properties": {"self": {"type": "ref", "ref": "#self"}}}
	}}`), serve.MockOptions{}))
	if status, text := get(t, url+"/xrpc/com.example.get", ""); status != 501 || !strings.Contains(text, "contains itself") {
		t.Errorf("%d %s", status, text)
	}
}

// Every method of real Lexicons answers with what a client accepts, and every stream
// sends such messages.
func TestMockCorpus(t *testing.T) {
	seeds, messages := 20, 100
	if testing.Short() {
		seeds, messages = 2, 10
	}
	for _, name := range []string{"bluesky-social__atproto", "mary-ext__atcute"} {
		t.Run(name, func(t *testing.T) {
			folder := conformance.Path(t, "corpus/schemas/"+name)
			c, err := lexicon.Load(t.Context(), []lexicon.Input{{FS: os.DirFS(folder), Name: ".", Display: name}}, lexicon.LoadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			corpus(t, c, seeds, messages)
		})
	}
}

func corpus(t *testing.T, c *lexicon.Catalog, seeds, messages int) {
	var mu sync.Mutex
	o := xrpc.Options{Report: func(v xrpc.Violation) {
		if v.Severity == diag.Error {
			mu.Lock()
			defer mu.Unlock()
			t.Errorf("%s: %s %s %s: %s", v.Method, v.Direction, v.Part, v.Pointer, v.Message)
		}
	}}
	client, err := xrpc.NewClient(c, start(t, serve.NewMock(c, serve.MockOptions{Options: o, Count: messages})), o)
	if err != nil {
		t.Fatal(err)
	}
	s := sample.New(c, sample.Options{})
	calls, streams := 0, 0
	for _, m := range xrpc.NewServer(c, xrpc.Options{}).Methods() {
		if m.Type() == lexicon.TypeSubscription {
			n := 0
			for message, err := range client.Stream(t.Context(), string(m.NSID), nil) {
				if err != nil || !message.Valid() {
					t.Errorf("%s: %v", m.NSID, err)
					break
				}
				n++
			}
			if n != messages {
				t.Errorf("%s: %d messages, want %d", m.NSID, n, messages)
			}
			streams++
			continue
		}
		for seed := range seeds {
			s.Seed(uint64(seed))
			params, body := arguments(t, s, m)
			answer, err := client.Call(context.Background(), string(m.NSID), params, body)
			var failure *xrpc.Error
			if errors.As(err, &failure) && failure.Status == 501 {
				t.Logf("%s: %v", m.NSID, err)
				break
			}
			if err != nil {
				t.Errorf("%s: %v", m.NSID, err)
				break
			}
			if m.Output != nil {
				if _, err := io.Copy(io.Discard, answer.Reader()); err != nil {
					t.Errorf("%s: %v", m.NSID, err)
				}
			}
			if err := answer.Close(); err != nil {
				t.Error(err)
			}
			calls++
		}
	}
	t.Logf("%d calls, %d streams", calls, streams)
	if calls == 0 {
		t.Error("no method was called")
	}
}

// arguments makes parameters and a body for a method.
func arguments(t *testing.T, s *sample.Sampler, m *xrpc.Method) (xrpc.Params, any) {
	t.Helper()
	params := xrpc.Params{}
	if p := m.Parameters; p != nil {
		v, err := s.Value(p)
		if err != nil {
			t.Fatalf("%s: %v", m.NSID, err)
		}
		for _, member := range v.(sample.Object) {
			list, ok := member.Value.(sample.Array)
			if !ok {
				list = sample.Array{member.Value}
			}
			var texts []string
			for _, v := range list {
				text, ok := v.(sample.String)
				if !ok {
					text = sample.Text(string(sample.JSON(v)))
				}
				texts = append(texts, text.Text)
			}
			params[member.Name] = texts
		}
	}
	input := m.Input
	if input == nil {
		return params, nil
	}
	if input.Schema == nil {
		contentType := strings.ReplaceAll(input.Encoding, "*/*", "image/png")
		if contentType == "application/json" {
			return params, json.RawMessage("{}")
		}
		return params, xrpc.Body{ContentType: contentType, Stream: strings.NewReader("data")}
	}
	v, err := s.Value(input.Schema)
	if err != nil {
		t.Fatalf("%s: %v", m.NSID, err)
	}
	return params, json.RawMessage(sample.JSON(v))
}

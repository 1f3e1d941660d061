package probe

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/lexsmith/lexsmith/internal/servicerules"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

const listThings = `{"lexicon": 1, "id": "com.example.listThings", "defs": {
	"main": {"type": "query",
		"parameters": {"type": "params", "required": ["actor"], "properties": {
			"actor": {"type": "string", "format": "did"},
			"limit": {"type": "integer", "minimum": 1, "maximum": 10},
			"cursor": {"type": "string"},
			"deep": {"type": "boolean"},
			"sort": {"type": "string", "enum": ["old", "new"]},
			"tags": {"type": "array", "maxLength": 3, "items": {"type": "string", "maxLength": 9}}}},
		"output": {"encoding": "application/json", "schema": {"type": "object", "required": ["things"], "properties": {
			"cursor": {"type": "string"}, "total": {"type": "integer"},
			"things": {"type": "array", "items": {"type": "ref", "ref": "#thing"}}}}},
		"errors": [{"name": "NotFound"}]},
	"thing": {"type": "object", "required": ["id", "name"], "properties": {
		"id": {"type": "string"}, "name": {"type": "string"}, "size": {"type": "integer"}, "at": {"type": "string", "format": "datetime"}}}}}`

const putThing = `{"lexicon": 1, "id": "com.example.putThing", "defs": {"main": {"type": "procedure",
	"input": {"encoding": "application/json", "schema": {"type": "object", "required": ["name"], "properties": {
		"name": {"type": "string", "maxLength": 20}, "size": {"type": "integer", "minimum": 0}, "tags": {"type": "array", "items": {"type": "string"}}}}},
	"output": {"encoding": "application/json", "schema": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}}}}}}`

const watchThings = `{"lexicon": 1, "id": "com.example.watchThings", "defs": {"main": {"type": "subscription",
	"message": {"schema": {"type": "union", "refs": ["#note"]}}}, "note": {"type": "object", "required": ["seq"], "properties": {"seq": {"type": "integer"}}}}}`

type object = map[string]any

// things are the items that the service has, and their page that a request asks for.
func things(r *http.Request) object {
	limit, start := 4, 0
	_, _ = fmt.Sscan(r.URL.Query().Get("limit"), &limit)
	_, _ = fmt.Sscan(r.URL.Query().Get("cursor"), &start)
	list := []any{}
	for i := start; i < min(start+limit, 6); i++ {
		list = append(list, object{"id": fmt.Sprint("t", i), "name": "Lamp"})
	}
	page := object{"things": list, "total": 6}
	if start+limit < 6 {
		page["cursor"] = fmt.Sprint(start + limit)
	}
	return page
}

// service is a service that keeps its Lexicons, except for what a fault changes: it can answer
// instead, if it returns true. Valid says whether the request matches its Lexicon.
func service(t testing.TB, fault func(w http.ResponseWriter, r *http.Request, valid bool) bool, seen func(*http.Request)) string {
	t.Helper()
	c := load(t, listThings, putThing, watchThings)
	s := xrpc.NewServer(c, xrpc.Options{})
	s.Handle("com.example.listThings", func(_ context.Context, r *xrpc.Request) (*xrpc.Response, error) {
		return xrpc.JSON(things(r.HTTP))
	})
	s.Handle("com.example.putThing", func(context.Context, *xrpc.Request) (*xrpc.Response, error) {
		return xrpc.JSON(object{"id": "t1"})
	})
	s.Stream("com.example.watchThings", func(_ context.Context, _ *xrpc.Request, send func(any) error) error {
		for n := range 3 {
			if err := send(object{"$type": "com.example.watchThings#note", "seq": n}); err != nil {
				return err
			}
		}
		return nil
	})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if seen != nil {
			seen(r)
		}
		if fault != nil && r.Header.Get("Upgrade") == "" {
			checked := httptest.NewRecorder()
			copied := r.Clone(r.Context())
			copied.Body = http.NoBody
			if r.Method == http.MethodGet {
				s.ServeHTTP(checked, copied)
			} else {
				checked.Code = 400
			}
			if fault(w, r, checked.Code == 200) {
				return
			}
		}
		s.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func reply(w http.ResponseWriter, status int, body any) bool {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
	return true
}

// A service that keeps its Lexicons has no findings, and no procedure is called unless that
// is allowed.
func TestSound(t *testing.T) {
	c := load(t, listThings, putThing, watchThings)
	for _, write := range []bool{false, true} {
		procedures := 0
		url := service(t, nil, func(r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "putThing") {
				procedures++
			}
		})
		all, result := asked(t, c, url, Options{Write: write, Messages: 2})
		if len(all) > 0 {
			t.Errorf("findings: %v", all)
		}
		if (procedures > 0) != write || len(result.LeftOut) != map[bool]int{false: 1}[write] {
			t.Errorf("write %v: %d requests to the procedure, left out %v", write, procedures, result.LeftOut)
		}
		for _, m := range result.Methods {
			if m.Requests == 0 || m.Refused == 0 {
				t.Errorf("%+v", m)
			}
		}
	}
}

// Every fault of a service is found, with the smallest request that shows it.
func TestPlantedFaults(t *testing.T) {
	isList := func(r *http.Request, valid bool) bool { return valid && strings.HasSuffix(r.URL.Path, "listThings") }
	has := func(r *http.Request, name string) bool { return r.URL.Query().Has(name) }
	// page answers with a page in which something is changed.
	page := func(change func(*http.Request, object)) func(http.ResponseWriter, *http.Request, bool) bool {
		return func(w http.ResponseWriter, r *http.Request, valid bool) bool {
			if !isList(r, valid) {
				return false
			}
			body := things(r)
			change(r, body)
			return reply(w, 200, body)
		}
	}
	first := func(body object) object {
		if list := body["things"].([]any); len(list) > 0 {
			return list[0].(object)
		}
		return object{}
	}
	when := func(name string, status int, body any) func(http.ResponseWriter, *http.Request, bool) bool {
		return func(w http.ResponseWriter, r *http.Request, valid bool) bool {
			return isList(r, valid) && has(r, name) && reply(w, status, body)
		}
	}
	// accept accepts wrong values of a parameter.
	accept := func(name string, wrong func(string) bool) func(http.ResponseWriter, *http.Request, bool) bool {
		return func(w http.ResponseWriter, r *http.Request, valid bool) bool {
			bad := !valid && r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "listThings") && has(r, name) && wrong(r.URL.Query().Get(name))
			return bad && reply(w, 200, things(r))
		}
	}
	put := func(w http.ResponseWriter, r *http.Request, bad bool) bool {
		return bad && strings.HasSuffix(r.URL.Path, "putThing") && reply(w, 200, object{"id": "t1"})
	}
	tests := []struct {
		name  string
		fault func(http.ResponseWriter, *http.Request, bool) bool
		rule  string
		names string // of the parameters of the smallest request
	}{
		{"a missing required field", page(func(_ *http.Request, b object) { delete(first(b), "name") }), "missing-required", "actor"},
		{"a missing list", page(func(_ *http.Request, b object) { delete(b, "things") }), "missing-required", "actor"},
		{"a number as text", page(func(_ *http.Request, b object) { b["total"] = "6" }), "value-type", "actor"},
		{"a wrong format", page(func(_ *http.Request, b object) { first(b)["at"] = "yesterday" }), "format", "actor"},
		{"null", page(func(_ *http.Request, b object) { b["total"] = nil }), "null-not-allowed", "actor"},
		{"a fraction", page(func(_ *http.Request, b object) { b["total"] = 1.5 }), "data-model", "actor"},
		{"a field that is wrong only with a parameter", page(func(r *http.Request, b object) {
			if has(r, "deep") {
				b["total"] = "many"
			}
		}), "value-type", "actor deep"},
		{"500 on tags", when("tags", 500, object{"error": "InternalServerError", "message": "oops"}), "service-failure", "actor tags"},
		{"500 without tags", func(w http.ResponseWriter, r *http.Request, valid bool) bool {
			return isList(r, valid) && !has(r, "tags") && reply(w, 500, object{"error": "InternalServerError", "message": "oops"})
		}, "service-failure", "actor"},
		{"500 on a wrong limit", func(w http.ResponseWriter, r *http.Request, valid bool) bool {
			return !valid && r.URL.Query().Get("limit") == "11" && reply(w, 500, object{"error": "InternalServerError", "message": "oops"})
		}, "service-failure", "actor limit"},
		{"limit ignored", page(func(_ *http.Request, b object) {
			b["things"] = []any{object{"id": "a", "name": "a"}, object{"id": "b", "name": "b"}}
			delete(b, "cursor")
		}), "limit-ignored", "actor limit"},
		{"an undeclared error", when("sort", 400, object{"error": "NoSort", "message": "cannot sort"}), "unknown-error", "actor sort"},
		{"an error without a message", when("sort", 404, object{"error": "NotFound"}), "error-message", "actor sort"},
		{"an error that is text", func(w http.ResponseWriter, r *http.Request, valid bool) bool {
			if valid || r.URL.Query().Get("limit") != "11" {
				return false
			}
			http.Error(w, "no", 400)
			return true
		}, "error-body", "actor limit"},
		{"a valid value refused", func(w http.ResponseWriter, r *http.Request, valid bool) bool {
			return isList(r, valid) && r.URL.Query().Get("limit") == "10" && reply(w, 400, object{"error": "InvalidRequest", "message": "too many"})
		}, "valid-refused", "actor limit"},
		{"an endless cursor", page(func(_ *http.Request, b object) { b["cursor"] = "5" }), "endless-cursor", "actor cursor"},
		{"always empty pages", page(func(r *http.Request, b object) { b["things"], b["cursor"] = []any{}, r.URL.Query().Get("cursor")+"1" }), "endless-cursor", "actor cursor"},
		{"an item on two pages", page(func(r *http.Request, b object) { first(b)["id"] = "same" }), "repeated-item", "actor cursor"},
		{"an item on two pages of a listing that fits into one", page(func(r *http.Request, b object) {
			if !has(r, "limit") {
				b["things"] = b["things"].([]any)[:1]
				delete(b, "cursor")
			}
			first(b)["id"] = "same"
		}), "repeated-item", "actor cursor limit"},
		{"a wrong content type", func(w http.ResponseWriter, r *http.Request, valid bool) bool {
			if isList(r, valid) {
				w.Header().Set("Content-Type", "text/html")
				_ = json.NewEncoder(w).Encode(things(r))
			}
			return isList(r, valid)
		}, "content-type", "actor"},
		{"no body", func(w http.ResponseWriter, r *http.Request, valid bool) bool {
			if isList(r, valid) {
				w.WriteHeader(200)
			}
			return isList(r, valid)
		}, "missing-body", "actor"},
		{"a limit that is too large", accept("limit", func(v string) bool { return v == "11" }), "invalid-accepted", "actor limit"},
		{"a boolean that is none", accept("deep", func(v string) bool { return v != "true" && v != "false" }), "invalid-accepted", "actor deep"},
		{"a value beside the enum", accept("sort", func(v string) bool { return v != "old" && v != "new" }), "invalid-accepted", "actor sort"},
		{"no format", accept("actor", func(v string) bool { return !strings.HasPrefix(v, "did:") }), "invalid-accepted", "actor"},
		{"another HTTP method", func(w http.ResponseWriter, r *http.Request, _ bool) bool {
			return r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "listThings") && reply(w, 200, things(r))
		}, "invalid-accepted", "actor"},
		{"a redirect", func(w http.ResponseWriter, r *http.Request, valid bool) bool {
			if isList(r, valid) {
				http.Redirect(w, r, "http://127.0.0.1:1/elsewhere", http.StatusFound)
			}
			return isList(r, valid)
		}, "service-failure", "actor"},
		{"a broken connection", func(w http.ResponseWriter, r *http.Request, valid bool) bool {
			if isList(r, valid) && has(r, "deep") {
				panic(http.ErrAbortHandler)
			}
			return false
		}, "service-failure", "actor deep"},
		{"another response each time", func() func(http.ResponseWriter, *http.Request, bool) bool {
			n := 0
			return page(func(_ *http.Request, b object) { n++; b["total"] = n })
		}(), "unstable-response", "actor"},
		{"any input", func(w http.ResponseWriter, r *http.Request, _ bool) bool {
			return r.Method == http.MethodPost && put(w, r, true)
		}, "invalid-accepted", ""},
	}
	c := load(t, listThings, putThing, watchThings)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			all := ask(t, c, service(t, test.fault, nil), Options{Write: true, Messages: 1})
			i := slices.IndexFunc(all, func(f found) bool { return f.Rule.Code == test.rule })
			for _, f := range all {
				if f.Rule.Code != test.rule && !(f.Rule == servicerules.UnstableResponse) {
					t.Errorf("also: %s %s ?%s", f.Verb, f.Finding.String(), f.Query)
				}
			}
			if i < 0 {
				t.Fatalf("not found")
			}
			request, err := http.NewRequest("GET", "/?"+all[i].Query, nil)
			if err != nil {
				t.Fatal(err)
			}
			if names := strings.Join(slices.Sorted(maps.Keys(request.URL.Query())), " "); names != test.names {
				t.Errorf("the smallest request has %q: %v", names, all[i])
			}
		})
	}
}

// The inputs of procedures shrink too.
func TestShrinksInput(t *testing.T) {
	c := load(t, listThings, putThing, watchThings)
	fault := func(w http.ResponseWriter, r *http.Request, _ bool) bool {
		var body object
		if r.Method != http.MethodPost || !strings.HasSuffix(r.URL.Path, "putThing") || json.NewDecoder(r.Body).Decode(&body) != nil {
			return reply(w, 400, object{"error": "InvalidRequest", "message": "no"})
		}
		if name, ok := body["name"].(string); !ok || len(name) > 20 || body["tags"] != nil {
			return reply(w, 500, object{"error": "InternalServerError", "message": "oops"})
		}
		return reply(w, 200, object{"id": "t"})
	}
	var valid []found
	for _, f := range ask(t, c, service(t, fault, nil), Options{Write: true, Methods: methodsOf(t, c, "com.example.putThing")}) {
		if f.Rule == servicerules.ServiceFailure && strings.Contains(f.Message, "valid request") && !strings.Contains(f.Message, "invalid") {
			valid = append(valid, f)
		}
	}
	if len(valid) != 1 || valid[0].Body != `{"name":"","tags":[]}` && len(valid[0].Body) > 30 {
		t.Errorf("%v", valid)
	}
}

// The messages of subscriptions are checked, and a stream that is quiet is left.
func TestStreams(t *testing.T) {
	c := load(t, watchThings)
	for _, test := range []struct {
		message string
		want    []string
	}{{"no frame", []string{"frame"}}, {"", nil}} {
		service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Upgrade") == "" {
				reply(w, http.StatusUpgradeRequired, object{"error": "UpgradeRequired", "message": "no"})
				return
			}
			conn, err := websocket.Accept(w, r, nil)
			if err != nil {
				return
			}
			defer conn.CloseNow()
			if test.message != "" {
				_ = conn.Write(r.Context(), websocket.MessageBinary, []byte(test.message))
			}
			_, _, _ = conn.Read(r.Context())
		}))
		var codes []string
		for _, f := range ask(t, c, service.URL, Options{Messages: 2, Quiet: 100 * time.Millisecond}) {
			codes = append(codes, f.Rule.Code)
		}
		service.Close()
		if !slices.Equal(codes, test.want) {
			t.Errorf("%q: %q, want %q", test.message, codes, test.want)
		}
	}
}

// A service may refuse a cursor for reasons of its own, which says nothing about the limit
// that the pages have.
func TestRefusedCursor(t *testing.T) {
	picky := service(t, func(w http.ResponseWriter, r *http.Request, valid bool) bool {
		switch query := r.URL.Query(); {
		case valid && query.Has("cursor"):
			return reply(w, 400, object{"error": "InvalidRequest", "message": "the cursor has expired"})
		case valid && !query.Has("limit"):
			return reply(w, 200, object{"things": []any{}})
		}
		return false
	}, nil)
	if all := ask(t, load(t, listThings), picky, Options{}); len(all) > 0 {
		t.Errorf("%v", all)
	}
}

// A service that cannot be reached ends the run, and one that has no method is not at fault.
func TestNoService(t *testing.T) {
	c := load(t, listThings, putThing, watchThings)
	client, err := xrpc.NewClient(c, "http://127.0.0.1:1", xrpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), c, client, Options{Methods: client.Methods()}); !errors.Is(err, ErrUnreachable) {
		t.Errorf("%v", err)
	}
	for n := 1; n < 12; n++ { // also where the last request that is allowed is canceled
		ctx, cancel := context.WithCancel(t.Context())
		sent := 0
		url := service(t, nil, func(*http.Request) {
			if sent++; sent == n {
				cancel()
			}
		})
		client, err := xrpc.NewClient(c, url, xrpc.Options{})
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Methods: methodsOf(t, c, "com.example.listThings"), MaxRequests: n, Report: func(diag.Finding, *http.Request, []byte) {}}
		if _, err := Run(ctx, c, client, o); !errors.Is(err, context.Canceled) {
			t.Errorf("canceled in request %d of %d: %v", n, n, err)
		}
	}
	empty := httptest.NewServer(xrpc.NewServer(c, xrpc.Options{}))
	defer empty.Close()
	all, result := asked(t, c, empty.URL, Options{Messages: 1})
	if len(all) > 0 || len(result.NotImplemented) != 2 {
		t.Errorf("%v, %+v", all, result)
	}
}

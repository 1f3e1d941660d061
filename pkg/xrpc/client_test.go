package xrpc_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

func thingClient(t testing.TB, url string, o xrpc.Options) *xrpc.Client {
	t.Helper()
	c, err := xrpc.NewClient(catalog(t, things...), url, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestClient(t *testing.T) {
	ctx := t.Context()
	c := thingClient(t, serve(t, thingServer(t, xrpc.Options{})).URL, xrpc.Options{})
	answer, err := c.Call(ctx, "com.example.getThing", xrpc.Params{"id": "lamp", "limit": "7"}, nil)
	if err != nil || string(answer.JSON) != `{ "name":"lamp", "later": 1 }` || answer.Status != 200 || len(answer.Findings) > 0 {
		t.Fatalf("%v, %+v", err, answer)
	}
	var thing struct{ Name string }
	if err := json.Unmarshal(answer.JSON, &thing); err != nil || thing.Name != "lamp" {
		t.Errorf("%v, %+v", err, thing)
	}

	answer, err = c.Call(ctx, "com.example.putThing", nil, map[string]any{"name": "a<b"})
	if err != nil || string(answer.JSON) != `{"id":"a<b"}` {
		t.Errorf("%v, %s", err, answer.JSON)
	}
	answer, err = c.Call(ctx, "com.example.putThing", nil, xrpc.Body{ContentType: "application/json", Stream: strings.NewReader(`{"name":"x"}`)})
	if err != nil || string(answer.JSON) != `{"id":"x"}` {
		t.Errorf("%v, %s", err, answer.JSON)
	}
	answer, err = c.Call(ctx, "com.example.ping", nil, nil)
	if err != nil || answer.JSON != nil || answer.Stream != nil {
		t.Errorf("%v, %+v", err, answer)
	}
	for _, empty := range []xrpc.Body{{JSON: []byte{}}, {Stream: strings.NewReader("")}, {Stream: io.LimitReader(nil, 0)}} {
		empty.ContentType = typeJSON
		if answer, err := c.Call(ctx, "com.example.ping", nil, empty); err != nil || len(answer.Findings) > 0 {
			t.Errorf("%v, %+v", err, answer)
		}
	}
	answer, err = c.Call(ctx, "com.example.upload", nil, xrpc.Body{ContentType: "video/mp4", Stream: strings.NewReader("1234")})
	if err != nil || string(answer.JSON) != `{"size":4}` {
		t.Errorf("%v, %+v", err, answer)
	}
	for _, empty := range []io.Reader{strings.NewReader(""), io.LimitReader(nil, 0)} {
		answer, err = c.Call(ctx, "com.example.upload", nil, xrpc.Body{ContentType: "video/mp4", Stream: empty})
		if err != nil || string(answer.JSON) != `{"size":0}` {
			t.Errorf("an empty file: %v, %+v", err, answer)
		}
	}
	answer, err = c.Call(ctx, "com.example.getImage", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(answer.Reader()); string(text) != "PNG" || err != nil || answer.ContentType != "image/png" || answer.Close() != nil {
		t.Errorf("%v, %q", err, text)
	}
}

func TestClientErrors(t *testing.T) {
	ctx := t.Context()
	var asked int
	inner := thingServer(t, xrpc.Options{})
	url := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		switch r.URL.Query().Get("id") {
		case "gateway":
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(http.StatusBadGateway)
			io.WriteString(w, "<p>down")
		case "wrong":
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, `{"name": 3}`)
		case "large":
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, `{"name": "`+strings.Repeat("x", 2000)+`"}`)
		default:
			inner.ServeHTTP(w, r)
		}
	})).URL
	c := thingClient(t, url, xrpc.Options{MaxBody: 1000})

	_, err := c.Call(ctx, "com.example.getThing", xrpc.Params{"id": "none"}, nil)
	var failure *xrpc.Error
	if !errors.As(err, &failure) || failure.Status != 400 || failure.Declared == nil || failure.Message != "no such thing" || !errors.Is(err, &xrpc.Error{Name: "NotFound"}) {
		t.Errorf("a declared error is %#v", err)
	}
	answer, err := c.Call(ctx, "com.example.getThing", xrpc.Params{"id": "gateway"}, nil)
	if !errors.As(err, &failure) || failure.Status != 502 || failure.Name != "UpstreamFailure" || failure.Declared != nil {
		t.Errorf("an answer of a gateway is %#v", err)
	}
	if answer.Status != 502 || len(answer.Findings) != 1 || answer.Findings[0].Rule.Code != "error-body" {
		t.Errorf("%+v", answer)
	}

	var invalid *xrpc.InvalidError
	answer, err = c.Call(ctx, "com.example.getThing", xrpc.Params{"id": "wrong"}, nil)
	if !errors.As(err, &invalid) || invalid.Direction != xrpc.InResponse || string(answer.JSON) != `{"name": 3}` {
		t.Errorf("a wrong answer is %v, %+v", err, answer)
	}
	if _, err = c.Call(ctx, "com.example.getThing", xrpc.Params{"id": "large"}, nil); err == nil || !strings.Contains(err.Error(), "larger than 1000 bytes") {
		t.Errorf("a large answer is %v", err)
	}

	before := asked
	for name, call := range map[string]struct {
		nsid   string
		params xrpc.Params
		body   any
		rules  []string
	}{
		"parameter":       {"com.example.getThing", xrpc.Params{"id": "a", "limit": 0}, nil, []string{"range"}},
		"input":           {"com.example.putThing", nil, map[string]any{"size": 1}, []string{"missing-required"}},
		"no input":        {"com.example.putThing", nil, nil, []string{"missing-body"}},
		"type":            {"com.example.putThing", nil, xrpc.Body{ContentType: "text/plain", Stream: strings.NewReader("x")}, []string{"content-type"}},
		"0 bytes":         {"com.example.putThing", nil, xrpc.Body{ContentType: typeJSON, JSON: []byte{}}, []string{"missing-body"}},
		"an empty stream": {"com.example.putThing", nil, xrpc.Body{ContentType: typeJSON, Stream: io.LimitReader(nil, 0)}, []string{"missing-body"}},
		"body":            {"com.example.ping", nil, json.RawMessage("{}"), []string{"undeclared-body"}},
	} {
		_, err := c.Call(ctx, call.nsid, call.params, call.body)
		if !errors.As(err, &invalid) || invalid.Direction != xrpc.InRequest {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var rules []string
		for _, f := range invalid.Findings {
			rules = append(rules, f.Rule.Code)
		}
		if !slices.Equal(rules, call.rules) {
			t.Errorf("%s: %q, want %q", name, rules, call.rules)
		}
	}
	for name, call := range map[string]func() error{
		"an unknown method": func() error { _, err := c.Call(ctx, "com.example.none", nil, nil); return err },
		"a subscription":    func() error { _, err := c.Call(ctx, "com.example.watch", nil, nil); return err },
		"a float":           func() error { _, err := c.Call(ctx, "com.example.getThing", xrpc.Params{"id": 1.5}, nil); return err },
		"a long stream": func() error {
			_, err := c.Call(ctx, "com.example.putThing", nil, xrpc.Body{ContentType: typeJSON, Stream: io.LimitReader(spaces{}, 64<<20)})
			return err
		},
		"a channel": func() error { _, err := c.Call(ctx, "com.example.putThing", nil, make(chan int)); return err },
	} {
		if call() == nil {
			t.Errorf("%s is called", name)
		}
	}
	if asked != before {
		t.Error("a call that is not valid was made")
	}
	for _, bad := range []string{"", "example.com", "ftp://example.com", "http://", "http://a/?x", "%", "http://a/#x", "http://a:b@c"} {
		if _, err := xrpc.NewClient(catalog(t, things...), bad, xrpc.Options{}); err == nil {
			t.Errorf("%q is the URL of a service", bad)
		}
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := c.Call(cancelled, "com.example.ping", nil, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// spaces is a stream of white space.
type spaces struct{}

func (spaces) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// The texts of errors are not as long as a service likes; what it has sent is there.
func TestLongErrors(t *testing.T) {
	long := strings.Repeat("日", 1<<20)
	body, status := "", 0
	c := thingClient(t, serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { answer(status, typeJSON, body)(w, r) })).URL, xrpc.Options{})
	for text, code := range map[string]int{`{"error":"Oops","message":"` + long + `"}`: 400, `{"name":"a","` + long + `":1.5}`: 200} {
		body, status = text, code
		response, err := c.Call(t.Context(), "com.example.getThing", xrpc.Params{"id": "a"}, nil)
		if err == nil || len(err.Error()) > 5000 || !strings.Contains(err.Error(), "… (31") || string(response.JSON) != body {
			t.Errorf("%.200v", err)
		}
		if failure, ok := errors.AsType[*xrpc.Error](err); ok && failure.Message != long {
			t.Errorf("a message of %d bytes", len(failure.Message))
		}
	}
}

// A client sends its headers, and the base path of the service comes first.
func TestClientHeader(t *testing.T) {
	var path, authorization string
	url := serve(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		path, authorization = r.URL.Path, r.Header.Get("Authorization")
	})).URL
	c := thingClient(t, url+"/base/", xrpc.Options{})
	c.Header = http.Header{"Authorization": {"Bearer x"}}
	if _, err := c.Call(t.Context(), "com.example.ping", nil, nil); err != nil {
		t.Fatal(err)
	}
	if path != "/base/xrpc/com.example.ping" || authorization != "Bearer x" {
		t.Errorf("%s, %s", path, authorization)
	}
}

// A client does not send a request that is too large to be checked, and warns about such
// an answer.
func TestClientTooLarge(t *testing.T) {
	const limit = 32 << 20
	large := append([]byte(`{"name": "x"}`), bytes.Repeat([]byte(" "), limit)...)
	status, asked := 200, false
	url := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = true
		w.Header().Set("Content-Type", typeJSON)
		w.WriteHeader(status)
		_, _ = w.Write(large)
	})).URL
	c := thingClient(t, url, xrpc.Options{MaxBody: 2 * limit})
	_, err := c.Call(t.Context(), "com.example.putThing", nil, json.RawMessage(large))
	var invalid *xrpc.InvalidError
	if !errors.As(err, &invalid) || invalid.Direction != xrpc.InRequest || asked {
		t.Errorf("the request is sent: %t, %v", asked, err)
	}
	for _, status = range []int{200, 400} {
		answer, err := c.Call(t.Context(), "com.example.getThing", xrpc.Params{"id": "x"}, nil)
		if answer == nil || len(answer.JSON) != len(large) || len(answer.Findings) != 1 ||
			answer.Findings[0].Rule.Code != "not-checked" || answer.Findings[0].Severity != diag.Warning {
			t.Errorf("status %d: %v", status, err)
		}
	}

	// A limit of the validator cannot be raised.
	large = []byte("[" + strings.Repeat("0,", 2<<20) + "0]")
	answer, err := c.Call(t.Context(), "com.example.getThing", xrpc.Params{"id": "x"}, nil)
	if !errors.As(err, new(*xrpc.Error)) || len(answer.Findings) != 1 || answer.Findings[0].Rule.Code != "too-large" || answer.Findings[0].Hint != nil || answer.Findings[0].Help != "" {
		t.Errorf("%v", err)
	}
}

// What was fetched is checked as if it had been called.
func TestFetch(t *testing.T) {
	const limit = 1000
	answers := map[string]http.HandlerFunc{
		"valid": func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"name": "x"}`) },
		"wrong": func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"name": 1}`) },
		"empty": func(http.ResponseWriter, *http.Request) {},
		"large": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(bytes.Repeat([]byte(" "), 5*limit)) },
		"cut": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, `{"name"`)
		},
		"error": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(400)
			_, _ = io.WriteString(w, `{"error": "NotFound", "message": "no"}`)
		},
		"other": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/plain")
			_, _ = w.Write(bytes.Repeat([]byte("x"), 5*limit))
		},
	}
	for name, answer := range answers {
		c := thingClient(t, serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", typeJSON)
			answer(w, r)
		})).URL, xrpc.Options{MaxBody: limit})
		request, m, _, err := c.NewRequest(t.Context(), "com.example.getThing", xrpc.Params{"id": "x"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		want, wantErr := c.Call(t.Context(), string(m.NSID), xrpc.Params{"id": "x"}, nil)
		response, err := c.Fetch(request)
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Check(m, response)
		if fmt.Sprint(err) != fmt.Sprint(wantErr) || (got == nil) != (want == nil) || got != nil && (!bytes.Equal(got.JSON, want.JSON) || len(got.Findings) != len(want.Findings)) {
			t.Errorf("%s: %+v, %v, want %+v, %v", name, got, err, want, wantErr)
		}
		if got != nil {
			if rest, err := io.ReadAll(got.Reader()); len(rest) > limit+1 || err != nil {
				t.Errorf("%s: %d bytes, %v", name, len(rest), err)
			}
		}
	}
}

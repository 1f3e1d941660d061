package xrpc_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

func thingProxy(t testing.TB, upstream string, o xrpc.Options) *xrpc.Proxy {
	t.Helper()
	p, err := xrpc.NewProxy(catalog(t, things...), upstream, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// planted is a call with one violation: in the request, or in the answer that a
// service gives.
type planted struct {
	name                      string
	method, target, typ, body string
	answer                    http.HandlerFunc // nil: that of the things
	found                     string
	enforced                  int // status with Enforce
}

// answer answers with a status, headers and a body.
func answer(status int, typ, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if typ != "" {
			w.Header().Set("Content-Type", typ)
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

func zipped(body string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, body)
	w.Close()
	return b.String()
}

const (
	getThing = "/xrpc/com.example.getThing"
	putThing = "/xrpc/com.example.putThing"
	typeJSON = "application/json"
)

var plantedCalls = []planted{
	{"missing parameter", "GET", getThing, "", "", answer(400, typeJSON, `{"error":"InvalidRequest"}`), "request params missing-required", 400},
	{"parameter out of range", "GET", getThing + "?id=a&limit=0", "", "", nil, "request params range /limit", 400},
	{"parameter that is not a number", "GET", getThing + "?id=a&limit=ten", "", "", nil, "request params value-type /limit", 400},
	{"parameter given twice", "GET", getThing + "?id=a&id=b", "", "", nil, "request params value-type /id", 400},
	{"wrong HTTP method", "POST", getThing + "?id=a", "", "", nil, "request  http-method", 405},
	{"input without a field", "POST", putThing, typeJSON, `{"size": 1}`, nil, "request input missing-required", 400},
	{"input of another type", "POST", putThing, typeJSON, `{"name": "x", "size": "1"}`, nil, "request input value-type /size", 400},
	{"input with a fraction", "POST", putThing, typeJSON, `{"name": "x", "size": 1.5}`, nil, "request input data-model /size", 400},
	{"input that is not JSON", "POST", putThing, typeJSON, `{"name": "x"`, nil, "request input json-syntax", 400},
	{"input that is text", "POST", putThing, "text/plain", `name: x`, nil, "request input content-type", 415},
	{"no input", "POST", putThing, "", "", nil, "request input missing-body", 400},
	{"input that is not declared", "POST", "/xrpc/com.example.ping", typeJSON, `{}`, answer(200, "", ""), "request input undeclared-body", 400},
	{"answer without a field", "GET", getThing + "?id=a", "", "", answer(200, typeJSON, `{}`), "response output missing-required", 502},
	{"answer that is too long", "GET", getThing + "?id=a", "", "", answer(200, typeJSON, `{"name":"`+strings.Repeat("x", 21)+`"}`), "response output length /name", 502},
	{"answer with a key twice", "GET", getThing + "?id=a", "", "", answer(200, typeJSON, `{"name":"a","name":"b"}`), "response output duplicate-key /name", 502},
	{"answer that is HTML", "GET", getThing + "?id=a", "", "", answer(200, "text/html", `<p>`), "response output content-type", 502},
	{"answer without a body", "GET", getThing + "?id=a", "", "", answer(200, "", ""), "response output missing-body", 502},
	{"answer without a chunk", "GET", getThing + "?id=a", "", "", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", typeJSON)
		w.(http.Flusher).Flush()
	}, "response output missing-body", 502},
	{"answer that is not UTF-8", "GET", getThing + "?id=a", "", "", answer(200, typeJSON, "{\"name\":\"\xff\"}"), "response output json-syntax", 502},
	{"compressed answer", "GET", getThing + "?id=a", "", "", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		answer(200, typeJSON, zipped(`{"name":3}`))(w, nil)
	}, "response output value-type /name", 502},
	{"error that is text", "GET", getThing + "?id=a", "", "", answer(500, "text/plain", "oops"), "response error error-body", 502},
	{"error without a name", "GET", getThing + "?id=a", "", "", answer(400, typeJSON, `{"message":"x"}`), "response error missing-required", 502},
	{"image that is text", "GET", "/xrpc/com.example.getImage", "", "", answer(200, "text/plain", "x"), "response output content-type", 502},
}

// Each violation is found once, and passed on or refused.
func TestProxyFindsViolations(t *testing.T) {
	inner := thingServer(t, xrpc.Options{})
	var now http.HandlerFunc
	var asked bool
	service := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = true
		if now != nil {
			now(w, r)
			return
		}
		inner.ServeHTTP(w, r)
	}))
	var n notes
	p := thingProxy(t, service.URL, n.options())
	front := serve(t, p)
	for _, enforce := range []bool{false, true} {
		p.Enforce = enforce
		for _, test := range plantedCalls {
			t.Run(fmt.Sprint(test.name, enforce), func(t *testing.T) {
				now, asked = test.answer, false
				n.take()
				got, text := ask(t, newRequest(t, test.method, front.URL+test.target, test.typ, test.body))
				if found := n.take(); !slices.Equal(found, []string{test.found}) {
					t.Errorf("found %q, want %q", found, test.found)
				}
				if enforce {
					if got.StatusCode != test.enforced {
						t.Errorf("status %d, want %d: %s", got.StatusCode, test.enforced, text)
					}
					if name, _ := errorOf(t, text); name != xrpc.StatusName(test.enforced) {
						t.Errorf("the error is %s", name)
					}
					if strings.HasPrefix(test.found, "request") && asked {
						t.Error("the request was passed on")
					}
					return
				}
				want, wantText := ask(t, newRequest(t, test.method, service.URL+test.target, test.typ, test.body))
				if got.StatusCode != want.StatusCode || text != wantText {
					t.Errorf("%d %q is passed on, the service answers %d %q", got.StatusCode, text, want.StatusCode, wantText)
				}
			})
		}
	}
}

// What the proxy passes on is what was sent, in both directions.
func TestProxyPassesOn(t *testing.T) {
	var seen *http.Request
	var seenBody []byte
	var sent string
	service := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = r
		seenBody, _ = io.ReadAll(r.Body)
		h := w.Header()
		h["X-Odd"] = []string{"1", "ä"}
		h.Set("Set-Cookie", "a=b")
		h.Set("Content-Type", r.Header.Get("X-Type"))
		if r.Header.Get("X-Zip") != "" {
			h.Set("Content-Encoding", "gzip")
		}
		io.WriteString(w, sent)
	}))
	var n notes
	front := serve(t, thingProxy(t, service.URL, n.options()))
	calls := 0
	for i := range 1000 {
		size := i * 37 % 9000
		blob := strings.Repeat(string(rune(i%256)), size)
		r, want := newRequest(t, "GET", front.URL+getThing+"?id="+fmt.Sprint(i)+"&tags=%C3%A9&odd=1%2", "", ""), typeJSON
		switch i % 5 {
		case 0:
			sent = fmt.Sprintf(`{ "name": "%d", "\u0041": [1.0e2],%s"z":"\/" }`, i, strings.Repeat(" ", size))
		case 1:
			r = newRequest(t, "POST", front.URL+putThing, "application/json;charset=utf-8", fmt.Sprintf("\t{\"name\":\"\\u00e9%d\"%s}\n", i, strings.Repeat(" ", size)))
			sent = `{"id":"x"}`
		case 2:
			r, want = newRequest(t, "POST", front.URL+"/xrpc/com.example.upload", "application/octet-stream", blob+"x"), typeJSON
			sent = `{"size":` + fmt.Sprint(size) + `}`
		case 3:
			r, want = newRequest(t, "GET", front.URL+"/xrpc/com.example.getImage", "", ""), "image/png"
			sent = blob + "x"
		case 4:
			r.Header.Set("X-Zip", "1")
			r.Header.Set("Accept-Encoding", "gzip")
			sent = zipped(`{"name":"` + fmt.Sprint(i) + `"}`)
		}
		var body []byte
		if r.Body != nil {
			body, _ = io.ReadAll(r.Body)
			r.Body = io.NopCloser(bytes.NewReader(body))
		}
		r.Header.Set("X-Type", want)
		r.Header.Set("Authorization", "Bearer secret")
		r.Header.Set("Atproto-Proxy", "did:web:api.example.com#x")
		r.Header.Set("X-Forwarded-For", "192.0.2.1")
		header := r.Header.Clone()
		got, text := ask(t, r)
		calls++
		if text != sent || sha256.Sum256([]byte(text)) != sha256.Sum256([]byte(sent)) || got.StatusCode != 200 {
			t.Fatalf("call %d: the answer is changed: %d %q", i, got.StatusCode, text)
		}
		if !bytes.Equal(body, seenBody) || seen.URL.RequestURI() != r.URL.RequestURI() {
			t.Fatalf("call %d: the request is changed: %s %q", i, seen.URL, seenBody)
		}
		for name, values := range header {
			if !slices.Equal(seen.Header[name], values) {
				t.Fatalf("call %d: the header %s is %q, want %q", i, name, seen.Header[name], values)
			}
		}
		if !slices.Equal(got.Header["X-Odd"], []string{"1", "ä"}) || got.Header.Get("Set-Cookie") != "a=b" || got.Header.Get("Content-Type") != want {
			t.Fatalf("call %d: the headers are changed: %v", i, got.Header)
		}
	}
	found := slices.Compact(n.take())
	// The odd parameter has a broken escape, and is none of the method.
	found = slices.DeleteFunc(found, func(f string) bool { return strings.HasPrefix(f, "request params") })
	if calls != 1000 || len(found) > 0 {
		t.Errorf("%d calls, found %q", calls, found)
	}
	for _, x := range n.ended(front) {
		if x.Status != 200 || x.Sent == 0 || x.Err != nil {
			t.Errorf("%+v", x)
		}
	}
	// Names of headers that the service did not get from the client.
	for name := range maps.Keys(seen.Header) {
		if !slices.Contains([]string{"X-Type", "Authorization", "Atproto-Proxy", "X-Forwarded-For", "X-Zip", "Accept-Encoding", "User-Agent"}, name) {
			t.Errorf("the proxy adds the header %s", name)
		}
	}
}

// What the catalog does not have is passed on without a check.
func TestProxyUnknown(t *testing.T) {
	service := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		fmt.Fprint(w, r.Method, " ", r.URL.RequestURI(), " ", string(text))
	}))
	var n notes
	p := thingProxy(t, service.URL+"/base", n.options())
	p.Enforce = true
	front := serve(t, p)
	for _, test := range [][3]string{
		{"GET", "/.well-known/did.json?a=%zz", "GET /base/.well-known/did.json?a=%zz "},
		{"POST", "/xrpc/com.example.none?limit=x", "POST /base/xrpc/com.example.none?limit=x body"},
		{"POST", "/xrpc/com.example.thing", "POST /base/xrpc/com.example.thing body"},
		{"OPTIONS", getThing, "OPTIONS /base" + getThing + " "},
		{"PUT", "/xrpc/%41%2Fb", "PUT /base/xrpc/%41%2Fb body"},
	} {
		body := ""
		if strings.HasSuffix(test[2], "body") {
			body = "body"
		}
		if got, text := ask(t, newRequest(t, test[0], front.URL+test[1], "", body)); got.StatusCode != 200 || text != test[2] {
			t.Errorf("%d %q, want %q", got.StatusCode, text, test[2])
		}
	}
	if found := n.take(); found != nil {
		t.Errorf("found %q", found)
	}
	if x := n.ended(front)[1]; x.NSID != "com.example.none" || x.Method != nil {
		t.Errorf("%+v", x)
	}
}

// A service that is gone, slow, or breaks off.
func TestProxyUpstreamFails(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Query().Get("id") {
		case "slow":
			<-release
		case "stuck":
			w.Header().Set("Content-Type", typeJSON)
			io.WriteString(w, `{"name":`)
			w.(http.Flusher).Flush()
			<-release
		case "cut":
			w.Header().Set("Content-Length", "100")
			w.Header().Set("Content-Type", typeJSON)
			io.WriteString(w, `{"name":`)
		}
	}))
	var n notes
	o := n.options()
	o.Timeout = 200 * time.Millisecond
	front := serve(t, thingProxy(t, service.URL, o))
	for id, want := range map[string]int{"slow": 504, "stuck": 504, "cut": 502} {
		got, text := ask(t, newRequest(t, "GET", front.URL+getThing+"?id="+id, "", ""))
		if name, _ := errorOf(t, text); got.StatusCode != want || name != xrpc.StatusName(want) {
			t.Errorf("%s: %d %s, want %d", id, got.StatusCode, text, want)
		}
	}
	front = serve(t, thingProxy(t, "http://127.0.0.1:1", o))
	got, text := ask(t, newRequest(t, "GET", front.URL+getThing+"?id=x", "", ""))
	if name, message := errorOf(t, text); got.StatusCode != 502 || name != "UpstreamFailure" || message != "the service cannot be reached" {
		t.Errorf("%d %s", got.StatusCode, text)
	}
	_, answer, err := websocket.Dial(t.Context(), front.URL+"/xrpc/com.example.watch?cursor=12345", nil)
	if err == nil || answer.StatusCode != 502 {
		t.Errorf("a stream of a service that is gone: %v", err)
	}
	all := n.ended(front)
	if last := all[len(all)-1]; last.Err == nil || strings.Contains(last.Err.Error(), "12345") {
		t.Errorf("the error to log has the parameters of the client, or is missing: %v", last.Err)
	}
	go service.CloseClientConnections()
}

// The limit for bodies does not affect the header of a response.
func TestProxyHeaders(t *testing.T) {
	service := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", typeJSON)
		w.Header().Set("X-Long", strings.Repeat("x", 20_000))
		io.WriteString(w, `{"name":"Lamp"}`)
	}))
	var n notes
	o := n.options()
	o.MaxBody = 100
	front := serve(t, thingProxy(t, service.URL, o))
	if got, text := ask(t, newRequest(t, "GET", front.URL+"/other", "", "")); got.StatusCode != 200 || len(got.Header.Get("X-Long")) != 20_000 {
		t.Errorf("%d %s", got.StatusCode, text)
	}
}

package xrpc_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// thingServer implements the things. A query for "none" is NotFound, and so on.
func thingServer(t testing.TB, o xrpc.Options) *xrpc.Server {
	s := xrpc.NewServer(catalog(t, things...), o)
	s.Handle("com.example.getThing", func(_ context.Context, r *xrpc.Request) (*xrpc.Response, error) {
		switch id := r.Params.String("id"); id {
		case "none":
			return nil, &xrpc.Error{Name: "NotFound", Message: "no such thing"}
		case "broken":
			return nil, errors.New("a secret reason")
		case "wrong":
			return xrpc.JSON(map[string]any{"size": "big"})
		case "empty":
			return nil, nil
		case "0 bytes":
			return xrpc.JSON(json.RawMessage{})
		case "stream":
			return &xrpc.Response{Body: xrpc.Body{ContentType: typeJSON, Stream: io.LimitReader(nil, 0)}}, nil
		case "html":
			return &xrpc.Response{Body: xrpc.Body{ContentType: "text/html", Stream: strings.NewReader("<p>")}}, nil
		default:
			return xrpc.JSON(json.RawMessage(`{ "name":"` + id + `", "later": 1 }`))
		}
	})
	s.Handle("com.example.putThing", func(_ context.Context, r *xrpc.Request) (*xrpc.Response, error) {
		var thing struct{ Name string }
		if err := json.Unmarshal(r.Body.JSON, &thing); err != nil {
			return nil, err
		}
		return xrpc.JSON(map[string]string{"id": thing.Name})
	})
	s.Handle("com.example.ping", func(context.Context, *xrpc.Request) (*xrpc.Response, error) { return nil, nil })
	s.Handle("com.example.upload", func(_ context.Context, r *xrpc.Request) (*xrpc.Response, error) {
		n, err := io.Copy(io.Discard, r.Body.Reader())
		if err != nil {
			return nil, err
		}
		return xrpc.JSON(map[string]int64{"size": n})
	})
	s.Handle("com.example.getImage", func(context.Context, *xrpc.Request) (*xrpc.Response, error) {
		return &xrpc.Response{Header: http.Header{"x-kind": {"png"}}, Body: xrpc.Body{ContentType: "image/png", Stream: strings.NewReader("PNG")}}, nil
	})
	return s
}

func TestServerStatus(t *testing.T) {
	var n notes
	o := n.options()
	o.MaxBody = 100
	server := serve(t, thingServer(t, o))
	url := server.URL
	for _, test := range []struct {
		name        string
		request     *http.Request
		status      int
		error, says string
		header      [2]string
		found       []string
		exact       string // the whole body
	}{
		{
			name: "query", request: newRequest(t, "GET", url+"/xrpc/com.example.getThing?id=lamp", "", ""),
			status: 200, exact: `{ "name":"lamp", "later": 1 }`, header: [2]string{"Content-Type", "application/json"},
		},
		{
			name: "extra parameter", request: newRequest(t, "GET", url+"/xrpc/com.example.getThing?id=lamp&colour=red", "", ""),
			status: 200, exact: `{ "name":"lamp", "later": 1 }`, found: []string{"request params unknown-param /colour"},
		},
		{
			name: "missing parameter", request: newRequest(t, "GET", url+"/xrpc/com.example.getThing", "", ""),
			status: 400, error: "InvalidRequest", says: `missing the required "id" parameter (com.example.getThing#main /defs/main/parameters/required)`,
			found: []string{"request params missing-required"},
		},
		{
			name: "wrong parameter", request: newRequest(t, "GET", url+"/xrpc/com.example.getThing?id=x&limit=101", "", ""),
			status: 400, error: "InvalidRequest", says: `params: /limit: "limit" is 101, but must be at most 100 (com.example.getThing#main /defs/main/parameters/properties/limit/maximum)`,
			found: []string{"request params range /limit"},
		},
		{
			name: "broken escape", request: newRequest(t, "GET", url+"/xrpc/com.example.getThing?id=%zz", "", ""),
			status: 400, error: "InvalidRequest", found: []string{"request params data-model /id"},
		},
		{
			name: "declared error", request: newRequest(t, "GET", url+"/xrpc/com.example.getThing?id=none", "", ""),
			status: 400, error: "NotFound", says: "no such thing",
		},
		{
			name: "other error", request: newRequest(t, "GET", url+"/xrpc/com.example.getThing?id=broken", "", ""),
			status: 500, error: "InternalServerError", says: "internal server error",
		},
		{
			name: "invalid answer", request: newRequest(t, "GET", url+"/xrpc/com.example.getThing?id=wrong", "", ""),
			status: 500, error: "InternalServerError", says: "does not match the Lexicon",
			found: []string{"response output missing-required", "response output value-type /size"},
		},
		{
			name: "no answer", request: newRequest(t, "GET", url+"/xrpc/com.example.getThing?id=empty", "", ""),
			status: 500, error: "InternalServerError", found: []string{"response output missing-body"},
		},
		{
			name: "answer of 0 bytes", request: newRequest(t, "GET", url+"/xrpc/com.example.getThing?id=0+bytes", "", ""),
			status: 500, error: "InternalServerError", found: []string{"response output missing-body"},
		},
		{
			name: "answer that is an empty stream", request: newRequest(t, "GET", url+"/xrpc/com.example.getThing?id=stream", "", ""),
			status: 500, error: "InternalServerError", found: []string{"response output missing-body"},
		},
		{
			name: "answer of another type", request: newRequest(t, "GET", url+"/xrpc/com.example.getThing?id=html", "", ""),
			status: 500, error: "InternalServerError", found: []string{"response output content-type"},
		},
		{
			name: "HEAD", request: newRequest(t, "HEAD", url+"/xrpc/com.example.getThing?id=lamp", "", ""),
			status: 200, header: [2]string{"Content-Length", "29"},
		},
		{
			name: "POST on a query", request: newRequest(t, "POST", url+"/xrpc/com.example.getThing?id=lamp", "", ""),
			status: 405, error: "MethodNotAllowed", says: "queries use GET", header: [2]string{"Allow", "GET, HEAD"},
			found: []string{"request  http-method"},
		},
		{
			name: "GET on a procedure", request: newRequest(t, "GET", url+"/xrpc/com.example.ping", "", ""),
			status: 405, error: "MethodNotAllowed", header: [2]string{"Allow", "POST"},
			found: []string{"request  http-method"},
		},
		{
			name: "OPTIONS", request: newRequest(t, "OPTIONS", url+"/xrpc/com.example.ping", "", ""),
			status: 204, header: [2]string{"Access-Control-Allow-Methods", "GET, HEAD, POST"},
		},
		{name: "another path", request: newRequest(t, "GET", url+"/", "", ""), status: 404, error: "XRPCNotSupported"},
		{name: "no NSID", request: newRequest(t, "GET", url+"/xrpc/thing", "", ""), status: 404, error: "XRPCNotSupported", says: `"thing" is not an NSID`},
		{name: "unknown", request: newRequest(t, "GET", url+"/xrpc/com.example.none", "", ""), status: 501, error: "MethodNotImplemented"},
		{name: "a record", request: newRequest(t, "GET", url+"/xrpc/com.example.thing", "", ""), status: 501, error: "MethodNotImplemented"},
		{
			name: "plain request to a subscription", request: newRequest(t, "GET", url+"/xrpc/com.example.watch", "", ""),
			status: 426, error: "UpgradeRequired", header: [2]string{"Upgrade", "websocket"},
		},
		{
			name: "procedure", request: newRequest(t, "POST", url+"/xrpc/com.example.putThing", "application/json; charset=UTF-8", `{"name": "lamp"}`),
			status: 200, exact: `{"id":"lamp"}`,
		},
		{
			name: "invalid input", request: newRequest(t, "POST", url+"/xrpc/com.example.putThing", "application/json", `{"name": 3}`),
			status: 400, error: "InvalidRequest", says: `input: /name: "name" must be a string, but is the integer 3 (com.example.getThing#thing /defs/thing/properties/name)`,
			found: []string{"request input value-type /name"},
		},
		{
			name: "not JSON", request: newRequest(t, "POST", url+"/xrpc/com.example.putThing", "application/json", `{"name":`),
			status: 400, error: "InvalidRequest",
			found: []string{"request input json-syntax /name"},
		},
		{
			name: "bad UTF-8", request: newRequest(t, "POST", url+"/xrpc/com.example.putThing", "application/json", "{\"name\": \"\xff\"}"),
			status: 400, error: "InvalidRequest",
			found: []string{"request input json-syntax"},
		},
		{
			name: "missing input", request: newRequest(t, "POST", url+"/xrpc/com.example.putThing", "", ""),
			status: 400, error: "InvalidRequest", says: "the input is missing",
			found: []string{"request input missing-body"},
		},
		{
			name: "input of another type", request: newRequest(t, "POST", url+"/xrpc/com.example.putThing", "text/plain", "lamp"),
			status: 415, error: "UnsupportedMediaType", says: `the Content-Type is "text/plain"; expected "application/json"`,
			found: []string{"request input content-type"},
		},
		{
			name: "another charset", request: newRequest(t, "POST", url+"/xrpc/com.example.putThing", "application/json; charset=latin1", `{"name": "lamp"}`),
			status: 415, error: "UnsupportedMediaType",
			found: []string{"request input content-type"},
		},
		{
			name: "blank input", request: newRequest(t, "POST", url+"/xrpc/com.example.putThing", "application/json", " "),
			status: 400, error: "InvalidRequest", says: "input: the body is empty",
			found: []string{"request input json-syntax"},
		},
		{
			name: "large input", request: newRequest(t, "POST", url+"/xrpc/com.example.putThing", "application/json", `{"name": "`+strings.Repeat("x", 200)+`"}`),
			status: 413, error: "PayloadTooLarge", says: "larger than 100 bytes",
		},
		{name: "nothing in, nothing out", request: newRequest(t, "POST", url+"/xrpc/com.example.ping", "", ""), status: 200},
		{
			name: "undeclared input", request: newRequest(t, "POST", url+"/xrpc/com.example.ping", "application/json", "{}"),
			status: 400, error: "InvalidRequest", says: "declares no input",
			found: []string{"request input undeclared-body"},
		},
		{
			name: "upload", request: newRequest(t, "POST", url+"/xrpc/com.example.upload", "application/json", strings.Repeat("not JSON ", 100)),
			status: 200, exact: `{"size":900}`,
		},
		{
			name: "download", request: newRequest(t, "GET", url+"/xrpc/com.example.getImage", "", ""),
			status: 200, exact: "PNG", header: [2]string{"X-Kind", "png"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			n.take()
			answer, text := ask(t, test.request)
			if answer.StatusCode != test.status {
				t.Fatalf("status %d, want %d: %s", answer.StatusCode, test.status, text)
			}
			if test.error != "" {
				name, message := errorOf(t, text)
				if name != test.error || !strings.Contains(message, test.says) {
					t.Errorf("%s: %s, want %s: %s", name, message, test.error, test.says)
				}
			} else if test.exact != "" && text != test.exact {
				t.Errorf("the body is %s, want %s", text, test.exact)
			}
			if name, want := test.header[0], test.header[1]; answer.Header.Get(name) != want {
				t.Errorf("%s is %q, want %q", name, answer.Header.Get(name), want)
			}
			if answer.Header.Get("Access-Control-Allow-Origin") != "*" {
				t.Error("pages of other origins cannot read the answer")
			}
			if found := n.take(); !slices.Equal(found, test.found) {
				t.Errorf("found %q, want %q", found, test.found)
			}
		})
	}
	for _, x := range n.ended(server) {
		if x.Status == 0 || x.Duration <= 0 {
			t.Errorf("%s %s ended with status %d after %v", x.HTTPMethod, x.Path, x.Status, x.Duration)
		}
	}
}

// A body without any bytes is none, however a request announces it.
func TestServerEmptyBody(t *testing.T) {
	var n notes
	service := limited(t, thingServer(t, xrpc.Options{}))
	for name, address := range map[string]string{
		"server": limited(t, thingServer(t, n.options())), "proxy": limited(t, thingProxy(t, "http://"+service, n.options())),
	} {
		for announced, header := range map[string]string{
			"nothing":         "",
			"a length":        "Content-Length: 0\r\n",
			"a form":          "Content-Length: 0\r\nContent-Type: application/x-www-form-urlencoded\r\n",
			"JSON":            "Content-Length: 0\r\nContent-Type: application/json\r\n",
			"chunks":          "Transfer-Encoding: chunked\r\n",
			"chunks of JSON":  "Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n",
			"an actual chunk": "Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n2\r\n{}",
		} {
			for call, want := range map[string][2]string{ // without a body, and with one
				"POST /xrpc/com.example.ping":             {"200 []", "400 [request input undeclared-body]"},
				"GET /xrpc/com.example.getThing?id=x":     {"200 []", "400 [request input undeclared-body]"},
				"POST /xrpc/com.example.putThing":         {"400 [request input missing-body]", "400 [request input missing-required]"},
				"POST /xrpc/com.example.upload":           {"400 [request input missing-body]", "200 []"},
				"POST /xrpc/com.example.none?announced=x": {"501 []", "501 []"},
			} {
				end := "\r\n"
				if strings.Contains(header, "chunked") {
					end += "0\r\n\r\n"
				}
				n.take()
				answer, err := http.ReadResponse(bufio.NewReader(raw(t, address, call+" HTTP/1.1\r\nHost: x\r\n"+header+end)), nil)
				if err != nil {
					t.Fatal(err)
				}
				which := 0
				if strings.Contains(header, "{}") || strings.Contains(call, "upload") && strings.Contains(header, "Content-Type") { // an empty file
					which = 1
				}
				if got := fmt.Sprint(answer.StatusCode, " ", n.take()); got != want[which] {
					t.Errorf("%s: %s announces %s: %s, want %s", name, call, announced, got, want[which])
				}
			}
		}
	}
}

func TestServerParams(t *testing.T) {
	var got xrpc.Params
	s := xrpc.NewServer(catalog(t, things...), xrpc.Options{})
	s.Handle("com.example.getThing", func(_ context.Context, r *xrpc.Request) (*xrpc.Response, error) {
		got = r.Params
		return xrpc.JSON(map[string]string{"name": "x"})
	})
	url := serve(t, s).URL
	for query, want := range map[string]xrpc.Params{
		"id=a":                               {"id": "a", "limit": int64(50), "deep": true, "lang": "en"},
		"id=a+b%26&deep=false&limit=7&lang=": {"id": "a b&", "limit": int64(7), "deep": false, "lang": ""},
		"id=a&tags=x&tags=y&sizes=1&sizes=-2&flags=true": {
			"id": "a", "limit": int64(50), "deep": true, "lang": "en",
			"tags": []string{"x", "y"}, "sizes": []int64{1, -2}, "flags": []bool{true},
		},
		"id=a&extra=1&other=2&other=3&other=4": {
			"id": "a", "limit": int64(50), "deep": true, "lang": "en", "extra": "1", "other": []string{"2", "3", "4"},
		},
	} {
		if answer, text := ask(t, newRequest(t, "GET", url+"/xrpc/com.example.getThing?"+query, "", "")); answer.StatusCode != 200 {
			t.Fatal(text)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", query, got, want)
		}
	}
}

func TestParams(t *testing.T) {
	type name string
	p := xrpc.Params{
		"b": true, "i": int64(-3), "s": "x", "bs": []bool{true}, "is": []int64{4}, "ss": []string{"y", "z"},
		"u": uint8(7), "n": name("é&"), "as": []any{"1", 2},
	}
	if !p.Bool("b") || p.Int("i") != -3 || p.String("s") != "x" {
		t.Errorf("%v is read as something else", p)
	}
	if p.Bool("s") || p.Int("none") != 0 || p.String("b") != "" {
		t.Error("a parameter of another type, or none, is not zero")
	}
	if got, err := p.Encode(); got != "as=1&as=2&b=true&bs=true&i=-3&is=4&n=%C3%A9%26&s=x&ss=y&ss=z&u=7" || err != nil {
		t.Errorf("%s, %v", got, err)
	}
	for _, bad := range []any{1.5, nil, map[string]string{}, []any{nil}, [][]string{{"x"}}} {
		if got, err := (xrpc.Params{"x": bad}).Encode(); err == nil {
			t.Errorf("%v becomes %s", bad, got)
		}
	}
}

func TestServerPanics(t *testing.T) {
	s := xrpc.NewServer(catalog(t, things...), xrpc.Options{})
	for name, register := range map[string]func(){
		"an unknown query": func() { s.Handle("com.example.none", nil) },
		"a subscription":   func() { s.Handle("com.example.watch", nil) },
		"a query":          func() { s.Stream("com.example.getThing", nil) },
		"a record":         func() { s.Handle("com.example.thing", nil) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is registered", name)
				}
			}()
			register()
		}()
	}
	if all := s.Methods(); len(all) != 6 || all[0].NSID != "com.example.getImage" {
		t.Errorf("%d methods", len(all))
	}
}

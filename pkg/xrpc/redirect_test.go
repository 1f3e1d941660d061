package xrpc_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// A redirect is not followed unless the caller asks, and then only to the same origin and
// with the same HTTP method: no header and no body goes anywhere else.
func TestClientRedirect(t *testing.T) {
	var got []string // requests after a redirect
	take := func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = append(got, r.Method+" "+r.Header.Get("Authorization")+r.Header.Get("X-Secret")+string(body))
		if r.Header.Get("Upgrade") != "" {
			if conn, err := websocket.Accept(w, r, nil); err == nil {
				conn.Close(websocket.StatusNormalClosure, "")
			}
			return
		}
		w.Header().Set("Content-Type", typeJSON)
		io.WriteString(w, `{"name":"a","id":"a"}`)
	}
	other := serve(t, http.HandlerFunc(take)) // another port of the same host
	status, location := 0, ""
	service := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/there":
			take(w, r)
		case location == "loop":
			http.Redirect(w, r, r.URL.Path+"?id=a", status)
		default:
			http.Redirect(w, r, location, status)
		}
	}))
	localhost := strings.Replace(service.URL, "127.0.0.1", "localhost", 1)
	for _, test := range []struct {
		nsid, location string
		status         int
		follow         bool
		got            string // the request that follows; "" for none
	}{
		{"getThing", "/there", 302, false, ""},
		{"getThing", other.URL, 307, false, ""},
		{"putThing", "/there", 307, false, ""},
		{"watch", "/there", 302, false, ""},
		{"watch", other.URL, 302, false, ""},

		{"getThing", "/there", 301, true, "GET Bearer xy"},
		{"getThing", service.URL + "/there", 308, true, "GET Bearer xy"},
		{"putThing", "/there", 307, true, `POST Bearer xy{"name":"a"}`},
		{"watch", "/there", 302, true, "GET Bearer xy"},
		{"putThing", "/there", 303, true, ""},
		{"getThing", other.URL, 302, true, ""},
		{"putThing", other.URL, 307, true, ""},
		{"watch", other.URL, 307, true, ""},
		{"getThing", localhost + "/there", 302, true, ""},
		{"getThing", strings.Replace(service.URL, "http:", "https:", 1), 302, true, ""},
		{"getThing", "loop", 302, true, ""},
	} {
		got, status, location = nil, test.status, test.location
		c := thingClient(t, service.URL, xrpc.Options{})
		c.Header = http.Header{"Authorization": {"Bearer x"}, "X-Secret": {"y"}}
		c.FollowRedirects = test.follow
		var err error
		switch nsid := "com.example." + test.nsid; test.nsid {
		case "watch":
			for _, err = range c.Stream(t.Context(), nsid, nil) {
			}
		case "putThing":
			_, err = c.Call(t.Context(), nsid, nil, map[string]any{"name": "a"})
		default:
			_, err = c.Call(t.Context(), nsid, xrpc.Params{"id": "a"}, nil)
		}
		var failure *xrpc.Error
		redirected := errors.As(err, &failure) && failure.Status == test.status && failure.Header.Get("Location") != ""
		if strings.Join(got, " ") != test.got || redirected != (test.got == "") || !redirected && err != nil {
			t.Errorf("%+v: followed by %q, %v", test, got, err)
		}
	}
}

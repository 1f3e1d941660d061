package probe

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// A subscription must refuse invalid parameters: with a status, or in a message.
func TestSubscriptionParams(t *testing.T) {
	const strict = `{"cursor": {"type": "integer", "minimum": 0}}`
	const loose = `{"cursor": {"type": "string"}}`
	schema := func(params string) string {
		return strings.Replace(watchThings, `"type": "subscription",`, `"type": "subscription", "parameters": {"type": "params", "properties": `+params+`},`, 1)
	}
	invalid := func(r *xrpc.Request) bool {
		n, err := strconv.Atoi(r.Params.String("cursor"))
		return r.HTTP.URL.Query().Has("cursor") && (err != nil || n < 0 || len(r.HTTP.URL.Query()["cursor"]) > 1)
	}
	message := object{"$type": "com.example.watchThings#note", "seq": 1}
	tests := []struct {
		name    string
		params  string
		handler func(ctx context.Context, r *xrpc.Request, send func(any) error) error
		want    string // rules
		least   int    // requests that were refused
	}{
		{"refused with a status", strict, func(_ context.Context, _ *xrpc.Request, send func(any) error) error { return send(message) }, "", 4},
		{"refused in a message", loose, func(_ context.Context, r *xrpc.Request, send func(any) error) error {
			if invalid(r) {
				return &xrpc.Error{Name: "InvalidRequest", Message: "no"}
			}
			return send(message)
		}, "", 4},
		{"accepted", loose, func(_ context.Context, _ *xrpc.Request, send func(any) error) error { return send(message) }, "invalid-accepted", 2},
		{"silent", loose, func(ctx context.Context, _ *xrpc.Request, _ func(any) error) error { <-ctx.Done(); return nil }, "", 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := xrpc.NewServer(load(t, schema(test.params)), xrpc.Options{})
			s.Stream("com.example.watchThings", test.handler)
			server := httptest.NewServer(s)
			defer server.Close()
			all, result := asked(t, load(t, schema(strict)), server.URL, Options{Messages: 2, Quiet: 100 * time.Millisecond})
			var codes []string
			for _, f := range all {
				if !slices.Contains(codes, f.Rule.Code) {
					codes = append(codes, f.Rule.Code)
				}
			}
			if got := strings.Join(codes, " "); got != test.want {
				t.Errorf("rules %q, want %q: %v", got, test.want, all)
			}
			if n := result.Methods[0].Refused; n < test.least {
				t.Errorf("%d requests were refused, want at least %d", n, test.least)
			}
		})
	}
}

// The name InvalidRequest is not an undeclared error where the HTTP method is wrong.
func TestInvalidRequestOfMethod(t *testing.T) {
	for status, want := range map[int]int{405: 0, 415: 0, 409: 1} {
		url := service(t, func(w http.ResponseWriter, r *http.Request, _ bool) bool {
			return r.Method == http.MethodPost && reply(w, status, object{"error": "InvalidRequest", "message": "no"})
		}, nil)
		if all := ask(t, load(t, listThings), url, Options{}); len(all) != want {
			t.Errorf("status %d: %v", status, all)
		}
	}
}

package xrpc_test

import (
	"io"
	"net/http"
	"slices"
	"testing"
)

// What is wrong with a compressed body is said: by a server to the client, and by a
// proxy in a finding.
func TestDamagedBodies(t *testing.T) {
	const body = `{"name":"x"}`
	var encoding, sent string
	service := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", typeJSON)
		w.Header().Set("Content-Encoding", encoding)
		_, _ = io.WriteString(w, sent)
	}))
	server := serve(t, thingServer(t, (&notes{}).options()))
	var n notes
	front := serve(t, thingProxy(t, service.URL, n.options()))
	whole := zipped(body)
	for name, c := range map[string]struct{ encoding, body, want string }{
		"not gzip":              {"gzip", body, "the gzip header is missing"},
		"a byte":                {"gzip", "1", "the gzip header is missing"},
		"cut in the header":     {"gzip", whole[:7], "the data is truncated"},
		"cut in the data":       {"gzip", whole[:len(whole)-9], "the data is truncated"},
		"followed by something": {"x-gzip", whole + body, "the compressed data is followed by other bytes"},
		"not zlib":              {"deflate", body, "the zlib header is missing"},
		"gzip as deflate":       {"deflate", whole, "the zlib header is missing"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRequest(t, "POST", server.URL+putThing, typeJSON, c.body)
			r.Header.Set("Content-Encoding", c.encoding)
			answer, text := ask(t, r)
			if _, message := errorOf(t, text); answer.StatusCode != 400 || message != "the body cannot be decompressed: "+c.want {
				t.Errorf("server: status %d, %s", answer.StatusCode, message)
			}
			encoding, sent = c.encoding, c.body
			r = newRequest(t, "GET", front.URL+getThing+"?id=1", "", "")
			r.Header.Set("Accept-Encoding", c.encoding) // or net/http would decompress
			answer, text = ask(t, r)
			if answer.StatusCode != 200 || text != c.body {
				t.Errorf("proxy: status %d, %q", answer.StatusCode, text)
			}
			n.mu.Lock()
			defer n.mu.Unlock()
			if len(n.violations) != 1 || n.violations[0].Message != "the body does not match its Content-Encoding: "+c.want {
				t.Errorf("proxy: %v", n.violations)
			}
			n.violations = slices.Delete(n.violations, 0, len(n.violations))
		})
	}
}

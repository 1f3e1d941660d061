package serve_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/serve"
)

// The page may run its own script, and nothing that a Lexicon says.
func TestPage(t *testing.T) {
	url := start(t, serve.NewMock(parse(things, watch), serve.MockOptions{}))
	answer, err := http.Get(url + "/")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	_, script, _ := strings.Cut(string(text), "<script>")
	script, _, _ = strings.Cut(script, "</script>")
	hash := sha256.Sum256([]byte(script))
	policy := answer.Header.Get("Content-Security-Policy")
	if !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, base64.StdEncoding.EncodeToString(hash[:])) || len(script) < 1000 {
		t.Errorf("the policy is %s", policy)
	}
	for _, unsafe := range []string{"innerHTML", "insertAdjacentHTML", "document.write", "eval(", "<script src", "http://", "https://cdn"} {
		if strings.Contains(string(text), unsafe) {
			t.Errorf("the page has %s", unsafe)
		}
	}
	if r, err := http.Head(url + "/"); err != nil || r.StatusCode != 200 || r.ContentLength != int64(len(text)) {
		t.Errorf("%v, %+v", err, r)
	}
	if status, _ := get(t, url+"/other", ""); status != 404 {
		t.Errorf("status %d", status)
	}
}

func TestPageMethods(t *testing.T) {
	_, text := get(t, start(t, serve.NewMock(parse(things, watch, `{"lexicon": 1, "id": "com.example.put", "defs": {"main": {
	  "type": "procedure", "parameters": {"type": "params", "required": ["kind"], "properties": {
	    "kind": {"type": "string", "enum": ["a"]}, "tags": {"type": "array", "items": {"type": "string", "knownValues": ["x", "y"]}},
	    "n": {"type": "integer", "minimum": 3, "default": 4}, "deep": {"type": "boolean", "default": false}}},
	  "input": {"encoding": "application/json", "schema": {"type": "object", "required": ["ok"], "properties": {"ok": {"type": "boolean", "const": true}}}}
	}}}`), serve.MockOptions{}))+"/methods.json", "")
	var methods []map[string]any
	if err := json.Unmarshal([]byte(text), &methods); err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(methods[1])
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"input":{"encoding":"application/json","sample":"{\n  \"ok\": true\n}","type":"application/json"},"nsid":"com.example.put",` +
		`"params":[{"choices":["a"],"closed":true,"name":"kind","required":true,"sample":"a","type":"string"},` +
		`{"array":true,"choices":["x","y"],"name":"tags","type":"string"},{"default":"4","limits":"at least 3","name":"n","type":"integer"},` +
		`{"default":"false","name":"deep","type":"boolean"}],"type":"procedure"}`
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if len(methods) != 3 || methods[2]["messages"] == nil || methods[0]["errors"] == nil || methods[0]["description"] != "Lists <b>things</b>." {
		t.Errorf("%s", text)
	}
}

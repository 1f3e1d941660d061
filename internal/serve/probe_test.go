package serve_test

import (
	"net/http"
	"testing"

	"github.com/lexsmith/lexsmith/internal/serve"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/probe"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// The mock keeps its Lexicons, whatever it is asked.
func TestMockUnderTest(t *testing.T) {
	texts := []string{
		`{"lexicon": 1, "id": "com.example.listThings", "defs": {"main": {"type": "query",
			"parameters": {"type": "params", "required": ["actor"], "properties": {
				"actor": {"type": "string", "format": "at-identifier"}, "limit": {"type": "integer", "minimum": 1, "maximum": 20}, "cursor": {"type": "string"},
				"tags": {"type": "array", "maxLength": 3, "items": {"type": "string", "maxLength": 9}}}},
			"output": {"encoding": "application/json", "schema": {"type": "object", "required": ["things"], "properties": {
				"cursor": {"type": "string"}, "things": {"type": "array", "items": {"type": "ref", "ref": "#thing"}}}}}},
			"thing": {"type": "object", "required": ["uri"], "properties": {"uri": {"type": "string", "format": "at-uri"}, "size": {"type": "integer"}}}}}`,
		`{"lexicon": 1, "id": "com.example.putThing", "defs": {"main": {"type": "procedure",
			"input": {"encoding": "application/json", "schema": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string", "maxLength": 20}, "at": {"type": "string", "format": "datetime"}}}},
			"output": {"encoding": "application/json", "schema": {"type": "object", "required": ["id"], "properties": {"id": {"type": "string"}}}}}}}`,
	}
	var documents []*lexicon.Document
	for _, text := range texts {
		documents = append(documents, lexicon.Parse(&diag.Source{Path: "schema.json", Text: []byte(text)}, diag.ProfileV1))
	}
	c := lexicon.NewCatalog(documents...)
	client, err := xrpc.NewClient(c, start(t, serve.NewMock(c, serve.MockOptions{})), xrpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	requests := 5000
	if testing.Short() {
		requests = 500
	}
	result, err := probe.Run(t.Context(), c, client, probe.Options{
		Methods: client.Methods(), Write: true, PerMethod: requests,
		Report: func(f diag.Finding, r *http.Request, _ []byte) { t.Errorf("%s: %s", f, r.URL) },
	})
	if err != nil || len(result.Methods) != 2 {
		t.Fatal(result, err)
	}
	for _, m := range result.Methods {
		if m.Requests != requests || m.Refused == 0 {
			t.Errorf("%+v", m)
		}
	}
}

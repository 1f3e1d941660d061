package probe

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// The bad example of a rule raises that rule and no other, and the good one nothing.
func TestRuleExamples(t *testing.T) {
	for _, r := range Rules() {
		t.Run(r.Code, func(t *testing.T) {
			if got := exampleCodes(t, r.Bad()); !slices.Equal(got, []string{r.Code}) {
				t.Errorf("the bad example raises %q", got)
			}
			if got := exampleCodes(t, r.Good()); len(got) != 0 {
				t.Errorf("the good example raises %q", got)
			}
		})
	}
}

// exampleCodes asks a service that answers as an example says: "-- response --" to every
// valid GET, "-- response to QUERY --" to one with that query string, "-- response to any
// request --" also to invalid ones, and "-- second response --" from the second request on.
func exampleCodes(t *testing.T, example string) []string {
	t.Helper()
	files := txtar.Parse([]byte(example)).Files
	defs := string(files[0].Data)
	if !strings.HasPrefix(defs, `"`) {
		defs = `"main": ` + defs
	}
	c := load(t, `{"lexicon": 1, "id": "com.example.thing", "defs": {`+defs+`}}`)
	responses := map[string]string{}
	for _, f := range files[1:] {
		responses[f.Name] = strings.TrimSuffix(string(f.Data), "\n")
	}
	asked := 0
	server := xrpc.NewServer(c, xrpc.Options{})
	server.Handle("com.example.thing", func(_ context.Context, r *xrpc.Request) (*xrpc.Response, error) { return nil, errValid })
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, any := responses["response to any request"]
		if !any {
			checked := httptest.NewRecorder()
			if server.ServeHTTP(checked, r); !strings.Contains(checked.Body.String(), errValid.Name) || r.URL.Query().Has(unknownName) {
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(400)
				_, _ = io.WriteString(w, `{"error": "InvalidRequest", "message": "no"}`)
				return
			}
			text = responses["response"]
		}
		if asked++; asked > 1 && responses["second response"] != "" {
			text = responses["second response"]
		}
		if own, ok := responses["response to "+r.URL.RawQuery]; ok {
			text = own
		}
		head, body, _ := strings.Cut(text, "\n\n")
		parsed, err := http.ReadResponse(bufio.NewReader(strings.NewReader(strings.ReplaceAll(head, "\n", "\r\n")+"\r\n\r\n")), nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer parsed.Body.Close()
		if kind := parsed.Header.Get("Content-Type"); kind != "" {
			w.Header().Set("Content-Type", kind)
		}
		w.WriteHeader(parsed.StatusCode)
		_, _ = io.WriteString(w, body)
	}))
	defer service.Close()
	var codes []string
	for _, f := range ask(t, c, service.URL, Options{}) {
		if !slices.Contains(codes, f.Rule.Code) {
			codes = append(codes, f.Rule.Code)
		}
	}
	return codes
}

var errValid = &xrpc.Error{Status: 418, Name: "Valid"}

// load returns the catalog of schemas.
func load(t testing.TB, texts ...string) *lexicon.Catalog {
	t.Helper()
	var documents []*lexicon.Document
	for _, text := range texts {
		d := lexicon.Parse(&diag.Source{Path: "schema.json", Text: []byte(text)}, diag.ProfileV1)
		if diag.HasErrors(d.Found) {
			t.Fatalf("%v", d.Found)
		}
		documents = append(documents, d)
	}
	return lexicon.NewCatalog(documents...)
}

// found is a finding with the request that shows it.
type found struct {
	diag.Finding
	Query, Verb, Body string
}

// ask asks a service about all its methods.
func ask(t testing.TB, c *lexicon.Catalog, url string, o Options) []found {
	t.Helper()
	all, _ := asked(t, c, url, o)
	return all
}

func asked(t testing.TB, c *lexicon.Catalog, url string, o Options) (all []found, result *Result) {
	t.Helper()
	client, err := xrpc.NewClient(c, url, xrpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if o.Methods == nil {
		o.Methods = client.Methods()
	}
	o.Report = func(f diag.Finding, r *http.Request, body []byte) {
		all = append(all, found{f, r.URL.RawQuery, r.Method, string(body)})
	}
	result, err = Run(t.Context(), c, client, o)
	if err != nil {
		t.Fatal(err)
	}
	return all, result
}

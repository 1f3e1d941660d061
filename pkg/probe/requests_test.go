package probe

import (
	"bytes"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

// The same seed sends the same requests, and no more than the limits allow.
func TestRequests(t *testing.T) {
	c := load(t, listThings, putThing, watchThings)
	run := func(o Options) []string {
		var all []string
		url := service(t, nil, func(r *http.Request) { all = append(all, r.Method+" "+r.URL.String()) })
		o.Methods, o.Messages = methodsOf(t, c, "com.example.listThings"), 1
		ask(t, c, url, o)
		return all
	}
	several := func() (all []string) {
		url := service(t, nil, func(r *http.Request) { all = append(all, r.Method+" "+r.URL.RequestURI()) })
		ask(t, c, url, Options{Seed: 3, PerMethod: 150, Messages: 1, Write: true})
		return all
	}
	if one, again := several(), several(); len(one) < 300 || !slices.Equal(one, again) {
		t.Errorf("%d requests, and %d others", len(one), len(again))
	}
	one, again, other := run(Options{Seed: 1}), run(Options{Seed: 1}), run(Options{Seed: 2})
	if !slices.Equal(one, again) || slices.Equal(one, other) {
		t.Errorf("seeds: %q, %q, %q", one, again, other)
	}
	for n := range 5 {
		if got := len(run(Options{MaxRequests: n + 1})); got != n+1 {
			t.Errorf("at most %d: %d requests", n+1, got)
		}
		if got := len(run(Options{PerMethod: 100 * (n + 1)})); got != 100*(n+1) {
			t.Errorf("%d of each method: %d requests", 100*(n+1), got)
		}
	}
	given := run(Options{Given: map[string][]string{"actor": {"did:web:alice.example.com"}}})
	if !strings.Contains(given[0], "did%3Aweb%3Aalice.example.com") {
		t.Errorf("%q", given[0])
	}
}

// Values that a user has given are sent, also those that name nothing, if they are valid.
func TestGivenValues(t *testing.T) {
	sent := map[string]bool{}
	url := service(t, nil, func(r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		sent[r.URL.RawQuery+string(body)] = true
	})
	c := load(t, listThings, putThing)
	all := ask(t, c, url, Options{Write: true, Given: map[string][]string{
		"limit": {"70", "seven", "7"}, "deep": {"true"}, "sort": {"newest", "new"}, "name": {"Alice"}, "size": {"-1", "12"},
	}})
	if len(all) > 0 {
		t.Errorf("%v", all)
	}
	for _, want := range []string{"limit=7$", "deep=true", "sort=new$", `^{"name": "Alice"}$`, `"size": 12`} {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(sent)), regexp.MustCompile(want).MatchString) {
			t.Errorf("%s was not sent", want)
		}
	}
}

// A body that is not JSON has a type that the method accepts.
func TestBodyType(t *testing.T) {
	for encoding, want := range map[string]string{
		"*/*": "text/plain", "image/*": "image/png", "application/vnd.ipld.car": "application/vnd.ipld.car",
		"video/webm, video/mp4": "video/mp4", "font/*": "font/x-lexsmith", "application/*": "application/octet-stream", "?": "text/plain",
	} {
		if got := bodyType(&lexicon.Body{Encoding: encoding}); got != want {
			t.Errorf("%s: %s, want %s", encoding, got, want)
		}
	}
}

func methodsOf(t testing.TB, c *lexicon.Catalog, nsid string) []*xrpc.Method {
	t.Helper()
	client, err := xrpc.NewClient(c, "http://localhost", xrpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return []*xrpc.Method{client.Method(nsid)}
}

// What Keep drops does not count, and it decides about the severity.
func TestKeep(t *testing.T) {
	c := load(t, listThings, putThing, watchThings)
	url := service(t, func(w http.ResponseWriter, r *http.Request, valid bool) bool {
		return valid && reply(w, 200, object{})
	}, nil)
	all, result := asked(t, c, url, Options{Keep: func(f *diag.Finding) bool { f.Severity = diag.Warning; return f.Rule.Code != "missing-required" }})
	if len(all) > 0 || result.Methods[0].Violations > 0 {
		t.Errorf("%v, %+v", all, result)
	}
}

// Requests keep their distance, and the run its duration.
func TestRate(t *testing.T) {
	c := load(t, listThings, putThing, watchThings)
	start := time.Now()
	_, result := asked(t, c, service(t, nil, nil), Options{Rate: 100, MaxRequests: 6, Messages: 1})
	if passed := time.Since(start); passed < 50*time.Millisecond || result.Complete {
		t.Errorf("6 requests at 100 a second took %v; complete: %v", passed, result.Complete)
	}
	_, plan := asked(t, c, service(t, nil, nil), Options{Messages: 1})
	start = time.Now()
	_, result = asked(t, c, service(t, nil, nil), Options{Duration: 200 * time.Millisecond, Messages: 1})
	if passed := time.Since(start); passed < 200*time.Millisecond || result.Methods[0].Requests == 0 {
		t.Errorf("a run of 200ms took %v", passed)
	}
	if all := requests(result) > requests(plan); all && !result.Complete {
		t.Error("a run of more than one plan is not complete")
	}
}

func requests(r *Result) (n int) {
	for _, m := range r.Methods {
		n += m.Requests
	}
	return n
}

// No request is sent before that before it has its response, and the answer to each is looked
// at: also to one that is on its way when another finding uses up the requests.
func TestOneAtATime(t *testing.T) {
	var current, most, bad atomic.Int64
	url := service(t, func(w http.ResponseWriter, r *http.Request, valid bool) bool {
		most.Store(max(most.Load(), current.Add(1)))
		time.Sleep(time.Millisecond)
		current.Add(-1)
		switch {
		case !valid:
			return false
		case r.URL.Query().Get("limit") == "1": // the second request
			bad.Add(1)
			return reply(w, 200, object{"things": 1})
		case r.URL.Query().Get("limit") == "10": // the third
			bad.Add(1)
			return reply(w, 200, object{"things": []any{object{"id": "a"}}})
		}
		return false
	}, nil)
	c := load(t, listThings)
	for n := 1; bad.Load() < 2; n++ {
		bad.Store(0)
		all := ask(t, c, url, Options{MaxRequests: n})
		if len(all) != int(bad.Load()) {
			t.Errorf("%d requests: %d bad answers, but %v", n, bad.Load(), all)
		}
	}
	if most.Load() > 1 {
		t.Errorf("%d requests at once", most.Load())
	}
}

// All that an answer shows is reported, even if no request is left to shrink the first finding.
func TestLastRequest(t *testing.T) {
	broken := service(t, func(w http.ResponseWriter, _ *http.Request, _ bool) bool {
		return reply(w, 200, object{"total": "six"})
	}, nil)
	all := ask(t, load(t, listThings), broken, Options{MaxRequests: 1})
	if len(all) != 2 {
		t.Errorf("%v", all)
	}
}

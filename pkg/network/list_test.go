package network

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/networktest"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func TestList(t *testing.T) {
	w := newWorld(t, networktest.K256)
	var texts []string
	for i := range 230 {
		texts = append(texts, lexiconOf(syntax.NSID(fmt.Sprintf("com.example.thing%d", i)), "One of many."))
	}
	if err := w.account.Publish(texts...); err != nil {
		t.Fatal(err)
	}
	if err := w.account.PublishAs("self", `{"$type": "com.atproto.lexicon.schema"}`); err != nil {
		t.Fatal(err)
	}
	list, err := w.client(t).List(t.Context(), w.did())
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 232 || list[0].NSID != other || list[1].NSID != thing || list[2].NSID != "com.example.thing0" {
		t.Errorf("%d, %v…", len(list), list[:3])
	}
	l, err := w.client(t).Lexicon(t.Context(), thing)
	if err != nil || list[1].CID != l.CID {
		t.Errorf("%s, want %s, %v", list[1].CID, l.CID, err)
	}
	if n := strings.Count(strings.Join(w.Requests(), "\n"), "listRecords"); n != 4 {
		t.Errorf("%d pages", n)
	}
	bob := w.NewAccount("bob.test", networktest.P256)
	if list, err := w.client(t).List(t.Context(), syntax.DID(bob.DID)); err != nil || list != nil {
		t.Errorf("%v, %v", list, err)
	}
	for fault, want := range map[networktest.Fault]error{
		networktest.Repeating: ErrServer, networktest.Aimless: ErrTooLarge, networktest.Endless: ErrTooLarge, networktest.Failing: ErrServer, networktest.Slow: ErrTimeout,
	} {
		w.fails(t, fault, -1)
		_, err := w.client(t).List(t.Context(), w.did())
		wantError(t, err, want, StepRecord, "", w.host())
		w.fails(t, fault, 0)
	}
	_, err = w.client(t).List(t.Context(), "did:plc:aaaaaaaaaaaaaaaaaaaaaaaa")
	wantError(t, err, ErrNoIdentity, StepDID, "")
}

// A record that is not a Lexicon is an entry that says so, and whoever looks it up learns
// its CID.
func TestBrokenRecord(t *testing.T) {
	for name, test := range map[string]struct {
		record, message string
		want            error
	}{
		"another id": {`{"$type": "com.atproto.lexicon.schema", "lexicon": 1, "id": "com.example.thing"}`, `the record has the id "com.example.thing"`, ErrID},
		"no id":      {`{"$type": "com.atproto.lexicon.schema", "lexicon": 1}`, "the record has no id", ErrID},
		"no type":    {`{"id": "com.example.broken"}`, `$type is ""`, ErrID},
		"too deep":   {`{"$type": "com.atproto.lexicon.schema", "id": "com.example.broken", "x": ` + strings.Repeat("[", 3000) + strings.Repeat("]", 3000) + `}`, "", ErrRecord},
		"a list":     {`[]`, "not an object", ErrRecord},
		"a bad link": {`{"$type": "com.atproto.lexicon.schema", "id": "com.example.broken", "x": {"$type": "blob"}}`, `"/x" is a blob without "ref"`, ErrRecord},
	} {
		w := newWorld(t, networktest.K256)
		const broken = syntax.NSID("com.example.broken")
		if err := w.account.PublishAs(string(broken), test.record); err != nil {
			t.Fatal(err)
		}
		c := w.client(t)
		for nsid, want := range map[syntax.NSID]error{thing: nil, broken: test.want} {
			l, err := c.Listed(t.Context(), w.did(), nsid)
			if err != nil || l.NSID != nsid || !l.CID.Defined() || !errors.Is(l.Err, want) || want != nil && !strings.Contains(l.Err.Error(), test.message) {
				t.Errorf("%s: %v, %v", name, l, err)
			}
		}
		if l, err := c.Listed(t.Context(), w.did(), "com.example.none"); err != nil || l != (ListEntry{}) {
			t.Errorf("%v, %v", l, err)
		}
		if n := strings.Count(strings.Join(w.Requests(), "\n"), "listRecords"); n != 2 {
			t.Errorf("%d pages", n)
		}
		l, err := c.Listed(t.Context(), w.did(), broken)
		if err != nil {
			t.Fatal(err)
		}
		for _, unverified := range []bool{false, true} {
			_, err := w.client(t, func(o *Options) { o.Unverified = unverified }).LexiconOf(t.Context(), w.did(), broken)
			wantError(t, err, test.want, StepRecord, broken, test.message)
			if e, _ := errors.AsType[*Error](err); !e.Record.Equals(l.CID) {
				t.Errorf("%s: %s, want %s", name, e.Record, l.CID)
			}
		}
	}
}

func TestBrokenList(t *testing.T) {
	w := newWorld(t, networktest.K256)
	const link = "bafyreidwydhkxbncvxuvbwefh5wchyyei7fikeu4oplmgkynqmsvpcjo2i"
	uri := "at://" + w.account.DID + "/com.atproto.lexicon.schema/com.example.thing"
	for text, want := range map[string]string{
		"":                               "the response is not JSON with the expected members",
		"[]":                             "the response is not JSON with the expected members",
		`{"records": 1}`:                 "the response is not JSON with the expected members",
		`{"records": null}`:              "",
		`{"records": [], "cursor": "x"}`: "",
		`{"records": [{}]}`:              `the list contains the record ""`,
		`{"records": [{"uri": "` + uri + `", "cid": "` + link + `"}]}`:             "",
		`{"records": [{"uri": "` + uri + `", "cid": "Qm"}]}`:                       `"Qm" is not the CID of a record in the list`,
		`{"records": [{"uri": "at://did:web:a.example/x.y.z/self", "cid": "x"}]}`:  `the list contains the record "at://did:web:a.example/x.y.z/self"`,
		`{"records": [{"uri": "at://` + w.account.DID + `/a.b.c/d", "cid": "x"}]}`: `the list contains the record "at://did:plc:`,
		`{"records": [{"uri": "` + uri + `\n\u001b/", "cid": "` + link + `"}]}`:    "",
		`{"records": [{"uri": "https://example.com", "cid": "` + link + `"}]}`:     `the list contains the record "https://example.com"`,
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(text)) }))
		defer server.Close()
		id := &Identity{DID: w.did(), PDS: server.URL}
		_, err := w.client(t).fetchList(t.Context(), id)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

package network

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/networktest"
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
		networktest.SameCursor: ErrServer, networktest.Endless: ErrTooLarge, networktest.Failing: ErrServer, networktest.Slow: ErrTimeout,
	} {
		w.fails(t, fault, -1)
		_, err := w.client(t).List(t.Context(), w.did())
		wantError(t, err, want, StepRecord, "", w.host())
		w.fails(t, fault, 0)
	}
	_, err = w.client(t).List(t.Context(), "did:plc:aaaaaaaaaaaaaaaaaaaaaaaa")
	wantError(t, err, ErrNoIdentity, StepDID, "")
}

func TestBrokenList(t *testing.T) {
	w := newWorld(t, networktest.K256)
	const link = "bafyreidwydhkxbncvxuvbwefh5wchyyei7fikeu4oplmgkynqmsvpcjo2i"
	uri := "at://" + w.account.DID + "/com.atproto.lexicon.schema/com.example.thing"
	for text, want := range map[string]string{
		"":                               "the list is not valid JSON",
		"[]":                             "the list is not a JSON object",
		`{"records": 1}`:                 "",
		`{"records": [], "cursor": "x"}`: "",
		`{"records": [1]}`:               `the list contains the record ""`,
		`{"records": [{"uri": "` + uri + `", "cid": "` + link + `"}]}`:             "",
		`{"records": [{"uri": "` + uri + `", "cid": "Qm"}]}`:                       `"Qm" is not the CID of a record in the list`,
		`{"records": [{"uri": "at://did:web:a.example/x.y.z/self", "cid": "x"}]}`:  `the list contains the record "at://did:web:a.example/x.y.z/self"`,
		`{"records": [{"uri": "at://` + w.account.DID + `/a.b.c/d", "cid": "x"}]}`: `the list contains the record "at://did:plc:`,
		`{"records": [{"uri": "https://example.com", "cid": "` + link + `"}]}`:     `the list contains the record "https://example.com"`,
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(text)) }))
		defer server.Close()
		id := &Identity{DID: w.did(), PDS: server.URL}
		var all []Listed
		_, _, err := w.client(t).listPage(t.Context(), id, "", &all)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

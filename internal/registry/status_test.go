package registry

import (
	"fmt"
	"testing"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// cidOf returns the CID of a small record.
func cidOf(t *testing.T, text string) cid.Cid {
	t.Helper()
	id, err := network.RecordCID([]byte(`{"text": "` + text + `"}`))
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestStatus(t *testing.T) {
	a, b := cidOf(t, "a"), cidOf(t, "b")
	const ours, theirs = syntax.DID("did:plc:ours"), syntax.DID("did:plc:theirs")
	for _, test := range []struct {
		name      string
		state     State
		local     cid.Cid
		breaks    bool
		dns, what string
		severity  diag.Severity
	}{
		{"same", State{DNS: ours, Account: ours, Remote: a}, a, false, dnsOK, stateSame, diag.Off},
		{"compatible", State{DNS: ours, Account: ours, Remote: b}, a, false, dnsOK, stateCompatible, diag.Warning},
		{"breaking", State{DNS: ours, Account: ours, Remote: b}, a, true, dnsOK, stateBreaking, diag.Error},
		{"not published", State{DNS: ours, Account: ours}, a, false, dnsOK, stateNotPublished, diag.Warning},
		{"no DNS", State{}, a, false, dnsMissing, stateNotPublished, diag.Warning},
		{"no DNS, published", State{Account: ours, Remote: a}, a, false, dnsMissing, stateSame, diag.Warning},
		{"other account", State{DNS: theirs, Account: theirs, Remote: a}, a, false, dnsOther, stateSame, diag.Error},
		{"published only", State{DNS: ours, Account: ours, Remote: a}, cid.Undef, false, dnsOK, statePublishedOnly, diag.Warning},
		{"invalid", State{DNS: ours, Account: ours, Remote: b, Invalid: network.ErrID}, a, true, dnsOK, stateInvalid, diag.Error},
		{"invalid, published only", State{DNS: ours, Account: ours, Remote: b, Invalid: network.ErrID}, cid.Undef, false, dnsOK, stateInvalid, diag.Error},
	} {
		test.state.NSID = "com.example.a"
		local := map[syntax.NSID]Record{}
		if test.local.Defined() {
			local["com.example.a"] = Record{CID: test.local}
		}
		rows := Status([]State{test.state}, local, func(syntax.NSID) bool { return test.breaks }, ours)
		if rows[0].DNS != test.dns || rows[0].Published != test.what || rows[0].Severity() != test.severity {
			t.Errorf("%s: got %+v, %v", test.name, rows[0], rows[0].Severity())
		}
	}
}

func TestRecords(t *testing.T) {
	rows := []Row{
		{NSID: "com.example.a", DNS: dnsOK, DID: "did:plc:a"},
		{NSID: "com.example.feed.post", DNS: dnsMissing},
		{NSID: "com.example.feed.like", DNS: dnsMissing},
		{NSID: "com.example.old.thing", DNS: dnsOther, DID: "did:plc:b"},
		{NSID: "org.example.a", DNS: dnsMissing, NoDNS: &network.Error{Err: network.ErrNoAuthority}},
		{NSID: "net.example.a", DNS: dnsMissing, NoDNS: &network.Error{Err: fmt.Errorf("%w, found x", network.ErrNoAuthority)}},
	}
	for did, want := range map[syntax.DID]string{
		"":              "[{_lexicon.example.net did= no TXT record, found x} {_lexicon.example.org did= } {_lexicon.feed.example.com did=did:plc:a } {_lexicon.old.example.com did=did:plc:a did=did:plc:b}]",
		"did:web:x.org": "[{_lexicon.example.net did=did:web:x.org no TXT record, found x} {_lexicon.example.org did=did:web:x.org } {_lexicon.feed.example.com did=did:web:x.org } {_lexicon.old.example.com did=did:web:x.org did=did:plc:b}]",
	} {
		if got := fmt.Sprint(Records(rows, did)); got != want {
			t.Errorf("%q: got  %s\nwant %s", did, got, want)
		}
	}
}

// One list of an account says for all of its Lexicons whether they are published as they are.
func TestStatusFewRequests(t *testing.T) {
	const n = 400
	var all []string
	var documents []*lexicon.Document
	for i := range n {
		text := referring(fmt.Sprintf("com.example.n%03d", i))
		all = append(all, text)
		documents = append(documents, lexicon.Parse(&diag.Source{Text: []byte(text)}, diag.ProfileATProto))
	}
	w := newWorld(t, all...)
	_, o := w.vendor(t, &Manifest{})
	own := NewLexicons(lexicon.NewCatalog(documents...), false)
	records, err := own.Records()
	if err != nil {
		t.Fatal(err)
	}
	before := len(w.Requests())
	states, err := own.States(t.Context(), Survey{Network: o.Network}, records)
	if err != nil {
		t.Fatal(err)
	}
	same := 0
	for _, row := range Status(states, records, func(syntax.NSID) bool { return true }, "") {
		if row.Published == stateSame && row.DNS == dnsOK {
			same++
		}
	}
	if asked := len(w.Requests()) - before; same != n || asked > 10 {
		t.Errorf("%d of %d are the same after %d requests", same, n, asked)
	}
}

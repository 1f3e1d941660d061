package registry

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// account is a Network of one account, and counts what it is asked for.
type account struct {
	Network
	records    map[syntax.NSID]string
	unverified bool
	unlisted   error // of all that is asked for in the list
	fetches    int
}

func (a *account) Listed(_ context.Context, _ syntax.DID, id syntax.NSID) (network.ListEntry, error) {
	text, ok := a.records[id]
	if !ok || a.unlisted != nil {
		return network.ListEntry{}, a.unlisted
	}
	record, err := network.RecordCID([]byte(text))
	return network.ListEntry{NSID: id, CID: record}, err
}

func (a *account) LexiconOf(_ context.Context, did syntax.DID, id syntax.NSID) (*network.Lexicon, error) {
	a.fetches++
	text, ok := a.records[id]
	if !ok {
		return nil, network.ErrNoRecord
	}
	record, err := network.RecordCID([]byte(text))
	return &network.Lexicon{NSID: id, DID: did, CID: record, JSON: []byte(text), Verified: !a.unverified}, err
}

func TestCache(t *testing.T) {
	const did, id = syntax.DID("did:plc:abc"), syntax.NSID("com.example.a")
	a := &account{records: map[syntax.NSID]string{id: `{"text":"a"}`}}
	folder := filepath.Join(t.TempDir(), "new")
	look := func(what, text string, fetches int) {
		t.Helper()
		before := a.fetches
		l, err := (&Cache{Network: a, Folder: folder}).LexiconOf(t.Context(), did, id)
		switch {
		case text == "":
			if !errors.Is(err, network.ErrNoRecord) {
				t.Errorf("%s: got %v, %v", what, l, err)
			}
		case err != nil || string(l.JSON) != text:
			t.Errorf("%s: got %v, %v", what, l, err)
		}
		if got := a.fetches - before; got != fetches {
			t.Errorf("%s: fetched %d times, want %d", what, got, fetches)
		}
	}
	a.unverified = true
	look("without a proof", `{"text":"a"}`, 1)
	look("without a proof, which is not kept", `{"text":"a"}`, 1)
	a.unverified = false
	look("first", `{"text":"a"}`, 1)
	look("kept", `{"text":"a"}`, 0)
	a.records[id] = `{"text":"b"}`
	look("changed", `{"text":"b"}`, 1)
	look("changed, kept", `{"text":"b"}`, 0)
	a.unlisted = network.ErrNoRecord
	look("a list without a proof does not say that it is gone", `{"text":"b"}`, 1)
	a.unlisted = nil
	delete(a.records, id)
	look("deleted", "", 1)

	// A folder that cannot be made is an error: the next run would not find anything.
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	a.records[id] = `{"text":"c"}`
	if _, err := (&Cache{Network: a, Folder: file}).LexiconOf(t.Context(), did, id); err == nil {
		t.Error("no error")
	}
}

package network

import (
	"context"
	"errors"
	"net"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/networktest"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func TestTXTName(t *testing.T) {
	for nsid, want := range map[syntax.NSID]string{
		"app.bsky.feed.post": "_lexicon.feed.bsky.app",
		"com.Example.thing":  "_lexicon.example.com",
	} {
		if got := TXTName(nsid); got != want {
			t.Errorf("%s: %s, want %s", nsid, got, want)
		}
	}
	if got := TXTValue("did:web:example.com"); got != "did=did:web:example.com" {
		t.Error(got)
	}
}

func TestAuthority(t *testing.T) {
	w := newWorld(t, networktest.K256)
	long := "did=did:web:" + strings.Repeat("a.", 200) + "com"
	many := make([]string, 60)
	for i := range many {
		many[i] = "other" + string(rune('a'+i/26)) + string(rune('a'+i%26))
	}
	for _, test := range []struct {
		records []string
		want    error
		message string // or the DID
	}{
		{nil, ErrNoAuthority, "no TXT record"},
		{[]string{"v=spf1 -all", "DID=did:plc:x"}, ErrNoAuthority, `no TXT record that begins with "did=", found "v=spf1 -all" and "DID=did:plc:x"`},
		{[]string{"did=did:web:example.com"}, nil, "did:web:example.com"},
		{[]string{"v=spf1 -all", "did=did:web:example.com"}, nil, "did:web:example.com"},
		{[]string{"did=did:web:a.example", "did=did:web:b.example"}, ErrManyAuthorities, `several TXT records: "did:web:a.example" and "did:web:b.example"`},
		{[]string{"did="}, ErrNoDID, `no DID in the TXT record, found "": it must begin with "did:"`},
		{[]string{"did=alice.test"}, ErrNoDID, `no DID in the TXT record, found "alice.test": it must begin with "did:"`},
		{[]string{"did=did:web:example.com "}, ErrNoDID, `no DID in the TXT record, found "did:web:example.com "`},
		{[]string{"did=did:web:example.com\x1b[31m"}, ErrNoDID, `found "did:web:example.com\x1b[31m"`},
		{[]string{long}, nil, long[4:]},                                                 // in two strings
		{append(many, "did=did:web:example.com"), nil, "did:web:example.com"},           // over TCP
		{[]string{"did=did:web:a.example", "did=x"}, ErrManyAuthorities, "several TXT"}, // whether valid or not
	} {
		w.SetTXT("_lexicon.example.org", test.records...)
		did, err := w.client(t).Authority(t.Context(), "org.example.thing")
		if test.want == nil {
			if err != nil || string(did) != test.message {
				t.Errorf("%q: %s, %v", test.records, did, err)
			}
			continue
		}
		wantError(t, err, test.want, StepDNS, "org.example.thing", test.message, "_lexicon.example.org")
		if IsUnpublished(err) != (test.want == ErrNoAuthority) {
			t.Errorf("%v: IsUnpublished is %t", err, IsUnpublished(err))
		}
	}
	// The name exists, without TXT records.
	w.SetTXT("_lexicon.example.org")
	w.SetTXT("below._lexicon.example.org", "x")
	_, err := w.client(t).Authority(t.Context(), "org.example.thing")
	wantError(t, err, ErrNoAuthority, StepDNS, "org.example.thing")
}

// resolver is a Resolver with one answer.
type resolver func(name string) ([]string, error)

func (r resolver) LookupTXT(_ context.Context, name string) ([]string, error) { return r(name) }

func TestResolver(t *testing.T) {
	for _, test := range []struct {
		err, want error
	}{
		{&net.DNSError{Err: "no such host", IsNotFound: true}, ErrNoAuthority},
		{&net.DNSError{Err: "server misbehaving", IsTemporary: true}, ErrLookup},
		{&net.DNSError{Err: "i/o timeout", IsTimeout: true}, ErrTimeout},
		{errors.New("no network"), ErrLookup},
	} {
		var asked string
		c, err := New(Options{Resolver: resolver(func(name string) ([]string, error) {
			asked = name
			return nil, test.err
		})})
		if err != nil {
			t.Fatal(err)
		}
		_, err = c.Authority(t.Context(), thing)
		wantError(t, err, test.want, StepDNS, thing)
		if errors.Is(err, ErrLookup) == (test.want == ErrNoAuthority) {
			t.Error(err)
		}
		if asked != "_lexicon.example.com." {
			t.Errorf("%q was asked for", asked)
		}
	}
}

func FuzzTXT(f *testing.F) {
	for _, seed := range []string{"did=did:plc:abc", "did=", "v=spf1\ndid=did:web:a.b", "did=did:a:b\ndid=did:a:c", "\n", "did=did:a:b\ndid=did:a:b", "did=\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		records := strings.Split(text, "\n")
		did, err := parseTXT(records)
		if (err == nil) != syntax.IsDID(string(did)) {
			t.Fatalf("%q: %q, %v", records, did, err)
		}
		if err == nil && !strings.Contains(text, TXTValue(did)) {
			t.Fatalf("%q: %q", records, did)
		}
		if err != nil && !errors.Is(err, ErrNoAuthority) && !errors.Is(err, ErrManyAuthorities) && !errors.Is(err, ErrNoDID) {
			t.Fatal(err)
		}
	})
}

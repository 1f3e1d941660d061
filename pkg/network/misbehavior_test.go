package network

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/lexsmith/lexsmith/internal/testkit/cartest"
	"github.com/lexsmith/lexsmith/internal/testkit/networktest"
)

// Each misbehavior of the network is an error of its own, that names the Lexicon and
// the step, and comes in time.
func TestMisbehavior(t *testing.T) {
	const timeout = 300 * time.Millisecond
	for _, test := range []struct {
		fault      networktest.Fault
		want       error
		step       Step
		message    string // %s is the host of the PDS
		unverified bool
	}{
		{networktest.DNSFailure, ErrLookup, StepDNS, "com.example.thing: DNS lookup of _lexicon.example.com: DNS lookup failed: server misbehaving", false},
		{networktest.DNSRefused, ErrLookup, StepDNS, "com.example.thing: DNS lookup of _lexicon.example.com: DNS lookup failed: server misbehaving", false},
		{networktest.DNSSilent, ErrLookup, StepDNS, "com.example.thing: DNS lookup of _lexicon.example.com: DNS lookup failed: timeout: no response", false},
		{networktest.DNSSilent, ErrTimeout, StepDNS, "", false},

		{networktest.OtherDID, ErrDocument, StepDID, `com.example.thing: identity from PLC: invalid DID document: its id is "did:plc:aaaaaaaaaaaaaaaaaaaaaaaa", but must be DID`, false},
		{networktest.NoPDS, ErrDocument, StepDID, "com.example.thing: identity from PLC: invalid DID document: no service #atproto_pds of the type AtprotoPersonalDataServer", false},
		{networktest.LargeDocument, ErrTooLarge, StepDID, "com.example.thing: identity from PLC: too large: more than 1048576 bytes", false},
		{networktest.Redirect, ErrRedirect, StepDID, "com.example.thing: identity from PLC: redirect refused: to \"LOCALHOST\"", false},
		{networktest.Unregistered, ErrNoIdentity, StepDID, "com.example.thing: identity from PLC: no such account: DID is not registered", false},
		{networktest.Tombstone, ErrNoIdentity, StepDID, "com.example.thing: identity from PLC: no such account: DID was deactivated", false},

		{networktest.NoKey, ErrDocument, StepProof, "com.example.thing: proof from PDS: invalid DID document: no key #atproto", false},
		{networktest.WrongCID, ErrCID, StepProof, "com.example.thing: proof from PDS: wrong CID: the block CID does not match the hash in its CID (at byte offset N)", false},
		{networktest.ForgedSignature, ErrSignature, StepProof, "com.example.thing: proof from PDS: wrong signature: the commit is not signed with the key in the DID document", false},
		{networktest.HighS, ErrSignature, StepProof, "com.example.thing: proof from PDS: wrong signature: the commit is not signed with the key in the DID document", false},
		{networktest.MissingBlock, ErrMissingBlock, StepProof, "com.example.thing: proof from PDS: missing block: the record CID is missing from the file (referenced at byte offset N)", false},
		{networktest.OtherRecord, ErrPath, StepProof, "com.example.thing: proof from PDS: record not in the tree: it is a proof for at://DID/com.atproto.lexicon.schema/com.example.other", false},
		{networktest.OtherAccount, ErrAccount, StepProof, "com.example.thing: proof from PDS: commit by another account: did:plc:aaaaaaaaaaaaaaaaaaaaaaaa", false},
		{networktest.NotCAR, ErrProof, StepProof, "com.example.thing: proof from PDS: invalid proof: the header should be 60 bytes long, but only 37 are left (at byte offset N)", false},
		{networktest.WrongID, ErrID, StepRecord, `com.example.thing: record from PDS: wrong id: the record has the id "com.example.other"`, false},
		{networktest.WrongID, ErrID, StepRecord, `com.example.thing: record from PDS: wrong id: the record has the id "com.example.other"`, true},
		{networktest.Deactivated, ErrNoIdentity, StepRecord, `com.example.thing: record from PDS: no such account: 400 Bad Request, "RepoDeactivated", "Repo has been deactivated: DID"`, false},
		{networktest.Deactivated, ErrServer, StepRecord, `com.example.thing: record from PDS: server error: 400 Bad Request, "InvalidRequest", "Could not locate record"`, true},
		{networktest.Unproven, ErrServer, StepRecord, "com.example.thing: record from PDS: server error: the server says that there is no such record, but does not prove it", false},
		{networktest.WrongCIDText, ErrCID, StepRecord, `com.example.thing: record from PDS: wrong CID: the server reports CID, but the record has CID`, true},

		{networktest.Slow, ErrTimeout, StepRecord, "com.example.thing: record from PDS: timeout: no response within 300ms", false},
		{networktest.Dripping, ErrTimeout, StepRecord, "com.example.thing: record from PDS: timeout: no response within 300ms", false},
		{networktest.Endless, ErrTooLarge, StepRecord, "com.example.thing: record from PDS: too large: more than 5242880 bytes", false},
		{networktest.Endless, ErrTooLarge, StepRecord, "", true},
		{networktest.Busy, ErrRateLimited, StepRecord, "com.example.thing: record from PDS: rate limited: try again in 1s", false},
		{networktest.BusyLong, ErrRateLimited, StepRecord, "com.example.thing: record from PDS: rate limited: try again in 1h0m0s", false},
		{networktest.Failing, ErrServer, StepRecord, "com.example.thing: record from PDS: server error: 503 Service Unavailable", false},
		{networktest.Broken, ErrUnreachable, StepRecord, "com.example.thing: record from PDS: connection failed: unexpected EOF", false},
	} {
		t.Run(fmt.Sprint(test.fault, test.unverified), func(t *testing.T) {
			t.Parallel()
			for _, curve := range []networktest.Curve{networktest.P256, networktest.K256} {
				w := newWorld(t, curve)
				w.fails(t, test.fault, -1)
				wait := 10 * time.Second
				switch test.fault {
				case networktest.DNSSilent, networktest.Slow, networktest.Dripping, networktest.Busy, networktest.BusyLong:
					wait = timeout
				}
				c := w.client(t, func(o *Options) { o.Timeout, o.Unverified = wait, test.unverified })
				l, err := c.Lexicon(t.Context(), thing)
				if l != nil {
					t.Error("a Lexicon beside the error")
				}
				wantError(t, err, test.want, test.step, thing)
				if IsUnpublished(err) {
					t.Errorf("%v says that nothing is published", err)
				}
				if got := w.neutral(err.Error()); test.message != "" && got != test.message {
					t.Errorf("message\n%s, want\n%s", got, test.message)
				}
				// A fault that ends is forgotten by a new client.
				w.fails(t, test.fault, 0)
				if _, err := w.client(t).Lexicon(t.Context(), thing); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// A proof with a tree of a wrong shape is refused.
func TestMisshapen(t *testing.T) {
	for shape := range cartest.WrongShapes() {
		t.Run(shape, func(t *testing.T) {
			w := newWorld(t, networktest.K256)
			w.fails(t, networktest.Misshapen(shape), -1)
			_, err := w.client(t).Lexicon(t.Context(), thing)
			wantError(t, err, ErrProof, StepProof, thing, "invalid proof: the node baf", " (at byte offset ")
		})
	}
}

// The text of an error is not as long as a server likes.
func TestLongError(t *testing.T) {
	err := failedAt("https://example.com", fmt.Errorf("%w: %w", ErrUnreachable, errors.New(strings.Repeat("x", 1<<20))))
	if text := err.Error(); len(text) > 5000 || !strings.HasSuffix(text, " more bytes)") || !errors.Is(err, ErrUnreachable) {
		t.Errorf("%d bytes: %.100s", len(text), text)
	}
}

package network

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/internal/networktest"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// login returns a session of the account, and the latest commit.
func login(t testing.TB, w *world) (*Session, cid.Cid) {
	s, err := w.client(t).Login(t.Context(), LoginOptions{Identifier: "alice.test", Password: networktest.Password})
	if err != nil {
		t.Fatal(err)
	}
	head, err := s.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s, head
}

func TestLogin(t *testing.T) {
	w := newWorld(t, networktest.K256)
	for _, id := range []syntax.AtIdentifier{"alice.test", syntax.AtIdentifier(w.did())} {
		s, err := w.client(t).Login(t.Context(), LoginOptions{Identifier: id, Password: networktest.Password})
		if err != nil || s.Identity.DID != w.did() {
			t.Fatal(err)
		}
		if err := s.Logout(t.Context()); err != nil {
			t.Error(err)
		}
	}
	_, err := w.client(t).Login(t.Context(), LoginOptions{Identifier: "alice.test", Password: "wrong"})
	wantError(t, err, ErrCredentials, StepLogin, "", w.host(), "login at ", ": wrong identifier or password: 401 Unauthorized")
	_, err = w.client(t).Login(t.Context(), LoginOptions{Identifier: "carol.test", Password: "wrong"})
	wantError(t, err, ErrNoIdentity, StepDID, "", "carol.test", "the handle does not exist: DNS has neither a DID nor an address for it")
}

func TestAuthFactor(t *testing.T) {
	w := newWorld(t, networktest.K256)
	w.account.AuthFactor = "ABCDE-12345"
	o := LoginOptions{Identifier: "alice.test", Password: networktest.Password}
	_, err := w.client(t).Login(t.Context(), o)
	wantError(t, err, ErrAuthFactor, StepLogin, "")

	asked := 0
	token := "ABCDE-12345"
	var failure error
	o.AuthFactorToken = func(context.Context) (string, error) { asked++; return token, failure }
	if _, err := w.client(t).Login(t.Context(), o); err != nil || asked != 1 {
		t.Errorf("%v, asked %d times", err, asked)
	}
	token = "WRONG"
	_, err = w.client(t).Login(t.Context(), o)
	wantError(t, err, ErrAuthFactor, StepLogin, "", "the code is wrong or has expired")
	failure = errors.New("no terminal")
	_, err = w.client(t).Login(t.Context(), o)
	wantError(t, err, failure, StepLogin, "")
	asked, o.Password = 0, "wrong"
	_, err = w.client(t).Login(t.Context(), o)
	if !errors.Is(err, ErrCredentials) || asked != 0 {
		t.Errorf("%v, asked %d times", err, asked)
	}
}

// No error repeats a password or a token, even when the server does.
func TestSecrets(t *testing.T) {
	w := newWorld(t, networktest.K256)
	s, head := login(t, w)
	w.fails(t, networktest.EchoSecrets, -1)
	_, err := w.client(t).Login(t.Context(), LoginOptions{Identifier: "alice.test", Password: networktest.Password})
	wantError(t, err, ErrServer, StepLogin, "")
	_, applyErr := s.Apply(t.Context(), []Write{{Action: Delete, NSID: thing}}, head)
	wantError(t, applyErr, ErrServer, StepWrite, "", "400 Bad Request", "InvalidRequest")
	for _, secret := range []string{networktest.Password, "access-token", "refresh-token"} {
		if text := err.Error() + applyErr.Error(); strings.Contains(text, secret) {
			t.Errorf("%s is in %s", secret, text)
		}
	}
}

func TestApply(t *testing.T) {
	w := newWorld(t, networktest.P256)
	s, head := login(t, w)
	const added = syntax.NSID("com.example.added")
	write := func(action Action, nsid syntax.NSID, description string) Write {
		record, _, err := Record([]byte(lexiconOf(nsid, description)))
		if err != nil {
			t.Fatal(err)
		}
		return Write{Action: action, NSID: nsid, Record: record}
	}
	writes := []Write{write(Create, added, "<A new one & more>"), write(Update, thing, "Changed."), {Action: Delete, NSID: other}}
	commit, err := s.Apply(t.Context(), writes, head)
	if err != nil {
		t.Fatal(err)
	}
	if now, err := s.Head(t.Context()); err != nil || now != commit || now == head {
		t.Errorf("%s, want %s, %v", now, commit, err)
	}
	if got := w.account.Published(); !slices.Equal(got, []string{"com.example.added", "com.example.thing"}) {
		t.Errorf("%q", got)
	}
	for i, nsid := range []syntax.NSID{added, thing} {
		l, err := w.client(t).Lexicon(t.Context(), nsid)
		if err != nil {
			t.Fatal(err)
		}
		if want, err := RecordCID(writes[i].Record); err != nil || l.CID != want {
			t.Errorf("%s: %s, want %s, %v", nsid, l.CID, want, err)
		}
	}
	// The same again: the repository has changed.
	_, err = s.Apply(t.Context(), writes, head)
	wantError(t, err, ErrSwap, StepWrite, "")
	// Whether that concerns a write depends on the record that it was planned on.
	l, err := w.client(t).Lexicon(t.Context(), thing)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		write Write
		want  bool
	}{
		{Write{Action: Delete, NSID: thing, Old: l.CID}, true},
		{Write{Action: Delete, NSID: added, Old: l.CID}, false},
		{Write{Action: Delete, NSID: other, Old: l.CID}, false},
		{Write{Action: Create, NSID: other}, true},
		{Write{Action: Create, NSID: added}, false},
	} {
		if got, err := s.Unmoved(t.Context(), []Write{test.write}); err != nil || got != test.want {
			t.Errorf("%v: %t, %v", test.write, got, err)
		}
	}
}

// Each way in which a write can go wrong is an error of its own, and what has not
// happened is not called uncertain.
func TestApplyFails(t *testing.T) {
	for _, test := range []struct {
		fault   networktest.Fault
		want    error
		written int // of two
		part    string
	}{
		{networktest.Moved, ErrSwap, 0, "the repository has changed"},
		{networktest.HalfBatch, ErrUncertain, 1, "the account has only 1 of 2 changes: the server reports 1 writes instead of 2"},
		{networktest.HalfWritten, nil, 1, ""}, // proofs show it
		{networktest.OtherCID, nil, 2, ""},
		{networktest.LostAnswer, nil, 2, ""},
		{networktest.LostRequest, ErrServer, 0, "500 Internal Server Error, \"InternalServerError\", \"Internal Server Error\": nothing was written"},
		{networktest.Busy, nil, 2, ""},
		{networktest.BusyLong, ErrRateLimited, 0, "try again in 1h0m0s"},
		{networktest.Slow, ErrUncertain, 0, "nothing has been written so far: timeout: no response within"},
	} {
		t.Run(string(test.fault), func(t *testing.T) {
			w := newWorld(t, networktest.K256)
			s, head := login(t, w)
			w.fails(t, test.fault, 1)
			var writes []Write
			for _, nsid := range []syntax.NSID{"com.example.a", "com.example.b"} {
				record, _, err := Record([]byte(lexiconOf(nsid, "New.")))
				if err != nil {
					t.Fatal(err)
				}
				writes = append(writes, Write{Action: Create, NSID: nsid, Record: record})
			}
			commit, err := s.Apply(t.Context(), writes, head)
			if confirmed := test.fault == networktest.HalfWritten || test.fault == networktest.Busy; commit.Defined() != confirmed {
				t.Errorf("the commit is %q", commit)
			}
			if test.want == nil && err != nil || test.want != nil && !errors.Is(err, test.want) {
				t.Fatalf("%v, want %v", err, test.want)
			}
			if test.want != nil {
				wantError(t, err, test.want, StepWrite, "", test.part, "write to "+w.host())
			}
			if errors.Is(err, ErrUncertain) != (test.want == ErrUncertain) {
				t.Error(err)
			}
			if n := len(w.account.Published()) - 2; n != test.written {
				t.Errorf("%d written, want %d", n, test.written)
			}
		})
	}
}

// After a lost answer, a deletion is made when the record is gone, and what another client
// has written meanwhile is not taken for one's own.
func TestLostAnswer(t *testing.T) {
	w := newWorld(t, networktest.K256)
	s, head := login(t, w)
	w.fails(t, networktest.LostAnswer, 1)
	if commit, err := s.Apply(t.Context(), []Write{{Action: Delete, NSID: thing}}, head); err != nil || commit.Defined() {
		t.Errorf("%s, %v", commit, err)
	}
	_, head = login(t, w)
	w.fails(t, networktest.LostRequest, 1)
	w.fails(t, networktest.Moved, 1)
	_, err := s.Apply(t.Context(), []Write{{Action: Delete, NSID: other}}, head)
	wantError(t, err, ErrServer, StepWrite, "", "nothing was written")
	if errors.Is(err, ErrUncertain) {
		t.Error(err)
	}
	w.fails(t, networktest.Moved, 0)
	_, head = login(t, w)
	w.fails(t, networktest.LostAnswer, 1)
	w.fails(t, networktest.Silenced, -1)
	_, err = s.Apply(t.Context(), []Write{{Action: Delete, NSID: other}}, head)
	wantError(t, err, ErrUncertain, StepWrite, "", "the change may have been made: connection failed")
}

func TestExpired(t *testing.T) {
	w := newWorld(t, networktest.K256)
	s, head := login(t, w)
	w.fails(t, networktest.Expired, 1)
	_, err := s.Apply(t.Context(), []Write{{Action: Delete, NSID: thing}}, head)
	wantError(t, err, ErrExpired, StepWrite, "", "the session has expired")
	if errors.Is(err, ErrUncertain) {
		t.Error(err)
	}
}

// A record that cannot be published is refused before anything is sent.
func TestApplyRefuses(t *testing.T) {
	w := newWorld(t, networktest.K256)
	s, head := login(t, w)
	before := len(w.Requests())
	for text, want := range map[string]error{
		"": ErrRecord, "{": ErrRecord, "[]": ErrRecord, "{}": ErrID,
		lexiconOf(thing, "x"): ErrID,
		`{"$type": "com.atproto.lexicon.schema", "lexicon": 1, "id": "com.example.other"}`:                 ErrID,
		`{"$type": "com.atproto.lexicon.schema", "lexicon": 1, "id": "com.example.thing", "x": 1.5}`:       ErrRecord,
		`{"$type": "com.atproto.lexicon.schema", "id": "com.example.thing", "id": "com.example.thing"}`:    ErrRecord,
		`{"$type": "com.atproto.lexicon.schema", "id": "com.example.thing", "x": {"$link": "not a link"}}`: ErrRecord,
		`{"$type": "com.atproto.lexicon.schema", "id": "com.example.thing", "x": [9007199254740992]}`:      ErrRecord,
		`{"$type": "com.atproto.lexicon.schema", "id": "com.example.thing", "x": [-9007199254740992]}`:     ErrRecord,
	} {
		_, err := s.Apply(t.Context(), []Write{{Action: Create, NSID: thing, Record: []byte(text)}}, head)
		wantError(t, err, want, StepWrite, thing)
	}
	for _, writes := range [][]Write{nil, make([]Write, MaxWrites+1)} {
		_, err := s.Apply(t.Context(), writes, head)
		wantError(t, err, ErrRecord, StepWrite, "", "must be from 1 to 200")
	}
	if len(w.Requests()) != before {
		t.Error("something was sent")
	}
}

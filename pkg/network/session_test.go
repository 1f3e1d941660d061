package network

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/internal/testkit/networktest"
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
	_, err := w.client(t).Login(t.Context(), LoginOptions{Identifier: "alice.test", Password: "not-it"})
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
	wantError(t, applyErr, ErrServer, StepWrite, "", "400 Bad Request", "InvalidRequest", "no such token: Bearer [hidden]")
	for _, secret := range []string{networktest.Password, "access-token", "refresh-token"} {
		if text := err.Error() + applyErr.Error(); strings.Contains(text, secret) {
			t.Errorf("%s is in %s", secret, text)
		}
	}
}

// No answer of a server makes an error repeat a secret, whether it answers the login or a
// later request, and in whichever spelling.
func TestSecretsInAnswers(t *testing.T) {
	const (
		password = `Secret "pass" & <wörd>/%`
		access   = "JWTSECRET-of-access"
		refresh  = "JWTSECRET-of-refresh"
	)
	quoted, escaped := string(marshal(password)), url.QueryEscape(password)
	w := newWorld(t, networktest.K256)
	session := string(marshal(map[string]string{"did": w.account.DID, "accessJwt": access, "refreshJwt": refresh}))
	refusal := func(code, message string) string {
		return "HTTP/1.1 400 Bad Request\r\n\r\n" + string(marshal(map[string]string{"error": code, "message": message}))
	}
	for name, answer := range map[string]string{
		"not HTTP":        `{"password":` + quoted + `} ` + access,
		"status":          "HTTP/1.1 2Secret" + escaped + " OK\r\n\r\n",
		"header":          "HTTP/1.1 200 OK\r\nSecret " + strconv.Quote(password) + access + refresh + "\r\n\r\n",
		"host":            "HTTP/1.1 302 Found\r\nLocation: http://" + access + ".test/\r\n\r\n",
		"host, lowercase": "HTTP/1.1 302 Found\r\nLocation: http://" + strings.ToLower(access) + ".test/\r\n\r\n",
		"path":            "HTTP/1.1 302 Found\r\nLocation: ftp:///" + escaped + "\r\n\r\n",
		"location":        "HTTP/1.1 302 Found\r\nLocation: http://%zz" + escaped + "\r\n\r\n",
		"length":          "HTTP/1.1 200 OK\r\nContent-Length: " + refresh + "\r\n\r\n",
		"key":             "HTTP/1.1 200 OK\r\n\r\n" + `{"` + access + `": 1, "` + access + `": 2}`,
		"CID":             "HTTP/1.1 200 OK\r\n\r\n" + `{"cid": ` + quoted + `}`,
		"names":           refusal("E "+password+" "+access, refresh),
		"JSON":            refusal("E", `{"p":`+quoted+`}`),
		"URL":             refusal(escaped, url.PathEscape(password)),
		"cut":             refusal(strings.Repeat("x", 60-13)+access, strings.Repeat("x", 60-15)+password),
	} {
		t.Run(name, func(t *testing.T) {
			var logged atomic.Bool // the first request logs in
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.ReadAll(r.Body)
				connection, _, err := http.NewResponseController(w).Hijack()
				if err != nil {
					panic(err)
				}
				defer connection.Close()
				if logged.Swap(true) {
					_, _ = io.WriteString(connection, answer)
				} else {
					_, _ = io.WriteString(connection, "HTTP/1.1 200 OK\r\n\r\n"+session)
				}
			}))
			defer server.Close()
			c := w.client(t, func(o *Options) {
				o.HTTP = roundTripper(func(r *http.Request) (*http.Response, error) {
					if strings.HasPrefix(r.URL.Path, "/xrpc/") {
						r.Close = true
						r.URL.Host = strings.TrimPrefix(server.URL, "http://")
					}
					return http.DefaultTransport.RoundTrip(r)
				})
			})
			login := LoginOptions{Identifier: syntax.AtIdentifier(w.did()), Password: password}
			s, err := c.Login(t.Context(), login)
			if err != nil {
				t.Fatal(err)
			}
			_, loginErr := c.Login(t.Context(), login)
			_, headErr := s.Head(t.Context())
			_, listErr := c.List(t.Context(), w.did())
			if loginErr == nil || headErr == nil || listErr == nil && name != "CID" && name != "key" {
				t.Errorf("%v, %v, %v", loginErr, headErr, listErr)
			}
			for _, err := range []error{loginErr, headErr, listErr, s.Logout(t.Context())} {
				if err == nil {
					continue // Logout does not read an answer
				}
				if text := strings.ToLower(err.Error()); strings.Contains(text, "secret") || strings.Contains(text, "pass") {
					t.Error(err)
				}
			}
		})
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

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

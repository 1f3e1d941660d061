package network

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/networktest"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func TestIdentity(t *testing.T) {
	w := newWorld(t, networktest.P256)
	id, err := w.client(t).Identity(t.Context(), w.did())
	if err != nil {
		t.Fatal(err)
	}
	if id.DID != w.did() || id.PDS != w.PDS || len(id.Handles) != 1 || id.Handles[0] != "alice.test" || !strings.HasPrefix(didKeyOf(id.Key), "did:key:zDna") {
		t.Errorf("%+v", id)
	}
	for did, want := range map[syntax.DID]string{
		"did:plc:short":                      "must have 24 characters (a to z and 2 to 7) after its method",
		"did:plc:ABCDEFGHIJKLMNOPQRSTUVWX":   "must have 24 characters",
		"did:plc:..%2f..%2fsecretsecretx":    "must have 24 characters",
		"did:plc:aaaaaaaaaaaaaaaaaaaaaaaa":   "is not registered",
		"did:key:" + k256Key:                 "has an unsupported DID method (only plc and web are supported)",
		"did:web:example.com:user":           "must have a host name, optionally with a port, after its method",
		"did:web:example.com%2Fpath":         "must have a host name",
		"did:web:user%40example.com":         "must have a host name",
		"did:web:10.0.0.1":                   "must have a host name",
		"did:web:example.com%3A80%3A80":      "must have a host name",
		"did:web:example":                    "must have a host name",
		"did:web:example.com%3Aport":         "must have a host name",
		"did:web:0x7f.1":                     "must have a host name",
		"did:web:example.com%3A80%40x.a%3Ab": "must have a host name",
	} {
		_, err := w.client(t).Identity(t.Context(), did)
		wantError(t, err, ErrNoIdentity, StepDID, "", want, string(did))
	}
}

const didDocument = `{
  "@context": ["https://www.w3.org/ns/did/v1"], "id": "did:web:example.com", "unknown": 1.5,
  "alsoKnownAs": ["https://example.com", "at://Alice.Example.com", "at://not a handle", 1, "at://bob.example.com"],
  "verificationMethod": [
    {"id": "#other", "type": "Multikey", "controller": "did:web:example.com", "publicKeyMultibase": "x"},
    {"id": "did:web:example.com#atproto", "type": "Multikey", "controller": "did:web:example.com", "publicKeyMultibase": "` + k256Key + `"}
  ],
  "service": [
    "x", {"id": "#atproto_labeler", "type": "AtprotoLabeler", "serviceEndpoint": "https://labels.example.com"},
    {"id": "#atproto_pds", "type": "AtprotoPersonalDataServer", "serviceEndpoint": "https://pds.example.com"}
  ]
}`

func TestDocument(t *testing.T) {
	c, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	insecure, err := New(Options{InsecureHTTP: true})
	if err != nil {
		t.Fatal(err)
	}
	const did = "did:web:example.com"
	parse := func(c *Client, text string) (*Identity, error) {
		id, err := c.parseIdentity(did, []byte(text))
		if err == nil {
			err = id.pdsErr
		}
		return id, err
	}
	id, err := parse(c, didDocument)
	if err != nil {
		t.Fatal(err)
	}
	if id.PDS != "https://pds.example.com" || didKeyOf(id.Key) != "did:key:"+k256Key || fmt.Sprint(id.Handles) != "[alice.example.com bob.example.com]" {
		t.Errorf("%+v", id)
	}
	for _, test := range []struct {
		old, new string
		want     error
		message  string
	}{
		{didDocument, "", ErrDocument, "not valid JSON"},
		{didDocument, "[]", ErrDocument, "not a JSON object"},
		{didDocument, "null", ErrDocument, "not a JSON object"},
		{didDocument, didDocument + "x", ErrDocument, "not valid JSON"},
		{didDocument, strings.Repeat("[", 100_000), ErrDocument, "not valid JSON"},
		{`"id": "did:web:example.com"`, `"ID": "did:web:example.com"`, ErrDocument, `its id is "", but must be did:web:example.com`},
		{`"id": "did:web:example.com"`, `"id": "did:web:example.org"`, ErrDocument, `its id is "did:web:example.org"`},
		{`"id": "did:web:example.com"`, `"id": "did:web:example.com", "id": "did:web:example.com"`, ErrDocument, `the key "id" appears twice`},
		{`"id": "did:web:example.com"`, `"id": ["did:web:example.com"]`, ErrDocument, `its id is ""`},
		{`"service": [`, `"service": 1, "x": [`, ErrDocument, "no service #atproto_pds"},
		{`"#atproto_pds"`, `"did:web:example.org#atproto_pds"`, ErrDocument, "no service #atproto_pds"},
		{`AtprotoPersonalDataServer`, `Other`, ErrDocument, "no service #atproto_pds of the type AtprotoPersonalDataServer"},
		{`https://pds.example.com`, `http://pds.example.com`, ErrInsecure, `not HTTPS: "http://pds.example.com"`},
		{`https://pds.example.com`, `http://pds:2583`, ErrInsecure, `not HTTPS: "http://pds:2583"`},
		{`https://pds.example.com`, `ftp://pds.example.com`, ErrInsecure, `not HTTPS`},
		{`https://pds.example.com`, `https://pds.example.com/path`, ErrDocument, "is not the URL of a server"},
		{`https://pds.example.com`, `https://user@pds.example.com`, ErrDocument, "is not the URL of a server"},
		{`https://pds.example.com`, `https://pds.example.com?x`, ErrDocument, "is not the URL of a server"},
		{`https://pds.example.com`, "https://pds.\u202eexample.com", ErrDocument, "is not the URL of a server"},
		{`https://pds.example.com`, `https://pds.ex%41mple.com`, ErrDocument, "is not the URL of a server"},
		{`https://pds.example.com`, `pds.example.com`, ErrDocument, "is not the URL of a server"},
		{`"https://pds.example.com"`, `{"a": 1}`, ErrDocument, `"" is not the URL of a server`},
	} {
		text := strings.Replace(didDocument, test.old, test.new, 1)
		if text == didDocument {
			t.Fatalf("%q does not occur", test.old)
		}
		_, err := parse(c, text)
		if !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.message) {
			t.Errorf("%s: %v, want %v: %s", test.new, err, test.want, test.message)
		}
		_, err = parse(insecure, text)
		if allowed := strings.HasPrefix(test.new, "http://pds:"); (err == nil) != allowed {
			t.Errorf("%s with http allowed: %v", test.new, err)
		}
	}
	// Without a valid key all but proofs work.
	for _, test := range [][3]string{
		{`"did:web:example.com#atproto"`, `"did:web:example.org#atproto"`, "no key #atproto"},
		{`"Multikey", "controller": "did:web:example.com", "publicKeyMultibase": "` + k256Key, `"Other", "controller": "did:web:example.com", "publicKeyMultibase": "x`, `the key #atproto has the unknown type "Other"`},
		{`"controller": "did:web:example.com", "publicKeyMultibase": "` + k256Key, `"controller": "did:web:example.org", "publicKeyMultibase": "x`, `the key #atproto is controlled by "did:web:example.org"`},
		{k256Key, "zzz", "the key #atproto is not valid: the Multikey is 2 bytes long, but must be 35"},
	} {
		text := strings.Replace(didDocument, test[0], test[1], 1)
		id, err := parse(c, text)
		if err != nil || id.Key != nil || id.keyErr.Error() != test[2] {
			t.Errorf("%s: %v, %v, want %s", test[1], id, err, test[2])
		}
	}
}

// redirect sends requests to a test server, whatever their host.
type redirect string

func (to redirect) RoundTrip(r *http.Request) (*http.Response, error) {
	u, err := url.Parse(string(to))
	if err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.Host, r.URL.Scheme, r.URL.Host = r.URL.Host, u.Scheme, u.Host
	return http.DefaultTransport.RoundTrip(r)
}

func TestWeb(t *testing.T) {
	var asked string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.Host + r.URL.Path
		_, _ = w.Write([]byte(strings.ReplaceAll(didDocument, "did:web:example.com", "did:web:example.com%3A8443")))
	}))
	defer server.Close()
	c, err := New(Options{HTTP: redirect(server.URL)})
	if err != nil {
		t.Fatal(err)
	}
	id, err := c.Identity(t.Context(), "did:web:example.com%3A8443")
	if err != nil || id.PDS != "https://pds.example.com" || asked != "example.com:8443/.well-known/did.json" {
		t.Errorf("%+v, %v, %s", id, err, asked)
	}
	_, err = c.Identity(t.Context(), "did:web:example.org")
	wantError(t, err, ErrDocument, StepDID, "", "identity from example.org: invalid DID document: its id is")

	// On loopback http is used, if that is allowed.
	port := server.URL[strings.LastIndexByte(server.URL, ':')+1:]
	c, err = New(Options{InsecureHTTP: true})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Identity(t.Context(), syntax.DID("did:web:localhost%3A"+port))
	wantError(t, err, ErrDocument, StepDID, "", "identity from localhost:"+port)
}

// Whoever needs only the key of an account does not need its server.
func TestSigner(t *testing.T) {
	w := newWorld(t, networktest.P256)
	w.fails(t, networktest.NoPDS, -1)
	c := w.client(t)
	for range 2 { // the second time from memory
		if id, err := c.Signer(t.Context(), w.did()); err != nil || id.Key == nil || id.PDS != "" || id.DID != w.did() {
			t.Errorf("%+v, %v", id, err)
		}
		_, err := c.Identity(t.Context(), w.did())
		wantError(t, err, ErrDocument, StepDID, "", "identity from 127.0.0.1:", "no service #atproto_pds")
	}
}

// A DID document in a file says itself whose it is, and needs no server.
func TestParseIdentity(t *testing.T) {
	for _, test := range [][3]string{
		{"", "", ""},
		{`"service": [`, `"x": [`, ""},
		{`"id": "did:web:example.com"`, `"ID": "did:web:example.com"`, `invalid DID document: its id is "", but must be a DID`},
		{`"id": "did:web:example.com"`, `"id": "alice.example.com"`, `invalid DID document: its id is "alice.example.com", but must be a DID`},
		{didDocument, "[]", "invalid DID document: not a JSON object"},
	} {
		id, err := ParseIdentity([]byte(strings.Replace(didDocument, test[0], test[1], 1)))
		switch {
		case test[2] != "":
			if !errors.Is(err, ErrDocument) || err.Error() != test[2] {
				t.Errorf("%s: %v, want %s", test[1], err, test[2])
			}
		case err != nil || id.DID != "did:web:example.com" || didKeyOf(id.Key) != "did:key:"+k256Key || id.PDS != "":
			t.Errorf("%s: %+v, %v", test[1], id, err)
		}
	}
}

func FuzzDocument(f *testing.F) {
	for _, seed := range []string{didDocument, "{}", "[]", `{"id":"did:web:example.com","service":[{"id":"#atproto_pds","type":"AtprotoPersonalDataServer","serviceEndpoint":"https://a"}]}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := New(Options{})
		if err != nil {
			t.Fatal(err)
		}
		id, err := c.parseIdentity("did:web:example.com", text)
		if err != nil {
			if !errors.Is(err, ErrDocument) {
				t.Fatal(err)
			}
			return
		}
		if id.pdsErr != nil {
			if id.PDS != "" || !errors.Is(id.pdsErr, ErrDocument) && !errors.Is(id.pdsErr, ErrInsecure) {
				t.Fatalf("%q, %v", id.PDS, id.pdsErr)
			}
		} else if u, err := url.Parse(id.PDS); err != nil || u.Scheme != "https" || u.Host == "" || id.PDS != "https://"+u.Host {
			t.Fatalf("%q", id.PDS)
		}
		if (id.Key == nil) == (id.keyErr == nil) {
			t.Fatalf("%v, %v", id.Key, id.keyErr)
		}
	})
}

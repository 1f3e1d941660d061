package networktest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"time"
)

// dripping is how long a dripping answer waits between two bytes.
const dripping = 50 * time.Millisecond

// serveDirectory is the PLC directory, and the web server of a did:web with its address.
func (n *Network) serveDirectory(w http.ResponseWriter, r *http.Request) {
	id := strings.TrimPrefix(r.URL.Path, "/")
	if id == ".well-known/did.json" {
		id = "did:web:" + strings.Replace(r.Host, ":", "%3A", 1)
	}
	a := n.find(id)
	switch {
	case n.happens(Redirect):
		http.Redirect(w, r, strings.Replace(n.PLC, "127.0.0.1", "localhost", 1)+r.URL.Path, http.StatusFound)
	case n.happens(Tombstone):
		fail(w, http.StatusGone, "", "DID not available")
	case n.happens(Unregistered) || a == nil:
		fail(w, http.StatusNotFound, "", "DID not registered")
	case n.happens(LargeDocument):
		_, _ = w.Write(bytes.Repeat([]byte(" "), 2<<20))
	default:
		w.Header().Set("Content-Type", "application/did+ld+json")
		_ = json.NewEncoder(w).Encode(a.document())
	}
}

// Document returns the DID document of an account as JSON.
func (a *Account) Document() []byte {
	text, err := json.Marshal(a.document())
	if err != nil {
		panic(err)
	}
	return text
}

// document returns the DID document of an account.
func (a *Account) document() map[string]any {
	n := a.network
	id := a.DID
	if n.happens(OtherDID) {
		id = "did:plc:aaaaaaaaaaaaaaaaaaaaaaaa"
	}
	pds := n.PDS
	if n.happens(PrivatePDS) {
		pds = "https://10.0.0.1"
	} else if n.happens(InsecurePDS) {
		pds = "http://pds.example.com"
	}
	kind, key := "Multikey", a.key.multikey()
	if n.happens(OldKey) {
		kind, key = a.key.oldKey()
	}
	document := map[string]any{
		"@context": []string{"https://www.w3.org/ns/did/v1"}, "id": id, "alsoKnownAs": []string{"at://" + a.Handle},
		"verificationMethod": []any{map[string]any{"id": a.DID + "#atproto", "type": kind, "controller": a.DID, "publicKeyMultibase": key}},
		"service":            []any{map[string]any{"id": "#atproto_pds", "type": "AtprotoPersonalDataServer", "serviceEndpoint": pds}},
	}
	if n.happens(NoPDS) {
		delete(document, "service")
	}
	if n.happens(NoKey) {
		delete(document, "verificationMethod")
	}
	return document
}

// fail answers with an error of XRPC.
func fail(w http.ResponseWriter, status int, name, message string) {
	reply(w, status, map[string]any{"error": name, "message": message})
}

// reply answers with JSON.
func reply(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value)
}

package network

import (
	"net/http"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/networktest"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func TestResolve(t *testing.T) {
	w := newWorld(t, networktest.K256)
	bob := w.NewAccount("bob.test", networktest.K256)
	for _, id := range []syntax.AtIdentifier{"alice.test", "Alice.TEST", syntax.AtIdentifier(w.did())} {
		if got, err := w.client(t).Resolve(t.Context(), id); err != nil || got.DID != w.did() {
			t.Errorf("%s: %+v, %v", id, got, err)
		}
	}
	// The host of the handle knows it when DNS does not, or has failed.
	w.SetTXT("_atproto.alice.test")
	server := func(o *Options) { o.HTTP, o.PLC = routed{w}, w.PLC }
	if got, err := w.client(t, server).Resolve(t.Context(), "alice.test"); err != nil || got.DID != w.did() {
		t.Errorf("%+v, %v", got, err)
	}
	w.fails(t, networktest.DNSFailure, -1)
	if got, err := w.client(t, server).Resolve(t.Context(), "alice.test"); err != nil || got.DID != w.did() {
		t.Errorf("%+v, %v", got, err)
	}
	_, err := w.client(t).Resolve(t.Context(), "alice.test")
	wantError(t, err, ErrLookup, StepDNS, "", "_atproto.alice.test")
	w.fails(t, networktest.DNSFailure, 0)
	_, err = w.client(t, server).Resolve(t.Context(), "unknown.test")
	wantError(t, err, ErrNoIdentity, StepDID, "", "the handle does not exist: neither DNS nor its web server has a DID for it", "unknown.test")

	for value, want := range map[string]error{
		"did=" + bob.DID:                     ErrHandle,
		"did=nonsense":                       ErrNoDID,
		"did=did:plc:" + string(thing):       ErrNoIdentity,
		"did=did:web:carol.example.com:user": ErrNoIdentity,
	} {
		w.SetTXT("_atproto.alice.test", value)
		step := StepDID
		if want == ErrNoDID {
			step = StepDNS
		}
		_, err := w.client(t, server).Resolve(t.Context(), "alice.test")
		wantError(t, err, want, step, "")
	}
	_, err = w.client(t).Resolve(t.Context(), "not a handle")
	wantError(t, err, ErrNoIdentity, StepDID, "", `"not a handle" is neither a handle nor a DID`)
}

// routed sends requests for handles to the PDS.
type routed struct{ world *world }

func (r routed) RoundTrip(q *http.Request) (*http.Response, error) {
	if strings.HasSuffix(q.URL.Host, ".test") {
		return redirect(r.world.PDS).RoundTrip(q)
	}
	return http.DefaultTransport.RoundTrip(q)
}

package lexicon

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// Every type, field and format of the language is described.
func TestEverythingIsDescribed(t *testing.T) {
	for s, fields := range shapeFields() {
		for _, f := range fields {
			if f.About == "" || f.About[len(f.About)-1] != '.' {
				t.Errorf("the field %s of %s: %q", f.Name, shape(s), f.About)
			}
		}
	}
	for profile, want := range map[diag.Profile]string{diag.ProfileV1: "Any value", diag.ProfileATProto: "Any object"} {
		if got := TypeUnknown.Describe(profile); !strings.HasPrefix(got, want) {
			t.Errorf("unknown in the profile %v: %q, want %q", profile, got, want)
		}
	}
	f := TypeSubscription.Fields()[2]
	if got := f.Describe(diag.ProfileATProto); f.Name != "subprotocol" || got != f.About {
		t.Errorf("%s in its own profile: %q", f.Name, got)
	}
	if got, want := f.Describe(diag.ProfileV1), f.About+" It requires the profile atproto."; got != want {
		t.Errorf("%s in the profile v1: %q, want %q", f.Name, got, want)
	}
}

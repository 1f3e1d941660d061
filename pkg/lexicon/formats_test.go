package lexicon_test

import (
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func TestFormatsOfProfiles(t *testing.T) {
	for profile, of := range map[diag.Profile]struct{ atURI, spaceRef syntax.Format }{
		diag.ProfileV1:      {syntax.FormatATURI, syntax.FormatNone},
		diag.ProfileATProto: {syntax.FormatATURIOrSpace, syntax.FormatSpaceRef},
	} {
		want := map[string]syntax.Format{"at-uri": of.atURI, "space-ref": of.spaceRef, "did": syntax.FormatDID, "": syntax.FormatNone, "DID": syntax.FormatNone}
		for name, format := range want {
			if got := lexicon.FormatByName(name, profile); got != format {
				t.Errorf("%s: %q is format %d, want %d", profile, name, got, format)
			}
			text := `{"lexicon": 1, "id": "com.example.thing", "defs": {"a": {"type": "string", "format": "` + name + `"}}}`
			d := lexicon.Parse(&diag.Source{Path: "thing.json", Text: []byte(text)}, profile)
			if got := d.Defs[0].Schema.(*lexicon.String).Syntax(); got != format {
				t.Errorf("%s: a string of %q has format %d, want %d", profile, name, got, format)
			}
		}
		names := map[string]bool{}
		for _, format := range lexicon.Formats(profile) {
			if names[format.String()] || lexicon.FormatByName(format.String(), profile) != format {
				t.Errorf("%s: format %d is not the one named %q", profile, format, format)
			}
			names[format.String()] = true
		}
		if !names["at-uri"] || names["space-ref"] != (of.spaceRef != syntax.FormatNone) || !names["tid"] {
			t.Errorf("%s: the formats are %v", profile, names)
		}
	}
	if got := (&lexicon.String{Format: "at-uri"}).Syntax(); got != syntax.FormatATURI {
		t.Errorf("without a document, at-uri is format %d", got)
	}
}

// A format as a type is explained in the profile that has it.
func TestFormatAsType(t *testing.T) {
	for profile, want := range map[diag.Profile]bool{diag.ProfileV1: false, diag.ProfileATProto: true} {
		d := lexicon.Parse(&diag.Source{Path: "thing.json", Text: []byte(`{"lexicon": 1, "id": "com.example.thing", "defs": {"a": {"type": "space-ref"}}}`)}, profile)
		if len(d.Found) != 1 || (d.Found[0].Help == `use "type": "string" with "format": "space-ref"`) != want || (d.Found[0].Fix != nil) != want {
			t.Errorf("%s: found %+v", profile, d.Found)
		}
	}
}

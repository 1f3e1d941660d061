package lexicon

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Every type, field and format of the language is described.
func TestEverythingIsDescribed(t *testing.T) {
	for typ := TypeNull; typ < NumTypes; typ++ {
		object, _ := ReadJSON(&diag.Source{Text: []byte(`{"type": "` + typ.String() + `"}`)})
		for _, f := range shape(typ).fields() {
			if d := DescribeField(RoleSchema, object, f.name); d == "" || d[len(d)-1] != '.' {
				t.Errorf("the field %s of %s: %q", f.name, typ, d)
			}
		}
	}
	for role, s := range map[Role]shape{RoleFile: shapeFile, RoleBody: shapeBody, RoleMessage: shapeMessage, RoleError: shapeError} {
		for _, f := range s.fields() {
			if DescribeField(role, nil, f.name) == "" {
				t.Errorf("the field %s of %s", f.name, s)
			}
		}
	}
	for profile, want := range map[diag.Profile]string{diag.ProfileV1: "Any value", diag.ProfileATProto: "Any object"} {
		if got := TypeUnknown.Describe(profile); !strings.HasPrefix(got, want) {
			t.Errorf("unknown in the profile %v: %q, want %q", profile, got, want)
		}
	}
	if got := DescribeField(RoleFile, nil, "unheardOf"); got != "" {
		t.Errorf("an unknown field: %q", got)
	}
	for _, f := range syntax.Formats() {
		if DescribeFormat(f) == "" {
			t.Errorf("the format %s", f)
		}
	}
}

package compat_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// outside has, for formats of which one does not lie in the other though most
// of its texts do, a text that is only in the first.
var outside = map[[2]syntax.Format]string{
	{syntax.FormatDID, syntax.FormatURI}:                "did:a:%zz",
	{syntax.FormatDID, syntax.FormatRecordKey}:          "did:a:%20",
	{syntax.FormatATURI, syntax.FormatURI}:              "at://did:a:%zz",
	{syntax.FormatAtIdentifier, syntax.FormatURI}:       "a.example",
	{syntax.FormatNSID, syntax.FormatHandle}:            "a.b." + strings.Repeat("c", 63) + strings.Repeat("."+strings.Repeat("d", 49), 4),
	{syntax.FormatNSID, syntax.FormatAtIdentifier}:      "a.b." + strings.Repeat("c", 63) + strings.Repeat("."+strings.Repeat("d", 49), 4),
	{syntax.FormatHandle, syntax.FormatNSID}:            "example.com",
	{syntax.FormatLanguage, syntax.FormatRecordKey}:     "en-x" + strings.Repeat("-private8", 60),
	{syntax.FormatDatetime, syntax.FormatRecordKey}:     "2020-01-01T00:00:00+01:00",
	{syntax.FormatRecordKey, syntax.FormatHandle}:       "self",
	{syntax.FormatRecordKey, syntax.FormatNSID}:         "self",
	{syntax.FormatRecordKey, syntax.FormatTID}:          "self",
	{syntax.FormatRecordKey, syntax.FormatCID}:          "self",
	{syntax.FormatCID, syntax.FormatRecordKey}:          "bafkrei+a=",
	{syntax.FormatAtIdentifier, syntax.FormatDID}:       "a.example",
	{syntax.FormatAtIdentifier, syntax.FormatHandle}:    "did:a:b",
	{syntax.FormatURI, syntax.FormatDID}:                "https://example.com",
	{syntax.FormatURI, syntax.FormatATURI}:              "https://example.com",
	{syntax.FormatURI, syntax.FormatATURIOrSpace}:       "https://example.com",
	{syntax.FormatATURIOrSpace, syntax.FormatURI}:       "at://did:a:%zz",
	{syntax.FormatSpaceRef, syntax.FormatURI}:           "at://did:a:%zz/space/a.b.c/d",
	{syntax.FormatAtIdentifier, syntax.FormatRecordKey}: "did:a:%20",
}

// TestFormats derives which format contains which from the formats themselves.
// Where the comparison says that one contains another, no text of many may be
// against it; where it says that it does not, there is such a text.
func TestFormats(t *testing.T) {
	texts := map[syntax.Format][]string{}
	r := rand.New(rand.NewPCG(1, 2))
	for _, profile := range []diag.Profile{diag.ProfileV1, diag.ProfileATProto} {
		for _, f := range lexicon.Formats(profile) {
			schema := formatCatalog(f, profile).Documents()[0].Main().Schema
			for range 3000 {
				if s, ok := generate.Value(r, lexicon.NewCatalog(), schema).(generate.String); ok {
					for _, of := range syntax.Formats() {
						if of.Valid(s.Text) {
							texts[of] = append(texts[of], s.Text)
						}
					}
				}
			}
		}
	}
	for pair, text := range outside {
		if !pair[0].Valid(text) || pair[1].Valid(text) {
			t.Errorf("%q is not a %s that is no %s", text, pair[0], pair[1])
		}
		texts[pair[0]] = append(texts[pair[0]], text)
	}
	const both = "did in at-identifier handle in at-identifier handle in record-key nsid in record-key tid in cid tid in record-key"
	for profile, want := range map[diag.Profile]string{diag.ProfileV1: both, diag.ProfileATProto: both + " space-ref in at-uri"} {
		if got := contained(t, texts, profile); got != want {
			t.Errorf("under profile %s, contained are\n%s\nwant\n%s", profile, got, want)
		}
	}
}

// contained returns which formats of a profile contain which, by texts that each of them
// accepts.
func contained(t *testing.T, texts map[syntax.Format][]string, profile diag.Profile) string {
	t.Helper()
	var all []string
	for _, inner := range lexicon.Formats(profile) {
		for _, outer := range lexicon.Formats(profile) {
			if inner == outer {
				continue
			}
			against := ""
			for _, text := range texts[inner] {
				if !outer.Valid(text) {
					against = text
					break
				}
			}
			wider := outcomeOfFormats(t, inner, outer, profile)
			if says := strings.HasSuffix(wider, "forward"); says != (against == "") {
				t.Errorf("%s to %s is %q; a text of the first that is not of the second: %q", inner, outer, wider, against)
			}
			if against == "" {
				all = append(all, inner.String()+" in "+outer.String())
			}
		}
	}
	return strings.Join(all, " ")
}

// outcomeOfFormats compares a string of one format with one of another.
func outcomeOfFormats(t *testing.T, old, new syntax.Format, profile diag.Profile) string {
	t.Helper()
	found := compare(t, formatCatalog(old, profile), formatCatalog(new, profile), profile)
	if len(found) != 1 || found[0].Rule.Code != "string-format" {
		t.Fatalf("%s to %s:%s", old, new, lines(found))
	}
	return outcome(found[0])
}

// formatCatalog returns a catalog with a string of a format, its main definition.
func formatCatalog(f syntax.Format, profile diag.Profile) *lexicon.Catalog {
	text := fmt.Sprintf(`{"lexicon": 1, "id": "com.example.thing", "defs": {"main": {"type": "string", "format": %q}}}`, f)
	return lexicon.NewCatalog(lexicon.Parse(&diag.Source{Path: "thing.json", Text: []byte(text)}, profile))
}

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
	{syntax.FormatAtIdentifier, syntax.FormatRecordKey}: "did:a:%20",
}

// TestFormats derives which format contains which from the formats themselves.
// Where the comparison says that one contains another, no text of many may be
// against it; where it says that it does not, there is such a text.
func TestFormats(t *testing.T) {
	texts := map[syntax.Format][]string{}
	r := rand.New(rand.NewPCG(1, 2))
	for _, f := range syntax.Formats() {
		schema := &lexicon.String{Format: f.String()}
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
	for pair, text := range outside {
		if !pair[0].Valid(text) || pair[1].Valid(text) {
			t.Errorf("%q is not a %s that is no %s", text, pair[0], pair[1])
		}
		texts[pair[0]] = append(texts[pair[0]], text)
	}
	var contained []string
	for _, inner := range syntax.Formats() {
		for _, outer := range syntax.Formats() {
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
			wider := outcomeOfFormats(t, inner, outer)
			if says := strings.HasSuffix(wider, "forward"); says != (against == "") {
				t.Errorf("%s to %s is %q; a text of the first that is not of the second: %q", inner, outer, wider, against)
			}
			if against == "" {
				contained = append(contained, inner.String()+" in "+outer.String())
			}
		}
	}
	want := "[did in at-identifier handle in at-identifier handle in record-key nsid in record-key tid in cid tid in record-key]"
	if got := fmt.Sprint(contained); got != want {
		t.Errorf("contained are\n%s\nwant\n%s", got, want)
	}
}

// outcomeOfFormats compares a string of one format with one of another.
func outcomeOfFormats(t *testing.T, old, new syntax.Format) string {
	t.Helper()
	schema := `{"type": "string", "format": "%s"}`
	found := compare(t, catalog(t, fmt.Sprintf(schema, old)), catalog(t, fmt.Sprintf(schema, new)), diag.ProfileV1)
	if len(found) != 1 || found[0].Rule.Code != "string-format" {
		t.Fatalf("%s to %s:%s", old, new, lines(found))
	}
	return outcome(found[0])
}

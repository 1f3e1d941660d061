package sample_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// within returns the fields of two limits; -1 leaves one out.
func within(unit string, low, high int) string {
	fields := ""
	if low >= 0 {
		fields += fmt.Sprintf(`, "min%s": %d`, unit, low)
	}
	if high >= 0 {
		fields += fmt.Sprintf(`, "max%s": %d`, unit, high)
	}
	return fields
}

// Texts keep all limits of their lengths, and there is one wherever one is possible.
// TestNamed has properties whose names contain words of several kinds.
func TestNamed(t *testing.T) {
	s := sample.New(lexicon.NewCatalog(), sample.Options{Optional: sample.OptionalAll})
	o := &lexicon.Object{}
	want := map[string]string{"hostname": "example.", "customDomain": "example.", "pageCursor": "page-"}
	for name := range want {
		o.Properties = append(o.Properties, &lexicon.Property{Name: name, Schema: &lexicon.String{}})
	}
	value, err := s.Value(o)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range value.(sample.Object) {
		if text, _ := m.Value.(sample.String); !strings.HasPrefix(text.Text, want[m.Name]) {
			t.Errorf("%s: %q", m.Name, text.Text)
		}
	}
}

func TestTextLimits(t *testing.T) {
	var schemas []string
	var has []bool
	values := []int{-1, 0, 1, 2, 3, 6, 7, 21}
	for _, minBytes := range values {
		for _, maxBytes := range values {
			for _, minGraphemes := range values {
				for _, maxGraphemes := range values {
					schemas = append(schemas, `{"type": "string"`+within("Length", minBytes, maxBytes)+within("Graphemes", minGraphemes, maxGraphemes)+`}`)
					possible := false
					for bytes := range 50 {
						for graphemes := range bytes + 1 {
							possible = possible || bytes >= minBytes && (maxBytes < 0 || bytes <= maxBytes) &&
								graphemes >= minGraphemes && (maxGraphemes < 0 || graphemes <= maxGraphemes) && (bytes == 0) == (graphemes == 0)
						}
					}
					has = append(has, possible)
				}
			}
		}
	}
	checkSchemas(t, diag.ProfileV1, schemas, func(i int) bool { return has[i] })
}

// Texts in Latin letters have no others, which those for tests have.
func TestLatin(t *testing.T) {
	c := lexicon.NewCatalog(lexicon.Parse(&diag.Source{Path: "a.json", Text: []byte(`{"lexicon": 1, "id": "com.example.thing", "defs": {"main": {"type": "object",
		"required": ["text", "title", "displayName", "tag"], "properties": {
		"text": {"type": "string"}, "title": {"type": "string"}, "displayName": {"type": "string"}, "tag": {"type": "string"}}}}}`)}, diag.ProfileV1))
	for _, latin := range []bool{false, true} {
		s := sample.New(c, sample.Options{Latin: latin})
		others := 0
		for range 200 {
			value, err := s.Value(c.Document("com.example.thing").Main().Schema)
			if err != nil {
				t.Fatal(err)
			}
			if strings.ContainsFunc(string(sample.JSON(value)), func(r rune) bool { return r > unicode.MaxLatin1 }) {
				others++
			}
		}
		if latin != (others == 0) {
			t.Errorf("latin %t: %d of 200 values have other letters", latin, others)
		}
	}
}

// Texts of a format keep all limits, and there is one wherever one is possible.
func TestFormatLimits(t *testing.T) {
	profiles := map[syntax.Format]diag.Profile{}
	for _, profile := range []diag.Profile{diag.ProfileATProto, diag.ProfileV1} {
		for _, f := range lexicon.Formats(profile) {
			profiles[f] = profile
		}
	}
	for f, profile := range profiles {
		t.Run(profile.String()+" "+f.String(), func(t *testing.T) {
			least, greatest := f.Lengths()
			if greatest == 0 {
				greatest = 10_000 // no limit, and none of these tests is beyond that
			}
			lengths := []int{-1, 0, 25, 32, 46, 64, 65, 2047, 2049, 2055, 2367, 2885, 2891, greatest - 1, greatest, greatest + 1}
			for n := range 8 {
				lengths = append(lengths, max(0, least-2)+n)
			}
			var schemas []string
			var has []bool
			add := func(low, high int, limits string) {
				schemas = append(schemas, fmt.Sprintf(`{"type": "string", "format": %q%s}`, f, limits))
				low = max(low, least)
				if high < 0 {
					high = greatest + 1
				}
				possible := low <= min(high, greatest)
				switch f {
				case syntax.FormatDatetime: // 2024-05-17T08:30:00Z, and with a fraction 2 bytes more at least
					possible = low <= high && (low != 21 || high != 21)
				case syntax.FormatLanguage:
					possible = low <= high
				}
				has = append(has, possible)
			}
			for _, low := range lengths {
				for _, high := range lengths {
					add(low, high, within("Length", low, high))
					add(low, high, within("Graphemes", low, high))
					add(low, high, within("Length", low, -1)+within("Graphemes", -1, high))
				}
			}
			checkSchemas(t, profile, schemas, func(i int) bool { return has[i] })
		})
	}
}

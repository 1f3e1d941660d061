package syntax_test

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func TestSuggest(t *testing.T) {
	tests := []struct {
		format     syntax.Format
		text, want string
	}{
		{syntax.FormatLanguage, "en_US", "en-US"},
		{syntax.FormatLanguage, "EN_us", "en-us"},
		{syntax.FormatLanguage, "EN", "en"},
		{syntax.FormatLanguage, " pt-BR\n", "pt-BR"},
		{syntax.FormatLanguage, "english", ""},
		{syntax.FormatLanguage, "en-US", ""}, // valid already
		{syntax.FormatDatetime, "2024-01-02", "2024-01-02T00:00:00Z"},
		{syntax.FormatDatetime, "2024-01-02 15:04:05", "2024-01-02T15:04:05Z"},
		{syntax.FormatDatetime, "2024-01-02T15:04", "2024-01-02T15:04:00Z"},
		{syntax.FormatDatetime, "2024-01-02T15:04Z", "2024-01-02T15:04:00Z"},
		{syntax.FormatDatetime, "2024-01-02t15:04:05z", "2024-01-02T15:04:05Z"},
		{syntax.FormatDatetime, "2024-01-02T15:04:05,678", "2024-01-02T15:04:05.678Z"},
		{syntax.FormatDatetime, "2024-01-02T15:04:05+0200", "2024-01-02T15:04:05+02:00"},
		{syntax.FormatDatetime, "2024-01-02 15:04:05 +02:00", "2024-01-02T15:04:05+02:00"},
		{syntax.FormatDatetime, "yesterday", ""},
		{syntax.FormatDatetime, "2024-02-30", ""},
		{syntax.FormatDatetime, "", ""},
		{syntax.FormatURI, "example.com/a", "https://example.com/a"},
		{syntax.FormatURI, "//example.com", "https://example.com"},
		{syntax.FormatURI, "two words", ""},
		{syntax.FormatHandle, "@alice.example.com", "alice.example.com"},
		{syntax.FormatAtIdentifier, "at://did:web:example.com", "did:web:example.com"},
		{syntax.FormatATURI, "at://did:web:example.com/", "at://did:web:example.com"},
		{syntax.FormatATURI, "alice.example.com", "at://alice.example.com"},
		{syntax.FormatDID, "did:web:example.com ", "did:web:example.com"},
		{syntax.FormatNone, "x", ""},
		{syntax.FormatLanguage, strings.Repeat("_", 1<<20), ""},
	}
	for _, test := range tests {
		if got := test.format.Suggest(test.text); got != test.want {
			t.Errorf("%s: Suggest(%.40q) = %q, want %q", test.format, test.text, got, test.want)
		}
	}
}

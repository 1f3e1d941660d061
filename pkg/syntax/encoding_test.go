package syntax_test

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func parseEncoding(t *testing.T, text string) syntax.Encoding {
	t.Helper()
	e, err := syntax.ParseEncoding(text)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return e
}

func TestParseEncoding(t *testing.T) {
	for text, want := range map[string]struct {
		patterns string
		json     bool
	}{
		"application/json":                     {"application/json", true},
		"Application/JSON; charset=utf-8":      {"Application/JSON", true},
		"application/ld+json":                  {"application/ld+json", true},
		"application/activity+JSON":            {"application/activity+JSON", true},
		"*/*":                                  {"*/*", true},
		"application/*":                        {"application/*", true},
		"text/plain,application/json":          {"text/plain application/json", true},
		" image/* ,\tvideo/mp4 ; codecs=avc1 ": {"image/* video/mp4", false},
		"application/jsonl":                    {"application/jsonl", false},
		"application/vnd.ipld.car":             {"application/vnd.ipld.car", false},
		"a/json":                               {"a/json", false},
	} {
		e := parseEncoding(t, text)
		var patterns []string
		for _, p := range e {
			patterns = append(patterns, p.String())
		}
		if got := strings.Join(patterns, " "); got != want.patterns || e.HasJSON() != want.json {
			t.Errorf("%q is %q, JSON %v; want %q, %v", text, got, e.HasJSON(), want.patterns, want.json)
		}
	}
	for _, want := range []valueFault{
		{"", 0, "a MIME type is missing"},
		{"  ", 2, "a MIME type is missing"},
		{"a/b,", 4, "a MIME type is missing"},
		{",a/b", 0, "a MIME type is missing"},
		{"a/b,,c/d", 4, "a MIME type is missing"},
		{"nope", 4, `expected "/" and a subtype after the type`},
		{"image/png, nope", 15, `expected "/" and a subtype after the type`},
		{"image/png, im age/png", 13, `" " is not allowed in the type`},
		{"*", 0, `use "*/*" for all types`},
		{"a/b, */png", 5, `allowed only in "*/*"`},
		{"a/b, text/ht*", 12, "only as a whole subtype"},
		{"a/b; x=\u00e4", 3, "the parameters are not valid"},
		{"a/*; q=1", 3, "the parameters are not valid"},
	} {
		_, err := syntax.ParseEncoding(want.text)
		e, ok := err.(*syntax.Error)
		if !ok || e.Offset != want.offset || !strings.Contains(strings.ReplaceAll(e.Reason, "'", `"`), want.reason) {
			t.Errorf("%q: %v, want %q at byte %d", want.text, err, want.reason, want.offset)
		}
	}
}

func TestEncodingSets(t *testing.T) {
	for _, c := range []struct {
		a, b         string
		aHasB, bHasA bool
	}{
		{"application/json", "APPLICATION/json; charset=utf-8", true, true},
		{"application/json, text/plain", "text/plain, application/json", true, true},
		{"*/*", "image/*, text/plain", true, false},
		{"image/*", "image/png, image/jpeg", true, false},
		{"image/*, video/mp4", "video/mp4, image/png", true, false},
		{"image/png", "image/jpeg", false, false},
		{"image/*", "image/png, text/plain", false, false},
	} {
		a, b := syntax.NewMIMESet(parseEncoding(t, c.a)), syntax.NewMIMESet(parseEncoding(t, c.b))
		if a.Contains(b) != c.aHasB || b.Contains(a) != c.bHasA {
			t.Errorf("%q and %q: %v, %v; want %v, %v", c.a, c.b, a.Contains(b), b.Contains(a), c.aHasB, c.bHasA)
		}
	}
	e := parseEncoding(t, "image/*, video/mp4")
	for mimeType, want := range map[string]bool{"image/png": true, "video/MP4;x": true, "video/mpeg": false} {
		if e.Match(mimeType) != want {
			t.Errorf("matching %q: %v, want %v", mimeType, !want, want)
		}
	}
}

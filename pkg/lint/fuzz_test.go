package lint

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// FuzzLint lints any text as two files, one of which is the text and one refers
// to what it may define. No text makes the linter panic, every place lies in its
// text, every pointer leads somewhere, and the same text gives the same findings.
func FuzzLint(f *testing.F) {
	for _, r := range allRules() {
		for _, example := range []string{r.Bad(), r.Good()} {
			for _, file := range exampleFiles(f, example) {
				f.Add(file.Data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		before := bytes.Clone(text)
		for _, profile := range []diag.Profile{diag.ProfileV1, diag.ProfileATProto} {
			findings := lintText(t, text, profile)
			for _, finding := range findings {
				checkPlace(t, finding)
			}
			if again := lintText(t, text, profile); !slices.Equal(plain(findings), plain(again)) {
				t.Errorf("two runs differ:\n%v\n%v", plain(findings), plain(again))
			}
		}
		if !bytes.Equal(text, before) {
			t.Error("the text was changed")
		}
	})
}

const otherText = `{"lexicon": 1, "id": "com.example.other", "defs": {"main": {"type": "object", "properties": {
	"thing": {"type": "ref", "ref": "com.example.thing"}, "defs": {"type": "union", "refs": ["com.example.defs#size", "com.example.size"]}}}}}`

func lintText(t *testing.T, text []byte, profile diag.Profile) []diag.Finding {
	c := lexicon.NewCatalog(
		lexicon.Parse(&diag.Source{Path: "com/example/thing.json", Text: text}, profile),
		lexicon.Parse(&diag.Source{Path: "com/example/other.json", Text: []byte(otherText)}, profile),
	)
	return findings(t, c, Options{Profile: profile, Interest: keepAll})
}

// checkPlace demands that the places of a finding are in their texts.
func checkPlace(t *testing.T, f diag.Finding) {
	t.Helper()
	if f.Message == "" || strings.ContainsAny(f.Message+f.Help, "\n\x1b\x00") {
		t.Errorf("%s: message %q, help %q", f.Rule.Code, f.Message, f.Help)
	}
	places := []diag.Location{f.Location}
	for _, r := range f.Related {
		places = append(places, r.Location)
	}
	for _, at := range places {
		if at.Span.Start < 0 || at.Span.End < at.Span.Start || int(at.Span.End) > len(at.Source.Text) {
			t.Errorf("%s: span %v in a text of %d bytes", f.Rule.Code, at.Span, len(at.Source.Text))
		}
		d := lexicon.Parse(at.Source, diag.ProfileV1)
		if !d.Partial && !leads(d.Root, at.Pointer) {
			t.Errorf("%s: the pointer %q leads nowhere", f.Rule.Code, at.Pointer)
		}
	}
}

// leads reports whether a JSON Pointer leads to a value, repeated keys included.
func leads(v *lexicon.Value, pointer string) bool {
	if pointer == "" {
		return true
	}
	name, rest, _ := strings.Cut(pointer[1:], "/")
	if rest != "" || strings.HasSuffix(pointer, "/") && pointer != "/" {
		rest = "/" + rest
	}
	if v.Kind == lexicon.KindArray {
		i, err := strconv.Atoi(name)
		return err == nil && i < len(v.Items) && leads(v.Items[i], rest)
	}
	return slices.ContainsFunc(v.Members, func(m lexicon.Member) bool {
		return m.Name == strings.NewReplacer("~1", "/", "~0", "~").Replace(name) && leads(m.Value, rest)
	})
}

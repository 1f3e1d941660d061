package lint

import (
	"context"
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Only gives the findings that a run on everything has for the selected documents.
func TestOnly(t *testing.T) {
	documents := []*lexicon.Document{
		parse("a.json", `{"lexicon": 1, "id": "com.example.a", "defs": {"x": {"type": "ref", "ref": "com.example.b#y"}, "z": {"type": "object", "properties": {}}}}`),
		parse("b.json", `{"lexicon": 1, "id": "com.example.b", "defs": {"y": {"type": "ref", "ref": "com.example.a#x"}, "u": {"type": "string"}}}`),
		parse("c.json", `{"lexicon": 1, "id": "com.example.b", "defs": {"y": {"type": "int"}}}`),
	}
	catalog := lexicon.NewCatalog(documents...)
	all, err := Lint(context.Background(), catalog, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range documents {
		only, err := Lint(context.Background(), catalog, Options{Only: func(o *lexicon.Document) bool { return o == d }})
		if err != nil {
			t.Fatal(err)
		}
		var want, got []string
		for _, f := range all.Findings {
			if f.Source == d.Source {
				want = append(want, f.Rule.Code+": "+f.Message)
			}
		}
		for _, f := range only.Findings {
			got = append(got, f.Rule.Code+": "+f.Message)
		}
		if len(want) == 0 || !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", d.Source.Path, got, want)
		}
	}
}

func parse(path, text string) *lexicon.Document {
	return lexicon.Parse(&diag.Source{Path: path, Text: []byte(text)}, diag.ProfileV1)
}

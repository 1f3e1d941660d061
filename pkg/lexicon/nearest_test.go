package lexicon

import (
	"fmt"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func TestFind(t *testing.T) {
	document := func(id, names string) *Document {
		return Parse(&diag.Source{Text: []byte(`{"lexicon": 1, "id": "` + id + `", "defs": {` + names + `}}`)}, diag.ProfileV1)
	}
	c := NewCatalog(
		document("com.example.defs", `"point": {"type": "token"}, "line": {"type": "token"}`),
		document("com.example.getThing", `"main": {"type": "query"}`),
		document("com.example.getThings", `"main": {"type": "query"}`),
		document("net.example.far.lst", `"main": {"type": "token"}`),
		document("net.example.foo.list", `"main": {"type": "token"}`),
		document("net.example.oak.tree", `"main": {"type": "token"}`),
		document("net.example.elm.tree", `"main": {"type": "token"}`),
		document("org.example.note", `"main": {"type": "token"}`),
	)
	for ref, want := range map[string]string{
		"com.example.defs#point":    "",
		"org.example.note":          "",
		"com.example.defs#piont":    `com.example.defs has no "piont" definition; did you mean "com.example.defs#point"?`,
		"com.example.defs#other":    `com.example.defs has no "other" definition`,
		"com.example.def#point":     `the Lexicon com.example.def is not loaded; did you mean "com.example.defs#point"?`,
		"com.example.def#lien":      `the Lexicon com.example.def is not loaded; did you mean "com.example.defs#line"?`,
		"com.example.def#other":     `the Lexicon com.example.def is not loaded`,
		"com.exampel.getThings":     `the Lexicon com.exampel.getThings is not loaded; did you mean "com.example.getThings"?`,
		"com.example.getthings":     `the Lexicon com.example.getthings is not loaded; did you mean "com.example.getThings"?`,
		"com.example.gteThing":      `the Lexicon com.example.gteThing is not loaded; did you mean "com.example.getThing"?`,
		"com.exampel.gteThing":      `the Lexicon com.exampel.gteThing is not loaded`,
		"com.example.more.getThing": `the Lexicon com.example.more.getThing is not loaded; did you mean "com.example.getThing"?`,
		"com.example.more.defs#x":   `the Lexicon com.example.more.defs is not loaded`,
		"com.other.more.getThing":   `the Lexicon com.other.more.getThing is not loaded`,
		"net.example.tree":          `the Lexicon net.example.tree is not loaded`,
		"net.example.foo.lst":       `the Lexicon net.example.foo.lst is not loaded; did you mean "net.example.foo.list"?`,
		"org.example.vote":          `the Lexicon org.example.vote is not loaded`,
		"net.example.unlike":        `the Lexicon net.example.unlike is not loaded`,
	} {
		reference, err := ParseReference(ref, "")
		if err != nil {
			t.Fatal(err)
		}
		def, err := c.Find(reference)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != want || (def == nil) != (err != nil) {
			t.Errorf("%s: got %q, want %q", ref, got, want)
		}
	}
}

// TestNearestGrowth searches for as many ids as there are Lexicons: for twice the number,
// that makes about twice the allocations.
func TestNearestGrowth(t *testing.T) {
	allocations := func(n int) float64 {
		documents := make([]*Document, n)
		for i := range documents {
			documents[i] = &Document{ID: syntax.NSID(fmt.Sprintf("com.example.g%d.thing", i)), Tree: Tree{Source: &diag.Source{}}}
		}
		return testing.AllocsPerRun(1, func() {
			c := NewCatalog(documents...)
			for i := range n {
				if near, ok := c.Nearest(Reference{syntax.NSID(fmt.Sprintf("com.example.h%d.thing", i)), "main"}); ok {
					t.Fatalf("found %s", near)
				}
			}
		})
	}
	if one, two := allocations(200), allocations(400); two > 2.3*one {
		t.Errorf("%.0f allocations for 200, %.0f for 400", one, two)
	}
}

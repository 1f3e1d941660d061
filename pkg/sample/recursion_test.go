package sample_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
)

// defsCatalog returns a catalog of one Lexicon, com.example.defs, with these definitions.
func defsCatalog(profile diag.Profile, defs string) *lexicon.Catalog {
	text := `{"lexicon": 1, "id": "com.example.defs", "defs": {` + defs + `}}`
	return lexicon.NewCatalog(lexicon.Parse(&diag.Source{Path: "defs.json", Text: []byte(text)}, profile))
}

// Values of recursive definitions come to an end, and are valid.
func TestRecursion(t *testing.T) {
	object := func(name, required, property string) string {
		return fmt.Sprintf(`%q: {"type": "object", "required": [%s], "properties": {"next": %s}}`, name, required, property)
	}
	tests := []struct {
		name, defs string
		values     bool
	}{
		{"ref", object("a", `"next"`, `{"type": "ref", "ref": "#a"}`), false},
		{"open union", object("a", `"next"`, `{"type": "union", "refs": ["#a"]}`), true},
		{"closed union", object("a", `"next"`, `{"type": "union", "closed": true, "refs": ["#a"]}`), false},
		{"open union with an unresolved ref", object("a", `"next"`, `{"type": "union", "refs": ["#a", "com.example.unlisted"]}`), true},
		{"closed union with an unresolved ref", object("a", `"next"`, `{"type": "union", "closed": true, "refs": ["#a", "com.example.other"]}`), false},
		{"closed union with a string", object("a", `"next"`, `{"type": "union", "closed": true, "refs": ["#b"]}`) + `, "b": {"type": "string"}`, false},
		{"array", object("a", `"next"`, `{"type": "array", "minLength": 1, "items": {"type": "union", "refs": ["#a"]}}`), true},
		{"two open unions", object("a", `"next"`, `{"type": "union", "refs": ["#b"]}`) + ", " + object("b", `"next"`, `{"type": "union", "refs": ["#a"]}`), true},
		{"a way out through another open union", object("a", `"next"`, `{"type": "union", "refs": ["#a", "#b"]}`) + ", " +
			object("b", `"next"`, `{"type": "ref", "ref": "#c"}`) + ", " + object("c", "", `{"type": "integer"}`), true},
		{"nullable", `"a": {"type": "object", "required": ["next"], "nullable": ["next"], "properties": {
			"next": {"type": "array", "minLength": 3, "items": {"type": "ref", "ref": "#a"}}}}`, true},
		{"record", `"main": {"type": "record", "key": "tid", "record": {"type": "object", "required": ["next"], "properties": {
			"next": {"type": "union", "refs": ["#main"]}}}}`, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := defsCatalog(diag.ProfileV1, test.defs)
			if made := checkCatalog(t, c, diag.ProfileV1, 5, nil); (made > 0) != test.values && !strings.Contains(test.defs, `"b"`) {
				t.Errorf("%d values", made)
			}
			_, err := sample.New(c, sample.Options{}).Value(c.Documents()[0].Defs[0].Schema)
			if (err == nil) != test.values {
				t.Errorf("error %v, want values: %t", err, test.values)
			}
		})
	}
}

// TestRandomRecursion makes samples of random definitions that lead to each other in all
// ways. Many of them have no values; the others come to an end.
func TestRandomRecursion(t *testing.T) {
	made := 0
	for i := range uint64(600) {
		profile := diag.Profile(i % 2)
		defs := recursiveDefs(rand.New(rand.NewPCG(i, 5)))
		made += checkCatalog(t, defsCatalog(profile, defs), profile, 1, nil)
		if t.Failed() {
			t.Fatalf("catalog %d: %s", i, defs)
		}
	}
	if made == 0 {
		t.Error("no sample was made")
	}
}

// recursiveDefs returns up to five objects whose properties are refs to each other,
// unions, and arrays.
func recursiveDefs(r *rand.Rand) string {
	n := 1 + r.IntN(5)
	target := func() string {
		if r.IntN(8) == 0 {
			return `"com.example.absent"`
		}
		return fmt.Sprintf(`"#d%d"`, r.IntN(n))
	}
	var schema func(deep int) string
	schema = func(deep int) string {
		switch kind := r.IntN(8); {
		case kind == 0:
			return `{"type": "integer"}`
		case kind < 3 && deep < 3:
			return fmt.Sprintf(`{"type": "array", "minLength": %d, "items": %s}`, r.IntN(4), schema(deep+1))
		case kind == 3 && deep < 3:
			return fmt.Sprintf(`{"type": "object", "required": ["x"], "properties": {"x": %s}}`, schema(deep+1))
		case kind == 4:
			return fmt.Sprintf(`{"type": "ref", "ref": %s}`, target())
		}
		refs := make([]string, 1+r.IntN(3))
		for i := range refs {
			refs[i] = target()
		}
		return fmt.Sprintf(`{"type": "union", "closed": %t, "refs": [%s]}`, r.IntN(3) == 0, strings.Join(refs, ", "))
	}
	names := func(often int) string {
		var list []string
		for _, name := range []string{"a", "b", "c"} {
			if r.IntN(6) < often {
				list = append(list, `"`+name+`"`)
			}
		}
		return strings.Join(list, ", ")
	}
	defs := make([]string, n)
	for i := range defs {
		defs[i] = fmt.Sprintf(`"d%d": {"type": "object", "required": [%s], "nullable": [%s], "properties": {"a": %s, "b": %s, "c": %s}}`,
			i, names(4), names(1), schema(0), schema(0), schema(0))
	}
	return strings.Join(defs, ",\n")
}

package convert

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// TestEndings reorders the variants of recursive unions, and of no others.
func TestEndings(t *testing.T) {
	const leaf = `"leaf": {"type": "object", "properties": {}}`
	union := func(closed bool, refs ...string) string {
		return fmt.Sprintf(`{"type": "union", "closed": %v, "refs": ["%s"]}`, closed, strings.Join(refs, `", "`))
	}
	withProperties := func(properties ...string) string {
		for i, p := range properties {
			properties[i] = fmt.Sprintf(`"p%d": %s`, i, p)
		}
		return `{"type": "object", "properties": {` + strings.Join(properties, ", ") + `}}`
	}
	ref := func(name string) string { return `{"type": "ref", "ref": "` + name + `"}` }
	for _, test := range []struct {
		name, defs string
		want       map[string]string // the names of the variants of p0 of a definition, "other" for an unlisted one
	}{
		{"not recursive", `"a": ` + withProperties(union(true, "#b", "#leaf")) + `, "b": ` + withProperties(), map[string]string{"a": "b leaf"}},
		{"itself first", `"a": ` + withProperties(union(true, "#a", "#leaf")), map[string]string{"a": "leaf a"}},
		{"in an array", `"a": ` + withProperties(`{"type": "array", "items": `+union(true, "#a", "#leaf")+`}`), map[string]string{"a": "leaf a"}},
		{"itself last", `"a": ` + withProperties(union(false, "#leaf", "#a")), map[string]string{"a": "leaf a other"}},
		{"closed, no end", `"a": ` + withProperties(union(true, "#a")), map[string]string{"a": "a"}},
		{"open, no listed end", `"a": ` + withProperties(union(false, "#a")), map[string]string{"a": "other a"}},
		{"not loaded", `"a": ` + withProperties(union(true, "#a", "org.example.far")), map[string]string{"a": "far a"}},
		{"by another definition", `"a": ` + withProperties(union(true, "#b", "#a")) + `, "b": ` + withProperties(union(true, "#a", "#leaf")),
			map[string]string{"a": "b a", "b": "leaf a"}},
		{"one change is enough", `"a": ` + withProperties(union(true, "#b", "#leaf")) + `, "b": ` + withProperties(union(true, "#leaf", "#a")),
			map[string]string{"a": "b leaf", "b": "leaf a"}},
		{"a user of a recursion", `"a": ` + withProperties(union(true, "#b", "#leaf")) + `, "b": ` + withProperties(union(true, "#b", "#leaf")),
			map[string]string{"a": "b leaf", "b": "leaf b"}},
		{"an endless variant", `"a": ` + withProperties(union(false, "#b", "#leaf")) + `, "b": ` + withProperties(ref("#b")),
			map[string]string{"a": "leaf b other"}},
		{"through refs", `"a": ` + withProperties(union(true, "#b", "#leaf")) + `, "b": ` + withProperties(ref("#c")) + `, "c": ` + ref("#a"),
			map[string]string{"a": "leaf b"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			catalog := generate.Catalog(map[string]string{
				"x.json": `{"lexicon": 1, "id": "com.example.x", "defs": {` + test.defs + `, ` + leaf + `}}`}, diag.ProfileV1)
			selection, err := Select(catalog)
			if err != nil {
				t.Fatal(err)
			}
			x, err := JSONSchema(t.Context(), selection, JSONSchemaOptions{Options: Options{AllowUnresolved: true}})
			if err != nil {
				t.Fatal(err)
			}
			for name, want := range test.want {
				k := key{Reference: lexicon.Reference{NSID: "com.example.x", Name: name}}
				schema := x.Files[0].root.get("$defs").(*object).get(k.String()).(*object)
				schema = schema.get("properties").(*object).get("p0").(*object)
				if items, ok := schema.get("items").(*object); ok {
					schema = items
				}
				if got := variantNames(schema.get("oneOf").(array)); got != want {
					t.Errorf("%s: %s, want %s", name, got, want)
				}
			}
		})
	}
}

// variantNames returns the names of the definitions of variants, "other" for an
// unlisted one.
func variantNames(choices array) string {
	var names []string
	for _, choice := range choices {
		name, other, _ := strings.Cut(string(choice.(*object).get("$ref").(text)), "__")
		if strings.HasPrefix(other, "other") {
			name = "other"
		}
		names = append(names, name[strings.LastIndexAny(name, "._")+1:])
	}
	return strings.Join(names, " ")
}

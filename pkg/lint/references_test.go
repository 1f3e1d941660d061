package lint

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

var referenceCodes = []string{
	"unresolved-ref", "unresolved-external-ref", "ref-target", "duplicate-union-ref", "redundant-main", "full-local-ref", "ref-to-internal",
}

func TestReferences(t *testing.T) {
	const targets = `,
"token": {"type": "token", "description": "A state."},
"text": {"type": "string", "maxLength": 3},
"object": {"type": "object", "properties": {}},
"alias": {"type": "ref", "ref": "#object"},
"choice": {"type": "union", "refs": ["#object"]},
"broken": {"type": "nonsense"},
"params": {"type": "params", "properties": {}}`
	ref := func(text string) string {
		return `"x": {"type": "object", "properties": {"f": {"type": "ref", "ref": "` + text + `"}}}` + targets
	}
	union := func(refs string) string {
		return `"x": {"type": "object", "properties": {"f": {"type": "union", "refs": [` + refs + `]}}}` + targets
	}
	tests := []struct {
		name, defs string
		want       []string
	}{
		{"local", ref("#object"), nil},
		{"own main is there not", ref("#main"), []string{"unresolved-ref /defs/x/properties/f/ref"}},
		{"own bare NSID without main", ref("com.example.defs"), []string{"unresolved-ref /defs/x/properties/f/ref"}},
		{"case counts", ref("#Object"), []string{"unresolved-ref /defs/x/properties/f/ref"}},
		{"full and missing", ref("com.example.defs#no"), []string{"unresolved-ref /defs/x/properties/f/ref"}},
		{"full", ref("com.example.defs#object"), []string{"full-local-ref /defs/x/properties/f/ref"}},
		{"not loaded", ref("com.example.other#x"), []string{"unresolved-external-ref /defs/x/properties/f/ref"}},
		{"what cannot be published", ref("internal.example.other#x"), []string{
			"ref-to-internal /defs/x/properties/f/ref", "unresolved-external-ref /defs/x/properties/f/ref"}},
		{"variants that cannot be published", union(`"#object", "Internal.example.other", "com.internal.other"`), []string{
			"ref-to-internal /defs/x/properties/f/refs/1", "unresolved-external-ref /defs/x/properties/f/refs/1", "unresolved-external-ref /defs/x/properties/f/refs/2"}},
		{"not loaded, long", ref("com.example.other#main"), []string{
			"redundant-main /defs/x/properties/f/ref", "unresolved-external-ref /defs/x/properties/f/ref"}},
		{"ref to a token", ref("#token"), []string{"ref-target /defs/x/properties/f/ref"}},
		{"ref to a string", ref("#text"), nil},
		{"ref to a named ref", ref("#alias"), nil},
		{"ref to a named union", ref("#choice"), nil},
		{"ref to a broken definition", ref("#broken"), nil},
		{"ref to params, which are broken as a definition", ref("#params"), nil},
		{"variants", union(`"#object", "#token", "#text", "#alias", "#choice", "#broken", "#no"`), []string{
			"ref-target /defs/x/properties/f/refs/1", "ref-target /defs/x/properties/f/refs/2",
			"ref-target /defs/x/properties/f/refs/3", "ref-target /defs/x/properties/f/refs/4",
			"unresolved-ref /defs/x/properties/f/refs/6"}},
		{"twice in two spellings", union(`"#object", "com.example.defs#object"`), []string{
			"duplicate-union-ref /defs/x/properties/f/refs/1", "full-local-ref /defs/x/properties/f/refs/1"}},
		{"thrice", union(`"#object", "#object", "#object"`), []string{
			"duplicate-union-ref /defs/x/properties/f/refs/1", "duplicate-union-ref /defs/x/properties/f/refs/2"}},
		{"named ref to a token is the one at fault", `
			"x": {"type": "object", "properties": {"f": {"type": "ref", "ref": "#y"}}},
			"y": {"type": "ref", "ref": "#token"}` + targets, []string{"ref-target /defs/y/ref"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := ofRules(lintDefs(t, diag.ProfileV1, test.defs), referenceCodes...)
			if !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// A Lexicon under internal is not published, so it may refer to others there.
func TestInternalReferences(t *testing.T) {
	files := fstest.MapFS{"internal/example/order.json": file(`{"lexicon": 1, "id": "internal.example.order", "defs": {"main": {"type": "object", "properties": {
		"a": {"type": "ref", "ref": "internal.example.place"}, "b": {"type": "ref", "ref": "#main"}}}}}`)}
	if got := ofRules(lintFiles(t, diag.ProfileV1, files), "ref-to-internal"); len(got) > 0 {
		t.Errorf("found %v", got)
	}
}

func TestReferencesBetweenFiles(t *testing.T) {
	const user = `{"lexicon": 1, "id": "com.example.user", "defs": {"main": {"type": "object", "properties": {
		"a": {"type": "ref", "ref": "com.example.thing"},
		"b": {"type": "ref", "ref": "com.example.thing#part"}
	}}}}`
	tests := []struct {
		name, thing string
		want        []string
	}{
		{"a record may be referred to", `{"lexicon": 1, "id": "com.example.thing", "defs": {
			"main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {}}},
			"part": {"type": "object", "properties": {}}}}`, nil},
		{"a query may not", `{"lexicon": 1, "id": "com.example.thing", "defs": {
			"main": {"type": "query"},
			"part": {"type": "object", "properties": {}}}}`, []string{"ref-target /defs/main/properties/a/ref"}},
		{"a permission set may not", `{"lexicon": 1, "id": "com.example.thing", "defs": {
			"main": {"type": "permission-set", "permissions": []},
			"part": {"type": "object", "properties": {}}}}`, []string{"ref-target /defs/main/properties/a/ref"}},
		{"no main", `{"lexicon": 1, "id": "com.example.thing", "defs": {
			"part": {"type": "object", "properties": {}}}}`, []string{"unresolved-ref /defs/main/properties/a/ref"}},
		{"no part", `{"lexicon": 1, "id": "com.example.thing", "defs": {
			"main": {"type": "object", "properties": {}}}}`, []string{"unresolved-ref /defs/main/properties/b/ref"}},
		{"cut off before the part", `{"lexicon": 1, "id": "com.example.thing", "defs": {
			"main": {"type": "object", "properties": {}}, "pa`, nil},
		{"cut off before the id", `{"lexicon": 1; "id": "com.example.thing", "defs": {}}`, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			files := fstest.MapFS{"com/example/user.json": file(user), "com/example/thing.json": file(test.thing)}
			got := ofRules(lintFiles(t, diag.ProfileV1, files), referenceCodes...)
			if !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// The help names what may have been intended. If nothing is near, the hint says what
// to load.
func TestNotLoadedHelp(t *testing.T) {
	for ref, meant := range map[string]string{
		"org.bike.defs#point":                       "org.bikes.defs#point",
		"org.bikes.def#piont":                       "org.bikes.defs#point",
		"org.bike.defs#other":                       "",
		"org.trains.def#point":                      "",
		"org.bikes.parts.aLongName.forAGroup.wheel": "org.bikes.parts.aLongName.forAGroup.wheels",
		"com.example.other":                         "",
	} {
		found := findingsOf(t, fstest.MapFS{
			"user.json": file(`{"lexicon": 1, "id": "com.example.user", "defs": {"main": {"type": "object", "properties": {"a": {"type": "ref", "ref": "` + ref + `"}}}}}`),
			"defs.json": file(`{"lexicon": 1, "id": "org.bikes.defs", "defs": {"point": {"type": "object", "properties": {}}}}`),
			"long.json": file(`{"lexicon": 1, "id": "org.bikes.parts.aLongName.forAGroup.wheels", "defs": {"main": {"type": "object", "properties": {}}}}`),
		}, "unresolved-external-ref")
		id, _, _ := strings.Cut(ref, "#")
		help, hint := "load the Lexicon "+id+"", diag.Hint(diag.HintFetchLexicon{NSID: syntax.NSID(id)})
		if strings.HasPrefix(id, "com.example.") {
			help, hint = help+", or create it", diag.HintFetchLexicon{NSID: syntax.NSID(id), Own: true}
		}
		if meant != "" {
			help, hint = `did you mean "`+meant+`"? If not, `+help, diag.HintFetchLexicon{NSID: syntax.NSID(id), Near: meant}
		}
		if len(found) != 1 || found[0].Help != help || found[0].Hint != hint {
			t.Errorf("%s: got %+v, want the help %s", ref, found, help)
		}
	}
}

func TestReferenceHelp(t *testing.T) {
	tests := []struct{ defs, help string }{
		{`"a": {"type": "array", "items": {"type": "ref", "ref": "#membr"}}, "member": {"type": "integer"}`, `did you mean "#member"?`},
		{`"a": {"type": "array", "items": {"type": "ref", "ref": "com.example.defs#Member"}}, "member": {"type": "integer"}`, `did you mean "com.example.defs#member"?`},
		{`"a": {"type": "array", "items": {"type": "ref", "ref": "com.example.defs"}}`, `a bare NSID refers to the main definition; did you mean "com.example.defs#a"?`},
		{`"a": {"type": "array", "items": {"type": "ref", "ref": "#zebra"}}`, `define "zebra", or refer to an existing definition`},
		{`"a": {"type": "array", "items": {"type": "ref", "ref": "#zebra"}}, "b": {"type": "token", "description": "B."}, "c": {"type": "integer"}, "d": {"type": "integer"}`,
			`define "zebra", or use "#c" or "#d"`},
		{`-- a.json --
{"lexicon": 1, "id": "com.example.a", "defs": {"a": {"type": "array", "items": {"type": "ref", "ref": "com.example.b#record"}}}}
-- b.json --
{"lexicon": 1, "id": "com.example.b", "defs": {"main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {}}}}}`,
			`the record is the main definition; use "com.example.b"`},
		{`"a": {"type": "array", "items": {"type": "union", "refs": ["#b"]}}, "b": {"type": "ref", "ref": "#c"}, "c": {"type": "object", "properties": {}}`,
			`list "com.example.defs#c", which it refers to`},
	}
	for _, test := range tests {
		findings := findingsOf(t, exampleFiles(t, test.defs), "unresolved-ref", "ref-target")
		if len(findings) != 1 || findings[0].Help != test.help {
			t.Errorf("%s: got %+v, want the help %q", test.defs, findings, test.help)
		}
	}
}

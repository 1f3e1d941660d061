package rename

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/conformance"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

func all(*lexicon.Document) bool { return true }

func parse(t testing.TB, from, to string) *Rename {
	t.Helper()
	r, err := Parse(from, to)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// apply returns the catalog with other names.
func apply(t testing.TB, c *lexicon.Catalog, r *Rename) *lexicon.Catalog {
	t.Helper()
	if err := r.Check(c, all); err != nil {
		t.Fatal(err)
	}
	var documents []*lexicon.Document
	for _, d := range c.Documents() {
		path := d.Source.Path
		if id, ok := r.NSID(d.ID); ok {
			path, _ = Path(path, d.ID, id)
		}
		documents = append(documents, lexicon.Parse(&diag.Source{Path: path, Text: d.Source.Edited(r.Schema(d))}, diag.ProfileATProto))
	}
	return lexicon.NewCatalog(documents...)
}

// findings counts the findings of lint by rule and pointer.
func findings(t testing.TB, c *lexicon.Catalog) map[string]int {
	t.Helper()
	result, err := lint.Lint(t.Context(), c, lint.Options{Profile: diag.ProfileATProto})
	if err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, f := range result.Findings {
		count[f.Rule.Code+" "+f.Pointer]++
	}
	return count
}

// Over the corpus, renaming each namespace there and back is the identity, and lint finds
// the same before and after.
func TestNamespaces(t *testing.T) {
	folders := []string{filepath.Join("..", "..", "examples")}
	if entries, err := os.ReadDir(conformance.Path(t, "corpus/schemas")); err == nil {
		for _, entry := range entries {
			if entry.IsDir() {
				folders = append(folders, filepath.Join(conformance.Path(t, "corpus/schemas"), entry.Name()))
			}
		}
	}
	renamed := 0
	for _, folder := range folders {
		c, err := lexicon.Load(t.Context(), []lexicon.Input{{FS: os.DirFS(folder), Name: ".", Display: "lexicons"}}, lexicon.LoadOptions{Profile: diag.ProfileATProto})
		if err != nil {
			t.Fatal(err)
		}
		namespaces := map[string]bool{}
		for _, d := range c.Documents() {
			segments := strings.Split(string(d.ID), ".")
			for n := 2; n < len(segments); n++ {
				namespaces[strings.Join(segments[:n], ".")] = true
			}
		}
		before := findings(t, c)
		for name := range namespaces {
			there := parse(t, name+".*", "net.elsewhere-1.*")
			after := apply(t, c, there)
			if strings.Count(name, ".") == 1 && !strings.Contains(folder, "bluesky-social__atproto") { // all of it
				for key, n := range findings(t, after) {
					if before[key] != n && !strings.HasPrefix(key, "experimental-name") && !strings.HasPrefix(key, "ref-to-internal") {
						t.Errorf("%s: %s: %s is found %d times, before %d times", filepath.Base(folder), name, key, n, before[key])
					}
				}
			}
			back := apply(t, after, parse(t, "net.elsewhere-1.*", name+".*"))
			for i, d := range c.Documents() {
				if b := back.Documents()[i]; !bytes.Equal(b.Source.Text, d.Source.Text) || b.Source.Path != d.Source.Path {
					t.Errorf("%s: %s: %s is not the same after renaming back", filepath.Base(folder), name, d.Source.Path)
				}
				a := after.Documents()[i]
				if id, ok := there.NSID(d.ID); ok && (a.ID != id || bytes.Contains(a.Source.Text, []byte(`"id": "`+name+`.`))) {
					t.Errorf("%s: the id of %s is %s, want %s", name, d.Source.Path, a.ID, id)
				}
			}
			renamed++
		}
	}
	t.Logf("%d namespaces", renamed)
}

func TestSchema(t *testing.T) {
	text := `{"lexicon": 1, "id": "com.example.defs", "defs": {
	"note": {"type": "object", "description": "com.example.defs#note", "properties": {
		"a": {"type": "ref", "ref": "#note"}, "b": {"type": "ref", "ref": "com.example.defs#note"},
		"c": {"type": "union", "refs": ["com.example.note", "com.example.note#main", "#note", "com.other.x"]},
		"d": {"type": "string", "knownValues": ["com.example.defs#note", "note", "com.example.note"], "default": "com.example.note"},
		"e": {"type": "string", "enum": ["com.example.defs#note"], "const": "com\u002eexample.note"}}},
	"p": {"type": "permission-set", "title": "com.example.note", "permissions": [
		{"type": "permission", "resource": "repo", "collection": ["com.example.note"]},
		{"type": "permission", "resource": "rpc", "lxm": ["com.example.get", "*"], "aud": "*"},
		{"type": "permission", "resource": "space", "spaceType": "com.example.room"}]},
	"s": {"type": "space", "key": "any", "name": "com.example.note", "collections": ["com.example.note"]}}}`
	document := func() *lexicon.Document {
		return lexicon.Parse(&diag.Source{Path: "a.json", Text: []byte(text)}, diag.ProfileATProto)
	}
	for _, test := range []struct {
		from, to string
		replace  []string // pairs, of all occurrences
	}{
		{"com.example.defs#note", "com.example.defs#memo", []string{
			`"note": {`, `"memo": {`, `"ref": "#note"`, `"ref": "#memo"`, `"ref": "com.example.defs#note"`, `"ref": "com.example.defs#memo"`,
			`"#note", "com.other`, `"#memo", "com.other`, `["com.example.defs#note"`, `["com.example.defs#memo"`,
		}},
		{"com.example.note", "org.example.memo", []string{
			`["com.example.note"`, `["org.example.memo"`, `"com.example.note#main"`, `"org.example.memo#main"`, `"note", "com.example.note"]`, `"note", "org.example.memo"]`,
			`"default": "com.example.note"`, `"default": "org.example.memo"`, `"com\u002eexample.note"`, `"org.example.memo"`,
		}},
		{"com.example.*", "org.example.*", []string{
			`"id": "com.`, `"id": "org.`, `"ref": "com.`, `"ref": "org.`, `["com.`, `["org.`, `"com.example.note#main"`, `"org.example.note#main"`,
			`"note", "com.example.note"]`, `"note", "org.example.note"]`, `"default": "com.`, `"default": "org.`, `"com\u002eexample.note"`, `"org.example.note"`,
			`"spaceType": "com.`, `"spaceType": "org.`,
		}},
	} {
		d := document()
		r := parse(t, test.from, test.to)
		want := strings.NewReplacer(test.replace...).Replace(text)
		if got := string(d.Source.Edited(r.Schema(d))); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", test.from, got, want)
		}
	}
}

// edited returns a file of test cases with other names.
func edited(r *Rename, text string) string {
	source := &diag.Source{Path: "a.ndjson", Text: []byte(text)}
	return string(source.Edited(r.Cases(source)))
}

func TestData(t *testing.T) {
	r, def := parse(t, "com.example.note", "org.example.memo"), parse(t, "com.example.defs#note", "com.example.defs#memo")
	cases := `{"name": "com.example.note", "ref": "com.example.note#main", "value": {"$type": "com.example.note", "x": [{"$type": "com.example.defs#note", "y": "com.example.note"}]}}
{"$type": "com.example.note", "value": 1}
no json {"ref": "com.example.note", "value": 1}
{"ref": "com.example.defs#note", "value": "com.example.note"}
`
	for _, test := range []struct {
		*Rename
		want string
	}{
		{r, strings.NewReplacer(`"ref": "com.example.note#main"`, `"ref": "org.example.memo#main"`, `{"$type": "com.example.note", "x"`, `{"$type": "org.example.memo", "x"`).Replace(cases)},
		{def, strings.NewReplacer(`"ref": "com.example.defs#note"`, `"ref": "com.example.defs#memo"`, `"$type": "com.example.defs#note"`, `"$type": "com.example.defs#memo"`).Replace(cases)},
	} {
		if got := edited(test.Rename, cases); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test, got, test.want)
		}
	}
	examples := `{"note": [{"$type": "com.example.defs#note", "note": "com.example.note"}], "main": [{"$type": "com.example.note"}]}`
	d := lexicon.Parse(&diag.Source{Path: "a.json", Text: []byte(`{"lexicon": 1, "id": "com.example.defs", "defs": {"note": {"type": "object", "properties": {}}}}`)}, diag.ProfileV1)
	d.Examples = lexicon.ReadExamples(&diag.Source{Path: "a.examples.json", Text: []byte(examples)})
	if got := string(d.Examples.Source.Edited(def.Examples(d))); got != `{"memo": [{"$type": "com.example.defs#memo", "note": "com.example.note"}], "main": [{"$type": "com.example.note"}]}` {
		t.Error(got)
	}
	if got := string(d.Examples.Source.Edited(r.Examples(d))); got != `{"note": [{"$type": "com.example.defs#note", "note": "com.example.note"}], "main": [{"$type": "org.example.memo"}]}` {
		t.Error(got)
	}
}

func TestParse(t *testing.T) {
	for _, test := range []struct{ from, to, want string }{
		{"com.example.note", "com.example.note", "both the old and the new name"},
		{"com.example.note", "org.example.*", "of one kind"},
		{"com.example.note", "org.example.defs#note", "of one kind"},
		{"com.example.note", "org.example", "is not an NSID"},
		{"com.example.note", "org.example.no-te", "is not an NSID"},
		{"com.*", "org.example.*", "is not a namespace"},
		{"com.example.*", "org.exam_ple.*", "is not a namespace"},
		{"com.example.defs#a", "com.other.defs#a", "cannot be moved to another Lexicon"},
		{"com.example.defs#main", "com.example.defs#a", "the name main"},
		{"com.example.defs#a", "com.example.defs#main", "the name main"},
		{"com.example.defs#a", "com.example.defs#1", "not a valid name"},
		{"com.example.defs#a", "com.example.defs#", "not a valid name"},
		{"com.example.defs#", "com.example.defs#a", "is not a definition"},
	} {
		if _, err := Parse(test.from, test.to); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %s: %v, want %s", test.from, test.to, err, test.want)
		}
	}
}

func TestCheck(t *testing.T) {
	lexiconOf := func(id, defs string) *lexicon.Document {
		return lexicon.Parse(&diag.Source{Path: id + ".json", Text: []byte(`{"lexicon": 1, "id": "` + id + `", "defs": {` + defs + `}}`)}, diag.ProfileV1)
	}
	token := `"a": {"type": "token"}, "b": {"type": "token"}`
	c := lexicon.NewCatalog(lexiconOf("com.example.note", token), lexiconOf("com.example.sub.note", token), lexiconOf("org.example.note", token), lexiconOf("net.other.x", token))
	own := func(d *lexicon.Document) bool { return !strings.HasPrefix(string(d.ID), "net.") }
	for _, test := range []struct{ from, to, want string }{
		{"com.example.note", "com.example.memo", ""},
		{"com.example.note", "org.example.note", "exists already"},
		{"com.example.*", "org.example.*", "com.example.note cannot become org.example.note, which exists already"},
		{"com.example.sub.*", "org.example.*", "exists already"},
		{"com.example.*", "com.example.sub.*", ""}, // what is in the way moves too
		{"com.example.note", "net.other.x", "exists already"},
		{"net.other.x", "net.other.y", "belongs to a dependency"},
		{"com.missing.x", "com.missing.y", "is not loaded"},
		{"com.missing.*", "com.missed.*", "is not loaded"},
		{"com.example.note#a", "com.example.note#c", ""},
		{"com.example.note#a", "com.example.note#b", "exists already"},
		{"com.example.note#x", "com.example.note#b", "is not defined"},
		{"net.other.x#a", "net.other.x#c", "belongs to a dependency"},
		{"com.example.*", strings.Repeat("a", 62) + "." + strings.Repeat("b", 62) + "." + strings.Repeat("c", 62) + "." + strings.Repeat("d", 62) + "." + strings.Repeat("e", 62) + ".*", "cannot become"},
	} {
		r, err := Parse(test.from, test.to)
		if err == nil {
			err = r.Check(c, own)
		}
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) && !strings.Contains(err.Error(), "is not a namespace") {
			t.Errorf("%s %s: %v, want %q", test.from, test.to, err, test.want)
		}
	}
}

func TestPath(t *testing.T) {
	for _, test := range []struct{ path, want string }{
		{"lexicons/com/example/note.json", "lexicons/org/sample/memo.json"},
		{"com/example/note.json", "org/sample/memo.json"},
		{"x/com.example.note.json", "x/org.sample.memo.json"},
		{"x/not.com.example.note.json", ""},
		{"note.json", ""},
		{"example/note.json", ""},
		{"xcom/example/note.json", ""},
	} {
		got, ok := Path(test.path, "com.example.note", "org.sample.memo")
		if ok != (test.want != "") || ok && got != test.want {
			t.Errorf("%s: %s, %t", test.path, got, ok)
		}
	}
	for _, test := range []struct{ pattern, want string }{
		{"lexicons/com/example/**", "lexicons/org/sample/**"},
		{"lexicons/com/example", "lexicons/org/sample"},
		{"**/com/example/note.json", "**/org/sample/note.json"},
		{"com.example.note.json", "org.sample.note.json"},
		{"com/example2/x", ""},
		{"com.example", ""},
	} {
		got, ok := parse(t, "com.example.*", "org.sample.*").PathPattern(test.pattern)
		if ok != (test.want != "") || ok && got != test.want {
			t.Errorf("%s: %s, %t", test.pattern, got, ok)
		}
	}
	for _, test := range []struct{ pattern, want string }{{"com.example.*", "org.sample.*"}, {"com.example.old.*", "org.sample.old.*"}, {"com.*", ""}, {"com.example", ""}} {
		if got, ok := parse(t, "com.example.*", "org.sample.*").Pattern(test.pattern); ok != (test.want != "") || ok && got != test.want {
			t.Errorf("%s: %s, %t", test.pattern, got, ok)
		}
	}
	if _, ok := parse(t, "com.example.note", "com.example.memo").NSID(syntax.NSID("com.example.note2")); ok {
		t.Error("another Lexicon is renamed")
	}
}

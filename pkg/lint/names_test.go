package lint

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

func TestNameSyntax(t *testing.T) {
	tests := []struct {
		name       string
		def, field string // codes; "" for none
	}{
		{"size", "", ""},
		{"s", "", ""},
		{"size2x", "", ""},
		{"Size", "", ""},
		{"cc0_1__0", "def-name-syntax", "field-name-syntax"},
		{"last-name", "def-name-syntax", "field-name-syntax"},
		{"2d", "def-name-syntax", "field-name-syntax"},
		{"größe", "def-name-syntax", "field-name-syntax"},
		{"a b", "def-name-syntax", "field-name-syntax"},
		{"$type", "def-name-syntax", "dollar-field"},
		{"a$", "def-name-syntax", "field-name-syntax"},
		{"", "", "field-name-syntax"}, // invalid-def-name
		{"a.b", "", "field-name-syntax"},
		{"a#b", "", "field-name-syntax"},
	}
	codes := []string{"def-name-syntax", "field-name-syntax", "dollar-field"}
	want := func(code, pointer string) []string {
		if code == "" {
			return nil
		}
		return []string{code + " " + pointer}
	}
	for _, test := range tests {
		found := lintDefs(t, diag.ProfileV1, `"`+test.name+`": {"type": "integer"}`)
		if got := ofRules(found, codes...); !slices.Equal(got, want(test.def, "/defs/"+test.name)) {
			t.Errorf("definition %q: got %v", test.name, got)
		}
		found = lintDefs(t, diag.ProfileV1, `"o": {"type": "object", "properties": {"`+test.name+`": {"type": "integer"}}}`)
		if got := ofRules(found, codes...); !slices.Equal(got, want(test.field, "/defs/o/properties/"+test.name)) {
			t.Errorf("field %q: got %v", test.name, got)
		}
		found = lintDefs(t, diag.ProfileV1, `"main": {"type": "query", "parameters": {"type": "params", "properties": {"`+test.name+`": {"type": "integer"}}}}`)
		if got := ofRules(found, codes...); !slices.Equal(got, want(test.field, "/defs/main/parameters/properties/"+test.name)) {
			t.Errorf("parameter %q: got %v", test.name, got)
		}
	}
}

func TestFilePath(t *testing.T) {
	const here = "/home/me/lexicons/com/example"
	tests := []struct {
		dir, path, id string
		want          bool // a finding
	}{
		{"", "lexicons/com/example/thing.json", "com.example.thing", false},
		{"", "/home/me/com/example/thing.json", "com.example.thing", false},
		{"", "com/example/thing.json", "com.example.thing", false},
		{"", "lexicons/com.example.thing.json", "com.example.thing", false},
		{"", "com.example.thing.json", "com.example.thing", false},
		{"", "-", "com.example.thing", false},
		{"", "x.json", "thing", false}, // no NSID
		{here, "thing.json", "com.example.thing", false},
		{here, "../thing.json", "com.thing.thing", true},
		{here, "./../example/thing.json", "com.example.thing", false},
		{here + "/lexicons", "thing.json", "com.example.thing", true},
		{here + "/lexicons", "../thing.json", "com.example.thing", false},
		{here, "/tmp/thing.json", "com.example.thing", true},
		{"", "thing.json", "com.example.thing", true},
		{"", "lexicons/thing.json", "com.example.thing", true},
		{"", "lexicons/com/example/things.json", "com.example.thing", true},
		{"", "lexicons/com/example/thing/thing.json", "com.example.thing", true},
		{"", "lexicons/acom.example.thing.json", "com.example.thing", true},
		{"", "lexicons/com_example_thing.json", "com.example.thing", true},
		{"", "lexicons/com/example/Thing.json", "com.example.thing", true},
		{"", "ing.json", "com.example.thing", true},
		{"", "com/example/thing", "com.example.thing", true},
	}
	for _, test := range tests {
		d := lexicon.Parse(&diag.Source{Path: test.path, Text: []byte(empty(test.id))}, diag.ProfileV1)
		found := slices.ContainsFunc(findings(t, lexicon.NewCatalog(d), Options{FullPath: below(test.dir)}), func(f diag.Finding) bool { return f.Rule.Code == "file-path" })
		if found != test.want {
			t.Errorf("%s in %s for %s: found is %v", test.path, test.dir, test.id, found)
		}
	}
}

// below returns Options.FullPath for paths that are relative to a folder.
func below(dir string) func(string) string {
	if dir == "" {
		return nil
	}
	return func(name string) string {
		if path.IsAbs(name) {
			return path.Clean(name)
		}
		return path.Join(dir, name)
	}
}

// empty returns a Lexicon.
func empty(id string) string {
	return `{"lexicon": 1, "id": "` + id + `", "defs": {"main": {"type": "integer"}}}`
}

// Files that are named in the same way are one finding, wherever the user is.
func TestFilePathOfMany(t *testing.T) {
	ids := map[string]string{
		"shout/a.json": "app.site.shout.a", "shout/b.json": "app.site.shout.b", "like/a.json": "app.site.like.a", "repo/repo.json": "app.site.repo",
		"app/site/right.json": "app.site.right", "app.site.too.json": "app.site.too",
		"odd/one.json": "app.site.two", "odd/app_site_three.json": "app.site.three",
		"alone/x.json": "app.site.y",
	}
	for folder, dir := range map[string]string{"lexicons/": "/home/me", "": "/home/me/lexicons", "../": "/home/me/lexicons/shout", "/home/me/lexicons/": "/"} {
		var documents []*lexicon.Document
		for _, name := range slices.Sorted(maps.Keys(ids)) {
			documents = append(documents, lexicon.Parse(&diag.Source{Path: folder + name, Text: []byte(empty(ids[name]))}, diag.ProfileV1))
		}
		var got []string
		for _, f := range findings(t, lexicon.NewCatalog(documents...), Options{FullPath: below(dir)}) {
			if f.Rule.Code == "file-path" {
				got = append(got, fmt.Sprintf("%s: %s (%d related)", f.Path(), f.Message, len(f.Related)))
			}
		}
		want := []string{
			folder + "alone/x.json: the file path does not match the id of the Lexicon (0 related)",
			folder + "like/a.json: the paths of 4 files do not match the ids of their Lexicons, such as like/a.json for app.site.like.a (3 related)",
			folder + "odd/app_site_three.json: the paths of 2 files do not match the ids of their Lexicons, such as app_site_three.json for app.site.three (1 related)",
		}
		if !slices.Equal(got, want) {
			t.Errorf("in %s, got\n%s\nwant\n%s", dir, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

func TestNamesOfLexicons(t *testing.T) {
	tests := []struct{ id, want string }{
		{"com.example.defs", "defs-main-definition /defs/main"},
		{"com.example.thing.defs", "defs-main-definition /defs/main"},
		{"com.example.mydefs", ""},
		{"com.defs.thing", ""},
		{"com.example.experimental.thing", "experimental-name /id"},
		{"com.example.temp.thing", "experimental-name /id"},
		{"com.example.unspecced.thing", "experimental-name /id"},
		{"com.example.template.thing", ""},
		{"com.example.Temp.thing", ""},
	}
	for _, test := range tests {
		found := lintDefs(t, diag.ProfileV1, `{"lexicon": 1, "id": "`+test.id+`", "defs": {"main": {"type": "object", "properties": {}}}}`)
		var want []string
		if test.want != "" {
			want = []string{test.want}
		}
		if got := ofRules(found, "defs-main-definition", "experimental-name"); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", test.id, got, want)
		}
	}
}

func TestNameCasing(t *testing.T) {
	got := ofRules(lintDefs(t, diag.ProfileV1, `{"lexicon": 1, "id": "com.example.Thing", "defs": {
		"main": {"type": "query", "parameters": {"type": "params", "properties": {"Limit": {"type": "integer"}}}},
		"Size": {"type": "object", "properties": {"URL": {"type": "integer"}, "Last_Name": {"type": "integer"}, "userID": {"type": "integer"}}}
	}}`), "name-casing")
	want := []string{
		"name-casing /id", "name-casing /defs/main/parameters/properties/Limit", "name-casing /defs/Size",
		"name-casing /defs/Size/properties/URL",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestDomainCasing(t *testing.T) {
	for id, want := range map[string]int{"com.example.thing": 0, "com.example.bigThing": 0, "com.Example.thing": 1, "com.example.blogPosts.thing": 1, "com.Example.Thing": 2, "Thing": 0} {
		found := ofRules(lintDefs(t, diag.ProfileV1, `{"lexicon": 1, "id": "`+id+`", "defs": {"main": {"type": "token", "description": "One."}}}`), "name-casing")
		if len(found) != want {
			t.Errorf("%s: got %v, want %d", id, found, want)
		}
	}
}

func TestErrorNameCasing(t *testing.T) {
	for name, want := range map[string]bool{
		"NotFound": false, "E404": false, "notFound": true, "NOT_FOUND": true, "not-found": true, "404": true,
		"": false, "Not Found": false, " NotFound": false, // invalid-error-name
	} {
		for _, typ := range []string{"query", "procedure", "subscription"} {
			found := lintDefs(t, diag.ProfileV1, `"main": {"type": "`+typ+`", "errors": [{"name": "Fine"}, {"name": "`+name+`"}]}`)
			got := ofRules(found, "error-name-casing")
			if want != slices.Equal(got, []string{"error-name-casing /defs/main/errors/1/name"}) || !want && len(got) > 0 {
				t.Errorf("%s %q: got %v", typ, name, got)
			}
		}
	}
}

func TestEndpointName(t *testing.T) {
	const silent = "getPost listPosts searchPosts createRecord deleteRecord putPreferences subscribeRepos applyWrites " +
		"unmuteThread requestPlcOperation resolveHandle describeServer deactivateAccount isMember hasAccess send create search " +
		"thing whoami login reindexAll bulkDelete deleteRecords getURLs x getTags notifyOfUpdate"
	for name := range strings.FieldsSeq(silent) {
		if !words.VerbFirst(name) {
			t.Errorf("%s is doubted", name)
		}
	}
	for name := range strings.FieldsSeq("userProfile tags branches postsList profileGet githubCallback") {
		if words.VerbFirst(name) {
			t.Errorf("%s is accepted", name)
		}
	}
	for typ, want := range map[string]bool{"query": true, "procedure": true, "subscription": true, "integer": false, "record": false} {
		found := lintDefs(t, diag.ProfileV1, `{"lexicon": 1, "id": "com.example.userProfile", "defs": {"main": {"type": "`+typ+`"}}}`)
		if got := ofRules(found, "endpoint-name"); want != (len(got) == 1) {
			t.Errorf("%s: got %v", typ, got)
		}
	}
}

func TestRecordName(t *testing.T) {
	for name, want := range map[string]bool{
		"likes": true, "userBookmarks": true, "categories": true, "boxes": true,
		"like": false, "status": false, "news": false, "process": false, "series": false, "address": false, "analysis": false,
		"profileStatus": false, "localbusiness": false, "physics": false, "gas": false, "dns": false, "favoritesList": false,
		"settings": false, "lens": false,
	} {
		for key, judged := range map[string]bool{"tid": true, "any": true, "literal:self": false} {
			found := lintDefs(t, diag.ProfileV1, `{"lexicon": 1, "id": "com.example.`+name+`", "defs": {
				"main": {"type": "record", "key": "`+key+`", "record": {"type": "object", "properties": {}}}}}`)
			if got := ofRules(found, "record-name"); (want && judged) != (len(got) == 1) {
				t.Errorf("%s with key %s: got %v", name, key, got)
			}
		}
	}
}

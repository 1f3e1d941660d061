package scaffold

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/format"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// made returns a new Lexicon as its file is written.
func made(t *testing.T, kind string, id syntax.NSID, c *lexicon.Catalog) []byte {
	t.Helper()
	text, err := Fill(Template(kind, id), kind, id, c)
	if err != nil {
		t.Fatal(err)
	}
	laidOut, err := format.Source(text, format.Options{})
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", kind, id, err, text)
	}
	return laidOut
}

func findings(t *testing.T, path string, text []byte, profile diag.Profile) (codes []string) {
	t.Helper()
	d := lexicon.Parse(&diag.Source{Path: path, Text: text}, profile)
	result, err := lint.Lint(context.Background(), lexicon.NewCatalog(d), lint.Options{Profile: profile})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range result.Findings {
		codes = append(codes, f.Rule.Code+" "+f.Pointer)
	}
	return codes
}

var groups = []string{"com.example", "org.some-domain.feed", "io.github.x.blogPost", "com.example.4chan", "net.example.categories", "com.example.main"}

var names = map[string]string{
	"record": "post like status blogPost profile a URL2 x402 address item main cursor category " + strings.Repeat("x", 63),
	"query": "getPost getPosts listPosts searchPosts listCategories getStatus getStatuses getSettings listAddresses listMain list search get " +
		"getMain searchCursors listCursor listURLs getURI listUri searchItems describeServer timeline listBoxes getHeroes checkHandleAvailability listX402",
	"procedure":      "createPost deletePost putPreferences ping create uploadBlob notify applyWrites muteActorList have",
	"subscription":   "subscribePosts subscribeRepos subscribe subscribeMain listen streamCategories",
	"permission-set": "authBasic authFullApp auth basic",
	"space":          "room clubRoom auth authors main " + strings.Repeat("x", 63),
	"defs":           "defs",
}

// What is made from the templates has no finding at all in either profile, but for the type
// that the profile v1 does not have, and is laid out as it stays.
func TestLint(t *testing.T) {
	count := 0
	for _, kind := range Kinds() {
		for name := range strings.FieldsSeq(names[kind]) {
			for _, group := range groups {
				id, err := syntax.ParseNSID(group + "." + name)
				if err != nil {
					t.Fatal(err)
				}
				if err := Check(kind, id); err != nil {
					t.Fatal(err)
				}
				text := made(t, kind, id, lexicon.NewCatalog())
				for _, profile := range []diag.Profile{diag.ProfileV1, diag.ProfileATProto} {
					got := slices.DeleteFunc(findings(t, filepath.ToSlash(Path("lexicons", id)), text, profile), func(code string) bool {
						chosen := name == "URL2" || group != strings.ToLower(group) // by the author
						later := kind == "space" && profile == diag.ProfileV1
						return code == "name-casing /id" && chosen || code == "not-in-profile /defs/main/type" && later
					})
					if len(got) > 0 {
						t.Errorf("%s %s in %v: %v\n%s", kind, id, profile, got, text)
					}
				}
				if again, err := format.Source(text, format.Options{}); err != nil || !bytes.Equal(again, text) {
					t.Errorf("%s %s changes when it is formatted again (%v)", kind, id, err)
				}
				count++
			}
		}
	}
	t.Logf("%d Lexicons", count)
}

// A name that the style guide does not recommend leads to findings about the name
// only.
func TestLintNames(t *testing.T) {
	for _, test := range []struct{ kind, id, want string }{
		{"record", "com.example.posts", "record-name /id"},
		{"record", "com.example.Post", "name-casing /id"},
		{"record", "com.example.temp.post", "experimental-name /id"},
		{"query", "com.example.userProfile", "endpoint-name /id"},
		{"query", "com.example.tags", "endpoint-name /id"},
		{"procedure", "com.example.tokenCreation", "endpoint-name /id"},
		{"subscription", "com.example.allPosts", "endpoint-name /id"},
	} {
		id := syntax.NSID(test.id)
		got := findings(t, filepath.ToSlash(Path("", id)), made(t, test.kind, id, lexicon.NewCatalog()), diag.ProfileV1)
		if strings.Join(got, ", ") != test.want {
			t.Errorf("%s %s: got %v, want %s", test.kind, id, got, test.want)
		}
	}
}

// List methods have a limit and a cursor.
func TestListMethods(t *testing.T) {
	for name, want := range map[string]bool{
		"listPosts": true, "list": true, "searchPosts": true, "getPosts": true, "getCategories": true,
		"getPost": false, "getStatus": false, "getSettings": false, "get": false, "listenPosts": false,
	} {
		text := string(made(t, "query", syntax.NSID("com.example."+name), lexicon.NewCatalog()))
		limit, cursors := strings.Count(text, `"limit": {`), strings.Count(text, `"cursor": {`)
		if want && (limit != 1 || cursors != 2) || !want && limit+cursors > 0 {
			t.Errorf("%s has %d limits and %d cursors", name, limit, cursors)
		}
	}
}

func TestWords(t *testing.T) {
	for _, test := range []struct{ kind, id, description, item, items string }{
		{"record", "com.example.blogPost", "A blog post.", "blogPost", "blogPosts"},
		{"record", "com.example.entry", "An entry.", "entry", "entries"},
		{"query", "com.example.getPost", "Returns a post.", "post", "posts"},
		{"query", "com.example.listCategories", "Lists categories.", "category", "categories"},
		{"query", "com.example.searchBoxes", "Searches boxes.", "box", "boxes"},
		{"query", "com.example.getHeroes", "Returns heroes.", "hero", "heroes"},
		{"query", "com.example.timeline", "Returns a timeline.", "timeline", "timelines"},
		{"query", "com.example.list", "Lists.", "item", "items"},
		{"query", "com.example.post.list", "Lists posts.", "post", "posts"},
		{"query", "com.example.listMain", "Lists mains.", "item", "items"},
		{"procedure", "com.example.applyWrites", "Applies writes.", "write", "writes"},
		{"procedure", "com.example.publishPost", "Publishes a post.", "post", "posts"},
		{"procedure", "com.example.ping", "Pings.", "item", "items"},
		{"subscription", "com.example.subscribeRepos", "Streams messages about repos.", "repo", "repos"},
		{"defs", "com.example.feed.defs", "", "feed", "feeds"},
	} {
		values := placeholders(test.kind, syntax.NSID(test.id), lexicon.NewCatalog())
		if test.description == "" {
			test.description = values["description"] // not used
		}
		for name, want := range map[string]string{"description": test.description, "item": test.item, "items": test.items} {
			if values[name] != want {
				t.Errorf("%s %s: %s is %q, want %q", test.kind, test.id, name, values[name], want)
			}
		}
	}
	if text, err := Fill(ListPlaceholders("and"), "record", "com.example.post", lexicon.NewCatalog()); err != nil {
		t.Errorf("a placeholder has no value: %s, %v", text, err)
	}
}

// A permission set grants the records of its namespace.
func TestCollections(t *testing.T) {
	var documents []*lexicon.Document
	for _, id := range []syntax.NSID{"com.example.feed.post", "com.example.feed.nested.like", "com.example.other.thing", "com.example.feed.getPost"} {
		kind := "record"
		if strings.Contains(string(id), ".get") {
			kind = "query"
		}
		documents = append(documents, lexicon.Parse(&diag.Source{Path: Path("", id), Text: made(t, kind, id, lexicon.NewCatalog())}, diag.ProfileV1))
	}
	text := made(t, "permission-set", "com.example.feed.authBasic", lexicon.NewCatalog(documents...))
	granted := strings.Join(strings.Fields(string(text)), "")
	if want := `"collection":["com.example.feed.post","com.example.feed.nested.like"]`; !strings.Contains(granted, want) {
		t.Errorf("got\n%s\nwithout %s", text, want)
	}
}

func TestFillFaults(t *testing.T) {
	for template, want := range map[string]string{
		"{{id":            "unclosed placeholder: {{id",
		`{"a": "{{ID}}"}`: "unknown placeholder {{ID}} (expected {{id}}, {{group}}, {{name}}, {{description}}, {{title}}, {{item}}, {{items}}, {{item words}}, {{an item}}, or {{collections}})",
		`{{ id }}{{x`:     "unclosed placeholder: {{x",
	} {
		if _, err := Fill(template, "record", "com.example.post", lexicon.NewCatalog()); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", template, err, want)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, kind := range Kinds() {
		for id, want := range map[syntax.NSID]bool{"com.example.defs": kind == "defs", "com.example.thing": kind != "defs"} {
			if err := Check(kind, id); (err == nil) != want {
				t.Errorf("%s %s: %v", kind, id, err)
			}
		}
	}
}

func TestPath(t *testing.T) {
	for _, test := range [][3]string{
		{"lexicons", "com.example.thing", "lexicons/com/example/thing.json"},
		{"", "com.example.thing", "com/example/thing.json"},
		{".", "com.example.thing", "com/example/thing.json"},
		{"lexicons/com", "com.example.thing", "lexicons/com/example/thing.json"},
		{"lexicons/com/example", "com.example.thing", "lexicons/com/example/thing.json"},
		{"com/example/", "com.example.thing", "com/example/thing.json"},
		{"example", "com.example.thing", "example/com/example/thing.json"},
		{"com/example/thing", "com.example.thing", "com/example/thing/com/example/thing.json"},
		{"/a/com/other", "com.example.thing", "/a/com/other/com/example/thing.json"},
	} {
		if got := Path(filepath.FromSlash(test[0]), syntax.NSID(test[1])); filepath.ToSlash(got) != test[2] {
			t.Errorf("%s in %q: %s, want %s", test[1], test[0], got, test[2])
		}
	}
}

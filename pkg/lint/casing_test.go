package lint

import (
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
)

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

package lint

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

func TestSpaces(t *testing.T) {
	space := func(fields string) string {
		return `"main": {"type": "space", "description": "A room.", ` + fields + `}`
	}
	const key, name, collections = `"key": "any"`, `, "name": "Room"`, `, "collections": ["com.example.a"]`
	long := func(text string, n int) string { return `, "name": "` + strings.Repeat(text, n) + `"` }
	rules := rulesOf("invalid-space", "space-name-length", "space-no-collections", "invalid-record-key", "missing-primary-description", "duplicate-entry")
	testSubject(t, diag.ProfileATProto, rules, []subjectCase{
		{"all is well", space(key + name + collections + `, "name:lang": {"de": "Raum", "pt-BR": "Sala"}`), nil},
		{"no description", `"main": {"type": "space", ` + key + name + collections + `}`, []string{"warning missing-primary-description /defs/main"}},
		{"keys", space(`"key": "self"` + name + collections), []string{"error invalid-record-key /defs/main/key"}},
		{"a fixed key", space(`"key": "literal:self"` + name + collections), nil},
		{"a fixed key without a value", space(`"key": "literal:"` + name + collections), []string{"error invalid-record-key /defs/main/key"}},
		{"an empty name", space(key + `, "name": ""` + collections), []string{"error invalid-space /defs/main/name"}},
		{"64 bytes", space(key + long("ä", 32) + collections), nil},
		{"65 bytes", space(key + long("a", 65) + collections), []string{"warning space-name-length /defs/main/name"}},
		{"66 bytes in 33 characters", space(key + long("ä", 33) + collections), []string{"warning space-name-length /defs/main/name"}},
		{"translations", space(key + name + collections + `, "name:lang": {"deutsch!": "Raum", "fr": 1}`), []string{
			"error invalid-space /defs/main/name:lang/deutsch!", "error invalid-space /defs/main/name:lang/fr"}},
		{"no collections", space(key + name + `, "collections": []`), []string{"warning space-no-collections /defs/main/collections"}},
		{"collections of a wrong type", space(key + name + `, "collections": "com.example.a"`), nil},
		{"a repeated collection", space(key + name + `, "collections": ["com.example.a", "org.other.b", "com.example.a"]`), []string{"warning duplicate-entry /defs/main/collections/2"}},
	})
}

func TestSpaceTarget(t *testing.T) {
	record := `{"type": "record", "key": "tid", "record": {"type": "object", "properties": {}}}`
	document := func(id, main string) *fstest.MapFile {
		return file(`{"lexicon": 1, "id": "` + id + `", "defs": {"main": ` + main + `}}`)
	}
	files := fstest.MapFS{
		"com/example/note.json":      document("com.example.note", record),
		"org/other/thing.json":       document("org.other.thing", record),
		"org/other/countThings.json": document("org.other.countThings", `{"type": "query"}`),
		"com/example/broken.json":    document("com.example.broken", `{"type": "recrod"}`),
		"com/example/defs.json":      file(`{"lexicon": 1, "id": "com.example.defs", "defs": {"a": {"type": "token"}}}`),
		"com/example/room.json": document("com.example.room", `{"type": "space", "key": "any", "name": "Room", "collections": [
			"com.example.note", "org.other.thing", "com.example.broken", "com.example.later", "net.elsewhere.note",
			"com.example.notte", "org.other.countThings", "com.example.room", "com.example.defs"]}`),
	}
	got := ofRules(lintFiles(t, diag.ProfileATProto, files), "space-target")
	at := "space-target /defs/main/collections/"
	if want := at + "5 " + at + "6 " + at + "7 " + at + "8"; strings.Join(got, " ") != want {
		t.Errorf("found %q, want %q", got, want)
	}
}

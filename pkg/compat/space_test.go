package compat_test

import (
	"slices"
	"strings"
	"testing"
)

func TestSpaces(t *testing.T) {
	const room = `"main": {"type": "space", "description": "A room.", "key": "any", "name": "Room", "collections": ["com.example.note", "com.example.like"]}`
	with := func(old, new string) string { return strings.Replace(room, old, new, 1) }
	check(t, []change{
		{"a collection comes", room, with(`"com.example.like"`, `"com.example.like", "com.example.file"`), []string{
			"space-collections info nothing /defs/main/collections < /defs/main/collections",
		}},
		{"a collection goes", room, with(`, "com.example.like"`, ``), []string{"space-collections warning nothing /defs/main/collections < /defs/main/collections"}},
		{"one for another", room, with(`"com.example.like"`, `"com.example.file"`), []string{
			"space-collections info nothing /defs/main/collections < /defs/main/collections",
			"space-collections warning nothing /defs/main/collections < /defs/main/collections",
		}},
		{"their order, and one that is there twice", room, with(`"com.example.note", "com.example.like"`, `"com.example.like", "com.example.note", "com.example.like"`), nil},
		{"the key tightens", room, with(`"any"`, `"tid"`), []string{"record-key-type error backward /defs/main/key < /defs/main/key"}},
		{"the key widens", with(`"any"`, `"literal:self"`), room, []string{"record-key-type error forward /defs/main/key < /defs/main/key"}},
		{"the texts", room, with(`"Room"`, `"Hall", "name:lang": {"de": "Halle"}`), []string{
			"description-changed info nothing /defs/main/name < /defs/main/name", "description-changed info nothing /defs/main/name:lang < /defs/main",
		}},
		{"the description", room, with(`"A room."`, `"A hall."`), []string{"description-changed info nothing /defs/main/description < /defs/main/description"}},
		{"another type", room, `"main": {"type": "token", "description": "A room."}`, []string{"type-change error both /defs/main/type < /defs/main/type"}},
		{"from another type", `"main": {"type": "record", "description": "A room.", "key": "any", "record": {"type": "object", "properties": {}}}`, room, []string{
			"type-change error both /defs/main/type < /defs/main/type",
		}},
	})
}

// What the messages about a space name.
func TestSpaceWords(t *testing.T) {
	old := `"main": {"type": "space", "key": "any", "name": "A", "collections": ["com.example.a"]}`
	new := `"main": {"type": "space", "key": "tid", "name": "A", "collections": ["com.example.b"]}`
	var messages []string
	for _, f := range compare(t, catalog(t, old), catalog(t, new), 0) {
		messages = append(messages, f.Message+" | "+f.Help)
	}
	for i, want := range []string{
		`the collection "com.example.b" was added to the space | `,
		`the collection "com.example.a" was removed from the space | applications whose permission lists no collections`,
		`the space key type changed from "any" to "tid" | revert this change, because existing spaces have keys of the old type; if you need the new keys, define a new space type`,
	} {
		if !strings.Contains(strings.Join(messages, "\n"), want) {
			t.Errorf("%d: no %q in %q", i, want, messages)
		}
	}
}

// Each of several collections has a message of its own.
func TestSpaceSeveralCollections(t *testing.T) {
	old := `"main": {"type": "space", "key": "any", "name": "A", "collections": ["com.example.a", "com.example.b"]}`
	new := `"main": {"type": "space", "key": "any", "name": "A", "collections": ["com.example.c", "com.example.d"]}`
	var messages []string
	for _, f := range compare(t, catalog(t, old), catalog(t, new), 0) {
		messages = append(messages, f.Message)
	}
	slices.Sort(messages)
	want := []string{
		`the collection "com.example.a" was removed from the space`, `the collection "com.example.b" was removed from the space`,
		`the collection "com.example.c" was added to the space`, `the collection "com.example.d" was added to the space`,
	}
	if !slices.Equal(messages, want) {
		t.Errorf("%q, want %q", messages, want)
	}
}

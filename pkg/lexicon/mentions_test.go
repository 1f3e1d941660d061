package lexicon

import (
	"slices"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

func TestMentions(t *testing.T) {
	root := ReadBroken(&diag.Source{Text: []byte(`{"lexicon": 1, "id": "com.example.a", "description": "com.example.no", "defs": {
		"main": {"type": "permission-set", "permissions": [
			{"type": "permission", "resource": "repo", "collection": ["com.example.b", "*"]},
			{"type": "permission", "resource": "rpc", "lxm": ["com.example.getB"]}]},
		"room": {"type": "space", "key": "any", "name": "com.example.no", "collections": ["com.example.d", "com.example.*"]},
		"ref": {"type": "array", "items": {"type": "ref", "ref": "#main"}},
		"union": {"type": "object", "properties": {
			"type": {"type": "union", "refs": ["com.example.b#x", "bad#", "nothing"], "ref": "#no"},
			"properties": {"type": "string", "knownValues": ["com.example.b#token", "v1.0", "plain"], "enum": ["#local"], "format": "nsid"}}},
		"record": {"type": "record", "record": {"type": "object", "properties": {"x": {"type": "ref", "ref": "com.example.c`)})
	var got []string
	for m := range Mentions(root) {
		got = append(got, m.Value.Pointer()+" "+m.Full())
		if m.Local() != (m.Value.Text[0] == '#') {
			t.Errorf("%s: local %t", m.Value.Text, m.Local())
		}
	}
	want := []string{
		"/defs/main/permissions/0/collection/0 com.example.b#main",
		"/defs/main/permissions/1/lxm/0 com.example.getB#main",
		"/defs/room/collections/0 com.example.d#main",
		"/defs/ref/items/ref com.example.a#main",
		"/defs/union/properties/type/refs/0 com.example.b#x",
		"/defs/union/properties/properties/knownValues/0 com.example.b#token",
		"/defs/union/properties/properties/enum/0 com.example.a#local",
		"/defs/record/record/properties/x/ref com.example.c#main",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	for range Mentions(root) {
		break // the walk ends too
	}
	for m := range Mentions(ReadBroken(&diag.Source{Text: []byte(`{"name": {"type": "ref", "ref": "#x"}}`)})) {
		t.Errorf("%s is not in a Lexicon", m.Value.Pointer())
	}
}

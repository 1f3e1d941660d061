package lexicon

import (
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/jsontree"
)

func TestSubject(t *testing.T) {
	const text = `{"id": "com.example.thing", "defs": {
		"main": {
			"record": {"properties": {
				"x": {"refs": ["#a", "#b"]},
				"tags": {"items": {"maxLength": 9}},
				"properties": {"properties": {"items": {}}}
			}},
			"parameters": {"properties": {"limit": {"default": 1}}},
			"output": {"encoding": "", "schema": {"properties": {"posts": {"items": {"items": {}}}}}},
			"message": {"schema": {"refs": ["#a"]}},
			"errors": [{"name": "E"}],
			"permissions": [0, 1, {"collection": ["a"]}]
		},
		"view": {"properties": {"a/b~1": {}, "\u001b": {}}, "propertees": {"x": {}}},
		"": {"properties": {"": {}}}
	}}`
	tree, _ := jsontree.ReadJSON(&diag.Source{Text: []byte(text)})
	tests := []struct {
		pointer string
		want    Subject
	}{
		{"", Subject{}},
		{"/id", Subject{}},
		{"/defs", Subject{}},
		{"/defs/main", Subject{Path: "main", Name: "main"}},
		{"/defs/main/record", Subject{Path: "main.record", Name: "main", Part: "record"}},
		{"/defs/main/record/properties", Subject{Path: "main.record", Name: "main", Part: "record"}},
		{"/defs/main/record/properties/x/refs", Subject{Path: "main.record.x", Name: "x"}},
		{"/defs/main/record/properties/x/refs/1", Subject{Path: "main.record.x", Name: "x"}},
		{"/defs/main/record/properties/tags/items/maxLength", Subject{Path: "main.record.tags[]", Name: "tags", Item: true}},
		{"/defs/main/record/properties/properties/properties/items", Subject{Path: "main.record.properties.items", Name: "items"}},
		{"/defs/main/output/schema/properties/posts/items/items", Subject{Path: "main.output.posts[][]", Name: "posts", Item: true}},
		{"/defs/main/output/encoding", Subject{Path: "main.output", Name: "main", Part: "output"}},
		{"/defs/main/parameters/properties/limit/default", Subject{Path: "main.parameters.limit", Name: "limit"}},
		{"/defs/main/errors/0/name", Subject{Path: "main.errors[0]", Name: "main"}},
		{"/defs/main/errors", Subject{Path: "main.errors", Name: "main"}},
		{"/defs/main/permissions/2/collection/0", Subject{Path: "main.permissions[2]", Name: "main"}},
		{"/defs/main/message/schema/refs/0", Subject{Path: "main.message", Name: "main", Part: "message"}},
		{"/defs/view/properties/a~1b~01", Subject{Path: `view."a/b~1"`, Name: "a/b~1"}},
		{"/defs/view/properties/\x1b", Subject{Path: `view."\x1b"`, Name: "\x1b"}},
		{"/defs/view/propertees/x", Subject{Path: "view", Name: "view"}},
		{"/defs//properties/", Subject{Path: `"".""`}},
	}
	for _, test := range tests {
		v := tree.Root
		for _, step := range diag.SplitPointer(test.pointer) {
			if v.Kind == KindArray {
				v = v.Items[step[0]-'0']
			} else {
				v = v.Field(step)
			}
		}
		if v == nil || v.Pointer() != test.pointer {
			t.Fatalf("no value at %q", test.pointer)
		}
		if got := SubjectOf(v); got != test.want {
			t.Errorf("the subject of %q is %+v, want %+v", test.pointer, got, test.want)
		}
	}
	if got := SubjectOf(nil); got != (Subject{}) {
		t.Errorf("the subject of nil is %+v", got)
	}
}

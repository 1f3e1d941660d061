package lexicon

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/jsontree"
)

// readTest reads a text that may have comments and trailing commas.
func readTest(text string) *Document {
	tree, _ := jsontree.ReadJSON(&diag.Source{Text: []byte(text)})
	return &Document{Tree: tree}
}

func TestInsert(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"empty object", `{}`, `{"required": ["x"]}`},
		{"empty object on lines", "{\n}", `{"required": ["x"]}`},
		{"one line, before a field", `{"type": "object", "properties": {}}`, `{"type": "object", "required": ["x"], "properties": {}}`},
		{"one line, first", `{"properties": {}, "type": "object"}`, `{"required": ["x"], "properties": {}, "type": "object"}`},
		{"one line, last", `{"type": "object"}`, `{"type": "object", "required": ["x"]}`},
		{"inner white space", `{ "properties": {}, "type": "object" }`, `{ "required": ["x"], "properties": {}, "type": "object" }`},
		{"inner white space, single member", `{ "type": "object" }`, `{ "type": "object", "required": ["x"] }`},
		{"minified", `{"type":"object","properties":{}}`, `{"type":"object","required":["x"],"properties":{}}`},
		{"minified, single member", `{"type":"object"}`, `{"type":"object","required":["x"]}`},
		{"on lines", "{\n  \"type\": \"object\",\n  \"properties\": {}\n}", "{\n  \"type\": \"object\",\n  \"required\": [\"x\"],\n  \"properties\": {}\n}"},
		{"on lines, first", "{\n\t\"properties\": {},\n\t\"type\": \"object\"\n}", "{\n\t\"required\": [\"x\"],\n\t\"properties\": {},\n\t\"type\": \"object\"\n}"},
		{"on lines, last", "{\n  \"type\": \"object\"\n}", "{\n  \"type\": \"object\",\n  \"required\": [\"x\"]\n}"},
		{"carriage returns", "{\r\n \"type\": \"object\"\r\n}", "{\r\n \"type\": \"object\",\r\n \"required\": [\"x\"]\r\n}"},
		{"blank lines", "{\n\n  \"type\": \"object\",\n\n  \"properties\": {}\n}", "{\n\n  \"type\": \"object\",\n\n  \"required\": [\"x\"],\n  \"properties\": {}\n}"},
		{"first member beside the brace", "{ \"properties\": {},\n  \"type\": \"object\" }", "{ \"required\": [\"x\"],\n  \"properties\": {},\n  \"type\": \"object\" }"},
		{"comments", "{\n  \"type\": \"object\", // a\n  // b\n  \"properties\": {}\n}", "{\n  \"type\": \"object\", // a\n  // b\n  \"required\": [\"x\"],\n  \"properties\": {}\n}"},
		{"trailing comma", "{\"type\": \"object\",}", "{\"type\": \"object\", \"required\": [\"x\"],}"},
		{"comment in an empty object", "{ /* a */ }", ""},
		{"existing list", `{"required": ["a"]}`, `{"required": ["a", "x"]}`},
		{"existing list, minified", `{"required":["a"]}`, `{"required":["a","x"]}`},
		{"existing list on lines", "{\"required\": [\n  \"a\"\n]}", "{\"required\": [\n  \"a\",\n  \"x\"\n]}"},
		{"existing empty list", `{"required": [ ]}`, `{"required": ["x"]}`},
		{"existing list that is none", `{"required": true}`, ""},
		{"cut off", `{"type": "object"`, ""},
		{"far away", "{" + strings.Repeat(" ", 500) + "\"type\": \"object\"}", "{" + strings.Repeat(" ", 500) + "\"type\": \"object\", \"required\": [\"x\"]}"},
	} {
		d := readTest(test.text)
		got := ""
		if e := d.List(d.Root, RoleSchema, "required", "x"); e.Source != nil {
			got = string(d.Source.Edited([]diag.Edit{e}))
		}
		if got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

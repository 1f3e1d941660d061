package lsp

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

func TestAt(t *testing.T) {
	for marked, want := range map[string]string{
		`{|"lexicon": 1, "defs": {}}`:                              "file name lexicon",
		`{"lexicon"|: 1, "defs": {}}`:                              "file name lexicon",
		`{"lexicon":| 1, "defs": {}}`:                              "file lexicon",
		`{"lexicon" |: 1, "defs": {}}`:                             "file lexicon",
		`{"defs":| {"a": {}}}`:                                     "file defs",
		`{"lexicon": 1|, "defs": {}}`:                              "file lexicon value 1",
		`{"lexicon": 1, |"defs": {}}`:                              "file name defs",
		`{"lexicon": 1,| "defs": {}}`:                              "file",
		`{"defs": {|}}`:                                            "definitions",
		`{"defs": {"a|": {}}}`:                                     "definitions name a",
		`{"defs": {"a": {|}}}`:                                     "schema as a definition",
		`{"defs": {"a": {"type": |}}}`:                             "schema as a definition type missing",
		`{"defs": {"a": {"type": "str|`:                            "schema as a definition type value str",
		`{"defs": {"a": {"type": "params", "properties": {|`:       "properties",
		`{"defs": {"a": {"type": "params", "properties": {"x": {|`: "schema as a parameter",
		`{"defs": {"a": {"type": "params", "properties": {"x": {"type": "array", "items": {|`: "schema as the items of a parameter",
		`{"defs": {"a": {"type": "object", "properties": {"x": {"type": "array", "items": {|`: `schema as the schema in "items"`,
		`{"defs": {"a": {"type": "object", "required": [|], "properties": {}}}}`:              "schema as a definition required list",
		`{"defs": {"a": {"type": "object", "required": ["x|"`:                                 "schema as a definition required list value x",
		`{"defs": {"a": {"type": "query", "output": {|`:                                       "body",
		`{"defs": {"a": {"type": "query", "output": {"schema": {|`:                            "schema as the schema of a body",
		`{"defs": {"a": {"type": "query", "parameters": {|`:                                   `schema as the schema in "parameters"`,
		`{"defs": {"a": {"type": "record", "record": {|`:                                      `schema as the schema in "record"`,
		`{"defs": {"a": {"type": "subscription", "message": {"schema": {|`:                    "schema as the schema of a message",
		`{"defs": {"a": {"type": "query", "errors": [{|`:                                      "error",
		`{"defs": {"a": {"type": "permission-set", "permissions": [{|`:                        `schema as an entry of "permissions"`,
		`{"defs": {"a": {"type": "string", "x": {"y": |`:                                      "none y missing",
		`[{"a": |}]`:    "none a missing",
		`|{"defs": {}}`: "nothing",
		`{"defs": {}}|`: "nothing",
		`{"defs": {}|`:  "file",
	} {
		at := strings.Index(marked, "|")
		text := marked[:at] + marked[at+1:]
		root := lexicon.ReadBroken(&diag.Source{Text: []byte(text)})
		p := cursorAt(root, lexicon.RoleFile, int32(at))
		got := "nothing"
		if p.object != nil {
			got = [...]string{"none", "file", "definitions", "properties", "schema", "body", "message", "error"}[p.role]
			if p.role == lexicon.RoleSchema {
				got += " as " + p.slot.String()
			}
		}
		if p.inName {
			got += " name"
		}
		if p.member != nil {
			got += " " + p.member.Name
		}
		if p.list != nil {
			got += " list"
		}
		if p.value != nil && p.value.Missing() {
			got += " missing"
		} else if p.value != nil {
			got += " value " + p.value.Text
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", marked, got, want)
		}
	}
	if p := cursorAt(nil, lexicon.RoleFile, 0); p.object != nil || p.schema != nil {
		t.Errorf("in nothing: %+v", p)
	}
}

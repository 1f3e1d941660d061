package lsp

import (
	"strings"
	"testing"
)

func TestHover(t *testing.T) {
	c := mapClient(t)
	for _, test := range []struct {
		before, at string
		want       []string
	}{
		{"refs", "defs#point", []string{"com.example.defs#point", "x", "integer", "#point", "East 😀", "on", "lexicons/com/example/defs.json"}},
		{`"key"`, "key", []string{"tid, nsid, any, or literal"}},
		{`"type": "record"`, "record", []string{"An object that can be stored in a repository."}},
		{`"maxLength"`, "maxLength", []string{"UTF-8 bytes"}},
		{`"knownValues"`, "com", []string{"token", "Not finished."}},
	} {
		h := request[*hover](c, "textDocument/hover", c.positionParams(mapName, in(mapFile, test.before, test.at)))
		if h == nil {
			t.Errorf("at %s: nothing", test.at)
			continue
		}
		for _, want := range test.want {
			if !strings.Contains(h.Contents.Value, want) {
				t.Errorf("at %s: %q does not contain %q", test.at, h.Contents.Value, want)
			}
		}
	}
	if h := request[*hover](c, "textDocument/hover", c.positionParams(mapName, in(mapFile, "A map", "map"))); h != nil {
		t.Errorf("in a description: %+v", h)
	}
}

func TestHoverWords(t *testing.T) {
	const name, text = "lexicons/com/example/words.json", `{"lexicon": 1, "id": "com.example.words", "defs": {
  "main": {"type": "record", "key": "literal:self", "record": {"type": "object", "required": ["at"], "nullable": ["place"], "properties": {
    "at": {"type": "string", "format": "datetime", "description": "When it was."},
    "place": {"type": "ref", "ref": "com.example.place", "description": "Where it was."},
    "far": {"type": "ref", "ref": "#awya"},
    "typeless": {"maxGraphemes": 3}}}},
  "way": {"type": "query", "parameters": {"type": "params", "required": ["limit"], "properties": {"limit": {"type": "integer", "maximum": 9}}}},
  "set": {"type": "permission-set", "permissions": [{"type": "permission", "resource": "repo", "action": ["create"]}]}}}`
	c := begin(t, map[string]string{name: text})
	for _, test := range []struct{ before, at, under, want string }{
		{`"at":`, "at", `"at"`, "**at**: string, required, format datetime. When it was.\n"},
		{`["at"]`, "at", `"at"`, "**at**: string, required, format datetime. When it was.\n"},
		{`["place"]`, "place", `"place"`, "**place**: com.example.place (not loaded), nullable. Where it was.\n"},
		{`["limit"]`, "limit", `"limit"`, "**limit**: integer, required, at most 9\n"},
		{`"literal:`, "self", `"literal:self"`, "**literal:self**: A single record, with the key self."},
		{`"repo"`, "repo", `"repo"`, "**repo**: Permission to write records."},
		{`["create"]`, "create", `"create"`, "**create**: Create records."},
		{`"datetime"`, "date", `"datetime"`, "**datetime**: A point in time with a timezone: 2026-04-30T10:00:00.000Z."},
		{`"com.example.place"`, "com", `"com.example.place"`, "the ref \"com.example.place\" cannot be checked because its Lexicon is not loaded"},
		{`"com.example.place"`, "com", `"com.example.place"`, "help: "},
		{`"#awya"`, "awya", `"#awya"`, `"\#awya" is not defined in this file`},
		{`"maxGraphemes"`, "max", `"maxGraphemes"`, "**maxGraphemes**: The maximum number of characters as people count them; an emoji counts as one."},
	} {
		h := request[*hover](c, "textDocument/hover", c.positionParams(name, in(text, test.before, test.at)))
		if h == nil || !strings.Contains(h.Contents.Value, test.want) || cut(text, h.Range, utf8Encoding) != test.under {
			t.Errorf("%s: got %+v, want %s", test.before, h, test.want)
		}
	}
	for _, at := range []string{"com.example.words", "When it"} {
		if h := request[*hover](c, "textDocument/hover", c.positionParams(name, in(text, at, at))); h != nil {
			t.Errorf("at %s: %+v", at, h)
		}
	}
}

// A type and a field that the profile does not have say which one does.
func TestSpace(t *testing.T) {
	const name, text = "com/example/room.json", `{"lexicon": 1, "id": "com.example.room", "defs": {
  "main": {"type": "space", "key": "any", "name": "Room", "collections": ["com.example.map"]},
  "stream": {"type": "subscription", "subprotocol": "xrpc.v1.json"}}}`
	c := begin(t, map[string]string{name: text, mapName: mapFile, defsName: defsFile})
	for at, want := range map[string]string{
		"space": "only its members can access. It requires the profile atproto.", "subprotocol": "It requires the profile atproto.",
		"collections": "the records to expect", "com.example.map": "record",
	} {
		h := request[*hover](c, "textDocument/hover", c.positionParams(name, in(text, `"`+at+`"`, at)))
		if h == nil || !strings.Contains(h.Contents.Value, want) {
			t.Errorf("at %s: %+v, want %q", at, h, want)
		}
	}
	symbols := request[[]documentSymbol](c, "textDocument/documentSymbol", c.document(name))
	if len(symbols) != 2 || symbols[0].Kind != 3 || symbols[0].Detail != "space" {
		t.Errorf("%+v", symbols)
	}
}

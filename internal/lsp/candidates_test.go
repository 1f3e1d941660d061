package lsp

import (
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// completed returns what can be written at the mark "|" of a file, which is beside
// other Lexicons.
func completed(marked string) (completion, string) { return completedIn(diag.ProfileV1, marked) }

func completedIn(profile diag.Profile, marked string) (completion, string) {
	at := strings.Index(marked, "|")
	text := marked[:at] + marked[at+1:]
	source := &diag.Source{Path: "lexicons/com/example/new.json", Text: []byte(text)}
	other := lexicon.Parse(&diag.Source{Path: "lexicons/com/example/other.json", Text: []byte(`{"lexicon": 1, "id": "com.example.other", "defs": {
		"main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {}}},
		"point": {"type": "object", "description": "A place.", "properties": {}}, "size": {"type": "integer"}, "open": {"type": "token"}}}`)}, profile)
	get := lexicon.Parse(&diag.Source{Path: "lexicons/com/example/getOther.json", Text: []byte(`{"lexicon": 1, "id": "com.example.getOther", "defs": {"main": {"type": "query"}}}`)}, profile)
	room := lexicon.Parse(&diag.Source{Path: "lexicons/com/example/room.json", Text: []byte(`{"lexicon": 1, "id": "com.example.room", "defs": {"main": {"type": "space"}}}`)}, profile)
	c := completion{catalog: lexicon.NewCatalog(other, get, room, lexicon.Parse(source, profile)), profile: profile, source: source, root: lexicon.ReadBroken(source), role: lexicon.RoleFile}
	return c.complete(int32(at)), text
}

func labels(c completion) (all []string) {
	for _, x := range c.candidates {
		all = append(all, x.label)
	}
	return all
}

// newFiles are the Lexicons for an empty file whose name does not say that it is for
// definitions only.
const newFiles = "new record new query new procedure new subscription new permission-set"

const newFile = `{"lexicon": 1, "id": "com.example.new", "defs": {"main": `

func TestCandidates(t *testing.T) {
	for marked, want := range map[string]string{
		`{|}`:               "lexicon id defs revision description $schema $type " + newFiles,
		`{"lexicon": 1, "|`: "id defs revision description $schema $type",
		`{"lexicon": |}`:    "1",
		`{"id": "|"}`:       "com.example.new",
		`{"$type": |`:       "com.atproto.lexicon.schema",
		`{"$type":|`:        "com.atproto.lexicon.schema",
		`{"$type":|"x"}`:    "com.atproto.lexicon.schema",
		`{"$type":| "x"}`:   "", // the name and the value are both complete
		`{"$type" |: "x"}`:  "",
		`{"defs":| {}}`:     "",
		`{"defs":|\n {}}`:   "",
		`{"defs": {|`:       "main",
		`{"id": "com.example.new", "defs": {"main": {"type": "ref", "ref": "#later"}, |`: "later",
		newFile + `{"type": "|"`:                              "string integer boolean object array ref union blob record query procedure subscription permission-set token bytes cid-link unknown null",
		newFile + `{|`:                                        "type description",
		newFile + `{"|": "string"}`:                           "type description",
		newFile + `{"type": "integer", "minimum": 1, |}`:      "description maximum enum default const",
		newFile + `{"type": "string", "format": "d|"}`:        "at-identifier at-uri cid datetime did handle nsid uri language tid record-key",
		newFile + `{"type": "record", "key": |`:               "tid any nsid literal:self",
		newFile + `{"type": "subscription", "subprotocol": |`: "xrpc.v0.cbor xrpc.v1.json xrpc.v1.cbor",
		newFile + `{"type": "record", "record": {"type": "|`:  "object",
		newFile + `{"type": "query", "parameters": {"type": "params", "properties": {"a": {"type": "|`:            "boolean integer string unknown array",
		newFile + `{"type": "query", "output": {"|`:                                                               "encoding description schema",
		newFile + `{"type": "query", "output": {"encoding": "|`:                                                   "application/json application/jsonl application/vnd.ipld.car text/plain */*",
		newFile + `{"type": "query", "errors": [{|`:                                                               "name description",
		newFile + `{"type": "object", "required": ["a", |], "properties": {"a": {}, "b": {}, "c": {}}}`:           "b c",
		newFile + `{"type": "object", "nullable": ["b|"], "properties": {"a": {}, "b": {}}}`:                      "a b",
		newFile + `{"type": "object", "required": ["a", "b"], "properties": {"a": {}, |`:                          "b",
		newFile + `{"type": "object", "properties": {"a": {"type": "ref", "ref": "|"}}}}, "d": {"type": "token"}`: "#main com.example.other com.example.other#point com.example.other#size",
		newFile + `{"type": "object", "properties": {"a": {"type": "union", "refs": ["#main", "|`:                 "com.example.other com.example.other#point",
		newFile + `{"type": "string", "knownValues": [|`:                                                          "com.example.other#open",
		newFile + `{"type": "integer", "enum": [|`:                                                                "",
		newFile + `{"type": "string", "enum": ["a", "b"], "default": "|`:                                          "a b",
		newFile + `{"type": "union", "closed": |`:                                                                 "true false",
		newFile + `{"type": "subscription", |}`:                                                                   "description parameters message errors",
		newFile + `{"type": "space", |}`:                                                                          "key name collections description name:lang",
		newFile + `{"type": "space", "collections": ["|`:                                                          "com.example.other",
		newFile + `{"type": "permission-set", "permissions": [{"type": "permission", "resource": "repo", |`:       "description collection action",
		newFile + `{"type": "permission-set", "permissions": [{"type": "permission", "resource": "rpc", |`:        "description lxm aud inheritAud",
		newFile + `{"type": "permission-set", "permissions": [{"type": "permission", "resource": "|`:              "repo rpc",
		newFile + `{"type": "permission-set", "permissions": [{"type": "permission", "collection": [|`:            "com.example.other",
		newFile + `{"type": "permission-set", "permissions": [{"type": "permission", "lxm": ["|`:                  "com.example.getOther",
		newFile + `{"type": "permission-set", "permissions": [{"type": "permission", "action": ["create", |`:      "update delete",
		newFile + `{"type": "string", "description": "a|"}`:                                                       "",
		newFile + `{"type": "string", "x": {"|`:                                                                   "",
		newFile + `{"type": "array", "items": |`:                                                                  `{ "type": "" }`,
		`|`:                                                                                                       newFiles, " \n|\n": newFiles, `{}|`: "", `[|]`: "", "{\"a\": \"\xff|": "",
	} {
		c, _ := completed(marked)
		if got := strings.Join(labels(c), " "); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", marked, got, want)
		}
	}
}

// The atproto profile has more.
func TestCandidatesForSpaces(t *testing.T) {
	permission := func(fields string) string {
		return newFile + `{"type": "permission-set", "permissions": [{"type": "permission", ` + fields
	}
	for marked, want := range map[string]string{
		permission(`"resource": "|`):                                  "repo rpc space",
		permission(`"resource": "space", "spaceType": "|`):            "com.example.room",
		permission(`"resource": "space", "authority": "|`):            "self *",
		permission(`"resource": "space", "skey": "|`):                 "*",
		permission(`"resource": "space", "collection": ["|`):          "com.example.other",
		permission(`"resource": "space", "action": ["read", "|`):      "create update delete read_self",
		permission(`"resource": "space", "manage": ["|`):              "create update delete",
		permission(`"resource": "repo", "action": ["|`):               "create update delete",
		newFile + `{"type": "string", "format": "space|`:              "space-ref",
		permission(`"resource": "space", "skey": "a", "collection|"`): "spaceType authority collection action manage",
	} {
		c, _ := completedIn(diag.ProfileATProto, marked)
		if got := strings.Join(labels(c), " "); !strings.Contains(" "+got+" ", " "+want+" ") {
			t.Errorf("%s:\ngot  %s\nwant %s", marked, got, want)
		}
	}
}

// Whatever is chosen, the text is well-formed around it.
func TestCandidatesFit(t *testing.T) {
	for marked, want := range map[string]string{
		`{|"lexicon": 1}`:          `{"id"`,
		`{|}`:                      "{\n  \"lexicon\": 1,\n  \"id\": \"com.example.new\",\n  \"defs\": {\n    \"main\": {\n      \"type\": \"query\",",
		`|`:                        "{\n  \"lexicon\": 1,\n  \"id\": \"com.example.new\",\n  \"defs\": {\n    \"main\": {\n      \"type\": \"record\",",
		newFile + `{ | }}}`:        newFile + `{ "type": "" }}}`,
		newFile + `{ ty| }}}`:      newFile + `{ "type": "" }}}`,
		newFile + `{ "ty|" }}}`:    newFile + `{ "type": "" }}}`,
		newFile + `{ "ty|": 1 }}}`: newFile + `{ "type": 1 }}}`,
		newFile + "{ |\n\"description\": \"x\" }}}":                                               newFile + "{ \"type\": \"\",\n\"description\": \"x\" }}}",
		newFile + `{ "description": "x" | }}}`:                                                    newFile + `{ "description": "x", "type": "" }}}`,
		newFile + `{ "type": "stri|ng", "x": 1 }}}`:                                               newFile + `{ "type": "string", "x": 1 }}}`,
		newFile + `{ "type": | "x": 1 }}}`:                                                        newFile + `{ "type": "string", "x": 1 }}}`,
		newFile + `{ "type": "object", "required": ["a" |], "properties": {"a": {}, "b": {}} }}}`: newFile + `{ "type": "object", "required": ["a", "b"], "properties": {"a": {}, "b": {}} }}}`,
		newFile + `{ "type": "object", "required": [| "a"], "properties": {"a": {}, "b": {}} }}}`: newFile + `{ "type": "object", "required": ["b", "a"], "properties": {"a": {}, "b": {}} }}}`,
		newFile + `{ "type": "query", "out|" }}}`:                                                 newFile + `{ "type": "query", "output": { "encoding": "application/json", "schema": { "type": "" } } }}}`,
	} {
		c, text := completed(marked)
		var results []string
		for _, x := range c.candidates {
			result := text[:c.span.Start] + x.text + text[c.span.End:]
			if c.comma >= 0 {
				result = text[:c.comma] + "," + result[c.comma:]
			}
			results = append(results, result)
			for _, s := range x.stops {
				if s > len(x.text) {
					t.Errorf("%s: the stop %d of %s", marked, s, x.text)
				}
			}
		}
		if !slices.ContainsFunc(results, func(r string) bool { return strings.HasPrefix(r, want) }) {
			t.Errorf("%s: no candidate gives\n%s\nbut %q", marked, want, results)
		}
	}
}

// A whole Lexicon is one that lint accepts, and the author goes on at the description. Where
// no path implies an id, that comes first.
func TestCandidatesForEmptyFile(t *testing.T) {
	for path, want := range map[string]string{
		"lexicons/com/example/new.json":  `"description": "A new.|`,
		"x.json":                         `"id": "com.example.thing|`,
		"lexicons/com/example/defs.json": "",
	} {
		c := completion{catalog: lexicon.NewCatalog(), source: &diag.Source{Path: path}, role: lexicon.RoleFile}.complete(0)
		if want == "" {
			if got := labels(c); !slices.Equal(got, []string{"new defs"}) {
				t.Errorf("%s: %q", path, got)
			}
			continue
		}
		x := c.candidates[0]
		if marked := x.text[:x.stops[0]] + "|"; !strings.HasSuffix(marked, want) {
			t.Errorf("%s: the author goes on at %s", path, marked)
		}
		d := lexicon.Parse(&diag.Source{Path: path, Text: []byte(x.text)}, diag.ProfileV1)
		if len(d.Found) > 0 || d.ID == "" {
			t.Errorf("%s: %v in\n%s", path, d.Found, x.text)
		}
	}
}

// The editor is told to go on with suggestions exactly where there are some.
func TestCandidatesContinue(t *testing.T) {
	for marked, want := range map[string]string{
		`{|`:                             "defs $type",
		newFile + `{|`:                   "type",
		newFile + `{"type": "record", |`: "key",
		newFile + `{"type": "string", |`: "format",
		newFile + `{"type": "string", "enum": ["a"], |`:                           "format default const",
		newFile + `{"type": "object", "properties": {"a": {"type": "string"}}, |`: "required nullable",
	} {
		at := strings.Index(marked, "|")
		source := &diag.Source{Path: "lexicons/com/example/new.json", Text: []byte(marked[:at])}
		c := completion{
			catalog: lexicon.NewCatalog(), source: source, root: lexicon.ReadBroken(source), role: lexicon.RoleFile, suggests: true,
		}.complete(int32(at))
		var got []string
		for _, x := range c.candidates {
			if x.continues {
				got = append(got, x.label)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %s", marked, got, want)
		}
	}
}

func FuzzComplete(f *testing.F) {
	f.Add(newFile+`{"type": "object", "required": ["`, 60)
	f.Fuzz(func(t *testing.T, text string, at int) {
		if at < 0 || at > len(text) || strings.Contains(text, "|") {
			return
		}
		c, _ := completed(text[:at] + "|" + text[at:])
		if c.span.Start > c.span.End || c.span.Start < 0 || int(c.span.End) > len(text) || int(c.comma) > len(text) {
			t.Errorf("%q at %d: %v, %d", text, at, c.span, c.comma)
		}
	})
}

func TestFormatsAreDescribed(t *testing.T) {
	for _, f := range syntax.Formats() {
		if formatDescriptions[f] == "" {
			t.Errorf("the format %s", f)
		}
	}
}

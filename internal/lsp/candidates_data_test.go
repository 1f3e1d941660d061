package lsp

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

func TestDataCandidates(t *testing.T) {
	d := lexicon.Parse(&diag.Source{Path: "note.json", Text: []byte(`{"lexicon": 1, "id": "com.example.note", "defs": {
		"main": {"type": "record", "description": "A note.", "key": "tid", "record": {"type": "object", "required": ["text"], "properties": {
			"lang": {"type": "string", "knownValues": ["en", "pt"], "default": "en"},
			"done": {"type": "boolean"},
			"rank": {"type": "integer", "enum": [1, 2]},
			"text": {"type": "string", "description": "What it says."},
			"tags": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}},
			"at": {"type": "ref", "ref": "#at"},
			"embed": {"type": "union", "refs": ["#point", "#at"]},
			"link": {"type": "cid-link"}}}},
		"at": {"type": "ref", "ref": "#point"},
		"point": {"type": "object", "properties": {"x": {"type": "integer"}, "y": {"type": "integer"}}}}}`)}, diag.ProfileV1)
	catalog := lexicon.NewCatalog(d)
	const note = `{"$type": "com.example.note", `
	for marked, want := range map[string]string{
		note + `|}`:                   "text lang done rank tags at embed link",
		note + `"text": "", "ta|`:     "lang done rank tags at embed link",
		note + `"lang": |`:            "en pt",
		note + `"done": t|`:           "true false",
		note + `"rank": |`:            "1 2",
		note + `"tags": ["a", |]`:     "b",
		note + `"at": {|`:             "x y",
		note + `"embed": {|`:          "$type",
		note + `"embed": {"$type": |`: "com.example.note#point com.example.note#at",
		note + `"embed": {"$type": "com.example.note#point", |`: "x y",
		`{"$type": "|"}`:                   "com.example.note",
		`{"$type": "com.example.other", |`: "",
		note + `"other": {|`:               "",
		note + `"text": |`:                 "",
		`{"$type": 1, |`:                   "",
		`{"$type": "#", |`:                 "",
	} {
		at := strings.Index(marked, "|")
		text := marked[:at] + marked[at+1:]
		source := &diag.Source{Path: "data.json", Text: []byte(text)}
		c := completion{catalog: catalog, source: source, root: lexicon.ReadBroken(source)}.complete(int32(at))
		if got := strings.Join(labels(c), " "); got != want {
			t.Errorf("%s: got %q, want %q", marked, got, want)
		}
		for _, x := range c.candidates {
			if x.label == "link" && (x.text != `"link": { "$link": "" }` || len(x.stops) != 1 || x.stops[0] != 20) {
				t.Errorf("%q with the stops %v", x.text, x.stops)
			}
		}
	}
}

package compat_test

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// TestRenamedNamespace: a removed Lexicon and an added one of the same shape are named
// together, with the references between them.
func TestRenamedNamespace(t *testing.T) {
	const old = `-- defs.json --
{"lexicon": 1, "id": "com.example.defs", "defs": {"note": {"type": "object", "properties": {"text": {"type": "string", "maxLength": 10}}}}}
-- post.json --
{"lexicon": 1, "id": "com.example.post", "description": "A post.", "defs": {"main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {
  "note": {"type": "ref", "ref": "com.example.defs#note"}, "parent": {"type": "ref", "ref": "com.example.post"}}}}}}
-- one.json --
{"lexicon": 1, "id": "com.example.one", "defs": {"main": {"type": "token"}}}
-- two.json --
{"lexicon": 1, "id": "com.example.two", "defs": {"main": {"type": "token"}}}
`
	renamed := strings.ReplaceAll(strings.ReplaceAll(old, "com.example.", "org.example."), "A post.", "A post on the network.")
	renamed = strings.ReplaceAll(renamed, "org.example.two", "org.example.three") // a token says too little
	messages := map[string]bool{}
	for _, f := range compare(t, catalog(t, old), catalog(t, renamed), diag.ProfileV1) {
		messages[f.Message] = true
	}
	for _, want := range []string{
		"the Lexicon com.example.defs was removed; it looks like it was renamed to org.example.defs",
		"the Lexicon org.example.defs was added; it looks like a rename of com.example.defs",
		"the Lexicon com.example.post was removed; it looks like it was renamed to org.example.post",
		"the Lexicon org.example.post was added; it looks like a rename of com.example.post",
		"the Lexicon com.example.one was removed; it looks like it was renamed to org.example.one",
		"the Lexicon org.example.one was added; it looks like a rename of com.example.one",
		"the Lexicon com.example.two was removed",
		"the Lexicon org.example.three was added",
	} {
		if !messages[want] {
			t.Errorf("%q is not among %v", want, messages)
		}
	}
	changed := strings.Replace(renamed, `"maxLength": 10`, `"maxLength": 11`, 1)
	for _, f := range compare(t, catalog(t, old), catalog(t, changed), diag.ProfileV1) {
		if strings.Contains(f.Message, "example.defs") && strings.Contains(f.Message, "looks like") {
			t.Errorf("a definition changed too: %s", f.Message)
		}
	}
}

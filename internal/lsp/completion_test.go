package lsp

import (
	"strings"
	"testing"
)

// The edits of a completion do not touch: a comma that belongs where the candidate begins
// is part of it.
func TestCompletionComma(t *testing.T) {
	const before = `{"lexicon": 1, "id": "com.example.map", "defs": {"main": {"type": "object", "properties": {}`
	for marked, want := range map[string]string{
		"|":                 `, "description": "$1"`,
		`"|`:                `, "description": "$1"`,
		`"desc|"`:           `, "description": "$1"`,
		` |`:                `, "description": "$1"`,
		` "|`:               `, "description": "$1"`,
		"\n|":               ",\n" + `"description": "$1"`,
		`, |`:               `, "description": "$1"`,
		`, "required": []|`: `, "required": [], "description": "$1"`,
	} {
		c := mapClient(t)
		typed := before + strings.Replace(marked, "|", "", 1)
		c.open(mapName, typed+"}}}")
		at := newText([]byte(typed)).position(int32(len(before)+strings.Index(marked, "|")), utf8Encoding)
		list := request[completionList](c, "textDocument/completion", c.positionParams(mapName, at))
		found := false
		for _, item := range list.Items {
			for _, e := range item.AdditionalTextEdits {
				if overlap(e.Range, item.TextEdit.Range) {
					t.Errorf("%q: %v and %v of %q touch", marked, e.Range, item.TextEdit.Range, item.Label)
				}
			}
			if item.Label != "description" {
				continue
			}
			found = true
			if got := applied(typed, append(item.AdditionalTextEdits, item.TextEdit), utf8Encoding); got != before+want {
				t.Errorf("%q:\ngot  %s\nwant %s", marked, got, before+want)
			}
			replaced := cut(typed, textRange{item.TextEdit.Range.Start, at}, utf8Encoding)
			if !strings.HasPrefix(item.FilterText, replaced) {
				t.Errorf("%q: the editor compares %q with %q", marked, item.FilterText, replaced)
			}
		}
		if !found {
			t.Errorf("%q: got %+v", marked, list)
		}
	}
}

package lsp

import (
	"slices"
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

func TestCompletion(t *testing.T) {
	for _, e := range []encoding{utf8Encoding, utf16Encoding} {
		var changes []func(*initializeParams)
		if e == utf16Encoding {
			changes = append(changes, utf16Only)
		}
		c := mapClient(t, changes...)
		complete := func(name, marked string) (string, completionList) {
			at := strings.Index(marked, "|")
			text := marked[:at] + marked[at+1:]
			c.open(name, text)
			p := newText([]byte(text)).position(int32(at), e)
			return text, request[completionList](c, "textDocument/completion", c.positionParams(name, p))
		}
		find := func(list completionList, label string) completionItem {
			i := slices.IndexFunc(list.Items, func(x completionItem) bool { return x.Label == label })
			if i < 0 {
				t.Fatalf("%s: %q is not in %+v", e, label, list)
			}
			return list.Items[i]
		}
		text, list := complete(mapName, strings.Replace(mapFile, `"description": "😀 state" }`, `"description": "😀 state" "mi| }`, 1))
		item := find(list, "minLength")
		if item.InsertTextFormat != snippetFormat || item.TextEdit.NewText != `"minLength": $1` || item.FilterText != `"minLength"` {
			t.Errorf("%s: %+v", e, item)
		}
		got := applied(text, append(item.AdditionalTextEdits, item.TextEdit), e)
		if want := strings.Replace(mapFile, `"😀 state" }`, `"😀 state", "minLength": $1 }`, 1); got != want {
			t.Errorf("%s: got %s", e, got)
		}
		_, list = complete(mapName, strings.Replace(mapFile, `com.example.defs#point`, `|`, 1))
		if item := find(list, "com.example.defs#point"); item.Detail != "object" || !strings.Contains(item.Documentation.Value, "integer") {
			t.Errorf("%s: %+v", e, item)
		}
		// A new file, and one that is something else.
		_, list = complete("lexicons/com/example/new.json", "|")
		if item := find(list, "new record"); !strings.HasPrefix(item.TextEdit.NewText, "{\n  \"lexicon\": 1,\n  \"id\": \"com.example.new\"") {
			t.Errorf("in an empty file: %+v", item)
		}
		_, list = complete("lexicons/com/example/new.json", `{ "id": "|" }`)
		find(list, "com.example.new")
		if _, list = complete("package.json", `{ "|" }`); len(list.Items) != 0 {
			t.Errorf("in another file: %+v", list)
		}
	}
	c := mapClient(t, func(p *initializeParams) {
		p.Capabilities.TextDocument.Completion.CompletionItem.SnippetSupport = false
	})
	c.open(mapName, "{ ")
	list := request[completionList](c, "textDocument/completion", c.positionParams(mapName, position{0, 2}))
	if len(list.Items) == 0 || list.Items[0].TextEdit.NewText != `"lexicon": 1` || list.Items[1].TextEdit.NewText != `"id": "com.example.map"` || list.Items[2].InsertTextFormat != plainText {
		t.Errorf("without snippets: %+v", list)
	}
}

package lsp

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// The outline and the lenses keep what comes after a fault in the JSON.
func TestBrokenJSON(t *testing.T) {
	const name, text = "lexicons/com/example/defs.json", `{
  "lexicon": 1,
  "id": "com.example.defs",
  "defs": {
    "a": {
      "type": "object",
      "properties": {
        "x": { "type": "integer" },
        "y": { "type": "string" }
      }
    },
    "b": { "type": "token" },
    "c": { "type": "ref", "ref": "#b" }
  }
}
`
	for fault, change := range map[string][2]string{
		"no comma":           {`"integer" },`, `"integer" }`},
		"no value":           {`"type": "integer"`, `"type": `},
		"no colon":           {`"x": {`, `"x" {`},
		"half a key":         {`{ "type": "integer" }`, `{ "ty`},
		"a word":             {`"object",`, `"object", desc`},
		"an open quote":      {`"integer" }`, `"integer }`},
		"an open object":     {`"integer" },`, `"integer",`},
		"an open list":       {`"object",`, `"object", "required": ["x",`},
		"a bracket less":     {"      }\n", ""},
		"a bracket too many": {"      }\n", "      }}\n"},
		"a trailing comma":   {"\"string\" }\n", "\"string\" },\n"},
	} {
		c := begin(t, map[string]string{name: text})
		c.open(name, strings.Replace(text, change[0], change[1], 1))
		var symbols, lenses []string
		for _, s := range request[[]documentSymbol](c, "textDocument/documentSymbol", c.document(name)) {
			for _, child := range s.Children {
				s.Name += " " + child.Name
			}
			symbols = append(symbols, s.Name)
		}
		for _, l := range request[[]codeLens](c, "textDocument/codeLens", c.document(name)) {
			lenses = append(lenses, fmt.Sprint(l.Command.Title, " ", l.Command.Arguments[0]))
		}
		if !slices.Equal(symbols, []string{"a x y", "b", "c"}) || !slices.Equal(lenses, []string{"1 reference " + c.uri(name)}) {
			t.Errorf("%s: the outline %q, the lenses %q", fault, symbols, lenses)
		}
		c.close()
		<-c.ended
	}
}

package lsp

import (
	"cmp"
	"strings"

	"github.com/lexsmith/lexsmith/internal/scaffold"
	"github.com/lexsmith/lexsmith/pkg/format"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// files adds a whole Lexicon of each kind, for a file that is empty or has only the
// outermost braces. The author goes on at the id, unless the path of the file implies it,
// and at the description.
func (c *completion) files() {
	own := syntax.NSID(c.idOfPath())
	for _, kind := range scaffold.Kinds() {
		id := cmp.Or(own, "com.example.thing")
		if own == "" && kind == "defs" {
			id = "com.example.defs"
		}
		if scaffold.Check(kind, id) != nil || lexicon.TypeByName(kind).Since() > c.profile {
			continue
		}
		made, err := scaffold.Fill(scaffold.Template(kind, id), kind, id, c.catalog)
		if err == nil {
			made, err = format.Source(made, format.Options{})
		}
		if err != nil { // the templates are valid: see the tests of scaffold
			panic(err)
		}
		x := candidate{label: "new " + kind, kind: candidateLexicon, about: scaffold.Describe(kind), text: strings.TrimSpace(string(made))}
		if own == "" {
			x.stops = append(x.stops, strings.Index(x.text, string(id))+len(id))
		}
		if _, description, ok := strings.Cut(x.text, `"description": "`); ok {
			x.stops = append(x.stops, len(x.text)-len(description)+strings.IndexByte(description, '"'))
		}
		if c.cursor.object != nil {
			x.text = strings.TrimSuffix(strings.TrimPrefix(x.text, "{"), "}")
			for i := range x.stops {
				x.stops[i]--
			}
		}
		c.candidates = append(c.candidates, x)
	}
}

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
		id := cmp.Or(own, placeholderID(kind))
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
			x.stopAfter(`"id": "` + string(id))
		}
		if i := strings.Index(x.text, `"description": "`); i >= 0 {
			x.stopAfter(x.text[:i+strings.IndexByte(x.text[i+len(`"description": "`):], '"')+len(`"description": "`)])
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

// placeholderID is the id of a Lexicon of a kind whose author has not chosen one.
func placeholderID(kind string) syntax.NSID {
	if kind == "defs" {
		return "com.example.defs"
	}
	return "com.example.thing"
}

// stopAfter makes the end of a part of the text a place where the author goes on.
func (x *candidate) stopAfter(part string) {
	if i := strings.Index(x.text, part); i >= 0 {
		x.stops = append(x.stops, i+len(part))
	}
}

package lsp

import (
	"context"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

type codeLens struct {
	Range   textRange `json:"range"`
	Command *command  `json:"command"`
}

type command struct {
	Title     string `json:"title"`
	Command   string `json:"command"`
	Arguments []any  `json:"arguments,omitempty"`
}

// showReferences is the command that lists references. The client has it: the
// extension for VS Code; others show the title only.
const showReferences = "lexsmith.showReferences"

// lenses say how often each definition is used and, for what has changed since the
// baseline, whether that is compatible.
func (f *file) lenses(_ context.Context, _ documentParams) ([]codeLens, error) {
	lenses := []codeLens{}
	defs, id := f.tree().Field("defs"), lexicon.IDOf(f.tree())
	if f.document == nil || defs == nil {
		return lenses, nil
	}
	changes := f.project.publisher.changesOf(f.document)
	for _, def := range defs.Names() {
		r := f.rangeOf(def.NameSpan)
		var users []location
		for _, m := range f.mentionsOf(lexicon.Reference{NSID: id, Name: def.Name}) {
			users = append(users, f.location(m.source, m.Value.Span))
		}
		if len(users) > 0 {
			lenses = append(lenses, codeLens{r, &command{words.Count(len(users), "reference"), showReferences, []any{f.uri, r.Start, users}}})
		}
		switch breaking, changed := changes[def.Name]; {
		case breaking > 0:
			lenses = append(lenses, codeLens{r, &command{Title: words.Count(breaking, "breaking change")}})
		case changed:
			lenses = append(lenses, codeLens{r, &command{Title: "compatible"}})
		}
	}
	return lenses, nil
}

// definitionOf returns the name of the definition that a location is in; "" outside.
func definitionOf(at diag.Location) string {
	if path := lexicon.ValueAt(at).Path(); len(path) > 1 && path[0] == "defs" {
		return path[1]
	}
	return ""
}

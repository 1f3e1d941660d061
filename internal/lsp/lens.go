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
	changes, compared := f.project.publisher.changesOf(f.document)
	for i := range defs.Members {
		def := &defs.Members[i]
		if def.Duplicate {
			continue
		}
		r := f.rangeOf(def.NameSpan)
		var users []location
		for _, m := range f.mentionsOf(lexicon.Reference{NSID: id, Name: def.Name}) {
			users = append(users, f.location(m.source, m.Value.Span))
		}
		if len(users) > 0 {
			lenses = append(lenses, codeLens{r, &command{words.Count(len(users), "reference"), showReferences, []any{f.uri, r.Start, users}}})
		}
		if title := verdict(changes[def.Name]); compared && title != "" {
			lenses = append(lenses, codeLens{r, &command{Title: title}})
		}
	}
	return lenses, nil
}

// changeCount counts the changes of a definition.
type changeCount struct{ all, breaking int }

// verdict says whether the changes are compatible; "" when there are none.
func verdict(c changeCount) string {
	switch {
	case c.breaking > 0:
		return words.Count(c.breaking, "breaking change")
	case c.all > 0:
		return "compatible"
	}
	return ""
}

// definitionOf returns the name of the definition that a location is in; "" outside.
func definitionOf(at diag.Location) string {
	if path := lexicon.ValueAt(at).Path(); len(path) > 1 && path[0] == "defs" {
		return path[1]
	}
	return ""
}

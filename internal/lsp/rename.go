package lsp

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

type prepareResult struct {
	Range       textRange `json:"range"`
	Placeholder string    `json:"placeholder"`
}

type renameParams struct {
	positionParams
	NewName string `json:"newName"`
}

// workspaceEdit has one of its fields set.
type workspaceEdit struct {
	Changes         map[string][]textEdit `json:"changes,omitempty"`
	DocumentChanges []any                 `json:"documentChanges,omitempty"`
}

type textDocumentEdit struct {
	TextDocument versionedDocument `json:"textDocument"`
	Edits        []textEdit        `json:"edits"`
}

func refuse(message string) *responseError { return &responseError{codeRequestFailed, message} }

// renamable returns the definition that can be renamed at a position, and the span
// of its name there.
func (f *file) renamable(p position) (*lexicon.Definition, diag.Span, error) {
	ref, span, ok := f.target(p)
	if !ok {
		return nil, span, refuse("there is no definition to rename here")
	}
	def := f.definition(ref)
	switch {
	case def == nil:
		return nil, span, refuse(ref.String() + " is not loaded")
	case def.Name == "main":
		return nil, span, refuse("a main definition cannot be renamed, because its name is the id of its Lexicon")
	case !f.owned(def.Document.Source.Path):
		return nil, span, refuse(ref.String() + " belongs to a dependency, so it cannot be renamed")
	}
	span = inside(f.text.bytes, span)
	for i := span.Start; i < span.End; i++ { // the name in a mention
		if f.text.bytes[i] == '#' {
			span.Start = i + 1
		}
	}
	return def, span, nil
}

func (f *file) prepareRename(_ context.Context, p positionParams) (*prepareResult, error) {
	def, span, err := f.renamable(p.Position)
	if err != nil {
		return nil, err
	}
	return &prepareResult{f.rangeOf(span), def.Name}, nil
}

// rename renames a definition in its file, and in every string that names it.
func (f *file) rename(_ context.Context, p renameParams) (*workspaceEdit, error) {
	def, _, err := f.renamable(p.Position)
	if err != nil {
		return nil, err
	}
	name := p.NewName
	switch {
	case !syntax.IsName(name):
		return nil, refuse(words.Quote(name) + " is not a valid name: use letters and digits, beginning with a letter")
	case name == def.Name:
		return nil, nil
	case def.Document.Definition(name) != nil:
		return nil, refuse("the file already defines " + words.Quote(name))
	}
	edits := map[*diag.Source][]textEdit{}
	add := func(source *diag.Source, span diag.Span, text string) {
		edits[source] = append(edits[source], textEdit{f.rangeIn(source, span), quoted(text)})
	}
	add(def.Document.Source, def.Key.NameSpan, name)
	for _, m := range f.mentionsOf(def.Reference()) {
		if !f.owned(m.source.Path) {
			continue
		}
		renamed := lexicon.Reference{NSID: m.NSID, Name: name}.Full()
		if m.Local() {
			renamed = "#" + name
		}
		add(m.source, m.Value.Span, renamed)
	}
	return f.edit(edits), nil
}

// quoted returns a text as JSON.
func quoted(text string) string {
	q, _ := jsontext.AppendQuote(nil, text) // text that is not UTF-8 has U+FFFD instead
	return string(q)
}

// edit returns edits of several files in the form that the client understands.
func (s *snapshot) edit(edits map[*diag.Source][]textEdit) *workspaceEdit {
	sources := slices.SortedFunc(maps.Keys(edits), func(a, b *diag.Source) int { return cmp.Compare(a.Path, b.Path) })
	w := &workspaceEdit{}
	for _, source := range sources {
		document := versionedDocument{URI: s.uriOf(source.Path)}
		if !s.client.Workspace.WorkspaceEdit.DocumentChanges {
			if w.Changes == nil {
				w.Changes = map[string][]textEdit{}
			}
			w.Changes[document.URI] = edits[source]
			continue
		}
		if b := s.bufferOf(source.Path); b != nil {
			document.Version = &b.version
		}
		w.DocumentChanges = append(w.DocumentChanges, textDocumentEdit{document, edits[source]})
	}
	return w
}

package lsp

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/rename"
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
		return nil, span, refuse("a main definition cannot be renamed, because its name is the id of its Lexicon; rename the id")
	case !f.owned(def.Document.Source.Path):
		return nil, span, refuse(ref.String() + " belongs to a dependency, so it cannot be renamed")
	}
	span = inside(f.text.bytes, span)
	span.Start += int32(bytes.LastIndexByte(f.text.bytes[span.Start:span.End], '#') + 1) // the name in a mention
	return def, span, nil
}

// idAt returns the id of the file and its span, if that is at a position.
func (f *file) idAt(p position) (id syntax.NSID, span diag.Span, ok bool) {
	c := f.at(p)
	if c.role != lexicon.RoleFile || c.member == nil || c.inName || c.member.Name != "id" || c.value == nil {
		return "", span, false
	}
	id = lexicon.IDOf(f.tree())
	return id, inside(f.text.bytes, c.value.Span), id != ""
}

func (f *file) prepareRename(_ context.Context, p positionParams) (*prepareResult, error) {
	if id, span, ok := f.idAt(p.Position); ok && f.document != nil && f.owned(f.document.Source.Path) {
		return &prepareResult{f.rangeOf(span), string(id)}, nil
	}
	def, span, err := f.renamable(p.Position)
	if err != nil {
		return nil, err
	}
	return &prepareResult{f.rangeOf(span), def.Name}, nil
}

// rename renames a definition or, at the id of a file, a Lexicon: in its file, in its examples,
// and in every string that names it.
func (f *file) rename(ctx context.Context, p renameParams) (*workspaceEdit, error) {
	name := p.NewName
	if id, _, ok := f.idAt(p.Position); ok && f.document != nil {
		if !syntax.IsNSID(name) {
			return nil, refuse(words.Quote(name) + " is not an NSID, such as com.example.note")
		}
		if name == string(id) {
			return nil, nil
		}
		return f.renameAll(ctx, string(id), name, f.document)
	}
	def, _, err := f.renamable(p.Position)
	if err != nil {
		return nil, err
	}
	switch {
	case !syntax.IsName(name):
		return nil, refuse(words.Quote(name) + " is not a valid name: use letters and digits, beginning with a letter")
	case name == def.Name:
		return nil, nil
	case def.Document.Definition(name) != nil:
		return nil, refuse("the file already defines " + words.Quote(name))
	}
	return f.renameAll(ctx, def.Reference().Full(), lexicon.Reference{NSID: def.Document.ID, Name: name}.Full(), def.Document)
}

// renameAll returns the edits that give what a document defines another name. In other
// projects it is renamed if they load it from the same file, or do not load it.
func (f *file) renameAll(ctx context.Context, from, to string, document *lexicon.Document) (*workspaceEdit, error) {
	r, err := rename.Parse(from, to)
	if err == nil {
		err = r.Check(f.catalog, func(d *lexicon.Document) bool { return f.owned(d.Source.Path) })
	}
	if err != nil {
		return nil, refuse(err.Error())
	}
	var edits []diag.Edit
	seen := map[string]bool{}
	for _, s := range f.sharing(document) {
		for _, d := range s.catalog.Documents() {
			if seen[d.Source.Path] || !f.owned(d.Source.Path) {
				continue
			}
			seen[d.Source.Path] = true
			edits = slices.Concat(edits, r.Tree(d.Source, treeOf(d)), r.Examples(d))
		}
		elsewhere, err := s.renameElsewhere(ctx, r, seen)
		if err != nil {
			return nil, refuse(err.Error())
		}
		edits = append(edits, elsewhere...)
	}
	w := f.edit(edits)
	return w, f.move(w, r, document)
}

// renameElsewhere returns the edits of the test cases and of the config file of a project,
// unless they were seen. Paths in the config file change only if files are moved.
func (s *snapshot) renameElsewhere(ctx context.Context, r *rename.Rename, seen map[string]bool) (edits []diag.Edit, err error) {
	read := func(path string, limit int64) ([]byte, error) {
		if b := s.buffers[path]; b != nil {
			return b.text.bytes, nil
		}
		return files.Read(path, limit)
	}
	paths := []string{filepath.Join(s.project.folder, "tests")}
	for _, root := range s.roots {
		if !root.dependency {
			paths = append(paths, root.path)
		}
	}
	err = rename.CaseFiles(ctx, paths, read, func(source *diag.Source) error {
		if !seen[source.Path] {
			seen[source.Path] = true
			edits = append(edits, r.Cases(source)...)
		}
		return nil
	})
	if err != nil || s.config.Path == "" || seen[filepath.ToSlash(s.config.Path)] {
		return edits, err
	}
	text, err := read(s.config.Path, files.MaxProjectFile)
	if err != nil {
		return nil, files.Error("read", s.config.Path, err)
	}
	source := &diag.Source{Path: filepath.ToSlash(s.config.Path), Text: text}
	seen[source.Path] = true
	config, err := s.config.Renamed(source, r.Pattern, func(entry string) (string, bool) {
		renamed, ok := r.PathPattern(entry)
		return renamed, ok && s.can("rename")
	})
	return append(edits, config...), err
}

// can reports whether the client understands an operation on files, such as "rename".
func (s *snapshot) can(operation string) bool {
	edits := &s.client.Workspace.WorkspaceEdit
	return edits.DocumentChanges && slices.Contains(edits.ResourceOperations, operation)
}

// fileRename gives a file another place.
type fileRename struct {
	Kind   string `json:"kind"` // "rename"
	OldURI string `json:"oldUri"`
	NewURI string `json:"newUri"`
}

// move adds the new places of the file of a renamed Lexicon, and of its examples, if its path
// spells the id and the client can move files.
func (f *file) move(w *workspaceEdit, r *rename.Rename, d *lexicon.Document) error {
	id, ok := r.NSID(d.ID)
	path, moves := rename.Path(d.Source.Path, d.ID, id)
	if !ok || !moves || !f.can("rename") {
		return nil
	}
	if _, err := os.Stat(filepath.FromSlash(path)); err == nil {
		return refuse(path + " exists already")
	}
	w.DocumentChanges = append(w.DocumentChanges, fileRename{"rename", f.uriOf(d.Source.Path), f.uriOf(path)})
	if d.Examples != nil {
		examples := strings.TrimSuffix(path, ".json") + lexicon.ExamplesSuffix
		w.DocumentChanges = append(w.DocumentChanges, fileRename{"rename", f.uriOf(d.Examples.Source.Path), f.uriOf(examples)})
	}
	return nil
}

// quoted returns a text as JSON.
func quoted(text string) string {
	q, _ := jsontext.AppendQuote(nil, text) // text that is not UTF-8 has U+FFFD instead
	return string(q)
}

// edit returns edits of several files in the form that the client understands.
func (s *snapshot) edit(edits []diag.Edit) *workspaceEdit {
	bySource := map[*diag.Source][]textEdit{}
	for _, e := range edits {
		bySource[e.Source] = append(bySource[e.Source], textEdit{s.rangeIn(e.Source, e.Span), e.New})
	}
	w := &workspaceEdit{}
	for _, source := range slices.SortedFunc(maps.Keys(bySource), func(a, b *diag.Source) int { return cmp.Compare(a.Path, b.Path) }) {
		document := versionedDocument{URI: s.uriOf(source.Path)}
		if !s.client.Workspace.WorkspaceEdit.DocumentChanges {
			if w.Changes == nil {
				w.Changes = map[string][]textEdit{}
			}
			w.Changes[document.URI] = bySource[source]
			continue
		}
		if b := s.bufferOf(source.Path); b != nil {
			document.Version = &b.version
		}
		w.DocumentChanges = append(w.DocumentChanges, textDocumentEdit{document, bySource[source]})
	}
	return w
}

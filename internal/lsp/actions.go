package lsp

import (
	"cmp"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

type codeActionParams struct {
	documentParams
	Range   textRange `json:"range"`
	Context struct {
		Only []string `json:"only"`
	} `json:"context"`
}

type codeAction struct {
	Title       string         `json:"title"`
	Kind        string         `json:"kind"`
	Diagnostics []diagnostic   `json:"diagnostics,omitempty"`
	IsPreferred bool           `json:"isPreferred,omitempty"`
	Edit        *workspaceEdit `json:"edit,omitempty"`
}

// wants reports whether the client asked for a kind of action.
func (p *codeActionParams) wants(kind string) bool {
	if len(p.Context.Only) == 0 {
		return kind != fixAll
	}
	return slices.ContainsFunc(p.Context.Only, func(only string) bool { return kind == only || strings.HasPrefix(kind, only+".") })
}

// actions lists what can be done about the findings in a range.
func (f *file) actions(ctx context.Context, p codeActionParams) ([]codeAction, error) {
	actions := []codeAction{}
	if f.document == nil || f.document.Dependency {
		return actions, nil
	}
	if p.wants(fixAll) {
		return f.fixSafe(ctx, fixAll)
	}
	if !p.wants(quickFix) {
		return actions, nil
	}
	options := f.fixOptions()
	options.Placeholders = true
	result, err := lint.Lint(ctx, f.catalog, options.Options)
	if err == nil {
		err = result.TryFixes(ctx, f.catalog, options)
	}
	if err != nil {
		return nil, err
	}
	found := f.keep(result.Findings)
	var ignores []codeAction
	safe := 0                    // fixes in the file
	offered := map[string]bool{} // rules to ignore
	for i := range found {
		finding := &found[i]
		if finding.Fix != nil && finding.Fix.Safe {
			safe++
		}
		d := f.diagnostic(finding)
		if !overlap(d.Range, p.Range) {
			continue
		}
		for _, action := range append(f.fixes(finding), f.creations(finding)...) {
			action.Diagnostics = []diagnostic{d}
			actions = append(actions, action)
		}
		if offered[finding.Rule.Code] {
			continue
		}
		offered[finding.Rule.Code] = true
		if edit := f.ignore(finding.Rule.Code); edit != nil {
			ignores = append(ignores, codeAction{
				Title: "Ignore " + finding.Rule.Code + " in this file (" + filepath.Base(f.configPath()) + ")", Kind: quickFix,
				Diagnostics: []diagnostic{d}, Edit: edit,
			})
		}
	}
	if safe > 1 && len(actions) > 0 {
		all, err := f.fixSafe(ctx, quickFix)
		if err != nil {
			return nil, err
		}
		actions = append(actions, all...)
	}
	return append(actions, ignores...), nil
}

// fixes returns the fix of a finding, if it has one.
func (f *file) fixes(finding *diag.Finding) []codeAction {
	fix := finding.Fix
	if fix == nil {
		return nil
	}
	all := f.edit(fix.Edits)
	for _, created := range fix.Creates {
		file := f.createFile(filepath.FromSlash(created.Path), string(created.Text))
		if file == nil {
			return nil
		}
		all.DocumentChanges = append(file.DocumentChanges, all.DocumentChanges...)
	}
	return []codeAction{{Title: fix.Title, Kind: quickFix, IsPreferred: fix.Safe, Edit: all}}
}

// fixSafe returns the action that applies all safe fixes of the file.
func (f *file) fixSafe(ctx context.Context, kind string) ([]codeAction, error) {
	fixed, err := lint.Fix(ctx, f.catalog, f.fixOptions())
	if err != nil || len(fixed.Files) == 0 {
		return []codeAction{}, err
	}
	var edits []diag.Edit
	for _, changed := range fixed.Files {
		if d := f.catalog.DocumentAt(changed.Path); d != nil {
			edits = append(edits, difference(d.Source, string(changed.After)))
		}
	}
	return []codeAction{{Title: "Apply all safe fixes", Kind: kind, Edit: f.edit(edits)}}, nil
}

// fixOptions are those for the fixes of the file alone.
func (f *file) fixOptions() lint.FixOptions {
	options := f.options()
	options.Only = func(d *lexicon.Document) bool { return d.Source.Path == f.document.Source.Path }
	return lint.FixOptions{Options: options, Select: f.keep}
}

func before(a, b position) bool {
	return a.Line < b.Line || a.Line == b.Line && a.Character < b.Character
}

// overlap reports whether two ranges have a position in common.
func overlap(a, b textRange) bool { return !before(a.End, b.Start) && !before(b.End, a.Start) }

// creations returns actions that create what a reference names: a definition in a
// file, or a Lexicon.
func (f *file) creations(finding *diag.Finding) (actions []codeAction) {
	v := lexicon.ValueAt(finding.Location)
	if v == nil || v.Kind != lexicon.KindString {
		return nil
	}
	c := cursorAt(f.document.Root, lexicon.RoleFile, v.Span.Start)
	m, ok := c.mention(f.document.Root)
	if !ok || f.definition(m.Reference) != nil {
		return nil
	}
	schema := "{ \"type\": \"object\", \"description\": \"\", \"properties\": {} }"
	if c.object.StringField("type") == lexicon.TypeString.String() {
		schema = "{ \"type\": \"token\", \"description\": \"\" }"
	}
	home := f.catalog.Document(m.NSID)
	if m.NSID == f.document.ID {
		home = f.document
	}
	name := m.Name[strings.LastIndexByte(m.Name, '/')+1:] // without the path of a JSON Pointer
	switch {
	case !syntax.IsName(name) || home != nil && home.Definition(name) != nil:
	case home != nil && !home.Dependency:
		edits := define(home, name, schema)
		if edits == nil {
			return nil
		}
		if name != m.Name {
			i := strings.IndexByte(m.Value.Text, '#') + 1
			edits = append(edits, diag.Edit{Source: f.document.Source, Span: v.Span, New: quoted(m.Value.Text[:i] + name)})
		}
		return []codeAction{{Title: "Create the definition " + words.Quote(name) + " in " + string(m.NSID), Kind: quickFix, Edit: f.edit(edits)}}
	case home == nil && name == m.Name:
		if edit := f.create(m.Reference, schema); edit != nil {
			return []codeAction{{Title: "Create the Lexicon " + string(m.NSID), Kind: quickFix, Edit: edit}}
		}
	}
	return nil
}

// define adds a definition at the end of a file; nil where it cannot.
func define(home *lexicon.Document, name, schema string) []diag.Edit {
	defs := home.Root.Field("defs")
	if home.Partial || defs == nil || defs.Kind != lexicon.KindObject {
		return nil
	}
	added := quoted(name) + ": " + schema
	at := diag.Span{Start: defs.Span.Start + 1, End: defs.Span.Start + 1}
	if n := len(defs.Members); n > 0 {
		last := &defs.Members[n-1]
		at = diag.Span{Start: last.Value.Span.End, End: last.Value.Span.End}
		line, start := home.Source.Line(last.NameSpan.Start)
		indent := line[:last.NameSpan.Start-start]
		if strings.TrimSpace(string(indent)) != "" {
			added = ", " + added // all on one line
		} else {
			added = ",\n" + string(indent) + added
		}
	}
	return []diag.Edit{{Source: home.Source, Span: at, New: added}}
}

// create makes a file for a Lexicon beside the files whose ids have the same
// beginning.
func (f *file) create(ref lexicon.Reference, schema string) *workspaceEdit {
	own := filepath.FromSlash(strings.ReplaceAll(string(f.document.ID), ".", "/") + ".json")
	root, ok := strings.CutSuffix(f.path, own)
	if !ok || f.document.ID == "" {
		return nil // the files are not where their ids say
	}
	path := filepath.Join(root, filepath.FromSlash(strings.ReplaceAll(string(ref.NSID), ".", "/")+".json"))
	text := "{\n  \"lexicon\": 1,\n  \"id\": " + quoted(string(ref.NSID)) + ",\n  \"defs\": {\n    " + quoted(ref.Name) + ": " + schema + "\n  }\n}\n"
	return f.createFile(path, text)
}

type fileCreation struct {
	Kind    string `json:"kind"` // "create"
	URI     string `json:"uri"`
	Options object `json:"options"`
}

// createFile makes a file with a text; nil when the client cannot, or it exists.
func (f *file) createFile(path, text string) *workspaceEdit {
	if _, err := os.Stat(path); err == nil || !f.can("create") {
		return nil
	}
	uri := uriOf(path)
	return &workspaceEdit{DocumentChanges: []any{
		fileCreation{"create", uri, object{"ignoreIfExists": true}},
		textDocumentEdit{versionedDocument{URI: uri}, []textEdit{{textRange{}, text}}},
	}}
}

// configPath returns the path of the config file, which need not exist.
func (f *file) configPath() string {
	return cmp.Or(f.Config, filepath.Join(f.project.folder, config.FileName))
}

// ignore returns the edit of the config file that ignores a rule in this file; nil where
// the config file is not valid, or is written in a form that cannot be extended.
func (f *file) ignore(rule string) *workspaceEdit {
	path := f.configPath()
	name, err := filepath.Rel(filepath.Dir(path), f.path)
	if err != nil || !filepath.IsLocal(name) || strings.ContainsAny(name, "*?[{\\\n") && filepath.Separator == '/' {
		return nil
	}
	shown, _ := json.Marshal(filepath.ToSlash(name)) // a JSON string is one of YAML
	settings := f.snapshot.file(path)
	if settings == nil {
		_, text, _ := config.IgnoreEntry(nil, rule, string(shown))
		return f.createFile(path, text)
	}
	text := string(settings.text.bytes)
	at, added, err := config.IgnoreEntry(settings.text.bytes, rule, string(shown))
	if err != nil {
		return nil
	}
	old, err := config.Parse(path, []byte(text))
	if err != nil {
		return nil
	}
	extended, err := config.Parse(path, []byte(text[:at]+added+text[at:]))
	if err != nil || len(extended.Ignore) != len(old.Ignore)+1 {
		return nil
	}
	source := &diag.Source{Path: filepath.ToSlash(path), Text: settings.text.bytes}
	return f.edit([]diag.Edit{{Source: source, Span: diag.Span{Start: int32(at), End: int32(at)}, New: added}})
}

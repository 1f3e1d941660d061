package lsp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/git"
	projectfiles "github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// project is a folder with its own settings and Lexicons. The workspace's mutex
// guards it.
type project struct {
	workspace *workspace
	folder    string

	loaded   bool
	settings settings
	foreign  projectfiles.Foreign
	roots    []root
	missing  []string // roots that do not exist
	catalog  *lexicon.Catalog
	touched  map[string]bool // files to be read again
	last     *snapshot       // as long as nothing has changed since

	cancel    context.CancelFunc // of the check that is running
	publisher *publisher
	baseline  *baseline
}

func newProject(w *workspace, folder string) *project {
	return &project{
		workspace: w, folder: folder, touched: map[string]bool{}, cancel: func() {},
		publisher: &publisher{server: w.server, shown: map[string]publication{}}, baseline: &baseline{},
	}
}

// touch says that a file has changed. What a schema and the examples beside it are
// depends on both files.
func (p *project) touch(path string) {
	p.touched[path] = true
	if schema, ok := strings.CutSuffix(path, lexicon.ExamplesSuffix); ok {
		p.touched[schema+".json"] = true
	} else if base, ok := strings.CutSuffix(path, ".json"); ok {
		p.touched[base+lexicon.ExamplesSuffix] = true
	}
	p.last = nil
}

// owns reports whether the project is that of the folder of a file.
func (p *project) owns(path string) bool {
	return p.workspace.projectOf(filepath.Dir(path)) == p
}

// reload says that everything must be read again.
func (p *project) reload() {
	p.loaded = false
	p.refresh()
}

// refresh says that what is not a Lexicon has changed.
func (p *project) refresh() {
	p.last = nil
	p.baseline.fresh.Store(false)
}

// holds reports whether a file, if it is a Lexicon, is loaded with one of the roots.
func (p *project) holds(path string) bool {
	_, ok := p.rootOf(path)
	return ok
}

// rootOf returns the first root that a file is loaded with.
func (p *project) rootOf(path string) (found root, ok bool) {
	i := p.rank(path)
	if i == len(p.roots) {
		return found, false
	}
	return p.roots[i], true
}

// rank returns the index of the first root that a file is loaded with, or else the number
// of roots.
func (p *project) rank(path string) int {
	for i, r := range p.roots {
		if path == r.path || filepath.Ext(path) == ".json" && within(r.path, path) && r.visible(path) {
			return i
		}
	}
	return len(p.roots)
}

// compare orders files as lexicon.Load does. Those that it does not load come last.
func (p *project) compare(a, b string) int {
	steps := func(path string) []string { return strings.Split(path, string(filepath.Separator)) }
	return cmp.Or(cmp.Compare(p.rank(a), p.rank(b)), slices.Compare(steps(a), steps(b)))
}

// snapshot returns the project as it is now.
func (p *project) snapshot(ctx context.Context) *snapshot {
	if p.last != nil {
		return p.last
	}
	const many = 100 // files that take longer one by one than all again
	if !p.loaded || len(p.touched) > many {
		p.load(ctx)
	}
	for path := range p.touched {
		p.read(path)
	}
	clear(p.touched)
	p.last = newSnapshot(p)
	return p.last
}

// load reads the settings and all Lexicons from disk.
func (p *project) load(ctx context.Context) {
	p.loaded = true
	p.settings = p.readSettings(ctx)
	p.roots = p.findRoots()
	inputs, done := inputsOf(p.roots)
	defer done()
	var err error
	if p.foreign, err = projectfiles.ForeignIn(p.folder); err != nil {
		p.workspace.send("window/showMessage", logMessageParams{logWarning, err.Error()})
	}
	catalog, err := lexicon.Load(ctx, inputs, lexicon.LoadOptions{Profile: p.settings.profile, Foreign: p.foreign.Has})
	if err != nil {
		p.workspace.logf(logWarning, "some files cannot be read: %v", err)
	}
	p.catalog = catalog
	for path := range p.workspace.buffers { // open files beat those on disk
		if p.holds(path) || p.owns(path) {
			p.touch(path)
		}
	}
}

// findRoots returns what the config file names, or else the folder called lexicons; those
// of dependencies come last. It sets missing to those that do not exist. What is outside
// of the workspace and of the repository is left out, since the config file may be that of
// a folder that the user does not trust.
func (p *project) findRoots() (roots []root) {
	c := p.settings.config
	p.missing = nil
	folders := append([]string{cmp.Or(git.Root(p.folder), p.folder)}, p.workspace.folders...)
	slices.SortFunc(folders, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
	add := func(path string, dependency bool) {
		r := root{path: filepath.Clean(path), dependency: dependency}
		i := slices.IndexFunc(folders, func(folder string) bool { return within(folder, r.path) })
		if i < 0 {
			p.workspace.send("window/showMessage", logMessageParams{logWarning, fmt.Sprintf(
				"%s: the path %s is outside the workspace and its repository, so it is not loaded", c.Path, r.path)})
			return
		}
		r.around = folders[i]
		switch info, err := r.stat(); {
		case err == nil && !info.IsDir() && !info.Mode().IsRegular():
			p.workspace.logf(logWarning, "%s: %v", r.path, files.ErrNotRegular)
		case err == nil:
			roots = append(roots, r)
		case errors.Is(err, fs.ErrNotExist):
			p.workspace.logf(logWarning, "%s: %v", r.path, err)
			p.missing = append(p.missing, r.path)
		default: // a link that leads out
			p.workspace.send("window/showMessage", logMessageParams{logWarning, fmt.Sprintf("%s: the path %s is not loaded: %v", c.Path, r.path, err)})
		}
	}
	for _, path := range c.Lexicons {
		add(c.Resolve(path), false)
	}
	if path := filepath.Join(p.folder, projectfiles.DefaultFolder); len(c.Lexicons) == 0 {
		if isFolder(path) {
			add(path, false)
		} else {
			p.missing = append(p.missing, path)
		}
	}
	for _, path := range c.Include {
		add(c.Resolve(path), true)
	}
	return roots
}

// read brings one file of the catalog up to date.
func (p *project) read(path string) {
	old := p.catalog.DocumentAt(filepath.ToSlash(path))
	new := p.document(path)
	switch {
	case old == nil && new == nil:
	case old != nil && new != nil && old.Dependency == new.Dependency && slices.EqualFunc(sourcesOf(old), sourcesOf(new), sameText):
		// Only where the text comes from is different.
	case old != nil:
		p.catalog, _ = p.catalog.Replace(old, new)
	default:
		all := p.catalog.Documents()
		at := slices.IndexFunc(all, func(d *lexicon.Document) bool { return p.compare(filepath.FromSlash(d.Source.Path), path) > 0 })
		if at < 0 {
			at = len(all)
		}
		p.catalog = p.catalog.Insert(at, new)
	}
}

func sameText(a, b *diag.Source) bool { return string(a.Text) == string(b.Text) }

// document reads a file as it is now; nil when it is not a Lexicon. It depends only on the
// text of the file, open and on disk, and not on what the file was before. A file outside
// of the roots is checked while it is open.
func (p *project) document(path string) (d *lexicon.Document) {
	in, inside := p.rootOf(path)
	text, open := p.text(path)
	if text == nil || !inside && !(open && p.owns(path)) || p.areExamples(path) {
		return nil
	}
	source := &diag.Source{Path: filepath.ToSlash(path), Text: text}
	if path == in.path { // a file that was named is always a Lexicon
		d = lexicon.Parse(source, p.settings.profile)
	} else if d = lexicon.ParseFound(source, p.settings.profile); d == nil && open {
		d = p.broken(path, source)
	}
	if d == nil {
		return nil
	}
	d.Dependency = in.dependency || p.foreign.Has(d.ID) && path != in.path
	if base, ok := strings.CutSuffix(path, ".json"); ok && inside {
		if path := base + lexicon.ExamplesSuffix; p.holds(path) {
			if text, _ := p.text(path); text != nil {
				d.Examples = lexicon.ReadExamples(&diag.Source{Path: filepath.ToSlash(path), Text: text})
			}
		}
	}
	return d
}

// broken returns the document of an open text that is too broken to be a Lexicon, if the
// file on disk is one.
func (p *project) broken(path string, source *diag.Source) *lexicon.Document {
	saved, inside := p.onDisk(path)
	if !inside || lexicon.ParseFound(&diag.Source{Text: saved}, p.settings.profile) == nil {
		return nil
	}
	return lexicon.ParseBroken(source, p.settings.profile)
}

// text returns the text of a file; nil when there is none. It is that of the open file, or
// else that on disk if the file is in a root.
func (p *project) text(path string) (text []byte, open bool) {
	if b := p.workspace.buffers[path]; b != nil {
		if len(b.text.bytes) > lexicon.MaxFileSize {
			return nil, true
		}
		return b.text.bytes, true
	}
	text, _ = p.onDisk(path)
	return text, false
}

// onDisk returns the text on disk of a file in a root.
func (p *project) onDisk(path string) (text []byte, ok bool) {
	if in, inside := p.rootOf(path); inside {
		return in.read(path)
	}
	return nil, false
}

// areExamples reports whether a file holds the examples of a schema beside it.
func (p *project) areExamples(path string) bool {
	schema, ok := strings.CutSuffix(path, lexicon.ExamplesSuffix)
	if !ok {
		return false
	}
	text, _ := p.text(schema + ".json")
	return text != nil
}

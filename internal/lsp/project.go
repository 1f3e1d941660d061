package lsp

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/rulebook"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// defaultFolder holds the schemas when the config file names none.
const defaultFolder = "lexicons"

// project is a folder with its own settings and Lexicons. The workspace's mutex
// guards it.
type project struct {
	workspace *workspace
	folder    string

	loaded   bool
	settings settings
	roots    []root
	missing  []string // roots that do not exist
	catalog  *lexicon.Catalog
	touched  map[string]bool // files to be read again
	last     *snapshot       // as long as nothing has changed since

	cancel    context.CancelFunc // of the check that is running
	publisher *publisher
	baseline  *baseline
}

// settings are what a config file says.
type settings struct {
	config  *config.Config
	policy  *config.Policy
	profile lexicon.Profile
}

// root is a file or folder with Lexicons.
type root struct {
	path       string
	dependency bool
}

func newProject(w *workspace, folder string) *project {
	return &project{
		workspace: w, folder: folder, touched: map[string]bool{}, cancel: func() {},
		publisher: &publisher{server: w.server, shown: map[string]shown{}}, baseline: &baseline{},
	}
}

// touch says that a file has changed.
func (p *project) touch(path string) {
	p.touched[path] = true
	p.last = nil
}

// reload says that everything must be read again.
func (p *project) reload() {
	p.loaded = false
	p.refresh()
}

// refresh says that what is not a Lexicon has changed.
func (p *project) refresh() {
	p.last = nil
	p.baseline.stale.Store(true)
}

// holds reports whether a file, if it is a Lexicon, is loaded with one of the roots.
func (p *project) holds(path string) bool {
	r, ok := p.rootOf(path)
	return ok && (path == r.path || filepath.Ext(path) == ".json" && r.visible(path))
}

// visible reports whether lexicon.Load does not ignore a path in the root.
func (r root) visible(path string) bool {
	below := filepath.ToSlash(path[len(r.path):])
	return !strings.Contains(below, "/.") && !strings.Contains(below+"/", "/node_modules/")
}

// rootOf returns the root that a file is in. One that is not a dependency comes
// first.
func (p *project) rootOf(path string) (found root, ok bool) {
	for _, r := range p.roots {
		if within(r.path, path) && (!ok || found.dependency && !r.dependency) {
			found, ok = r, true
		}
	}
	return found, ok
}

// snapshot returns the project as it is now.
func (p *project) snapshot() *snapshot {
	if p.last != nil {
		return p.last
	}
	const many = 100 // files that take longer one by one than all again
	if !p.loaded || len(p.touched) > many {
		p.load()
	}
	for path := range p.touched {
		p.read(path)
	}
	clear(p.touched)
	p.last = newSnapshot(p)
	return p.last
}

// load reads the settings and all Lexicons from disk.
func (p *project) load() {
	p.loaded = true
	p.settings = p.readSettings()
	p.roots = p.findRoots()
	var inputs []lexicon.Input
	for _, r := range p.roots {
		inputs = append(inputs, r.input())
	}
	catalog, err := lexicon.Load(p.workspace.ctx, inputs, lexicon.LoadOptions{Profile: p.settings.profile})
	if err != nil {
		p.workspace.logf(logWarning, "some files cannot be read: %v", err)
	}
	p.catalog = catalog
	for path := range p.workspace.buffers { // open files beat those on disk
		if p.holds(path) || p.workspace.project(filepath.Dir(path)) == p {
			p.touched[path] = true
		}
	}
}

// readSettings reads the config file. One with mistakes counts as empty.
func (p *project) readSettings() settings {
	c := new(config.Config)
	path, err := p.workspace.Config, error(nil)
	if path == "" {
		path, err = config.Find(p.folder)
	}
	if err == nil && path != "" {
		if c, err = config.Load(path, rulebook.All()); err != nil {
			c = new(config.Config)
			p.workspace.send("window/showMessage", logMessageParams{logError, err.Error()})
		}
	}
	profile := c.Profile.Value
	return settings{c, config.NewPolicy(c, nil, profile), profile}
}

// findRoots returns what the config file names, or else the folder called lexicons. It
// sets missing to those that do not exist.
func (p *project) findRoots() (roots []root) {
	c := p.settings.config
	p.missing = nil
	add := func(path string, dependency bool) {
		if !filepath.IsAbs(path) {
			path = filepath.Join(p.folder, path)
		}
		if _, err := os.Stat(path); err != nil {
			p.workspace.logf(logWarning, "%s: %v", path, err)
			p.missing = append(p.missing, filepath.Clean(path))
			return
		}
		roots = append(roots, root{filepath.Clean(path), dependency})
	}
	for _, path := range c.Lexicons {
		add(c.Resolve(path), false)
	}
	if path := filepath.Join(p.folder, defaultFolder); len(c.Lexicons) == 0 {
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

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// read brings one file of the catalog up to date.
func (p *project) read(path string) {
	old := p.catalog.DocumentAt(filepath.ToSlash(path))
	new := p.document(path, old)
	switch {
	case old == nil && new == nil:
	case old != nil && new != nil && string(old.Source.Text) == string(new.Source.Text) && old.Dependency == new.Dependency:
		// Only where the text comes from is different.
	default:
		p.catalog, _ = p.catalog.Replace(old, new)
	}
}

// document reads a file as it is now; nil when it is not a Lexicon. An open file
// that was one before stays one, however broken it is. One outside of the roots is
// checked while it is open.
func (p *project) document(path string, old *lexicon.Document) (d *lexicon.Document) {
	in, inside := p.rootOf(path)
	source := &lexicon.Source{Path: filepath.ToSlash(path)}
	b := p.workspace.buffers[path]
	switch {
	case b != nil && len(b.text.bytes) <= lexicon.MaxFileSize && (inside || p.workspace.project(filepath.Dir(path)) == p):
		source.Text = b.text.bytes
		d = lexicon.Parse(source, p.settings.profile)
		if lexicon.RoleOf(d.Root) != lexicon.RoleFile && (old == nil || !d.Partial) && !(inside && lexicon.ParseFound(source, p.settings.profile) != nil) {
			return nil
		}
	case b == nil && p.holds(path):
		var err error
		if source.Text, err = readFile(path); err != nil {
			return nil
		}
		d = lexicon.ParseFound(source, p.settings.profile)
	}
	if d != nil {
		d.Dependency = in.dependency
	}
	return d
}

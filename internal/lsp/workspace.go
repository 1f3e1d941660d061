package lsp

import (
	"cmp"
	"context"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"github.com/lexsmith/lexsmith/internal/git"
	projectfiles "github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// workspace is what the client has open: folders and files. Files belong to a
// project, the folder of the nearest lexsmith.yaml or else of the workspace.
type workspace struct {
	*server

	mu       sync.Mutex
	folders  []string                 // absolute paths
	buffers  map[string]*buffer       // open files, by their paths; replaced with each change
	projects map[string]*project      // by their folders
	homes    map[string]string        // the folder of the project, by the folder of a file
	ids      map[string][]syntax.NSID // see current; of the Lexicons of projects, by their folders
}

func newWorkspace(s *server) *workspace {
	return &workspace{
		server: s, buffers: map[string]*buffer{}, projects: map[string]*project{}, homes: map[string]string{},
		ids: map[string][]syntax.NSID{},
	}
}

// begin sets the folders. Nothing is read yet.
func (w *workspace) begin(p initializeParams) {
	for _, folder := range p.WorkspaceFolders {
		w.addFolder(folder.URI)
	}
	if p.WorkspaceFolders == nil {
		if p.RootURI == "" && p.RootPath != "" {
			p.RootURI = uriOf(p.RootPath)
		}
		w.addFolder(p.RootURI)
	}
}

func (w *workspace) addFolder(uri string) {
	if path, ok := pathOf(uri); ok && !slices.Contains(w.folders, path) {
		w.folders = append(w.folders, path)
	}
}

// load begins to check the folders.
func (w *workspace) load(ctx context.Context) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, folder := range w.folders {
		w.check(ctx, w.project(folder))
	}
}

// close ends the tasks in the background.
func (w *workspace) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.projects {
		p.cancel()
	}
}

// project returns the project of the files in a folder, and keeps it until retire.
func (w *workspace) project(folder string) *project {
	p := w.projectOf(folder)
	w.homes[folder] = p.folder
	w.projects[p.folder] = p
	return p
}

// projectOf returns the project of the files in a folder: a new one unless it is kept.
func (w *workspace) projectOf(folder string) *project {
	home, known := w.homes[folder]
	if !known {
		home = w.home(folder)
	}
	if p := w.projects[home]; p != nil {
		return p
	}
	return newProject(w, home)
}

// home returns the folder of the project of a folder: that of the nearest lexsmith.yaml
// unless one is given for all, or else that of the workspace, or else the repository.
func (w *workspace) home(folder string) string {
	if w.Config == "" {
		if found, err := projectfiles.Find(folder); err == nil && found != "" {
			return filepath.Dir(found)
		}
	}
	best := ""
	for _, f := range w.folders {
		if within(f, folder) && len(f) > len(best) {
			best = f
		}
	}
	return cmp.Or(best, git.Root(folder), folder)
}

func (w *workspace) didOpen(ctx context.Context, p didOpenParams) {
	w.edit(ctx, p.TextDocument.URI, newBuffer(p.TextDocument.URI, p.TextDocument.Version, newText([]byte(p.TextDocument.Text))))
}

func (w *workspace) didChange(ctx context.Context, p didChangeParams) {
	path, ok := pathOf(p.TextDocument.URI)
	before := w.buffers[path]
	if !ok || before == nil {
		return // not a file, or the client has not opened it
	}
	w.edit(ctx, before.uri, newBuffer(before.uri, p.TextDocument.Version, before.text.edited(p.ContentChanges, w.encoding)))
}

func (w *workspace) didClose(ctx context.Context, p documentParams) {
	w.edit(ctx, p.TextDocument.URI, nil)
}

// edit sets the text of an open file; nil closes it.
func (w *workspace) edit(ctx context.Context, uri string, b *buffer) {
	path, ok := pathOf(uri)
	if !ok {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	buffers := maps.Clone(w.buffers) // snapshots have the old ones
	if b == nil {
		delete(buffers, path)
	} else {
		buffers[path] = b
	}
	w.buffers = buffers
	home := w.project(filepath.Dir(path))
	for _, p := range w.projects {
		if p == home || p.holds(path) {
			p.touch(path)
			w.check(ctx, p)
		}
	}
	if b == nil {
		w.retire(ctx)
	}
}

func (w *workspace) didChangeFolders(ctx context.Context, p didChangeFoldersParams) {
	w.mu.Lock()
	for _, f := range p.Event.Removed {
		if path, ok := pathOf(f.URI); ok {
			w.folders = slices.DeleteFunc(w.folders, func(folder string) bool { return folder == path })
		}
	}
	for _, f := range p.Event.Added {
		w.addFolder(f.URI)
	}
	w.reload(ctx)
	w.mu.Unlock()
	w.load(ctx)
}

// reload reads everything again, after a change of what belongs together.
func (w *workspace) reload(ctx context.Context) {
	clear(w.homes)
	w.retire(ctx)
	for _, p := range w.projects {
		p.reload()
		w.check(ctx, p)
	}
}

// retire drops the projects that no folder and no open file belongs to any more, and checks
// the others, which can have references to their Lexicons.
func (w *workspace) retire(ctx context.Context) {
	homes, used := map[string]string{}, map[*project]bool{}
	keep := func(folder string) {
		p := w.project(folder)
		homes[folder], used[p] = p.folder, true
	}
	for _, folder := range w.folders {
		keep(folder)
	}
	for path := range w.buffers {
		keep(filepath.Dir(path))
	}
	w.homes = homes
	before := len(w.projects)
	for home, p := range w.projects {
		if !used[p] {
			p.cancel()
			p.publisher.clear()
			delete(w.projects, home)
		}
	}
	if len(w.projects) == before {
		return
	}
	for _, p := range w.projects {
		w.check(ctx, p)
	}
}

// file returns a file as it is now; nil when it does not exist.
func (w *workspace) file(ctx context.Context, uri string) *file {
	path, ok := pathOf(uri)
	if !ok {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.projectOf(filepath.Dir(path)).snapshot(ctx).file(path)
}

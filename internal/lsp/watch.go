package lsp

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/config"
	projectfiles "github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// watch asks the client to tell when files change.
func (s *server) watch() {
	if !s.client.Workspace.DidChangeWatchedFiles.DynamicRegistration {
		return
	}
	settings := config.FileName
	if s.Config != "" {
		settings = filepath.Base(s.Config)
	}
	var watchers []object
	for _, glob := range []string{
		"**/*.json", "**/" + settings, "**/" + projectfiles.LockName, "**/.editorconfig",
		"**/.git/HEAD", "**/.git/packed-refs", "**/.git/refs/**", "**/.git/reftable/**",
	} {
		watchers = append(watchers, object{"globPattern": glob})
	}
	// When a folder is deleted or moved, clients may report only the folder.
	watchers = append(watchers, object{"globPattern": "**", "kind": watchCreate | watchDelete})
	s.call("client/registerCapability", object{"registrations": []object{{
		"id": "files", "method": "workspace/didChangeWatchedFiles", "registerOptions": object{"watchers": watchers},
	}}})
}

func (w *workspace) didSave(ctx context.Context, p documentParams) {
	w.didChangeWatchedFiles(ctx, didChangeWatchedFilesParams{[]fileEvent{{p.TextDocument.URI, fileChanged}}})
}

func (w *workspace) didChangeWatchedFiles(ctx context.Context, p didChangeWatchedFilesParams) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, e := range p.Changes {
		if path, ok := pathOf(e.URI); ok {
			w.onDisk(ctx, path, e.Type)
		}
	}
}

// onDisk takes notice of a file or folder that was written, created or deleted.
func (w *workspace) onDisk(ctx context.Context, path string, event int) {
	base := filepath.Base(path)
	moved := func(p *project) bool { return p.moved(path, event) }
	switch {
	case path == w.Config, base == config.FileName && w.Config == "", base == projectfiles.ManifestName, base == projectfiles.LockName, slices.ContainsFunc(slices.Collect(maps.Values(w.projects)), moved):
		w.reload(ctx)
		return
	case base == ".editorconfig", isRevision(path):
		for _, p := range w.projects {
			p.refresh()
			w.check(ctx, p)
		}
		return
	}
	for _, p := range w.projects {
		if p.holds(path) || w.buffers[path] != nil && p.owns(path) {
			p.touch(path)
			p.baseline.fresh.Store(false)
			w.check(ctx, p)
		}
	}
}

// isRevision reports whether a file of git says which commit a branch, a tag or HEAD is.
func isRevision(path string) bool {
	path = filepath.ToSlash(path)
	_, name, inside := strings.Cut(path, "/.git/")
	name, _, _ = strings.Cut(name, "/")
	return inside && slices.Contains([]string{"HEAD", "packed-refs", "refs", "reftable"}, name) && !strings.HasSuffix(path, ".lock")
}

// moved reports whether an event says that a folder with Lexicons of the project came or
// went: one in a root, a root, or one around it.
func (p *project) moved(path string, event int) bool {
	if slices.ContainsFunc(p.missing, func(root string) bool { return within(root, path) }) {
		return true
	}
	if !p.loaded || event == fileChanged {
		return false
	}
	if slices.ContainsFunc(p.missing, func(root string) bool { return within(path, root) }) {
		return true
	}
	for _, r := range p.roots {
		if within(path, r.path) || event == fileCreated && within(r.path, path) && r.visible(path) && isFolder(path) {
			return true
		}
	}
	return event == fileDeleted && slices.ContainsFunc(p.catalog.Documents(), func(d *lexicon.Document) bool {
		file := filepath.FromSlash(d.Source.Path)
		return within(path, file) && path != file
	})
}

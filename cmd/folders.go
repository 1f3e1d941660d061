package cmd

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/gitrev"
	config "github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/registry"
	"github.com/lexsmith/lexsmith/internal/scaffold"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// findFolders finds the Lexicons below a folder, except in what git ignores. Files that
// cannot be read are left out.
func findFolders(ctx context.Context, dir string) scaffold.Folders {
	catalog, _ := lexicon.Load(ctx, []lexicon.Input{{FS: os.DirFS(dir), Name: "."}}, lexicon.LoadOptions{})
	ignored, _ := gitrev.Ignored(ctx, dir) // nothing outside of a repository
	var manifest struct{ Resolutions map[syntax.NSID]any }
	if text, err := files.Read(filepath.Join(dir, registry.ManifestName), files.MaxProjectFile); err == nil {
		_ = json.Unmarshal(text, &manifest) // one with mistakes says nothing here
	}
	var all []scaffold.Found
	for _, d := range catalog.Documents() {
		path := d.Source.Path
		if d.ID == "" || slices.ContainsFunc(ignored, func(out string) bool {
			return path == out || strings.HasSuffix(out, "/") && strings.HasPrefix(path, out)
		}) {
			continue
		}
		_, vendored := manifest.Resolutions[d.ID]
		all = append(all, scaffold.Found{Path: path, ID: d.ID, Vendored: vendored})
	}
	return scaffold.FindFolders(all)
}

// elsewhere says in an error about missing Lexicons which folders of the repository
// have some; "" for none, or outside of a repository.
func elsewhere(ctx context.Context) string {
	here, err := os.Getwd()
	if err != nil {
		return ""
	}
	root, ok := config.RepositoryRoot(here)
	if !ok {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second) // it is only a hint
	defer cancel()
	found := findFolders(ctx, root)
	folders := slices.Concat(found.Own, found.Others)
	for i, folder := range folders {
		if near, err := filepath.Rel(here, filepath.Join(root, filepath.FromSlash(folder))); err == nil {
			folders[i] = near
		}
	}
	if folders == nil {
		return ""
	}
	return " (found some in " + shownPaths(folders) + ")"
}

package cmd

import (
	"cmp"
	"path/filepath"
	"slices"

	config "github.com/lexsmith/lexsmith/internal/project"
)

// diffBase returns the folder that the paths of a difference are relative to: the
// working folder or, where a file lies elsewhere, the root of the repository.
func diffBase(paths []string) (string, error) {
	here, err := filepath.Abs(".")
	if err != nil {
		return "", err
	}
	elsewhere := func(path string) bool { return !filepath.IsLocal(filepath.FromSlash(below(here, path))) }
	if root, ok := config.RepositoryRoot(here); ok && slices.ContainsFunc(paths, elsewhere) {
		return root, nil
	}
	return here, nil
}

// below returns a path relative to a folder, with slashes.
func below(folder, path string) string {
	base, badFolder := filepath.Abs(folder)
	full, badPath := filepath.Abs(filepath.FromSlash(path))
	relative, err := filepath.Rel(base, full)
	if cmp.Or(badFolder, badPath, err) != nil {
		return path
	}
	return filepath.ToSlash(relative)
}

package cmd

import (
	"path/filepath"
	"slices"

	"github.com/lexsmith/lexsmith/internal/files"
)

// foreign holds the real paths of files and folders that belong to others: they
// are read, and never written.
type foreign []string

// foreign returns what -L and include name. What does not exist is an error.
func (p *project) foreign() (foreign, error) {
	include, _, err := p.configured()
	if err != nil {
		return nil, err
	}
	var all foreign
	for _, path := range slices.Concat(p.lexicons, include) {
		if path == stdin {
			continue
		}
		real, err := files.RealPath(path)
		if err != nil {
			return nil, withHint(path, files.Error("read", path, err))
		}
		all = append(all, real)
	}
	return all, nil
}

// holds reports whether a file or folder is one of them, or lies in one, whatever
// links lead to it. A file that does not exist yet counts as where it would be created.
func (all foreign) holds(path string) bool {
	if len(all) == 0 {
		return false
	}
	real, err := files.RealPlace(filepath.FromSlash(path))
	return err == nil && slices.ContainsFunc(all, func(folder string) bool {
		relative, err := filepath.Rel(folder, real)
		return err == nil && filepath.IsLocal(relative)
	})
}

package project

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/lexsmith/lexsmith/internal/files"
)

// Others holds the real paths of files and folders that belong to others: they are read,
// and never written.
type Others []string

// Others returns what -L and include name. What does not exist is an error.
func (p *Project) Others() (Others, error) {
	include, _, err := p.Configured()
	if err != nil {
		return nil, err
	}
	var all Others
	for _, path := range slices.Concat(p.Lexicons, include) {
		if path == files.Stdin {
			continue
		}
		real, err := realFile(path)
		if err != nil {
			return nil, withHint(path, files.Error("read", path, err))
		}
		all = append(all, real)
	}
	return all, nil
}

// Hold reports whether a file or folder is one of them, or lies in one, whatever
// links lead to it. A file that does not exist yet counts as where it would be created.
func (all Others) Hold(path string) bool {
	if len(all) == 0 {
		return false
	}
	real, err := RealPlace(filepath.FromSlash(path))
	return err == nil && slices.ContainsFunc(all, func(folder string) bool {
		relative, err := filepath.Rel(folder, real)
		return err == nil && filepath.IsLocal(relative)
	})
}

// realFile returns the absolute path of a file without links.
func realFile(path string) (string, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(full)
}

// RealPlace is realFile for a file that may not exist: where it would be created.
func RealPlace(path string) (string, error) {
	real, err := realFile(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return real, err
	}
	dir, err := RealPlace(filepath.Dir(path))
	if err != nil {
		return "", err
	}
	target, err := os.Readlink(path)
	switch {
	case err != nil: // not a link
		return filepath.Join(dir, filepath.Base(path)), nil
	case filepath.IsAbs(target):
		return RealPlace(target)
	}
	return RealPlace(filepath.Join(dir, target))
}

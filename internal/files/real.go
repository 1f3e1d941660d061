package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// RealPath returns the absolute path of a file without links.
func RealPath(path string) (string, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(full)
}

// RealPlace is RealPath for a file that may not exist: where it would be created.
func RealPlace(path string) (string, error) {
	real, err := RealPath(path)
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

package config

import (
	"os"
	"path/filepath"
)

// Find returns the path of the nearest config file from dir up to the root of
// the repository that dir is in; outside of a repository only dir counts. The
// path is relative where dir is. It is "" when there is no config file.
func Find(dir string) (string, error) { return find(dir, FileName) }

// Misnamed returns the path of a file that is no config file, but was most likely
// meant as one; "" when there is none. It looks where Find does.
func Misnamed(dir string) (string, error) {
	return find(dir, "lexsmith.yml", ".lexsmith.yaml", ".lexsmith.yml")
}

func find(dir string, names ...string) (string, error) {
	start, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	root, ok := RepositoryRoot(start)
	if !ok {
		root = start
	}
	for folder := start; ; folder = filepath.Dir(folder) {
		for _, name := range names {
			if info, err := os.Stat(filepath.Join(folder, name)); err == nil && !info.IsDir() {
				up, err := filepath.Rel(start, folder)
				return filepath.Join(dir, up, name), err
			}
		}
		if folder == root {
			return "", nil
		}
	}
}

// RepositoryRoot returns the nearest folder from dir, which is absolute,
// upwards that holds .git: a folder, or in linked worktrees and submodules a
// file.
func RepositoryRoot(dir string) (root string, ok bool) {
	for {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			return dir, true
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", false
		}
		dir = parent
	}
}

package project

import (
	"os"
	"path/filepath"
)

// Find returns the path of the nearest config file from dir up to the root of its
// repository; outside of a repository only dir counts. The path is relative when
// dir is. It is "" when there is no config file. What has the name but cannot be read, such
// as a dangling link or a folder, counts as one: Load says what is wrong with it.
func Find(dir string) (string, error) { return find(dir, FileName) }

// Misnamed returns the path of a file that was most likely meant as a config file
// but is not read; "" when there is none. It looks where Find does.
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
			if _, err := os.Lstat(filepath.Join(folder, name)); err == nil {
				up, err := filepath.Rel(start, folder)
				return filepath.Join(dir, up, name), err
			}
		}
		if folder == root {
			return "", nil
		}
	}
}

// RepositoryRoot returns the nearest folder from dir, an absolute path, upward that
// contains .git: a folder, or a file in linked worktrees and submodules.
func RepositoryRoot(dir string) (root string, ok bool) {
	for {
		if isRepository(dir) {
			return dir, true
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", false
		}
		dir = parent
	}
}

// isRepository reports whether a folder is the root of a repository.
func isRepository(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, ".git"))
	return err == nil
}

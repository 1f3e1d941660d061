package git

import (
	"os"
	"path/filepath"
)

// Root returns the nearest folder from dir, an absolute path, upward that is the root of a
// repository; "" outside of repositories.
func Root(dir string) string {
	for !IsRoot(dir) {
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
	return dir
}

// IsRoot reports whether a folder contains .git: a folder, or a file in linked worktrees
// and submodules.
func IsRoot(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, ".git"))
	return err == nil
}

package gitrev

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// IsBare reports whether the repository has no working tree.
func (r *Repository) IsBare() bool { return r.top == "" }

// WorkingPath converts a path in the working tree, absolute or relative to the
// folder given to Open, to one relative to the root of the repository, with
// slashes. "." is the root.
func (r *Repository) WorkingPath(name string) (string, error) {
	slashed := filepath.ToSlash(name)
	if r.top == "" {
		return "", fmt.Errorf("%s: a bare repository has no working tree; add the path to the revision, as in REV:%s", slashed, slashed)
	}
	if !filepath.IsAbs(name) {
		return r.inside(slashed, path.Join(r.prefix, slashed))
	}
	top, err := filepath.Abs(r.top)
	if err != nil {
		return "", err
	}
	if top, err = filepath.EvalSymlinks(top); err != nil {
		return "", err
	}
	// The last part may be a link that is itself in the repository.
	folder, err := filepath.EvalSymlinks(filepath.Dir(name))
	if err != nil {
		return "", err
	}
	relative, err := filepath.Rel(top, filepath.Join(folder, filepath.Base(name)))
	if err != nil {
		return "", fmt.Errorf("%q is outside the repository", slashed)
	}
	return r.inside(slashed, filepath.ToSlash(relative))
}

// RevisionPath converts the path in REV:PATH to one relative to the root of the
// repository. As in git it is relative to the root already, unless it starts
// with "./" or "../". "." is the root.
func (r *Repository) RevisionPath(name string) (string, error) {
	if name == "." || name == ".." || strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") {
		return r.inside(name, path.Join(r.prefix, name))
	}
	return r.inside(name, path.Clean(name))
}

func (r *Repository) inside(shown, name string) (string, error) {
	if name == ".." || strings.HasPrefix(name, "../") || strings.HasPrefix(name, "/") {
		return "", fmt.Errorf("%q is outside the repository", shown)
	}
	return name, nil
}

// onDisk returns where the working tree has a path of the repository.
func (r *Repository) onDisk(name string) string {
	return filepath.Join(r.top, filepath.FromSlash(name))
}

func (r *Repository) isOnDisk(name string) bool {
	_, err := os.Lstat(r.onDisk(name))
	return err == nil
}

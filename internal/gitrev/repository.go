package gitrev

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Repository is a git repository seen from a folder. It is not safe for
// concurrent use.
type Repository struct {
	layout
	git     git
	objects *objects
	refs    map[string]ref // HEAD and the names that were looked up, if they exist

	queue   queue
	mount   string        // of a submodule: its path in the outermost repository
	modules []*Repository // submodules that files were added from
}

// layout says where the parts of a repository are.
type layout struct {
	shallow     bool
	shallowFile string // lists the commits whose parents a shallow clone lacks
	mergeFile   string // lists the commits being merged, if it exists
	sparseFile  string // exists if sparse-checkout was ever used
	prefix      string // of the folder in the working tree: "" for its root, else with a slash at the end
	top         string // root of the working tree, relative to the working directory; "" in a bare repository
}

// open opens the repository that contains the folder dir. With the same git process
// it looks up HEAD and two names, each of which may be "".
func open(ctx context.Context, dir, old, new string) (*Repository, error) {
	r := &Repository{git: newGit(dir), refs: map[string]ref{}}
	args := []string{"rev-parse", "--is-bare-repository", "--is-shallow-repository", "--show-object-format",
		"--git-path", "objects", "--git-path", "shallow", "--git-path", "MERGE_HEAD", "--git-path", "info/sparse-checkout",
		"--show-prefix", "--show-cdup"}
	names := slices.DeleteFunc([]string{old, new, "HEAD"}, func(name string) bool {
		return name == "" || strings.HasPrefix(name, "-") || indexOutsideBraces(name, "..") >= 0 // an option, or a range
	})
	for _, name := range names {
		args = append(args, name+"^{commit}")
	}
	if slices.Contains(names, old) {
		args = append(args, "--symbolic-full-name", old)
	}
	lines, err := r.git.lines(ctx, args...)
	switch {
	case said(err, "not a git repository"):
		return nil, fmt.Errorf("%q is not in a git repository", filepath.ToSlash(dir))
	case said(err, "dubious ownership"):
		return nil, fmt.Errorf(`%q is in a repository that belongs to another user; if you trust it, run "git config --global --add safe.directory FOLDER" with its root folder`, filepath.ToSlash(dir))
	case err != nil && (exitStatus(err) == 0 || len(lines) < 8): // after these, only a name can be unknown
		return nil, err
	}
	next := func() (line string) {
		if len(lines) > 0 {
			line, lines = lines[0], lines[1:]
		}
		return line
	}
	nextPath := func() string {
		name := filepath.FromSlash(next())
		if filepath.IsAbs(name) {
			return name
		}
		return filepath.Join(dir, name)
	}
	isBare, isShallow, format := next() == "true", next() == "true", next()
	database, err := filepath.Abs(nextPath())
	if err != nil {
		return nil, err
	}
	r.objects = newObjects(r.git, database, format)
	r.shallow = isShallow
	r.shallowFile, r.mergeFile, r.sparseFile, r.prefix = nextPath(), nextPath(), nextPath(), next()
	if !isBare { // else --show-cdup prints nothing
		r.top = nextPath()
	}
	for _, name := range names {
		if commit := next(); isObjectID(commit) {
			r.refs[name] = ref{name: name, commit: commit}
		}
	}
	if found, ok := r.refs[old]; ok {
		found.full = next()
		if r.refs["HEAD"].commit == "" { // git went no further
			found.full, err = r.git.run(ctx, "rev-parse", "--symbolic-full-name", old)
		}
		r.refs[old] = found
	}
	return r, err
}

// Close ends the git process that reads objects, if any, and removes temporary
// files.
func (r *Repository) Close() {
	r.objects.close()
	for _, module := range r.modules {
		module.Close()
	}
}

// WorkingPath converts a path in the working tree, absolute or relative to the
// folder that was opened, to one relative to the root of the repository, with
// slashes. "." is the root.
func (r *Repository) WorkingPath(name string) (string, error) {
	slashed := filepath.ToSlash(name)
	if r.top == "" {
		return "", fmt.Errorf("%s: a bare repository has no working tree; add the path to the revision, as in REV:%s", slashed, slashed)
	}
	if !filepath.IsAbs(name) {
		return inside(slashed, path.Join(r.prefix, slashed))
	}
	top, badTop := filepath.Abs(r.top)
	top, badLink := filepath.EvalSymlinks(top)
	// The last part may be a link that is itself in the repository.
	folder, badFolder := filepath.EvalSymlinks(filepath.Dir(name))
	if err := cmp.Or(badTop, badLink, badFolder); err != nil {
		return "", err
	}
	relative, err := filepath.Rel(top, filepath.Join(folder, filepath.Base(name)))
	if err != nil {
		relative = ".." // on another drive
	}
	return inside(slashed, filepath.ToSlash(relative))
}

// NewPath converts a path of the new side as the user wrote it: WorkingPath or, for a
// revision in a bare repository, RevisionPath.
func (c *Comparison) NewPath(name string) (string, error) {
	if c.New != nil && c.top == "" {
		return c.RevisionPath(filepath.ToSlash(name))
	}
	return c.WorkingPath(name)
}

// RevisionPath converts the path in REV:PATH to one relative to the root of the
// repository. As in git it is relative to the root already, unless it starts
// with "./" or "../". "." is the root.
func (r *Repository) RevisionPath(name string) (string, error) {
	if name == "." || name == ".." || strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") {
		return inside(name, path.Join(r.prefix, name))
	}
	return inside(name, path.Clean(name))
}

// inside returns an error unless a path is in the repository.
func inside(shown, name string) (string, error) {
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

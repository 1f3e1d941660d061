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

	"github.com/lexsmith/lexsmith/internal/git"
)

// Repository is a git repository seen from a folder. It is not safe for
// concurrent use.
type Repository struct {
	git     git.Dir
	objects *git.Objects
	refs    map[string]ref // HEAD and the names that were looked up, if they exist

	shallow     bool
	shallowFile string // lists the commits whose parents a shallow clone lacks
	mergeFile   string // lists the commits being merged, if it exists
	sparseFile  string // exists if sparse-checkout was ever used
	prefix      string // of the folder in the working tree: "" for its root, else with a slash at the end
	top         string // root of the working tree, relative to the working directory; "" in a bare repository

	queue   map[queuedFile]git.Entry // what is to be read, all at once
	mount   string                   // of a submodule: its path in the outermost repository
	modules []*Repository            // submodules that files were added from
}

// ref is what a name means.
type ref struct {
	name    string // as given
	full    string // "refs/heads/main"; "" for what is not the name of a ref
	commit  string // object id
	tracked string // of a local branch: the commit of the remote branch of its name that it tracks, if any
}

func (r ref) isBranch() bool {
	return strings.HasPrefix(r.full, "refs/heads/") || strings.HasPrefix(r.full, "refs/remotes/")
}

// open opens the repository that contains the folder dir. With the same git process
// it looks up HEAD and two names, each of which may be "".
func open(ctx context.Context, dir, old, new string) (*Repository, error) {
	r := &Repository{git: git.In(dir), refs: map[string]ref{}, queue: map[queuedFile]git.Entry{}}
	var isBare, isShallow, format, database string
	facts := []struct {
		option string
		value  *string
	}{
		{"--is-bare-repository", &isBare},
		{"--is-shallow-repository", &isShallow},
		{"--show-object-format", &format},
		{"--git-path objects", &database},
		{"--git-path shallow", &r.shallowFile},
		{"--git-path MERGE_HEAD", &r.mergeFile},
		{"--git-path info/sparse-checkout", &r.sparseFile},
		{"--show-prefix", &r.prefix},
		{"--show-cdup", &r.top}, // prints nothing in a bare repository
	}
	args := []string{"rev-parse"}
	for _, f := range facts {
		args = append(args, strings.Fields(f.option)...)
	}
	names := slices.DeleteFunc([]string{old, new, "HEAD"}, func(name string) bool {
		return name == "" || strings.HasPrefix(name, "-") || indexOutsideBraces(name, "..") >= 0 // an option, or a range
	})
	for _, name := range names {
		args = append(args, name+"^{commit}")
	}
	if slices.Contains(names, old) {
		args = append(args, "--symbolic-full-name", old)
	}
	lines, err := r.git.Lines(ctx, args...)
	switch {
	case git.Said(err, "not a git repository"):
		return nil, fmt.Errorf("%q is not in a git repository", filepath.ToSlash(dir))
	case git.Said(err, "dubious ownership"):
		return nil, fmt.Errorf(`%q is in a repository that belongs to another user; if you trust it, run "git config --global --add safe.directory FOLDER" with its root folder`, filepath.ToSlash(dir))
	case err != nil && (git.ExitStatus(err) == 0 || len(lines) < len(facts)-1): // after these, only a name can be unknown
		return nil, err
	}
	for _, f := range facts {
		if isBare != "true" || f.value != &r.top {
			*f.value, lines = lines[0], lines[1:]
		}
	}
	r.shallow = isShallow == "true"
	for _, name := range []*string{&database, &r.shallowFile, &r.mergeFile, &r.sparseFile, &r.top} {
		if *name = filepath.FromSlash(*name); !filepath.IsAbs(*name) {
			*name = filepath.Join(dir, *name)
		}
	}
	if isBare == "true" {
		r.top = ""
	}
	if err := r.keepRefs(ctx, names, old, lines); err != nil {
		return nil, err
	}
	if database, err = filepath.Abs(database); err != nil {
		return nil, err
	}
	r.objects, err = git.OpenObjects(ctx, r.git, database, format)
	return r, err
}

// keepRefs keeps what git printed for names: their commits, up to the first name that is
// unknown, and then what the name old stands for.
func (r *Repository) keepRefs(ctx context.Context, names []string, old string, lines []string) (err error) {
	for i, name := range names {
		if i < len(lines) && git.IsID(lines[i]) {
			r.refs[name] = ref{name: name, commit: lines[i]}
		}
	}
	found, ok := r.refs[old]
	if !ok {
		return nil
	}
	if len(lines) > len(names) {
		found.full = lines[len(names)]
	}
	if r.refs["HEAD"].commit == "" { // git went no further
		found.full, err = r.git.Run(ctx, "rev-parse", "--symbolic-full-name", old)
	}
	r.refs[old] = found
	return err
}

// Close ends the git process that reads objects, if any, and removes temporary
// files.
func (r *Repository) Close() {
	r.objects.Close()
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

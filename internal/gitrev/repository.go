// Package gitrev finds the commits that a revision argument means, and reads
// their files as a file system. It runs git, and changes neither the index nor
// the working tree.
package gitrev

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/lexsmith/lexsmith/internal/files"
)

// Repository is a git repository seen from a folder. It is not safe for
// concurrent use.
type Repository struct {
	git     git
	objects *objects
	head    ref // HEAD, and the name that Resolve is given, if they were found
	named   ref
	prefix  string // of the folder in the working tree: "" for its root, else with a slash at the end
	top     string // root of the working tree, relative to the working directory; "" in a bare repository

	shallowFile string // lists the commits without parents of a shallow clone; "" for a full clone
	mergeFile   string // lists the commits being merged, if it exists
	sparseFile  string // exists if sparse-checkout was ever used

	pending []pendingFile
	mount   string        // of a submodule: its path in the outermost repository
	modules []*Repository // submodules that files were added from
}

// Open opens the repository that contains the folder dir, which may be a linked
// worktree or a bare repository. The caller must close it.
//
// In the working directory, ".", the environment variables that select a
// repository apply, so that hooks work; in other folders they do not.
func Open(ctx context.Context, dir string) (*Repository, error) { return open(ctx, dir, "") }

// open is Open that looks up HEAD and the name of a branch, a tag or a commit with the
// same git process, unless the name is empty or one of them does not exist.
func open(ctx context.Context, dir, name string) (*Repository, error) {
	r := &Repository{git: newGit(dir)}
	args := []string{"rev-parse"}
	if name != "" {
		args = append(args, "HEAD^{commit}", name+"^{commit}", "--symbolic-full-name", name)
	}
	args = append(args, "--is-bare-repository", "--is-shallow-repository", "--show-object-format",
		"--git-path", "objects", "--git-path", "shallow", "--git-path", "MERGE_HEAD", "--git-path", "info/sparse-checkout",
		"--show-prefix", "--show-cdup")
	facts, err := r.git.lines(ctx, args...)
	facts = append(facts, make([]string, 9)...) // a blank last line is cut off, and --show-cdup prints none in a bare repository
	if name != "" {
		if err != nil || !isObjectID(facts[0]) || !isObjectID(facts[1]) {
			return open(ctx, dir, "")
		}
		r.head, r.named = ref{name: "HEAD", commit: facts[0]}, ref{name: name, commit: facts[1]}
		facts = facts[2:]
		if facts[0] != "true" && facts[0] != "false" { // the name of a ref
			r.named.full, facts = facts[0], facts[1:]
		}
	}
	switch {
	case said(err, "not a git repository"):
		return nil, fmt.Errorf("%q is not in a git repository", filepath.ToSlash(dir))
	case said(err, "dubious ownership"):
		return nil, fmt.Errorf(`%q is in a repository that belongs to another user; if you trust it, run "git config --global --add safe.directory FOLDER" with its root folder`, filepath.ToSlash(dir))
	case err != nil:
		return nil, err
	}
	path := func(i int) string {
		if filepath.IsAbs(facts[i]) {
			return facts[i]
		}
		return filepath.Join(dir, filepath.FromSlash(facts[i]))
	}
	if facts[1] == "true" {
		r.shallowFile = path(4)
	}
	r.mergeFile, r.sparseFile, r.prefix = path(5), path(6), facts[7]
	if facts[0] != "true" {
		r.top = path(8)
	}
	database, err := filepath.Abs(path(3))
	if err != nil {
		return nil, err
	}
	r.objects = newObjects(r.git, database, facts[2])
	return r, nil
}

// Close ends the git process that reads objects, if any, and removes temporary
// files.
func (r *Repository) Close() {
	r.objects.close()
	for _, module := range r.modules {
		module.Close()
	}
}

// maxList is the maximum size of the files of a repository that are read, in bytes.
const maxList = 32 << 20

// readList returns the lines of a file of the repository, none if it does not
// exist.
func readList(name string) []string {
	if name == "" {
		return nil
	}
	text, err := files.Read(name, maxList)
	if err != nil {
		return nil
	}
	return strings.Fields(string(text))
}

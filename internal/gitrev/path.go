package gitrev

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// WorkingPath converts a path in the working tree, absolute or relative to the
// folder given to Open, to one relative to the root of the repository, with
// slashes. "." is the root.
func (r *Revision) WorkingPath(name string) (string, error) {
	slashed := filepath.ToSlash(name)
	if r.bare {
		return "", fmt.Errorf("%s: a bare repository has no working tree: name the path in the revision, as in %s:%s", slashed, r.Name, slashed)
	}
	if !filepath.IsAbs(name) {
		return r.inside(slashed, path.Join(r.prefix, slashed))
	}
	output, err := r.repository.run("rev-parse", "--show-toplevel")
	if err != nil {
		return "", err
	}
	top, err := filepath.EvalSymlinks(filepath.FromSlash(strings.TrimSuffix(string(output), "\n")))
	if err != nil {
		return "", err
	}
	// The last part may be a link that is itself in the repository.
	folder, err := filepath.EvalSymlinks(filepath.Dir(name))
	if err != nil {
		return "", err
	}
	relative, err := filepath.Rel(top, filepath.Join(folder, filepath.Base(name)))
	if err != nil {
		return "", fmt.Errorf("%s is outside the repository", slashed)
	}
	return r.inside(slashed, filepath.ToSlash(relative))
}

// RevisionPath converts the path in REV:PATH to one relative to the root of the
// repository. As in git it is relative to the root already, unless it starts
// with "./" or "../". "." is the root.
func (r *Revision) RevisionPath(name string) (string, error) {
	if name == "." || name == ".." || strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") {
		return r.inside(name, path.Join(r.prefix, name))
	}
	return r.inside(name, path.Clean(name))
}

func (r *Revision) inside(shown, name string) (string, error) {
	if name == ".." || strings.HasPrefix(name, "../") || strings.HasPrefix(name, "/") {
		return "", fmt.Errorf("%s is outside the repository", shown)
	}
	return name, nil
}

// The modes of tree entries that are neither files nor folders.
const (
	modeLink      = "120000"
	modeSubmodule = "160000"
)

// entry is an entry of a tree object.
type entry struct {
	mode, kind, id string
	name           string // relative to the listed folder, then to the root
}

// parseEntries reads the output of ls-tree -z.
func parseEntries(listing []byte) ([]entry, error) {
	var entries []entry
	for line := range strings.SplitSeq(string(listing), "\x00") {
		if line == "" {
			continue
		}
		about, name, _ := strings.Cut(line, "\t")
		fields := strings.Fields(about)
		if len(fields) != 3 || name == "" {
			return nil, fmt.Errorf("git ls-tree answered %q", line)
		}
		entries = append(entries, entry{fields[0], fields[1], fields[2], name})
	}
	return entries, nil
}

// lookUp returns the entry at a path of the revision. The error is
// fs.ErrNotExist if there is none.
func (r *Revision) lookUp(name string) (entry, error) {
	if name == "." {
		return entry{kind: "tree", id: r.commit, name: name}, nil
	}
	listing, err := r.repository.run("ls-tree", "-z", "--full-tree", r.commit, "--", name)
	if err != nil {
		return entry{}, err
	}
	entries, err := parseEntries(listing)
	switch {
	case err != nil:
		return entry{}, err
	case len(entries) == 1:
		return entries[0], r.readable(entries[0])
	}
	if parent := path.Dir(name); parent != "." { // a path behind a link is not absent
		if above, err := r.lookUp(parent); err != nil {
			return entry{}, err
		} else if above.kind == "blob" {
			return entry{}, fmt.Errorf("%s:%s is a file, not a folder", r.Name, parent)
		}
	}
	return entry{}, fs.ErrNotExist
}

// readable returns an error for an entry without content in the repository.
func (r *Revision) readable(e entry) error {
	switch e.mode {
	case modeLink:
		return fmt.Errorf("%s:%s is a symbolic link: name its target", r.Name, e.name)
	case modeSubmodule:
		return fmt.Errorf("%s:%s is a submodule: run the comparison in its own repository", r.Name, e.name)
	}
	return nil
}

// IsAbsent reports whether an error of Read says that the path does not exist in
// the revision.
func IsAbsent(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// Near returns the path in the revision that a mistyped one most likely means,
// another name in the same folder, or "".
func (r *Revision) Near(name string) string {
	folder := path.Dir(name)
	from := r.commit + ":"
	if folder != "." {
		from += folder
	}
	listing, err := r.repository.run("ls-tree", "-z", "--full-tree", "--name-only", "--end-of-options", from)
	if err != nil { // the folder does not exist either
		return ""
	}
	near := syntax.Nearest(path.Base(name), strings.Split(strings.TrimSuffix(string(listing), "\x00"), "\x00"))
	if near == "" {
		return ""
	}
	return path.Join(folder, near)
}

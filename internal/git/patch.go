package git

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/lexsmith/lexsmith/internal/files"
)

// PatchBase returns the folder where a patch of the files at paths is to be applied: the
// working folder or, where a file lies elsewhere, the root of the repository.
func PatchBase(paths []string) (string, error) {
	here, err := filepath.Abs(".")
	if err != nil {
		return "", err
	}
	elsewhere := func(path string) bool { return !filepath.IsLocal(filepath.FromSlash(below(here, path))) }
	if root := Root(here); root != "" && slices.ContainsFunc(paths, elsewhere) {
		return root, nil
	}
	return here, nil
}

// below returns a path relative to a folder, an absolute path, with slashes.
func below(folder, path string) string {
	full, err := filepath.Abs(filepath.FromSlash(path))
	if err != nil {
		return path
	}
	relative, err := filepath.Rel(folder, full)
	if err != nil {
		return path
	}
	return filepath.ToSlash(relative)
}

// Patch returns a change as git shows it, for git apply or patch in a folder, an absolute
// path. It is empty for a change of nothing. A nil old text is that of a file that does not
// exist.
func Patch(folder string, c files.Change) []byte {
	from, to := below(folder, c.Path), below(folder, c.NewPath)
	a, b := patchName("a/"+from), patchName("b/"+to)
	var head string
	if from != to {
		name := func(path string) string { return strings.TrimRight(patchName(path), "\t") }
		head = "diff --git " + name("a/"+from) + " " + name("b/"+to) + "\n"
		if bytes.Equal(c.Old, c.New) {
			head += "similarity index 100%\n"
		}
		head += "rename from " + name(from) + "\nrename to " + name(to) + "\n"
	}
	if c.Old == nil {
		a = "/dev/null"
	}
	_, hunks, _ := bytes.Cut(diff.Diff(a, c.Old, b, c.New), []byte("\n")) // the first line repeats the names
	return append([]byte(head), hunks...)
}

// patchName returns the name of a file as git writes it: quoted where a character needs
// it, with a tab behind it where a blank could be taken for its end.
func patchName(path string) string {
	var escaped []byte
	for _, c := range []byte(path) {
		switch {
		case c == '"' || c == '\\':
			escaped = append(escaped, '\\', c)
		case c < ' ' || c == 0x7F:
			escaped = fmt.Appendf(escaped, `\%03o`, c)
		default:
			escaped = append(escaped, c)
		}
	}
	switch {
	case len(escaped) > len(path):
		return `"` + string(escaped) + `"`
	case strings.Contains(path, " "):
		return path + "\t"
	}
	return path
}

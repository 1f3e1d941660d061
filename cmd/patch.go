package cmd

import (
	"bytes"
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/lexsmith/lexsmith/internal/git"
)

// diffBase returns the folder that the paths of a difference are relative to: the
// working folder or, where a file lies elsewhere, the root of the repository.
func diffBase(paths []string) (string, error) {
	here, err := filepath.Abs(".")
	if err != nil {
		return "", err
	}
	elsewhere := func(path string) bool { return !filepath.IsLocal(filepath.FromSlash(below(here, path))) }
	if root, ok := git.Root(here); ok && slices.ContainsFunc(paths, elsewhere) {
		return root, nil
	}
	return here, nil
}

// below returns a path relative to a folder, with slashes.
func below(folder, path string) string {
	base, badFolder := filepath.Abs(folder)
	full, badPath := filepath.Abs(filepath.FromSlash(path))
	relative, err := filepath.Rel(base, full)
	if cmp.Or(badFolder, badPath, err) != nil {
		return path
	}
	return filepath.ToSlash(relative)
}

// unifiedDiff returns the difference between two texts of the file at path, which has
// slashes and is relative to the folder where git apply or patch is to apply it. It is
// empty if the texts are equal. A nil old text is that of a file that does not exist.
func unifiedDiff(path string, old, new []byte) []byte {
	from := patchName("a/" + path)
	if old == nil {
		from = "/dev/null"
	}
	_, patch, _ := bytes.Cut(diff.Diff(from, old, patchName("b/"+path), new), []byte("\n")) // the first line repeats the names
	return patch
}

// patchName returns the name of a file as git writes it: quoted where a character needs
// it, with a tab behind it where a blank could be taken for its end.
func patchName(path string) string {
	special := func(r rune) bool { return r < ' ' || r == '"' || r == '\\' || r == 0x7F }
	if !strings.ContainsFunc(path, special) {
		if strings.Contains(path, " ") {
			path += "\t"
		}
		return path
	}
	var quoted strings.Builder
	for _, c := range []byte(path) {
		switch {
		case c == '"' || c == '\\':
			quoted.WriteByte('\\')
			quoted.WriteByte(c)
		case c < ' ' || c == 0x7F:
			fmt.Fprintf(&quoted, `\%03o`, c)
		default:
			quoted.WriteByte(c)
		}
	}
	return `"` + quoted.String() + `"`
}

// movedDiff is unifiedDiff for a file that also gets another path, as git shows it.
func movedDiff(from, to string, old, new []byte) []byte {
	if from == to {
		return unifiedDiff(from, old, new)
	}
	a, b := patchName("a/"+from), patchName("b/"+to)
	head := "diff --git " + strings.TrimRight(a, "\t") + " " + strings.TrimRight(b, "\t") + "\n"
	if bytes.Equal(old, new) {
		head += "similarity index 100%\n"
	}
	name := func(path string) string { return strings.TrimRight(patchName(path), "\t") }
	head += "rename from " + name(from) + "\nrename to " + name(to) + "\n"
	_, patch, _ := bytes.Cut(diff.Diff(a, old, b, new), []byte("\n"))
	return append([]byte(head), patch...)
}

package report

import (
	"net/url"
	"path/filepath"
	"strings"
)

// root rewrites the paths of findings for tools that know the repository but not
// the working directory.
type root struct {
	top, dir string
	old, new string // prefixes of paths in revisions; may be empty
}

func newRoot(o *Options) root {
	r := root{top: o.Root, dir: o.Dir}
	if o.OldRevision != "" {
		r.old = o.OldRevision + ":"
	}
	if o.NewRevision != "" {
		r.new = o.NewRevision + ":"
	}
	return r
}

// relative returns a path relative to the repository's root, with slashes, and
// whether it is inside it. That of a file in a revision loses the revision. Other
// paths outside the repository, and "-", are returned as they are.
func (r root) relative(path string) (string, bool) {
	for _, revision := range []string{r.old, r.new} {
		if inRepository, ok := strings.CutPrefix(path, revision); ok && revision != "" {
			return inRepository, r.top != ""
		}
	}
	if r.top == "" || path == "-" || path == "" {
		return path, false
	}
	absolute := filepath.FromSlash(path)
	if !filepath.IsAbs(absolute) {
		absolute = filepath.Join(r.dir, absolute)
	}
	rel, err := filepath.Rel(r.top, absolute)
	if err != nil || !filepath.IsLocal(rel) {
		return path, false
	}
	return filepath.ToSlash(rel), true
}

// isOld reports whether a path is that of a file in the old revision, which need
// not exist in the working tree.
func (r root) isOld(path string) bool { return r.old != "" && strings.HasPrefix(path, r.old) }

// uri returns a path as a URI reference, with the scheme "file" when it is
// absolute.
func uri(path string) string {
	switch {
	case strings.HasPrefix(path, "/"):
		return "file://" + percentEncode(path)
	case filepath.IsAbs(filepath.FromSlash(path)): // C:/ on Windows
		return "file:///" + percentEncode(path)
	}
	return percentEncode(path)
}

// percentEncode encodes all bytes of a path except slashes and the unreserved
// characters of RFC 3986.
func percentEncode(path string) string {
	return strings.NewReplacer("%2F", "/", "+", "%20").Replace(url.QueryEscape(path))
}

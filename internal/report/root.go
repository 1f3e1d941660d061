package report

import (
	"path/filepath"
	"strings"
)

// root rewrites the paths of findings for tools that know the repository but not
// the working directory.
type root struct {
	top, dir string
	revision string // prefix of paths that are not in the working tree; may be empty
}

func newRoot(o *Options) root {
	r := root{top: o.Root, dir: o.Dir}
	if o.Revision != "" {
		r.revision = o.Revision + ":"
	}
	return r
}

// relative returns a path relative to the repository root, with slashes, and
// whether it is inside. Other paths, those of a revision, and "-" stay unchanged.
func (r root) relative(path string) (string, bool) {
	if r.top == "" || path == "-" || path == "" || r.inRevision(path) {
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

// inRevision reports whether a path is in a git revision instead of the working
// tree.
func (r root) inRevision(path string) bool {
	return r.revision != "" && strings.HasPrefix(path, r.revision)
}

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
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(path) {
		c := path[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("/-._~", c) >= 0 {
			b.WriteByte(c)
		} else {
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
	return b.String()
}

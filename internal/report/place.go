package report

import (
	"net/url"
	"path/filepath"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// dataPlace turns a JSON Pointer into a value into how people name a field:
// "/facets/0/index" is "facets[0].index".
func dataPlace(pointer string) string {
	var place string
	for i, s := range diag.SplitPointer(pointer) {
		switch {
		case isIndex(s):
			place += "[" + s + "]"
		case i == 0:
			place = words.QuoteName(s)
		default:
			place += "." + words.QuoteName(s)
		}
	}
	return place
}

// isIndex reports whether a text is an array index.
func isIndex(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s == "0" || s != "" && s[0] != '0'
}

// region is the part of a text that a location covers, by lines and columns. End
// is exclusive.
type region struct{ start, end diag.Position }

// regionOf returns the region of a location; false when it has none.
func regionOf(l *diag.Location) (region, bool) {
	if l.Source == nil || l.NoPosition {
		return region{}, false
	}
	return region{l.Source.Position(l.Span.Start), l.Source.Position(max(l.Span.Start, l.Span.End))}, true
}

// relative returns a path of a finding for tools that know the repository but not the
// working directory: relative to the repository's root, with slashes, and whether it is
// inside it. That of a file in a revision loses the revision. Other paths outside the
// repository, and "-", are returned as they are.
func (o *Options) relative(path string) (string, bool) {
	for _, revision := range []string{o.OldRevision, o.NewRevision} {
		if inRepository, ok := strings.CutPrefix(path, revision+":"); ok && revision != "" {
			return inRepository, o.Root != ""
		}
	}
	if o.Root == "" || path == "-" || path == "" {
		return path, false
	}
	absolute := filepath.FromSlash(path)
	if !filepath.IsAbs(absolute) {
		absolute = filepath.Join(o.Dir, absolute)
	}
	rel, err := filepath.Rel(o.Root, absolute)
	if err != nil || !filepath.IsLocal(rel) {
		return path, false
	}
	return filepath.ToSlash(rel), true
}

// isOld reports whether a path is that of a file in the old revision, which need
// not exist in the working tree.
func (o *Options) isOld(path string) bool {
	return o.OldRevision != "" && strings.HasPrefix(path, o.OldRevision+":")
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
	return strings.NewReplacer("%2F", "/", "+", "%20").Replace(url.QueryEscape(path))
}

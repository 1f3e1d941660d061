package lsp

import (
	"net/url"
	"path/filepath"
	"strings"
)

// pathOf returns the path of a file that a URI names; false for a URI of another
// scheme.
func pathOf(uri string) (string, bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" {
		return "", false
	}
	path := u.Path
	if hasDrive(path[1:]) {
		path = strings.ToUpper(path[1:2]) + path[2:]
	} else if u.Host != "" {
		path = "//" + u.Host + path
	}
	return filepath.Clean(filepath.FromSlash(path)), true
}

// uriOf returns the URI of a file by its absolute path.
func uriOf(path string) string {
	path = filepath.ToSlash(path)
	u := url.URL{Scheme: "file", Path: path}
	switch {
	case hasDrive(path):
		u.Path = "/" + path
	case strings.HasPrefix(path, "//"):
		u.Host, path, _ = strings.Cut(path[2:], "/")
		u.Path = "/" + path
	}
	return u.String()
}

// hasDrive reports whether a path begins with the drive of Windows.
func hasDrive(path string) bool {
	return len(path) >= 2 && path[1] == ':' && 'a' <= path[0]|0x20 && path[0]|0x20 <= 'z'
}

// within reports whether a path is a folder or below it.
func within(folder, path string) bool {
	rest, ok := strings.CutPrefix(path, strings.TrimRight(folder, string(filepath.Separator)))
	return ok && (rest == "" || rest[0] == filepath.Separator)
}

package report

import (
	"net/url"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// subject names the definition or field that a place in a schema file belongs to; "" for
// other places.
func subject(l *diag.Location) string { return lexicon.SubjectOf(lexicon.ValueAt(*l)).Path }

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

// positions returns where a location starts and ends; line 0 when it has no lines and
// columns.
func positions(l *diag.Location) (start, end diag.Position) {
	if l.Source == nil || l.NoPosition {
		return start, end
	}
	return l.Source.Position(l.Span.Start), l.Source.Position(max(l.Span.Start, l.Span.End))
}

// atLine returns a path with a line, unless that is 0: there are no lines.
func atLine(path string, line int) string {
	if line == 0 {
		return path
	}
	return path + ":" + strconv.Itoa(line)
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

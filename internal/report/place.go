package report

import (
	"net/url"
	"path/filepath"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

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

// utf16Columns returns columns in UTF-16 code units. It remembers how many a text has
// up to some offsets: in a file that is one long line, every finding would count them
// all.
type utf16Columns struct {
	marks map[*diag.Source][]mark
}

// mark is an offset at which a character begins, and the code units before it.
type mark struct{ offset, units int32 }

// markDistance is the least number of bytes between two marks.
const markDistance = 4096

// of returns the column of an offset, counted from 1. A byte that is not UTF-8 counts
// as one code unit.
func (c *utf16Columns) of(s *diag.Source, offset int32) int {
	line, start := s.Line(offset)
	end := start + int32(min(max(int(offset-start), 0), len(line)))
	column := 1 + int(max(0, offset-start-int32(len(line)))) // offset may be in the line end
	if end-start < markDistance {
		return column + int(utf16Length(s.Text[start:end]))
	}
	return column + int(c.before(s, end)-c.before(s, start))
}

// before returns the number of code units before an offset.
func (c *utf16Columns) before(s *diag.Source, offset int32) int32 {
	marks, ok := c.marks[s]
	if !ok {
		if c.marks == nil || len(c.marks) > 1000 {
			c.marks = map[*diag.Source][]mark{}
		}
		marks = marksOf(s.Text)
		c.marks[s] = marks
	}
	i := offset / markDistance
	if marks[i].offset > offset { // in a character that reaches over the distance
		i--
	}
	return marks[i].units + utf16Length(s.Text[marks[i].offset:offset])
}

// marksOf returns the first character at or after each multiple of markDistance.
func marksOf(text []byte) []mark {
	marks := make([]mark, 1, 1+len(text)/markDistance)
	units := int32(0)
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRune(text[at:])
		units += int32(utf16.RuneLen(r))
		at += size
		if at/markDistance == len(marks) {
			marks = append(marks, mark{int32(at), units})
		}
	}
	return marks
}

// utf16Length returns the number of code units of a text.
func utf16Length(text []byte) int32 {
	units := int32(0)
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		units += int32(utf16.RuneLen(r))
	}
	return units
}

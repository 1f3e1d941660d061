package report

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// schemaPlace puts a JSON Pointer into a schema file the way people name a
// field: "/defs/main/record/properties/tags/items/maxLength" is
// "main.record.tags[]". It leaves out the containers "defs", "properties" and
// "schema" and all from the first constraint on. It is empty for a pointer
// that does not lead into a definition.
func schemaPlace(pointer string) string {
	segments := split(pointer)
	if len(segments) < 2 || segments[0] != "defs" {
		return ""
	}
	place := quoteName(segments[1])
	for i := 2; i < len(segments); i++ {
		hasNext := i+1 < len(segments)
		switch s := segments[i]; s {
		case "properties":
			if hasNext {
				i++
				place += "." + quoteName(segments[i])
			}
		case "errors", "permissions":
			place += "." + s
			if hasNext {
				i++
				place += "[" + quoteName(segments[i]) + "]"
			}
		case "items":
			place += "[]"
		case "schema":
		case "record", "parameters", "input", "output", "message":
			place += "." + s
		default:
			return place
		}
	}
	return place
}

// dataPlace puts a JSON Pointer into a value the way people name a field:
// "/facets/0/index" is "facets[0].index".
func dataPlace(pointer string) string {
	var place string
	for i, s := range split(pointer) {
		switch {
		case isIndex(s):
			place += "[" + s + "]"
		case i == 0:
			place = quoteName(s)
		default:
			place += "." + quoteName(s)
		}
	}
	return place
}

// split returns the unescaped segments of a JSON Pointer.
func split(pointer string) []string {
	if pointer == "" {
		return nil
	}
	segments := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for i, s := range segments {
		if strings.Contains(s, "~") {
			segments[i] = strings.ReplaceAll(strings.ReplaceAll(s, "~1", "/"), "~0", "~")
		}
	}
	return segments
}

// isIndex reports whether a text is a number as an index is written.
func isIndex(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s == "0" || s != "" && s[0] != '0'
}

// region is the part of a text that a location covers, as people count. End is
// exclusive.
type region struct{ start, end lexicon.Position }

// regionOf returns the region of a location; false when it has none.
func regionOf(l *lexicon.Location) (region, bool) {
	if l.Source == nil || l.NoPosition {
		return region{}, false
	}
	return region{l.Source.Position(l.Span.Start), l.Source.Position(max(l.Span.Start, l.Span.End))}, true
}

// directions returns the names of the directions in which a change breaks
// data, never nil.
func directions(d lexicon.Direction) []string {
	names := []string{}
	if d&lexicon.Backward != 0 {
		names = append(names, "backward")
	}
	if d&lexicon.Forward != 0 {
		names = append(names, "forward")
	}
	return names
}

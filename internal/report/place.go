package report

import "github.com/lexsmith/lexsmith/pkg/syntax"

// schemaPlace puts a JSON Pointer into a schema file the way people name a
// field: "/defs/main/record/properties/tags/items/maxLength" is
// "main.record.tags[]". It leaves out the containers "defs", "properties" and
// "schema" and all from the first constraint on. It is empty for a pointer
// that does not lead into a definition.
func schemaPlace(pointer string) string {
	segments := syntax.SplitPointer(pointer)
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

// dataPlace turns a JSON Pointer into a value into how people name a field:
// "/facets/0/index" is "facets[0].index".
func dataPlace(pointer string) string {
	var place string
	for i, s := range syntax.SplitPointer(pointer) {
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

// isIndex reports whether a text is an array index.
func isIndex(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s == "0" || s != "" && s[0] != '0'
}

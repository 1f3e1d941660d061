package convert

import (
	"fmt"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// key identifies a schema of an export: a definition, or something derived from
// one.
type key struct {
	lexicon.Reference
	part part
	path string // of a union within the definition, for partOther and partUnion
}

// part is the part of a definition that a schema describes; "" is all of it.
type part string

const (
	partTyped part = "typed" // an object whose $type is fixed
	partEvent part = "event" // an object whose $type is fixed, and may be missing
	partOther part = "other" // variants that a union does not list
	partUnion part = "union" // a union without null, in OpenAPI 3.0
)

// partKey identifies the schema of a part of a method, which has the same name here.
func partKey(def *lexicon.Definition, p lexicon.Part) key {
	return key{Reference: def.Reference(), part: part(p.String())}
}

// String returns the name of the schema: the NSID for a main definition,
// NSID_name for another one, followed by __part for a part. Since neither NSIDs
// nor escaped names contain an underscore of their own, names are unique. They
// consist of letters, digits, ".", "-" and "_", as OpenAPI demands.
func (k key) String() string {
	name := string(k.NSID)
	switch {
	case k.NSID == "":
		return k.Name // belongs to no Lexicon
	case k.Name != "main":
		name += "_" + escapeName(k.Name)
	}
	return name + k.suffix()
}

// local returns the name of the schema among those of its own Lexicon: "main",
// "name", "name__typed", "__input".
func (k key) local() string {
	if k.Name == "main" && k.part != "" && k.part != partTyped && k.part != partEvent {
		return k.suffix()
	}
	return escapeName(k.Name) + k.suffix()
}

func (k key) suffix() string {
	suffix := "__" + string(k.part)
	switch {
	case k.part == "":
		return ""
	case k.path != "":
		suffix += "." + k.path
	}
	return suffix
}

// unionPath returns the path of a union within its definition: the names of the
// part and of the properties that lead to it, which are unique, since arrays have
// one schema for all items.
func unionPath(u *lexicon.Union) string {
	var names []string
	path := u.Value.Path()[2:] // without "defs" and the name
	for len(path) > 0 {
		step := path[0]
		path = path[1:]
		switch step {
		case "properties":
			names = append(names, strings.ReplaceAll(escapeName(path[0]), ".", "_x2E_"))
			path = path[1:]
		case "input", "output", "message":
			names = append(names, step)
		}
	}
	return strings.Join(names, ".")
}

// escapeName writes the characters of a definition's name that are not allowed
// in names of schemas as _xHH_, with the hex digits of the code point.
func escapeName(name string) string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '.', r == '-':
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "_x%02X_", r)
		}
	}
	return b.String()
}

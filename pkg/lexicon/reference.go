package lexicon

import (
	"errors"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Reference is the canonical name of a definition, independent of how a schema
// writes it (References in the specification). References are comparable.
type Reference struct {
	NSID syntax.NSID
	Name string // "main" for the main definition
}

// String returns the short form: the NSID alone for a main definition, or else
// nsid#name.
func (r Reference) String() string {
	if r.Name == "main" {
		return string(r.NSID)
	}
	return r.Full()
}

// Full returns nsid#name, also for a main definition.
func (r Reference) Full() string { return string(r.NSID) + "#" + r.Name }

// ParseReference parses a reference in the Lexicon called own: nsid, nsid#name or
// #name. The error says what is wrong with it.
func ParseReference(text string, own syntax.NSID) (Reference, error) {
	id, name, fragment := strings.Cut(text, "#")
	if !fragment {
		name = "main"
	}
	switch {
	case text == "":
		return Reference{}, errors.New("it is empty")
	case fragment && name == "":
		return Reference{}, errors.New(`the name after "#" is missing`)
	case strings.ContainsAny(name, "#."):
		at := strings.IndexAny(name, "#.")
		return Reference{}, errors.New(`the name after "#" contains ` + words.Quote(name[at:at+1]))
	case id == "":
		return Reference{own, name}, nil
	}
	if err := syntax.FormatNSID.Check(id); err != nil {
		if !fragment && !strings.ContainsAny(id, ".:/") {
			return Reference{}, errors.New("it is neither an NSID nor a local reference (#name)")
		}
		return Reference{}, errors.New(syntax.Reason(err))
	}
	return Reference{syntax.NSID(id), name}, nil
}

// SuggestReference returns the valid reference that was most likely intended by another
// text in the Lexicon called own: one without the scheme lex:, or with the name of a
// definition in place of a JSON Pointer. It is false when there is none.
func SuggestReference(text string, own syntax.NSID) (string, bool) {
	id, name, fragment := strings.Cut(strings.TrimPrefix(text, "lex:"), "#")
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		name = name[i+1:] // of #/defs/name, #/$defs/name or #/definitions/name
	}
	meant := id
	if fragment {
		meant += "#" + name
	}
	_, err := ParseReference(meant, own)
	return meant, err == nil && meant != text
}

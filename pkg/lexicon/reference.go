package lexicon

import (
	"errors"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Reference is the canonical name of a definition, whatever way a schema
// spells it (References in the specification). References are comparable.
type Reference struct {
	NSID syntax.NSID
	Name string // "main" for the main definition
}

// String returns the short form: the NSID alone for a main definition, else
// nsid#name.
func (r Reference) String() string {
	if r.Name == "main" {
		return string(r.NSID)
	}
	return r.Full()
}

// Full returns nsid#name, for main definitions too.
func (r Reference) Full() string { return string(r.NSID) + "#" + r.Name }

// ParseReference reads a reference that stands in the Lexicon own: nsid,
// nsid#name or #name. The error says what is wrong with it.
func ParseReference(text string, own syntax.NSID) (Reference, error) {
	id, name, fragment := strings.Cut(text, "#")
	if !fragment {
		name = "main"
	}
	switch {
	case text == "":
		return Reference{}, errors.New("it is empty")
	case fragment && name == "":
		return Reference{}, errors.New("there is no name after #")
	case strings.ContainsAny(name, "#."):
		return Reference{}, errors.New("the name after # must hold neither . nor #")
	case id == "":
		return Reference{own, name}, nil
	}
	if err := syntax.FormatNSID.Check(id); err != nil {
		if !fragment && !strings.ContainsAny(id, ".:/") {
			return Reference{}, errors.New("it is no NSID; a definition of the same file is written " + quote("#"+id))
		}
		var fault *syntax.Error
		errors.As(err, &fault)
		return Reference{}, errors.New(fault.Reason)
	}
	return Reference{syntax.NSID(id), name}, nil
}

// Link is one use of a reference in a schema.
type Link struct {
	Reference
	Text  string // as written
	Value *Value // the string that it was read from
	// Target is the definition it names. It is nil when the Lexicon is not
	// loaded or lacks the definition; see Catalog.Document.
	Target *Definition
}

// Local reports whether the link is spelled without an NSID.
func (l *Link) Local() bool { return strings.HasPrefix(l.Text, "#") }

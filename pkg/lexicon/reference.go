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
			return Reference{}, errors.New("it is no NSID; a definition of the same file is written " + syntax.Quote("#"+id))
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

// destination is where a chain of refs ends.
type destination struct {
	definition *Definition // not a ref; nil when the chain leads nowhere
	last       *Ref        // where it stops then
}

// Resolve follows a ref, through definitions that are refs themselves, to the
// definition that it stands for. It takes the same time however long the chain
// is.
//
// When the refs lead nowhere the definition is nil, and last is the ref that
// stops: its Link is nil where it could not be read, and its Target where the
// Lexicon is not loaded or lacks the definition; else it leads back into a cycle.
func (r *Ref) Resolve() (target *Definition, last *Ref) {
	if r.Link == nil || r.Link.Target == nil {
		return nil, r
	}
	if _, chained := r.Link.Target.Schema.(*Ref); !chained {
		return r.Link.Target, nil
	}
	if leads := r.Link.Target.leads; leads != nil {
		return leads.definition, leads.last
	}
	return nil, r
}

// Resolve returns the schema that s stands for: s itself unless it is a *Ref. It
// is nil when refs lead nowhere.
func Resolve(s Schema) Schema {
	ref, ok := s.(*Ref)
	if !ok {
		return s
	}
	if target, _ := ref.Resolve(); target != nil {
		return target.Schema
	}
	return nil
}

// chain finds out where the refs that begin at a definition lead, and keeps it for
// all definitions on the way.
func chain(def *Definition) {
	var way []*Definition
	met := map[*Definition]bool{}
	end := new(destination)
	for end.definition == nil && end.last == nil {
		ref, ok := def.Schema.(*Ref)
		switch {
		case !ok:
			end.definition = def
		case def.leads != nil:
			end = def.leads
		case ref.Link == nil, ref.Link.Target == nil, met[ref.Link.Target], ref.Link.Target == def:
			way, end.last = append(way, def), ref
		default:
			met[def] = true
			way, def = append(way, def), ref.Link.Target
		}
	}
	for _, def := range way {
		def.leads = end
	}
}

// Local reports whether the link is spelled without an NSID.
func (l *Link) Local() bool { return strings.HasPrefix(l.Text, "#") }

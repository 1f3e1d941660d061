package lexicon

import (
	"errors"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/internal/words"
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

// Link is one use of a reference in a schema.
type Link struct {
	Reference
	Text  string // as written
	Value *Value // the JSON string it was read from
	// Target is the definition that it refers to. It is nil if the Lexicon is not
	// loaded or lacks the definition; see Catalog.Document.
	Target *Definition
}

// destination is the end of a chain of refs.
type destination struct {
	definition *Definition // not a ref; nil if the refs cannot be resolved
	last       *Ref        // the ref that cannot be resolved, in that case
}

// Resolve follows a ref, through definitions that are refs themselves, to a definition
// of another type. It takes constant time.
//
// If there is no such definition target is nil, and last is the ref that cannot be
// resolved: its Link is nil if it is malformed, the Target of its Link is nil if the
// Lexicon is not loaded or lacks the definition, and otherwise it is part of a cycle.
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

// Resolve returns the schema that a *Ref leads to, and any other schema itself. It is
// nil if the ref cannot be resolved.
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

// chain determines where the refs that begin at a definition lead, and keeps that for
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

// Local reports whether the link is written without an NSID.
func (l *Link) Local() bool { return strings.HasPrefix(l.Text, "#") }

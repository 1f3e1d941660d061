package convert

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// annotation is the one keyword that exports add: an object with the fields of
// the Lexicon that the keywords beside it do not express exactly.
const annotation = "x-lexicon"

// Options are the options of all exports.
type Options struct {
	// Profile is the dialect of the language under which the export accepts what
	// validation accepts.
	Profile diag.Profile
	// AllowUnresolved accepts any value where a reference names a Lexicon that is
	// not loaded. Without it such references are an UnresolvedError.
	AllowUnresolved bool
	// NoAnnotations omits x-lexicon.
	NoAnnotations bool
	Style         Style
	// Example, when not nil, returns a valid value in JSON of a part of a
	// definition: PartRecord, PartParams (an object), PartInput or PartOutput, and for
	// messages of subscriptions PartNone of an object. It is false where there is none.
	// The method Example of a sample.Sampler is one.
	Example func(def *lexicon.Definition, part lexicon.Part) (value []byte, ok bool)
}

// Style decides between soundness and what code generators handle well.
type Style uint8

// The styles.
const (
	// StyleSound accepts everything that the Lexicons accept.
	StyleSound Style = iota
	// StyleCodegen refuses values of open unions whose variant is not listed, so
	// that generated code can tell the variants apart. Each such union is a Loss.
	StyleCodegen
)

// note tells readers of a document what it accepts.
func (s Style) note() string {
	if s == StyleCodegen {
		return "For code generators: values of open unions with variants that are not listed here are rejected, " +
			"though the Lexicons accept them. Do not validate with these schemas."
	}
	return "Every value that the Lexicons accept is accepted here."
}

// emitter writes the schemas of Lexicons as JSON Schema in one dialect. A broken
// schema accepts no value.
type emitter struct {
	dialect
	options   Options
	selection *Selection
	// address returns the $ref to a schema from a schema of the Lexicon own; own
	// is "" for those that belong to no Lexicon.
	address func(own syntax.NSID, to key) string
	// dataModel says that values which no schema describes are validated against
	// the data model.
	dataModel bool

	endings endings

	own     syntax.NSID // the Lexicon being written
	inline  bool        // strings do not refer to the schemas of formats
	schemas map[key]*object
	losses  []Loss
	err     error // what is wrong with an example
}

func newEmitter(d dialect, s *Selection, o Options, address func(own syntax.NSID, to key) string) *emitter {
	return &emitter{
		dialect: d, options: o, selection: s, address: address, endings: newEndings(s),
		schemas: make(map[key]*object, len(s.Definitions)),
	}
}

// export returns the documents with what was lost.
func (e *emitter) export(files ...File) *Export {
	everywhere := slices.DeleteFunc(Gaps(), func(gap Gap) bool { return !gap.Everywhere })
	return &Export{Files: files, Losses: e.losses, Everywhere: everywhere, schemas: e.schemas}
}

// to returns a reference to a schema.
func (e *emitter) to(k key) *object { return single("$ref", text(e.address(e.own, k))) }

// each adds the schemas of the selected definitions and calls more for each one,
// until ctx is done or an example is not valid. Nothing is written if a reference is
// unresolved that must not be.
func (e *emitter) each(ctx context.Context, more func(*lexicon.Definition)) error {
	if unresolved := e.selection.Unresolved; len(unresolved) > 0 && !e.options.AllowUnresolved {
		return UnresolvedError(unresolved)
	}
	for _, def := range e.selection.Definitions {
		if err := cmp.Or(ctx.Err(), e.err); err != nil {
			return err
		}
		e.own = def.Document.ID
		e.definition(def)
		more(def)
	}
	return e.err
}

// definition adds the schema of a definition. Endpoints have none.
func (e *emitter) definition(def *lexicon.Definition) {
	var o *object
	switch s := def.Schema.(type) {
	case *lexicon.Query, *lexicon.Procedure, *lexicon.Subscription:
		return
	case *lexicon.PermissionSet:
		e.lose(s, "type", gapPermissionSet)
		return
	case *lexicon.Space:
		e.lose(s, "type", gapSpace)
		return
	case *lexicon.Record:
		o = e.withExample(e.writeRecord(s), def, lexicon.PartRecord)
	default:
		o = e.beside(e.schema(s, false))
	}
	e.schemas[key{Reference: def.Reference()}] = o.first("title", text(def.Reference().String()))
}

// schema writes a schema with its description. Nullable says that null is also
// accepted.
func (e *emitter) schema(s lexicon.Schema, nullable bool) *object {
	e.inline = nullable && e.nullable // which must be beside a type
	o := e.plain(s)
	e.inline = false
	if u, ok := s.(*lexicon.Union); ok && nullable && e.nullable && o.has("discriminator") {
		union := o // null is not one of its choices, and generators would number it
		o = e.shared(key{Reference: u.Definition.Reference(), part: partUnion, path: unionPath(u)}, func() *object { return union })
	}
	if nullable {
		o = e.orNull(o)
	}
	return e.described(o, description(s))
}

// body writes the schema of a body or message with the descriptions of both.
func (e *emitter) body(s lexicon.Schema, outer string) *object {
	return e.described(e.plain(s), joined(outer, description(s)))
}

// described puts a description in front of a schema.
func (e *emitter) described(o *object, description string) *object {
	if description == "" {
		return o
	}
	o = e.beside(o)
	o.remove("description") // of a format
	if lexicon.IsDeprecation(description) {
		o.first("deprecated", boolean(true))
	}
	return o.first("description", text(description))
}

// description returns the description of a schema. It includes the known values, since
// many tools do not show examples.
func description(s lexicon.Schema) string {
	description := s.Base().Description
	if s, ok := s.(*lexicon.String); ok && len(s.KnownValues) > 0 {
		return joined(description, "Known values: "+strings.Join(s.KnownValues, ", ")+".")
	}
	return description
}

// plain writes a schema without its description.
func (e *emitter) plain(s lexicon.Schema) *object {
	switch s := s.(type) {
	case *lexicon.Null:
		return e.null()
	case *lexicon.Boolean:
		return e.writeBoolean(s)
	case *lexicon.Integer:
		return e.writeInteger(s)
	case *lexicon.String:
		return e.writeString(s)
	case *lexicon.Bytes:
		return e.writeBytes(s)
	case *lexicon.CIDLink:
		return e.writeLink(s)
	case *lexicon.Blob:
		return e.writeBlob(s)
	case *lexicon.Array:
		return e.writeArray(s)
	case *lexicon.Object:
		return e.writeObject(s, "")
	case *lexicon.Params:
		return e.writeParams(s)
	case *lexicon.Token:
		return e.constant(single("type", text("string")), text(s.Definition.Reference().String()))
	case *lexicon.Ref:
		return e.writeRef(s)
	case *lexicon.Union:
		return e.writeUnion(s)
	case *lexicon.Unknown:
		return e.writeUnknown(s, "type")
	case *lexicon.Record, *lexicon.Query, *lexicon.Procedure, *lexicon.Subscription, *lexicon.PermissionSet,
		*lexicon.Space, *lexicon.Permission, *lexicon.Invalid:
		return nothing()
	}
	panic("convert: no form for " + s.Type().String())
}

// note adds to the annotation of a schema. It returns the schema.
func (e *emitter) note(o *object, name string, value node) *object {
	if e.options.NoAnnotations {
		return o
	}
	notes, ok := o.get(annotation).(*object)
	if !ok {
		notes = new(object)
		o.set(annotation, notes)
	}
	notes.set(name, value)
	return o
}

// noteFields copies those of the named fields that the Lexicon has into the
// annotation of a schema. It returns the schema.
func (e *emitter) noteFields(o *object, s lexicon.Schema, fields ...string) *object {
	for _, name := range fields {
		if v := s.Base().Value.Field(name); v != nil {
			e.note(o, name, copied(v))
		}
	}
	return o
}

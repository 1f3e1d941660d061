package validate

import (
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// run is one value being held against a schema.
type run struct {
	*datamodel.Tape
	schemas *Schemas
	// quick asks only whether there is anything to say.
	quick bool
	// unknown is set when a part of the value was accepted without its schema.
	unknown bool

	// The rest serves full runs only.
	source *lexicon.Source
	base   uint32 // where the tape's text begins in the source
	record string // see lexicon.DataPlace
	// advisory lowers every finding to a warning: the value need not fit.
	advisory bool
	broken   map[lexicon.Schema]bool // schemas that schema-invalid was reported for: only advisory only?
	found    []lexicon.Finding
	near     map[lexicon.Reference]string // kept from value to value, see meant

	spelled int                // bytes of the pointers of those that are kept
	beyond  []lexicon.Omission // findings beyond the limit, but for the first one of each
	spare   lexicon.Finding    // what report returns for those that are not kept
}

// value holds the value at i against a schema, null included. Nothing is said
// of a value that is outside the data model.
func (r *run) value(c checker, i uint32, nullable bool) bool {
	switch r.Tokens[i].Kind {
	case datamodel.Invalid:
		return true
	case datamodel.Null:
		return nullable || r.null(c, i)
	}
	return c.check(r, i)
}

// null holds a null, whose property is not listed in nullable, against a schema.
func (r *run) null(c checker, i uint32) bool {
	switch c := c.(type) {
	case *nullChecker, *anyChecker:
		return true
	case *missingChecker, *invalidChecker: // who knows whether it is allowed
		return c.check(r, i)
	}
	if r.quick {
		return false
	}
	help := "leave it out; only a property that nullable of its object lists can be null"
	if i == 0 {
		help = "" // there is nothing that it could be left out of
	}
	r.report(ruleNullNotAllowed, i, c.schema(), "", "must not be null", help)
	return true
}

// maxPointers is how many bytes the pointers of the findings on one value may
// have before no more are kept. A long key stands in the pointer of all that is
// below it.
const maxPointers = 2 << 20

// report makes a finding on the value at i, whose name it puts before the
// message. The field is that of the schema which is broken, "" for all of it.
// Beyond the limit only the first one of each rule and severity is kept.
func (r *run) report(rule *lexicon.Rule, i uint32, schema lexicon.Schema, field, message, help string) *lexicon.Finding {
	severity := rule.Severity[r.schemas.options.Profile]
	if r.advisory {
		severity = min(severity, lexicon.Warning)
	}
	surplus := len(r.found) >= lexicon.MaxFindings || r.spelled > maxPointers
	for i := range r.beyond {
		if o := &r.beyond[i]; surplus && o.Like.Rule == rule && o.Like.Severity == severity {
			o.Count++
			r.spare = lexicon.Finding{}
			return &r.spare
		}
	}
	f := lexicon.Finding{
		Rule: rule, Severity: severity, Message: r.name(i) + " " + message, Help: help, Location: r.at(i),
		Data: &lexicon.DataPlace{Record: r.record},
	}
	if schema != nil {
		n := schema.Base()
		f.NSID = string(n.Document().ID)
		f.Data.Schema = n.Definition.Reference().Full()
		f.Data.Constraint = n.At()
		if field != "" {
			f.Data.Constraint = n.AtField(field)
		}
	}
	r.found = append(r.found, f)
	r.spelled += len(f.Pointer)
	if surplus {
		r.beyond = append(r.beyond, lexicon.Omission{Like: f})
	}
	return &r.found[len(r.found)-1]
}

// move makes a finding, if it is kept, one on the token at i.
func (r *run) move(f *lexicon.Finding, i uint32) {
	if f != &r.spare {
		f.Location = r.at(i)
	}
}

// at returns the location of the token at i: of a value, or of a key with the
// pointer of its value.
func (r *run) at(i uint32) lexicon.Location {
	tok := &r.Tokens[i]
	return lexicon.Location{
		Source: r.source, Span: lexicon.Span{Start: int32(r.base + tok.Start), End: int32(r.base + tok.End)},
		Pointer: r.Pointer(i), NoPosition: r.CBOR,
	}
}

// name is how messages call the value at i: the name of its property, with an
// index behind it for an element of an array.
func (r *run) name(i uint32) string {
	if i == 0 {
		return "the value"
	}
	name, index, named := "", "", false
	r.Path(i, func(key, n uint32) {
		if key == 0 {
			index += "[" + strconv.Itoa(int(n)) + "]"
		} else {
			name, index, named = r.Text(key), "", true
		}
	})
	switch {
	case !named:
		return "element " + index
	case !plainName(name):
		name = quote(name)
	}
	return name + index
}

// plainName reports whether a property's name can stand in a sentence as it is.
func plainName(name string) bool {
	if name == "" {
		return false
	}
	for i := range len(name) {
		c := name[i]
		if !('a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '$' || c == '_' || c == '-') {
			return false
		}
	}
	return len(name) <= 40
}

// wrongType reports a value of another type than the schema's.
func (r *run) wrongType(i uint32, schema lexicon.Schema, want string) bool {
	if r.quick {
		return false
	}
	r.report(ruleValueType, i, schema, "", "must be "+want+", found "+r.describe(i), "")
	return true
}

// describe names the value at i in a message: its type and, where it is short,
// the value.
func (r *run) describe(i uint32) string {
	tok := &r.Tokens[i]
	switch {
	case tok.Kind == datamodel.String:
		return "the string " + quote(r.Text(i))
	case tok.Kind == datamodel.Integer:
		return "the integer " + strconv.FormatInt(tok.Int(), 10)
	case tok.Kind == datamodel.Boolean && tok.Bool():
		return "true"
	case tok.Kind == datamodel.Boolean:
		return "false"
	case tok.Kind == datamodel.Null:
		return "null"
	case tok.Kind == datamodel.Invalid:
		return "a value outside the data model"
	case tok.Kind == datamodel.Bytes:
		return count(tok.Len(), "raw byte")
	case tok.IsBlob():
		return "a blob"
	case tok.Kind == datamodel.Link:
		return "a link"
	case tok.Kind == datamodel.Array || tok.Kind == datamodel.Object:
		return "an " + tok.Kind.String()
	}
	return tok.Kind.String()
}

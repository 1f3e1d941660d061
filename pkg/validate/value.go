package validate

import (
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// RuleValueType is broken by values of another type than the schema has.
var RuleValueType = &diag.Rule{
	Code: "value-type", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: "the value has a different type than the schema requires",
	Reason: "Values are not converted: the string \"3\" is not an integer, and 0 is not false. In a query string, an integer is written as plain digits, " +
		"a boolean as true or false, and only array parameters can be repeated.",
	Spec: "Type overview", Page: "specs/lexicon#field-type-definitions",
	Examples: inSchema + `{"type": "integer"}` + inData + `«"3"|3»`,
}

// RuleNullNotAllowed is broken by nulls that the schema does not allow.
var RuleNullNotAllowed = &diag.Rule{
	Code: "null-not-allowed", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: "null is not allowed here",
	Reason: "A null field and an omitted field mean different things. Null is allowed for the properties in the nullable list, " +
		"for values of type null, and anywhere inside unknown data. Otherwise, omit the field.",
	Spec: "Field types > object: nullable", Page: "specs/lexicon#object",
	Examples: nullableNote + inData + `{«"name"|"note"»: null}`,
}

const nullableNote = inSchema + `{"type": "object", "nullable": ["note"], "properties": {
  "name": {"type": "string"},
  "note": {"type": "string"}
}}`

// value checks the value at i, which may be null, against a schema. Nothing is
// said about a value that is outside the data model.
func (r *run) value(c checker, i uint32, nullable bool) bool {
	switch r.Tokens[i].Kind {
	case datamodel.Invalid:
		return true
	case datamodel.Null:
		return nullable || r.null(c, i)
	}
	return c.check(r, i)
}

// null checks a null, whose property is not listed in nullable, against a schema.
func (r *run) null(c checker, i uint32) bool {
	switch c := c.(type) {
	case *nullChecker, *anyChecker:
		return true
	case *missingChecker, *invalidChecker: // who knows whether it is allowed
		return c.check(r, i)
	}
	return r.report(RuleNullNotAllowed, func() finding {
		help := "omit it; only properties in the nullable list of their object can be null"
		if i == r.root {
			help = "" // there is nothing to omit it from
		}
		return finding{at: i, schema: c.schema(), message: "must not be null", help: help}
	})
}

// wrongType reports a value that is not of the type wanted. The message names it
// in words, with an article.
func (r *run) wrongType(i uint32, schema lexicon.Schema, want lexicon.Type, words string) bool {
	return r.report(RuleValueType, func() finding { return r.mistyped(i, schema, want, words) })
}

// mistyped is the finding on a value of a wrong type.
func (r *run) mistyped(i uint32, schema lexicon.Schema, want lexicon.Type, words string) finding {
	return finding{
		at: i, schema: schema, message: "must be " + words + ", but is " + r.describe(i), help: r.formHelp(i, want),
		expected: want.String(), actual: r.typeName(i),
	}
}

// typeName returns the name of the type of the value at i, as in schemas.
func (r *run) typeName(i uint32) string {
	tok := &r.Tokens[i]
	if tok.IsBlob() {
		return lexicon.TypeBlob.String()
	}
	return tok.Kind.String()
}

// describe names the value at i in a message: its type and, where it is short,
// the value.
func (r *run) describe(i uint32) string {
	tok := &r.Tokens[i]
	switch tok.Kind {
	case datamodel.String:
		return "the string " + quote(r.Text(i))
	case datamodel.Integer:
		return "the integer " + decimal(tok.Int())
	case datamodel.Boolean:
		return strconv.FormatBool(tok.Bool())
	case datamodel.Null:
		return "null"
	case datamodel.Invalid:
		return "a value outside the data model"
	case datamodel.Bytes:
		return words.Count(tok.Len(), "raw byte")
	case datamodel.Link:
		return "a link"
	}
	if tok.IsBlob() {
		return "a blob"
	}
	return "an " + tok.Kind.String()
}

// unknownChecker is a schema of type unknown. That the value is in the data
// model is seen when it is read.
type unknownChecker struct {
	origin[*lexicon.Unknown]
	profile diag.Profile
}

func (c *unknownChecker) check(r *run, i uint32) bool {
	if c.profile == diag.ProfileV1 || r.Tokens[i].IsObject() {
		return true
	}
	return r.wrongType(i, c.node, lexicon.TypeObject, "an object other than a blob")
}

// nullChecker is a schema of type null.
type nullChecker struct{ origin[*lexicon.Null] }

func (c *nullChecker) check(r *run, i uint32) bool {
	return r.wrongType(i, c.node, lexicon.TypeNull, "null")
}

// anyChecker takes every value: of a JSON body without a schema.
type anyChecker struct{ origin[lexicon.Schema] }

func (c *anyChecker) check(*run, uint32) bool { return true }

// formHelp says how to write the value at i where it has the right content in another
// form than its type; "" when that is not known.
func (r *run) formHelp(i uint32, want lexicon.Type) string {
	switch want {
	case lexicon.TypeCIDLink:
		if id := r.only(i, "/"); id != 0 {
			i = id // as in DAG-JSON
		}
		if r.Tokens[i].Kind == datamodel.String && datamodel.IsLinkText(r.Text(i)) {
			return r.written(`{"$link": "`+r.Text(i)+`"}`, "a link with tag 42")
		}
	case lexicon.TypeBytes:
		if inner := r.only(i, "/"); inner != 0 {
			if i = r.only(inner, "bytes"); i == 0 {
				return ""
			}
		}
		if r.Tokens[i].Kind == datamodel.String && datamodel.IsBase64(r.Text(i)) {
			const longest = 60 // bytes
			text := r.Text(i)
			if len(text) > longest {
				text = text[:longest] + "…"
			}
			return r.written(`{"$bytes": "`+text+`"}`, "a byte string")
		}
	case lexicon.TypeBlob:
		if inner := r.only(i, "blob"); inner != 0 && r.Tokens[inner].IsBlob() {
			return `replace this object with the value of its "blob" field`
		}
	}
	return ""
}

// written says how a value is written in JSON, or else in CBOR.
func (r *run) written(json, cbor string) string {
	if r.CBOR {
		return "in CBOR, write " + cbor
	}
	return "use " + json
}

// only returns the value under a key of the object at i, which has no other; 0 when
// there is none.
func (r *run) only(i uint32, name string) uint32 {
	tok := &r.Tokens[i]
	if tok.Kind != datamodel.Object || tok.Next == i+1 || r.Text(i+1) != name || r.Tokens[i+2].Next != tok.Next {
		return 0
	}
	return i + 2
}

// typeSlip says that the object at i has its $type in a field type. Fits reports
// whether an object with that $type is right here.
func (r *run) typeSlip(i uint32, fits func(name string) bool) string {
	at := r.Member(i, "type")
	if at == 0 || r.Tokens[at].Kind != datamodel.String || !fits(r.Text(at)) {
		return ""
	}
	return `rename "type" to "$type"`
}

// asFragment returns the name NSID#name for one that is written NSID.name; "" when it
// cannot be one.
func asFragment(name string) string {
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 || strings.Contains(name, "#") {
		return ""
	}
	return name[:dot] + "#" + name[dot+1:]
}

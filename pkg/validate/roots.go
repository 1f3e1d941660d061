package validate

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// recordsChecker finds the record that $type names.
type recordsChecker struct{}

func (c *recordsChecker) schema() lexicon.Schema { return nil }

func (c *recordsChecker) check(r *run, i uint32) bool {
	tok := &r.tokens[i]
	if tok.kind != kindObject || tok.flag&flagBlob != 0 {
		return r.wrongType(i, nil, "a record, which is an object")
	}
	name, at := r.typeOf(i), uint32(tok.num)
	if known := r.schemas.types[name]; known != nil {
		if record, ok := known.checker.(*recordChecker); ok {
			return record.check(r, i)
		}
	}
	if r.quick && !r.schemas.options.AllowUnknown {
		return false
	}
	nsid, fragment, _ := strings.Cut(name, "#")
	switch {
	case name == "" && at == 0:
		if r.member(i, "$type") == 0 {
			help := `add "$type": "NSID of the record", or say with --ref what the value is`
			if r.member(i, "lexicon") != 0 && r.member(i, "defs") != 0 {
				help = `this is a schema, no data: "lexsmith lint" checks it`
			}
			r.typeMissing(i, nil, "a record names its type", help)
		}
	case fragment == "main" && syntax.IsNSID(nsid):
		r.report(ruleTypeMainFragment, at, nil, "", "must not end in #main, found "+quote(name), "write "+quote(nsid))
	case !isTypeName(name):
		r.report(ruleTypeSyntax, at, nil, "", "must be an NSID, found "+quote(name), "")
	default:
		return c.noRecord(r, at, name)
	}
	return !r.quick
}

// noRecord judges a value whose $type names no record that is loaded.
func (c *recordsChecker) noRecord(r *run, at uint32, name string) bool {
	ref, _ := lexicon.ParseReference(name, "")
	def := r.schemas.catalog.Definition(ref)
	switch d := r.schemas.catalog.Document(ref.NSID); {
	case def != nil && def.Schema.Type() == lexicon.TypeInvalid:
		return (&invalidChecker{def.Schema, "cannot be read"}).check(r, 0)
	case def != nil:
		if !r.quick {
			r.report(ruleTypeMismatch, at, def.Schema, "", "names "+quote(name)+", which is of type "+def.Schema.Type().String()+", not a record", "use --ref to check it against that")
		}
	case d != nil && !d.Partial:
		if !r.quick {
			r.report(ruleSchemaNotFound, at, nil, "", "names "+quote(name)+", which its Lexicon does not define", r.meant(ref))
		}
	case r.schemas.options.AllowUnknown:
		r.unknown = true
		return true
	case !r.quick:
		r.report(ruleSchemaNotFound, at, nil, "", "names "+quote(name)+", a schema that is not loaded", r.notLoadedHelp(ref))
	}
	return !r.quick
}

// anyChecker takes every value: of a JSON body without a schema.
type anyChecker struct{ node lexicon.Schema }

func (c *anyChecker) schema() lexicon.Schema  { return c.node }
func (c *anyChecker) check(*run, uint32) bool { return true }

// errorChecker is the body of an error response.
type errorChecker struct {
	node   lexicon.Schema
	errors []*lexicon.ErrorDef
}

func (c *errorChecker) schema() lexicon.Schema { return c.node }

func (c *errorChecker) check(r *run, i uint32) bool {
	if tok := &r.tokens[i]; tok.kind != kindObject || tok.flag&flagBlob != 0 {
		return r.wrongType(i, c.node, "an object with error and message")
	}
	if message := r.member(i, "message"); message != 0 && r.tokens[message].kind != kindString && r.tokens[message].kind != kindInvalid {
		if !r.wrongType(message, c.node, "a string") {
			return false
		}
	}
	at := r.member(i, "error")
	switch {
	case at == 0:
		if r.quick {
			return false
		}
		f := r.report(ruleMissingRequired, i, c.node, "errors", `needs the field "error"`, "")
		f.Span.End = min(f.Span.End, f.Span.Start+1)
		return true
	case r.tokens[at].kind == kindInvalid:
		return true
	case r.tokens[at].kind != kindString:
		return r.wrongType(at, c.node, "a string")
	}
	name := r.str(at)
	names := make([]string, 0, len(c.errors))
	for _, e := range c.errors {
		if e.Name == name {
			return true
		}
		names = append(names, e.Name)
	}
	if r.quick {
		return false
	}
	help := "servers may answer with errors that are not declared"
	if near := syntax.Nearest(name, names); near != "" {
		help = "did you mean " + quote(near) + "?"
	}
	r.report(ruleUnknownError, at, c.node, "errors", "is "+quote(name)+", which the method does not declare", help)
	return true
}

// recordKey holds a record key against the key of the record that the value is.
func (v *Validator) recordKey(r *run, key string) {
	record := v.record
	if record == nil && len(r.tokens) > 0 {
		if known := r.schemas.types[r.typeOf(0)]; known != nil {
			record, _ = known.definition.Schema.(*lexicon.Record)
		}
	}
	if record == nil {
		return
	}
	if why := CheckRecordKey(record.Key, key); why != "" {
		f := r.report(ruleRecordKey, 0, record, "key", "has the record key "+quote(key)+", "+why, "")
		f.Span.End = min(f.Span.End, f.Span.Start+1)
	}
}

// CheckRecordKey holds a record key against a record key type, the field key of
// a record: "tid", "nsid", "any" or "literal:VALUE". It returns what is wrong,
// "" when nothing is. A key type that is none restricts nothing beyond the
// syntax of record keys.
func CheckRecordKey(keyType, key string) string {
	format := syntax.FormatRecordKey
	switch literal, isLiteral := strings.CutPrefix(keyType, "literal:"); {
	case isLiteral:
		if key != literal {
			return "must be " + quote(literal)
		}
		return ""
	case keyType == "tid":
		format = syntax.FormatTID
	case keyType == "nsid":
		format = syntax.FormatNSID
	}
	if err := format.Check(key); err != nil {
		return err.Error()
	}
	return ""
}

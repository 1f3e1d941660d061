package validate

import (
	"errors"
	"fmt"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// recordsChecker finds the record that $type names.
type recordsChecker struct{}

func (c *recordsChecker) schema() lexicon.Schema { return nil }

func (c *recordsChecker) check(r *run, i uint32) bool {
	tok := &r.Tokens[i]
	if !tok.IsObject() {
		return r.wrongType(i, nil, "a record, which is an object")
	}
	name, at := r.TypeOf(i), tok.TypeIndex()
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
		if r.Member(i, "$type") == 0 {
			help := `add "$type": "NSID of the record", or say with --ref what the value is`
			if r.Member(i, "lexicon") != 0 && r.Member(i, "defs") != 0 {
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
	if tok := &r.Tokens[i]; !tok.IsObject() {
		return r.wrongType(i, c.node, "an object with error and message")
	}
	if message := r.Member(i, "message"); message != 0 && r.Tokens[message].Kind != datamodel.String && r.Tokens[message].Kind != datamodel.Invalid {
		if !r.wrongType(message, c.node, "a string") {
			return false
		}
	}
	at := r.Member(i, "error")
	switch {
	case at == 0:
		if r.quick {
			return false
		}
		f := r.report(ruleMissingRequired, i, c.node, "errors", `needs the field "error"`, "")
		f.Span.End = min(f.Span.End, f.Span.Start+1)
		return true
	case r.Tokens[at].Kind == datamodel.Invalid:
		return true
	case r.Tokens[at].Kind != datamodel.String:
		return r.wrongType(at, c.node, "a string")
	}
	name := r.Text(at)
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

// record checks what is known about the value as a record: its key and its
// collection.
func (v *Validator) record(r *run, in *Input) bool {
	return (in.RecordKey == "" || v.recordKey(r, in.RecordKey)) && (in.Collection == "" || r.collection(in.Collection))
}

// recordKey checks a record key against the key of the record that the value is.
func (v *Validator) recordKey(r *run, key string) bool {
	record := v.recordSchema
	if record == nil && len(r.Tokens) > 0 {
		if known := r.schemas.types[r.TypeOf(0)]; known != nil {
			record, _ = known.definition.Schema.(*lexicon.Record)
		}
	}
	if record == nil {
		return true
	}
	if err := CheckRecordKey(record.Key, key); err != nil {
		if r.quick {
			return false
		}
		f := r.report(ruleRecordKey, 0, record, "key", "has the record key "+quote(key)+", which "+err.Error(), "")
		f.Span.End = min(f.Span.End, f.Span.Start+1)
	}
	return true
}

// collection checks the $type of a record, where it has one, against the
// collection that the record is in.
func (r *run) collection(name string) bool {
	found := r.TypeOf(0)
	if found == "" || strings.TrimSuffix(found, "#main") == name || r.Tokens[0].IsBlob() {
		return true
	}
	if r.quick {
		return false
	}
	r.report(ruleTypeMismatch, r.Tokens[0].TypeIndex(), nil, "",
		"must be "+quote(name)+", the collection that the record is in, found "+quote(found), "")
	return true
}

// CheckRecordKey checks a record key against a record key type, the field key of
// a record: "tid", "nsid", "any" or "literal:VALUE". The error says what is wrong
// with the key, as a predicate. An unknown key type only asks for the syntax of
// record keys.
func CheckRecordKey(keyType, key string) error {
	format := syntax.FormatRecordKey
	switch literal, isLiteral := strings.CutPrefix(keyType, "literal:"); {
	case isLiteral:
		if key != literal {
			return errors.New("must be " + quote(literal))
		}
		return nil
	case keyType == "tid":
		format = syntax.FormatTID
	case keyType == "nsid":
		format = syntax.FormatNSID
	}
	if err := format.Check(key); err != nil {
		return fmt.Errorf("is %w", err)
	}
	return nil
}

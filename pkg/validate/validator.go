package validate

import (
	"bytes"
	"fmt"
	"slices"
	"sync"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Validator holds values against one definition, or against the records that
// their $type names. It is safe for many goroutines.
type Validator struct {
	schemas *Schemas
	root    checker
	// keys is what the record key of every value is held against, for a
	// validator of one record.
	record *lexicon.Record
	params *objectChecker // for query strings; nil when it is no validator of params
	runs   sync.Pool
}

// Result is the verdict on one value.
type Result struct {
	Findings []lexicon.Finding
	// Omitted counts the findings that are not there: beyond lexicon.MaxFindings,
	// or beyond what is sensible where pointers are very long. Of those the first
	// one of each rule and severity is there.
	Omitted []lexicon.Omission
	// Unknown says that the value, or a part of it, was accepted without its
	// schema, which is not loaded. See Options.AllowUnknown.
	Unknown bool
}

// Valid reports whether no finding is an error.
func (r Result) Valid() bool {
	return !slices.ContainsFunc(r.Findings, func(f lexicon.Finding) bool { return f.Severity == lexicon.Error })
}

// Records returns a validator of records: the $type of each value says which.
func (s *Schemas) Records() *Validator {
	return s.validator(&recordsChecker{})
}

// Validator returns a validator for one definition or, of a query, procedure or
// subscription, for one part of it. The part of all other definitions is
// lexicon.PartNone. The error says why there is no such definition or part.
func (s *Schemas) Validator(ref lexicon.Reference, part lexicon.Part) (*Validator, error) {
	def, err := s.catalog.Find(ref)
	if err != nil {
		return nil, err
	}
	if part == lexicon.PartNone || part == lexicon.PartRecord {
		return s.whole(def)
	}
	return s.part(def, part)
}

func (s *Schemas) whole(def *lexicon.Definition) (*Validator, error) {
	switch schema := def.Schema.(type) {
	case *lexicon.Query, *lexicon.Procedure, *lexicon.Subscription:
		return nil, fmt.Errorf("%s is a %s: say which part of it the data is (params, input, output, message or error)", def.Reference(), schema.Type())
	case *lexicon.Token, *lexicon.PermissionSet:
		return nil, fmt.Errorf("%s is a %s, which describes no data", def.Reference(), schema.Type())
	case *lexicon.Record:
		v := s.validator(s.definition(def))
		v.record = schema
		return v, nil
	case *lexicon.Object:
		return s.validator(&refChecker{def.Schema, s.definition(def).(*objectChecker)}), nil
	}
	return s.validator(s.definition(def)), nil
}

func (s *Schemas) part(def *lexicon.Definition, part lexicon.Part) (*Validator, error) {
	var body *lexicon.Body
	var endpoint *lexicon.Endpoint
	switch schema := def.Schema.(type) {
	case *lexicon.Query:
		endpoint = &schema.Endpoint
		if part == lexicon.PartOutput {
			body = schema.Output
		}
	case *lexicon.Procedure:
		endpoint = &schema.Endpoint
		switch part {
		case lexicon.PartInput:
			body = schema.Input
		case lexicon.PartOutput:
			body = schema.Output
		}
	case *lexicon.Subscription:
		endpoint = &schema.Endpoint
		if part == lexicon.PartMessage && schema.Message != nil && schema.Message.Schema != nil {
			if u, ok := s.compile(schema.Message.Schema).(*unionChecker); ok {
				return s.validator(messageChecker{u}), nil
			}
			return nil, fmt.Errorf("the message of %s is no union: lexsmith lint says how to mend it", def.Reference())
		}
	default:
		return nil, fmt.Errorf("%s is of type %s: only queries, procedures and subscriptions have parts", def.Reference(), schema.Type())
	}
	switch {
	case part == lexicon.PartError:
		return s.validator(&errorChecker{def.Schema, endpoint.Errors}), nil
	case part == lexicon.PartParams && endpoint.Parameters != nil:
		v := s.validator(s.params(endpoint.Parameters))
		v.params = v.root.(*objectChecker)
		return v, nil
	case body == nil:
		return nil, fmt.Errorf("%s, a %s, declares no %s", def.Reference(), def.Schema.Type(), part)
	}
	if encoding, err := syntax.ParseEncoding(body.Encoding); err != nil || !encoding.HasJSON() {
		return nil, fmt.Errorf("the %s of %s is %q, not JSON: there is nothing to check", part, def.Reference(), body.Encoding)
	}
	if body.Schema == nil {
		return s.validator(&anyChecker{def.Schema}), nil
	}
	return s.validator(s.compile(body.Schema)), nil
}

func (s *Schemas) validator(root checker) *Validator {
	v := &Validator{schemas: s, root: root}
	v.runs.New = func() any { return &run{tape: &tape{}, schemas: s} }
	return v
}

// Input is a value to check and where it comes from.
type Input struct {
	Source *lexicon.Source
	CBOR   bool   // the text is DAG-CBOR, else JSON
	Record string // see lexicon.DataPlace
	// RecordKey, when not empty, is held against the key of the record.
	RecordKey string
	// Collection, when not empty, must be the $type of the record.
	Collection string
}

// JSON checks a value in JSON and returns everything there is to say of it.
func (v *Validator) JSON(text []byte) Result {
	return v.Check(Input{Source: &lexicon.Source{Text: text}})
}

// CBOR checks a value in DAG-CBOR and returns everything there is to say of it.
func (v *Validator) CBOR(data []byte) Result {
	return v.Check(Input{Source: &lexicon.Source{Text: data}, CBOR: true})
}

// Check checks a value and returns everything there is to say of it, in the
// order of its text.
func (v *Validator) Check(in Input) Result {
	r := v.begin()
	defer v.end(r)
	r.source, r.record = in.Source, in.Record
	if r.read(in.Source.Text, in.CBOR) {
		r.breaches()
		r.value(v.root, 0, false)
		if in.RecordKey != "" {
			v.recordKey(r, in.RecordKey)
		}
		r.collection(in.Collection)
	}
	return r.result()
}

// Clean reports whether there is nothing at all to say of a value in JSON: no
// error, and no warning or info either. It is what Check answers, many times
// faster and without an allocation.
func (v *Validator) Clean(text []byte) bool { return v.clean(text, false) }

// CleanCBOR is Clean for DAG-CBOR.
func (v *Validator) CleanCBOR(data []byte) bool { return v.clean(data, true) }

func (v *Validator) clean(text []byte, cbor bool) bool {
	r := v.begin()
	r.quick = true
	var whole bool
	if cbor {
		whole = r.readCBOR(text) == nil
	} else {
		whole = r.readJSON(text)
	}
	ok := whole && len(r.faults) == 0 && r.value(v.root, 0, false) && !r.unknown
	v.end(r)
	return ok
}

func (v *Validator) begin() *run {
	r := v.runs.Get().(*run)
	r.quick, r.unknown, r.advisory, r.base = false, false, false, 0
	return r
}

func (v *Validator) end(r *run) {
	r.source, r.found, r.broken, r.text = nil, nil, nil, nil
	r.spelled, r.beyond, r.spare = 0, nil, lexicon.Finding{}
	v.runs.Put(r)
}

// result takes the findings out of a run.
func (r *run) result() Result {
	slices.SortStableFunc(r.found, func(a, b lexicon.Finding) int { return int(a.Span.Start) - int(b.Span.Start) })
	omitted := slices.DeleteFunc(r.beyond, func(o lexicon.Omission) bool { return o.Count == 0 })
	return Result{Findings: r.found, Omitted: omitted, Unknown: r.unknown}
}

var byteOrderMark = []byte("\uFEFF")

// isLines reports whether a text that is no JSON is a whole value as far as
// the fault at a line's begin, where another one seems to follow.
func (r *run) isLines(text []byte, fault int) bool {
	before, after := text[:fault], text[fault:]
	return len(after) > 0 && (after[0] == '{' || after[0] == '"') &&
		bytes.HasSuffix(bytes.TrimRight(before, " \t"), []byte("\n")) && r.readJSON(before[r.base:])
}

// read fills the tape; where that fails it reports why.
func (r *run) read(text []byte, cbor bool) bool {
	if cbor {
		if err := r.readCBOR(text); err != nil {
			r.malformed(err)
			return false
		}
		return true
	}
	if bytes.HasPrefix(text, byteOrderMark) {
		r.base = uint32(len(byteOrderMark))
	}
	if !r.readJSON(text[r.base:]) {
		found := lexicon.CheckJSON(r.source)
		if last := len(found) - 1; last >= 0 && r.isLines(text, int(found[last].Span.Start)) {
			found[last].Help = "values on lines of their own are NDJSON: name the file .ndjson, or use --data-format ndjson"
		}
		r.found = append(r.found, found...)
		return false
	}
	if r.base > 0 {
		r.found = append(r.found, lexicon.CheckJSON(&lexicon.Source{Path: r.source.Path, Text: r.source.Text, FirstLine: r.source.FirstLine})...)
	}
	return true
}

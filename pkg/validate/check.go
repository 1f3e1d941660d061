package validate

import (
	"bytes"
	"errors"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Encoding is how the text of a value is written.
type Encoding uint8

// The encodings.
const (
	JSON  Encoding = iota
	CBOR           // DAG-CBOR
	Query          // the parameters of a method: a query string, or JSON where the text begins with "{"
)

// Input is a value to check, and what is known about it. Only Text is required.
type Input struct {
	Text     []byte
	Encoding Encoding
	// Path is what findings call the file, and FirstLine how many of its lines
	// come before the text.
	Path      string
	FirstLine int
	Record    string // see lexicon.DataPlace
	// RecordKey, when not empty, must be a key that the record can have.
	RecordKey string
	// Collection, when not empty, must be the $type of the record.
	Collection string

	line bool // a line of NDJSON or a case: for parameters a JSON string is a query string
}

func (in *Input) source() *lexicon.Source {
	return &lexicon.Source{Path: in.Path, Text: in.Text, FirstLine: in.FirstLine}
}

// Result is the verdict on one value.
type Result struct {
	Index    int // of the value in a stream, from 0
	Findings []lexicon.Finding
	// Omitted counts the findings that are not listed, see lexicon.Collector.
	Omitted []lexicon.Omission
	// Unknown says that the value, or a part of it, was accepted without its
	// schema, which is not loaded. See Options.AllowUnknown.
	Unknown bool
}

// Valid reports whether no finding is an error.
func (r Result) Valid() bool {
	return !slices.ContainsFunc(r.Findings, func(f lexicon.Finding) bool { return f.Severity == lexicon.Error })
}

// Check checks a value. The result has everything there is to say about it, in
// the order of its text. Of a query string, pointers are /name, or /name/0 in an
// array. The findings point into the text, which must not change.
//
// A value that is clean costs no allocation.
func (v *Validator) Check(in Input) Result {
	if v.quick(&in) {
		return Result{}
	}
	return v.full(&in)
}

// Clean reports whether there is nothing at all to say about a value: no error,
// and no warning or info either. On a value that is not clean it is much faster
// than Check, since it stops at the first thing to say.
func (v *Validator) Clean(in Input) bool {
	if v.isQuery(&in) {
		result := v.full(&in)
		return len(result.Findings) == 0 && !result.Unknown
	}
	return v.quick(&in)
}

// quick reports whether there is nothing to say about a value. It does not look
// into query strings, and returns false for them.
func (v *Validator) quick(in *Input) bool {
	if v.isQuery(in) {
		return false
	}
	r := v.begin()
	r.quick = true
	var whole bool
	if in.Encoding == CBOR {
		whole = r.ReadCBOR(in.Text) == nil
	} else {
		whole = r.ReadJSON(in.Text)
	}
	clean := whole && r.Conforms() && r.value(v.root, 0, false) && !r.unknown && v.record(r, in)
	v.end(r)
	return clean
}

// full checks a value and says everything there is to say.
func (v *Validator) full(in *Input) Result {
	r := v.begin()
	defer v.end(r)
	r.source, r.record = in.source(), in.Record
	switch {
	case v.isQuery(in):
		v.queryText(r)
	case !r.read(in.Encoding == CBOR):
	case in.line && v.params != nil && r.Tokens[0].Kind == datamodel.String:
		v.queryLine(r)
	default:
		r.violations()
		r.value(v.root, 0, false)
		v.record(r, in)
	}
	return r.result()
}

func (v *Validator) begin() *run {
	r := v.runs.Get().(*run)
	r.quick, r.unknown, r.advisory, r.base = false, false, false, 0
	return r
}

func (v *Validator) end(r *run) {
	r.source, r.found, r.broken = nil, nil, nil
	r.Release()
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

// read fills the tape; where that fails it reports why.
func (r *run) read(cbor bool) bool {
	text := r.source.Text
	if cbor {
		if err := r.ReadCBOR(text); err != nil {
			r.malformed(err)
			return false
		}
		return true
	}
	if bytes.HasPrefix(text, byteOrderMark) {
		r.base = uint32(len(byteOrderMark))
	}
	if !r.ReadJSON(text[r.base:]) {
		found := lexicon.CheckJSON(r.source)
		if last := len(found) - 1; last >= 0 && r.isLines(text, int(found[last].Span.Start)) {
			found[last].Help = "values on lines of their own are NDJSON: name the file .ndjson, or use --data-format ndjson"
		}
		r.take(found)
		return false
	}
	if r.base > 0 {
		r.take(lexicon.CheckJSON(r.source))
	}
	return true
}

// take keeps findings of package lexicon.
func (r *run) take(found []lexicon.Finding) {
	for _, f := range found {
		f.Data = &lexicon.DataPlace{Record: r.record}
		r.found = append(r.found, f)
	}
}

// isLines reports whether a text that is not JSON is a whole value as far as the
// fault at the start of a line, where another one seems to follow.
func (r *run) isLines(text []byte, fault int) bool {
	before, after := text[:fault], text[fault:]
	return len(after) > 0 && (after[0] == '{' || after[0] == '"') &&
		bytes.HasSuffix(bytes.TrimRight(before, " \t"), []byte("\n")) && r.ReadJSON(before[r.base:])
}

// malformed reports what ReadCBOR returned. Lines mean nothing in CBOR, so the
// message names the byte.
func (r *run) malformed(err error) {
	fault, _ := errors.AsType[*datamodel.CBORError](err)
	rule, message := lexicon.RuleInvalidCBOR, "the value is not valid DAG-CBOR: "+err.Error()
	if fault.TooDeep {
		rule, message = lexicon.RuleTooDeep, "the value is "+err.Error()
	}
	at := int32(fault.Offset)
	r.found = append(r.found, lexicon.Finding{
		Rule: rule, Severity: rule.Severity[r.schemas.options.Profile], Message: message,
		Location: lexicon.Location{
			Source: r.source, Span: lexicon.Span{Start: at, End: min(at+1, int32(len(r.source.Text)))}, NoPosition: true,
		},
		Data: &lexicon.DataPlace{Record: r.record},
	})
}

// violations reports what breaks the data model.
func (r *run) violations() {
	for _, v := range r.Violations() {
		if v.Kind == datamodel.RepeatedKey {
			r.repeatedKey(v.At)
			continue
		}
		message, help := r.Describe(v)
		r.report(ruleDataModel, v.At, nil, "", message, help)
	}
}

func (r *run) repeatedKey(k uint32) {
	f := r.report(lexicon.RuleDuplicateKey, k, nil, "", "", "remove or rename one of the two: programs differ in which one they use")
	f.Message = "the key " + quote(r.Text(k)) + " appears twice in this object"
}

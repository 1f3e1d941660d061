package validate

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
)

// Encoding is how the text of a value is written: as [JSON], [CBOR], or [Query].
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
	Record    string // see diag.DataPlace
	// RecordKey, when not empty, must be a key that the record can have.
	RecordKey string
	// Collection, when not empty, must be the $type of the record.
	Collection string
	// At, for Read and Lines, is where the values are in the text. What is around
	// them only has to be well-formed.
	At Place
	// Brief leaves only the rule, the severity, and the path in the findings: no NSID
	// either, by which some could be ignored. It is much faster, for findings that are
	// just counted.
	Brief bool

	line   bool // a line of NDJSON: for parameters a JSON string is a query string
	tokens int  // about how many tokens the text has; 0 for few
}

func (in *Input) source() *diag.Source {
	return &diag.Source{Path: in.Path, Text: in.Text, FirstLine: in.FirstLine}
}

// Result is the verdict on one value.
type Result struct {
	Index    int // of the text in a stream, from 0
	Findings []diag.Finding
	// Omitted counts the findings that are not listed, see diag.Collector.
	Omitted []diag.Omission
	// Unknown says that the value, or a part of it, was accepted without its
	// schema, which is not loaded. See Options.AllowUnknown.
	Unknown bool
	// Collection is the $type of a value that Schemas.Records checks, if it names a
	// record or is an NSID. Check, Read without Input.At, and Lines with
	// StreamOptions.Collections set it for every value.
	Collection string
	// Rules are, for a case, see Schemas.Cases, the rules that its value breaks.
	Rules []*diag.Rule
	// Absent says that the text has no value at Input.At.
	Absent bool
}

// Valid reports whether no finding is an error.
func (r Result) Valid() bool { return !diag.HasErrors(r.Findings) }

// Check checks a value. The result has everything there is to say about it, in
// the order of its text. Of a query string, pointers are /name, or /name/0 in an
// array. The findings point into the text, which must not change.
//
// A value that is clean costs no allocation.
func (v *Validator) Check(in Input) Result {
	in.At = nil
	if n, collection, clean := v.quick(&in); clean && n == 1 {
		return Result{Collection: collection}
	}
	return v.full(&in)
}

// Clean reports whether there is nothing at all to say about a value: no error,
// and no warning or info either. On a value that is not clean it is much faster
// than Check, since it stops at the first thing to say.
func (v *Validator) Clean(in Input) bool {
	in.At = nil
	if v.isQuery(&in) {
		result := v.full(&in)
		return len(result.Findings) == 0 && !result.Unknown
	}
	_, _, clean := v.quick(&in)
	return clean
}

// quick reports whether there is nothing to say about the values of a text, and how
// many there are: without Input.At, one. Of a single value, collection is what
// Result.Collection is. It does not look into query strings, and returns false for
// them.
func (v *Validator) quick(in *Input) (values int, collection string, clean bool) {
	if v.isQuery(in) || v.schemas.tooLarge(in, false) != nil {
		return 0, "", false
	}
	r := v.begin()
	r.quick = true
	r.Reserve(in.tokens)
	if in.Encoding == CBOR {
		clean = r.ReadCBOR(in.Text) == nil
	} else {
		clean = r.ReadJSON(in.Text)
	}
	if clean && in.At == nil {
		values, clean = 1, r.Conforms() && v.check(r, in, 0)
	} else if clean {
		clean = r.Select(in.At, func(i uint32) bool {
			values++
			return r.Conforms() && v.check(r, in, i)
		})
	}
	if values == 1 {
		collection = r.recordType
	}
	v.end(r)
	return values, collection, clean
}

// check checks the value at i, and what is known about it as a record.
func (v *Validator) check(r *run, in *Input, i uint32) bool {
	r.root = i
	return r.value(v.root, i, false) && v.record(r, in) && !(r.quick && r.unknown)
}

// full checks a value and says everything there is to say.
func (v *Validator) full(in *Input) (result Result) {
	v.each(in, func(one Result) bool {
		result = one
		return true
	})
	return result
}

// each yields the full results for the values of a text, until yield returns false.
func (v *Validator) each(in *Input, yield func(Result) bool) {
	if f := v.schemas.tooLarge(in, false); f != nil {
		yield(Result{Findings: []diag.Finding{*f}})
		return
	}
	r := v.begin()
	defer v.end(r)
	r.source, r.record, r.brief = in.source(), in.Record, in.Brief
	r.Reserve(in.tokens)
	switch {
	case v.isQuery(in):
		v.queryText(r)
	case !r.read(in.Encoding == CBOR):
	case in.At != nil:
		v.selected(r, in, yield)
		return
	case in.line && v.params != nil && r.Tokens[0].Kind == datamodel.String:
		v.queryLine(r)
	default:
		r.violations(0)
		v.check(r, in, 0)
	}
	yield(r.result())
}

// selected yields the results for the values at a place of the text on the tape. What
// was found on the text itself comes with the first of them.
func (v *Validator) selected(r *run, in *Input, yield func(Result) bool) {
	absent := true
	r.Select(in.At, func(i uint32) bool {
		absent = false
		r.root = i
		r.violations(i)
		v.check(r, in, i)
		result := r.result()
		r.found.Reset()
		r.unknown, r.recordType, r.broken = false, "", nil
		return yield(result)
	})
	if absent {
		result := r.result()
		result.Absent = true
		yield(result)
	}
}

func (v *Validator) begin() *run {
	r := v.runs.Get().(*run)
	r.quick, r.root, r.unknown, r.recordType, r.advisory, r.base = false, 0, false, "", false, 0
	return r
}

func (v *Validator) end(r *run) {
	r.source, r.broken, r.constraints = nil, nil, nil
	r.found.Reset()
	r.Release()
	v.runs.Put(r)
}

// result takes the findings out of a run.
func (r *run) result() Result {
	found := r.found.Findings()
	if r.brief {
		r.source.Text = nil // not the caller's to keep, and nothing points into it
	}
	slices.SortStableFunc(found, func(a, b diag.Finding) int { return int(a.Span.Start) - int(b.Span.Start) })
	return Result{Findings: found, Omitted: r.found.Omitted(), Unknown: r.unknown, Collection: r.recordType}
}

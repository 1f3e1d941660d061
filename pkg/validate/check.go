package validate

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
)

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

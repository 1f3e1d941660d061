package validate

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
)

// Check checks a value. The result has everything there is to say about it, in
// the order of its text. Of a query string, pointers are /name, or /name/0 in an
// array. The findings point into the text, which must not change.
//
// A value that is clean costs no allocation.
func (v *Validator) Check(in Input) Result {
	in.At, in.Wrapper = nil, NoWrapper
	var found checked
	if v.quick(&in, &found) {
		return found.result()
	}
	return v.full(&in)
}

// Clean reports whether there is nothing at all to say about a value: no error,
// and no warning or info either. On a value that is not clean it is much faster
// than Check, since it stops at the first thing to say.
func (v *Validator) Clean(in Input) bool {
	in.At, in.Wrapper = nil, NoWrapper
	if v.isQuery(&in) {
		result := v.full(&in)
		return len(result.Findings) == 0 && !result.Unknown
	}
	return v.quick(&in, new(checked))
}

// quick reports whether there is nothing to say about the values of a text, and sets found
// to which there are: without Input.At, one. It does not look into query strings, and
// returns false for them.
func (v *Validator) quick(in *Input, found *checked) (clean bool) {
	if v.isQuery(in) || v.schemas.tooLarge(in, false) != nil {
		return false
	}
	r := v.begin()
	defer v.end(r)
	r.quick = true
	r.Reserve(in.tokens)
	if in.Encoding == CBOR {
		clean = r.ReadCBOR(in.Text) == nil
	} else {
		clean = r.ReadJSON(in.Text)
	}
	if !clean {
		return false
	}
	document := r.open(in)
	if found.document = document.document; v.observe != nil && found.document == RecordList {
		return false // else values could be observed twice
	}
	clean = r.records(in, &document, func(e envelope) bool {
		found.clean++
		if v.before != nil && v.same(r.TypeOf(e.record)) {
			found.skipped = true
			return true
		}
		if !r.Conforms() || !v.enveloped(r, in, &e) || v.before != nil && !v.before.within(r, in, &e) {
			return false
		}
		if v.observe != nil {
			v.show(r, in, &e, Result{Collection: r.recordType})
		}
		return true
	})
	if found.clean == 1 {
		found.collection, found.record, found.watched = r.recordType, r.record, slices.Clone(r.watched)
	}
	return clean
}

// within does what enveloped does in the run of a validator of other schemas.
func (v *Validator) within(r *run, in *Input, e *envelope) bool {
	schemas, watched := r.schemas, r.watched
	r.schemas, r.watched = v.schemas, nil
	clean := v.enveloped(r, in, e)
	r.schemas, r.watched = schemas, watched
	return clean
}

// show lets a value that was checked be observed.
func (v *Validator) show(r *run, in *Input, e *envelope, result Result) {
	r.observed = Observation{Tape: r.Tape, Root: e.record, Result: result, Path: in.Path, Line: in.FirstLine + 1, run: r, envelope: *e, record: in.Record}
	if r.CBOR {
		r.observed.Line = 0
	}
	v.observe(&r.observed)
	r.observed = Observation{}
}

// enveloped checks a record, with what the document says about it.
func (v *Validator) enveloped(r *run, in *Input, e *envelope) bool {
	r.root = e.record
	switch {
	case e.document == Plain && in.Wrapper > AnyWrapper && in.At == nil:
		return r.report(RuleDataModel, func() finding { return finding{opening: true, message: "is not " + wrapperNames[in.Wrapper]} })
	case e.document != Plain && e.record == 0:
		return r.report(RuleMissingRequired, func() finding {
			return finding{at: e.commit, opening: true, message: `is missing the required "record" field`}
		})
	}
	if !r.quick {
		r.violations(e.record)
	}
	if e.document == Plain {
		return v.check(r, in, e.record)
	}
	collection, key := r.identity(e)
	own := *in
	own.Collection, own.RecordKey = collection, cmp.Or(in.RecordKey, key)
	clean := v.check(r, &own, e.record) && (e.cid == 0 || r.checkCID(e))
	if r.quick && clean && in.identify {
		r.recordType, r.record = cmp.Or(strings.Clone(collection), r.recordType), r.uri(e)
	}
	return clean
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
	r.source, r.record, r.brief, r.watched = in.source(), in.Record, in.Brief, nil
	r.Reserve(in.tokens)
	switch {
	case v.isQuery(in):
		v.queryText(r)
	case !r.read(in.Encoding == CBOR):
	case in.line && v.params != nil && in.At == nil && in.Wrapper == NoWrapper && r.Tokens[0].Kind == datamodel.String:
		v.queryLine(r)
	default:
		v.eachRecord(r, in, yield)
		return
	}
	yield(r.result())
}

// eachRecord yields the results for the values of the document on the tape. What was found
// on the document itself comes with the first of them.
func (v *Validator) eachRecord(r *run, in *Input, yield func(Result) bool) {
	document := r.open(in)
	is, absent := document.document, true
	r.records(in, &document, func(e envelope) bool {
		absent = false
		if r.record = in.Record; e.document != Plain {
			r.record = r.uri(&e)
		}
		var result Result
		if v.before != nil && v.same(r.TypeOf(e.record)) {
			result.Skipped, result.Collection = true, strings.Clone(r.TypeOf(e.record))
		} else {
			result = v.one(r, in, &e)
		}
		result.Document, result.Record = is, r.record
		is = Plain
		return yield(result)
	})
	if absent {
		result := r.result()
		result.Document, result.Absent = is, true
		yield(result)
	}
}

// one returns the result for one record.
func (v *Validator) one(r *run, in *Input, e *envelope) Result {
	v.enveloped(r, in, e)
	result := r.next()
	if v.before != nil {
		v.before.within(r, in, e)
		result.Before = new(r.next())
	}
	if collection, _ := r.identity(e); collection != "" {
		result.Collection = strings.Clone(collection)
	}
	if v.observe != nil && (e.record != 0 || e.document == Plain) {
		v.show(r, in, e, result)
	}
	return result
}

// next takes the result for one of several values out of a run.
func (r *run) next() Result {
	result := r.result()
	r.found.Reset()
	r.unknown, r.recordType, r.broken, r.watched = false, "", nil, nil
	return result
}

func (v *Validator) begin() *run {
	r, ok := v.schemas.runs.Get().(*run)
	if !ok {
		r = newRun(v.schemas)
	}
	r.watched = r.watched[:0]
	r.quick, r.root, r.unknown, r.recordType, r.record, r.advisory, r.base = false, 0, false, "", "", false, 0
	return r
}

func (v *Validator) end(r *run) {
	if !r.quick {
		r.source, r.broken = nil, nil
		if len(r.constraints) > maxConstraints {
			r.constraints = nil
		}
		r.found.Reset()
	}
	if r.Release(); cap(r.encoded) > maxEncoded {
		r.encoded = nil
	}
	v.schemas.runs.Put(r)
}

// result takes the findings out of a run.
func (r *run) result() Result {
	found := r.found.Findings()
	if r.brief {
		r.source.Text = nil // not the caller's to keep, and nothing points into it
	}
	slices.SortStableFunc(found, func(a, b diag.Finding) int { return int(a.Span.Start) - int(b.Span.Start) })
	return Result{Findings: found, Omitted: r.found.Omitted(), Unknown: r.unknown, Collection: r.recordType, Watched: r.watched}
}

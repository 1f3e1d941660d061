package validate

import (
	"context"
	"errors"
	"io"
	"iter"
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/stream"
)

// StreamOptions says how a stream of values is read.
type StreamOptions struct {
	Workers int // how many values to check at once; 0: the number of processors
	// FirstIndex is how many values of the file come before the text, as
	// Input.FirstLine is for lines.
	FirstIndex int
	// Identify sets Result.Collection and Result.Record for all values, also those
	// without a finding.
	Identify bool
	// Brief, when not nil, says for each line whether Input.Brief is set; Schemas.Cases does
	// not use it. It is called from several goroutines.
	Brief func() bool
	// Progress, when not nil, is called now and then with the number of bytes
	// checked so far.
	Progress func(bytes int64)
	// Idle, when not nil, is called when the results of all that was read have been
	// yielded, and more is waited for.
	Idle func()
}

// Decompress returns a reader of the gzip data in r. With detect, data that does
// not begin like gzip data is passed on as it is. Where the data is damaged, the
// reader returns what comes before, then a *CompressionError; Read and Lines make
// that a finding.
func Decompress(r io.Reader, detect bool) io.Reader { return stream.Decompress(r, detect) }

// Read checks the one value that r holds, or with In.At the values in it: it yields a
// result for each, or one that says there are none. In says what is known about them;
// its text is what is read. A text above Options.MaxValueSize is a finding. The error
// is one of reading, or the cause when ctx is done; a read that blocks is not waited
// for then.
func (v *Validator) Read(ctx context.Context, r io.Reader, in Input) iter.Seq2[Result, error] {
	return func(yield func(Result, error) bool) {
		var err error
		in.Text, err = stream.ReadAll(ctx, r, v.schemas.options.maxValueSize())
		if f := in.damaged(err); f != nil {
			yield(Result{Findings: []diag.Finding{*f}}, nil)
		} else if err != nil {
			yield(Result{}, err)
		} else {
			in.identify = true
			var all checked
			v.all(&in, nil, &all)
			all.each(0, yield)
		}
	}
}

// Lines checks NDJSON: one JSON value on each line, for parameters also a query
// string as a JSON string; with In.At the values on it. Blank lines are skipped. It
// yields a result for every value, in the order of the text, and one for every line
// without values. In says what is known about them all: the text can be a part of a
// file, see Input.FirstLine and StreamOptions.FirstIndex. A line that is not JSON, or
// longer than Options.MaxValueSize, is a finding like any other, and so is compressed
// data that is damaged (see Decompress): the values before it are checked.
//
// The memory it takes does not depend on the length of the text. The findings on
// a value point into a Source of their own, which holds its line. When the input
// pauses, the results of all whole lines before are yielded.
//
// An error ends the stream: one of reading, or the cause when ctx is done.
func (v *Validator) Lines(ctx context.Context, r io.Reader, in Input, o StreamOptions) iter.Seq2[Result, error] {
	in.line, in.identify = true, o.Identify
	return v.schemas.lines(ctx, r, in, o, func(in Input, l *stream.Line, c *checked) {
		in.Brief = in.Brief || o.Brief != nil && o.Brief()
		v.all(&in, l, c)
	})
}

// checked is what came of a text: so many clean values, or results. It is much smaller than
// a Result.
type checked struct {
	clean      int // values of which there is nothing to say
	document   Document
	collection string // of a single clean value, as in its Result
	record     string
	watched    []Watched
	skipped    bool
	results    iter.Seq[Result]
	weight     int // of the results, which take memory
}

// result is the result for the first clean value.
func (c *checked) result() Result {
	return Result{Collection: c.collection, Document: c.document, Record: c.record, Watched: c.watched, Skipped: c.skipped}
}

// each yields a result for each value, or one that says there are none. It returns
// false when yield did.
func (c *checked) each(index int, yield func(Result, error) bool) (more bool) {
	if c.results != nil {
		return c.eachResult(index, yield)
	}
	result := c.result()
	result.Index, result.Absent = index, c.clean == 0
	more = yield(result, nil)
	for n := 1; n < c.clean && more; n++ {
		result.Document = Plain
		more = yield(result, nil)
	}
	return more
}

func (c *checked) eachResult(index int, yield func(Result, error) bool) (more bool) {
	for result := range c.results {
		if result.Index = index; !yield(result, nil) {
			return false
		}
	}
	return true
}

// single is what came of a text with one value.
func single(result Result) checked {
	return checked{results: func(yield func(Result) bool) { yield(result) }, weight: 1 + len(result.Findings)}
}

// all checks the values of a text, which is that of a line unless l is nil.
func (v *Validator) all(in *Input, l *stream.Line, c *checked) {
	if l == nil && in.At.many() {
		// One of very many values is probably not clean: do not read them all twice.
		*c = v.later(in)
		return
	}
	if v.quick(in, c) && (c.clean <= 1 || !in.identify && v.before == nil) {
		return
	}
	many := in.At.many() || c.document == RecordList
	if l != nil && (!in.Brief || many) {
		in.Text = l.Keep()
	}
	if many {
		*c = v.later(in)
	} else {
		*c = single(v.full(in))
	}
}

// later checks each of the values of a text when its result is wanted: there may be very
// many.
func (v *Validator) later(in *Input) checked {
	own := *in
	return checked{results: func(yield func(Result) bool) { v.each(&own, yield) }, weight: 1}
}

// lines calls check for the lines of a text.
func (s *Schemas) lines(ctx context.Context, r io.Reader, in Input, o StreamOptions, check func(Input, *stream.Line, *checked)) iter.Seq2[Result, error] {
	work := func(l *stream.Line, c *checked) (weight int) {
		in := in
		in.Text, in.FirstLine = l.Text, in.FirstLine+l.Number
		if l.TooLong {
			*c = single(Result{Findings: []diag.Finding{*s.tooLarge(&in, true)}})
		} else {
			check(in, l, c)
		}
		if c.results == nil && c.clean == 1 && c.document == Plain && !o.Identify {
			return 0 // the usual case, for which there is nothing to keep
		}
		return max(c.weight, 1)
	}
	return func(yield func(Result, error) bool) {
		options := stream.Options{Workers: o.Workers, Limit: s.options.maxValueSize(), Progress: o.Progress, Idle: o.Idle}
		numbered := func(result Result, err error) bool {
			for i := range result.Findings {
				if data := result.Findings[i].Data; data != nil && data.Record == "" {
					data.Record = strconv.Itoa(result.Index)
				}
			}
			return yield(result, err)
		}
		clean := checked{clean: 1}
		for outcome, err := range stream.Lines(ctx, r, options, work) {
			all, index := outcome.Result, o.FirstIndex+outcome.Index
			switch fault, ok := errors.AsType[*stream.ReadError](err); {
			case ok:
				var last Result
				if last, err = cut(fault, in, o); err != nil {
					yield(last, err)
					return
				}
				all, index = new(single(last)), last.Index
			case err != nil:
				yield(Result{}, err)
				return
			case all == nil:
				all = &clean
			}
			if !all.each(index, numbered) {
				return
			}
		}
	}
}

// cut is the end of a text that could not be read to its end.
func cut(fault *stream.ReadError, in Input, o StreamOptions) (Result, error) {
	in.Text, in.FirstLine = fault.Rest, in.FirstLine+fault.Number
	if f := in.damaged(fault.Err); f != nil {
		return Result{Index: o.FirstIndex + fault.Index, Findings: []diag.Finding{*f}}, nil
	}
	return Result{}, fault.Err
}

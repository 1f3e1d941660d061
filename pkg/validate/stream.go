package validate

import (
	"context"
	"errors"
	"io"
	"iter"
	"strconv"

	"github.com/lexsmith/lexsmith/pkg/internal/stream"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// StreamOptions says how a stream of values is read.
type StreamOptions struct {
	Workers int // how many values to check at once; 0: the number of processors
	// FirstIndex is how many values of the file come before the text, as
	// Input.FirstLine is for lines.
	FirstIndex int
	// Collections sets Result.Collection for all values, also those without a
	// finding.
	Collections bool
	// Progress, when not nil, is called now and then with the number of bytes
	// checked so far.
	Progress func(bytes int64)
}

// Decompress returns a reader of the gzip data in r. With detect, data that does
// not begin like gzip data is passed on as it is. Where the data is damaged, the
// reader returns what comes before, then a *CompressionError; Read and Lines make
// that a finding.
func Decompress(r io.Reader, detect bool) io.Reader { return stream.Decompress(r, detect) }

// Read checks the one value that r holds. In says what is known about it; its
// text is what is read. A text above MaxValueSize, in CBOR MaxCBORSize, is a
// finding. The error is one of reading, or the cause when ctx is done.
func (v *Validator) Read(ctx context.Context, r io.Reader, in Input) (Result, error) {
	limit := MaxValueSize
	if in.Encoding == CBOR {
		limit = MaxCBORSize
	}
	var err error
	in.Text, err = stream.ReadAll(ctx, r, limit)
	f := in.damaged(err)
	if f == nil {
		if err != nil {
			return Result{}, err
		}
		if f = in.tooLarge("the file", len(in.Text) > limit, limit); f == nil {
			return v.Check(in), nil
		}
		f.NoPosition = true
	}
	return Result{Findings: []lexicon.Finding{*f}}, nil
}

// Lines checks NDJSON: one JSON value on each line, for parameters also a query
// string as a JSON string. Blank lines are skipped. It yields a result for every
// value, in the order of the text; in says what is known about them all: the text
// can be a part of a file, see Input.FirstLine and StreamOptions.FirstIndex. A line
// that is not JSON, or longer than MaxValueSize, is a finding like any other, and
// so is compressed data that is damaged (see Decompress): the values before it
// are checked.
//
// The memory it takes does not depend on the length of the text. The findings on
// a value point into a Source of their own, which holds its line.
//
// An error ends the stream: one of reading, or the cause when ctx is done.
func (v *Validator) Lines(ctx context.Context, r io.Reader, in Input, o StreamOptions) iter.Seq2[Result, error] {
	in.line = true
	return lines(ctx, r, in, o, func(in *Input, l *stream.Line) Result {
		if collection, clean := v.quick(in); clean {
			return Result{Collection: collection}
		}
		in.Text = l.Keep()
		return v.full(in)
	})
}

// lines calls check for the lines of a text.
func lines(ctx context.Context, r io.Reader, in Input, o StreamOptions, check func(*Input, *stream.Line) Result) iter.Seq2[Result, error] {
	work := func(l *stream.Line) (Result, int) {
		in := in
		in.Text, in.FirstLine = l.Text, in.FirstLine+l.Number
		if f := in.tooLarge("the line", l.TooLong, MaxValueSize); f != nil {
			return Result{Findings: []lexicon.Finding{*f}}, 1
		}
		result := check(&in, l)
		if result.Findings == nil && !result.Unknown && len(result.Rules) == 0 && !o.Collections {
			return result, 0
		}
		return result, 1 + len(result.Findings)
	}
	return func(yield func(Result, error) bool) {
		options := stream.Options{Workers: o.Workers, Limit: MaxValueSize, Progress: o.Progress}
		for outcome, err := range stream.Lines(ctx, r, options, work) {
			result := outcome.Result
			result.Index = o.FirstIndex + outcome.Index
			if fault, ok := errors.AsType[*stream.ReadError](err); ok {
				result, err = cut(fault, in, o)
			}
			for i := range result.Findings {
				result.Findings[i].Data.Record = strconv.Itoa(result.Index)
			}
			if !yield(result, err) {
				return
			}
		}
	}
}

// cut is the end of a text that could not be read to its end.
func cut(fault *stream.ReadError, in Input, o StreamOptions) (Result, error) {
	in.Text, in.FirstLine = fault.Rest, in.FirstLine+fault.Number
	if f := in.damaged(fault.Err); f != nil {
		return Result{Index: o.FirstIndex + fault.Index, Findings: []lexicon.Finding{*f}}, nil
	}
	return Result{}, fault.Err
}

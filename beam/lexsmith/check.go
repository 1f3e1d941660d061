package lexsmith

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/datafile"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// piece checks the values of a piece. The error says why it could not be read.
func (o *outputs) piece(ctx context.Context, p *Piece) error {
	if p.Format == "" {
		o.single(p)
		return nil
	}
	file, err := open(ctx, p.Path)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := o.file(ctx, p, file); err != nil {
		return fmt.Errorf("%s: %w", p.Path, err)
	}
	return nil
}

// single checks a value that is not in a file.
func (o *outputs) single(p *Piece) {
	in := validate.Input{Text: p.Text, Path: p.Path, Record: p.Key}
	if len(p.Text) > 0 && p.Text[0]>>5 == 5 { // a map; no text in UTF-8 begins like that
		in.Encoding = validate.CBOR
	}
	if p.Key != "" {
		parts := strings.Split(p.Key, "/")
		in.Collection, in.RecordKey = parts[3], parts[4]
	}
	v := value{Result: o.validator.Check(in), text: p.Text, path: p.Path, record: p.Key}
	if in.Collection != "" {
		v.Collection = in.Collection
	}
	o.value(&v)
}

// file checks a file, or a part of it.
func (o *outputs) file(ctx context.Context, p *Piece, file io.Reader) error {
	if p.compressed() {
		file = validate.Decompress(file, false)
	}
	in := validate.Input{Path: p.Path, Wrapper: validate.AnyWrapper}
	switch p.format() {
	case datafile.NDJSON:
		if p.Start > 0 {
			if _, err := file.(io.Seeker).Seek(p.Start, io.SeekStart); err != nil {
				return err
			}
		}
		if p.End > 0 {
			file = io.LimitReader(file, p.End-p.Start)
		}
		return o.lines(ctx, p, file)
	case datafile.CAR:
		_, err := datafile.CheckRepository(ctx, o.validator, file, p.Path, func() bool { return false }, func(r *datafile.Record) {
			o.value(&value{Result: r.Result, text: r.Text, path: p.Path, record: r.Path, aside: r.Path == ""})
		})
		return err
	case datafile.CBOR:
		in.Encoding = validate.CBOR
	}
	for result, err := range o.validator.Read(ctx, file, in) {
		if err != nil {
			return err
		}
		o.value(&value{Result: result, path: p.Path, record: result.Record, aside: result.Absent})
	}
	return nil
}

// lines checks lines of an NDJSON file.
func (o *outputs) lines(ctx context.Context, p *Piece, text io.Reader) error {
	in := validate.Input{Path: p.Path, FirstLine: int(p.Line), Wrapper: validate.AnyWrapper}
	options := validate.StreamOptions{Workers: 1, FirstIndex: int(p.Index), Identify: true}
	for result, err := range o.validator.Lines(ctx, text, in, options) {
		if err != nil {
			return err
		}
		v := value{Result: result, path: p.Path, aside: result.Absent}
		if len(result.Findings) > 0 {
			v.record, v.line = cmp.Or(result.Record, strconv.Itoa(result.Index)), result.Findings[0].Source.FirstLine+1
		}
		o.value(&v)
	}
	return nil
}

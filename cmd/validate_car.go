package cmd

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/repo"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// maxCopy is how many bytes of a CAR file are copied, so that a few compressed
// bytes cannot fill the disk.
const maxCopy = 8 << 30

// repository checks the records of a CAR file. It is read here and there: what is
// not a regular file is copied to a temporary one first.
func (d *dataReport) repository(in io.Reader, path string) (err error) {
	options := repo.Options{Path: path, Report: func(f lexicon.Finding) {
		d.value(&dataValue{Result: validate.Result{Findings: []lexicon.Finding{f}}, notValue: true})
	}}
	file, ok := in.(*os.File)
	if ok {
		info, err := file.Stat()
		ok = err == nil && info.Mode().IsRegular()
	}
	if !ok {
		file, options.Cut, err = copyCAR(in)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, file.Close(), os.Remove(file.Name())) }()
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	car, err := repo.Open(d.ctx, file, info.Size(), options)
	if err != nil {
		return err
	}
	for record, err := range car.Records(d.ctx) {
		if err != nil {
			return err
		}
		// The number of the record stands for the line, so that findings of
		// one record come before those of the next.
		result := d.validator.Check(validate.Input{
			Text: record.Data, Encoding: validate.CBOR, Path: path, FirstLine: record.Number + 1,
			Record: record.Path, RecordKey: record.RecordKey, Collection: record.Collection,
		})
		result.Findings = slices.Concat(record.Findings, result.Findings)
		d.value(&dataValue{Result: result, path: record.Path})
	}
	d.values.MissingBlocks += car.Missing()
	d.bytes += info.Size()
	return nil
}

// copyCAR copies a CAR to a temporary file, which the caller closes and removes.
// Where compressed data is damaged, cut says so and the file has what comes before.
func copyCAR(in io.Reader) (file *os.File, cut, err error) {
	file, err = os.CreateTemp("", "lexsmith-*.car")
	if err != nil {
		return nil, nil, err
	}
	size, err := io.Copy(file, io.LimitReader(in, maxCopy+1))
	if err == nil && size > maxCopy {
		err = fmt.Errorf("more than %d bytes: decompress the file first", int64(maxCopy))
	}
	if damage, ok := errors.AsType[*validate.CompressionError](err); ok {
		cut, err = damage, nil
	}
	if err != nil {
		return nil, nil, errors.Join(err, file.Close(), os.Remove(file.Name()))
	}
	return file, cut, nil
}

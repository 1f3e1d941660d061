package datafiles

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/repo"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// Record is what is found about a record of a repository or, with an empty Path,
// about the file.
type Record struct {
	validate.Result
	Path string // at:// path
	// Text is the record in DAG-CBOR, good until the next record.
	Text []byte
}

// Repository is what is known about a CAR file when all of it was read.
type Repository struct {
	Missing int   // blocks
	Size    int64 // in bytes, without compression
}

// CheckRepository checks the records of a CAR file, whose path findings show, and
// hands what it finds to take. The file is read here and there: what is not a regular
// file is copied to a temporary one first.
func CheckRepository(ctx context.Context, v *validate.Validator, in io.Reader, path string, take func(*Record)) (r Repository, err error) {
	options := repo.Options{Path: path, Report: func(f lexicon.Finding) {
		take(&Record{Result: validate.Result{Findings: []lexicon.Finding{f}}})
	}}
	file, ok := in.(*os.File)
	if ok {
		info, err := file.Stat()
		ok = err == nil && info.Mode().IsRegular()
	}
	if !ok {
		file, options.Cut, err = copyCAR(in)
		if err != nil {
			return r, err
		}
		defer func() { err = errors.Join(err, file.Close(), os.Remove(file.Name())) }()
	}
	info, err := file.Stat()
	if err != nil {
		return r, err
	}
	car, err := repo.Open(ctx, file, info.Size(), options)
	if err != nil {
		return r, err
	}
	for record, err := range car.Records(ctx) {
		if err != nil {
			return r, err
		}
		// The number of the record stands for the line, so that findings of
		// one record come before those of the next.
		result := v.Check(validate.Input{
			Text: record.Data, Encoding: validate.CBOR, Path: path, FirstLine: record.Number + 1,
			Record: record.Path, RecordKey: record.RecordKey, Collection: record.Collection,
		})
		result.Findings = slices.Concat(record.Findings, result.Findings)
		if record.Collection != "" {
			result.Collection = record.Collection
		}
		take(&Record{result, record.Path, record.Data})
	}
	return Repository{car.Missing(), info.Size()}, nil
}

// maxCopy is how many bytes of a CAR file are copied, so that a few compressed
// bytes cannot fill the disk.
const maxCopy = 8 << 30

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

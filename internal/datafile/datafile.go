// Package datafile knows the formats of data files, and checks the records of CAR files.
package datafile

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/repo"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// Format is how a file holds its values, as the flag --data-format calls it.
type Format string

// The formats.
const (
	JSON   Format = "json"   // one value; for parameters, a query string
	NDJSON Format = "ndjson" // one value on each line
	CBOR   Format = "cbor"   // one value
	CAR    Format = "car"    // the records of a repository
)

// FormatOf returns the format that the extension of a file name stands for,
// regardless of case and of a .gz after it. For any other extension it returns
// JSON and false.
func FormatOf(name string) (Format, bool) {
	switch filepath.Ext(strings.TrimSuffix(strings.ToLower(name), ".gz")) {
	case ".json":
		return JSON, true
	case ".ndjson", ".jsonl":
		return NDJSON, true
	case ".cbor":
		return CBOR, true
	case ".car":
		return CAR, true
	}
	return JSON, false
}

// Compressed reports whether the extension of a file name is that of a gzip file.
func Compressed(name string) bool { return strings.EqualFold(filepath.Ext(name), ".gz") }

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

// maxCopy is how many bytes of a CAR file are copied, so that an endless one cannot fill
// the disk. What compressed data can expand to is limited in package validate.
const maxCopy = 8 << 30

// CheckRepository checks the records of a CAR file, of whose options Report and Cut are set
// here, and hands what it finds to take, which must not keep it. The file is read here and
// there: what is not a regular file is copied to a temporary one first. Brief, when not nil,
// says for each record whether validate.Input.Brief is set.
func CheckRepository(ctx context.Context, v *validate.Validator, in io.Reader, options repo.Options, brief func() bool, take func(*Record)) (r Repository, err error) {
	options.Report = func(f diag.Finding) {
		take(&Record{Result: validate.Result{Findings: []diag.Finding{f}}})
	}
	file, regular := in.(*os.File)
	if regular {
		info, err := file.Stat()
		regular = err == nil && info.Mode().IsRegular()
	}
	if !regular {
		var temp *files.TempFile
		if temp, err = files.CreateTemp(); err != nil {
			return r, err
		}
		defer func() { err = errors.Join(err, temp.Close()) }()
		file = temp.File
		if options.Cut, err = copyCAR(file, in); err != nil {
			return r, err
		}
	}
	info, err := file.Stat()
	if err != nil {
		return r, err
	}
	car, err := repo.Open(ctx, file, info.Size(), options)
	if err != nil {
		return r, err
	}
	input, found := validate.Input{Encoding: validate.CBOR, Path: options.Path}, Record{}
	for record, err := range car.Records(ctx) {
		if err != nil {
			return r, err
		}
		// The number of the record stands for the line, so that findings of
		// one record come before those of the next.
		input.Text, input.FirstLine = record.Data, record.Number+1
		input.Record, input.RecordKey, input.Collection = record.Path, record.RecordKey, record.Collection
		input.Brief = brief != nil && brief()
		found.Result, found.Path, found.Text = v.Check(input), record.Path, record.Data
		found.Findings = slices.Concat(record.Findings, found.Findings)
		if record.Collection != "" {
			found.Collection = record.Collection
		}
		take(&found)
	}
	return Repository{car.Missing(), info.Size()}, nil
}

// copyCAR copies a CAR to a file, of something else only the beginning. Cut says why the
// file does not have all of it.
func copyCAR(to io.Writer, in io.Reader) (cut, err error) {
	const enough = 4096 // bytes, to recognize a CAR
	buffered := bufio.NewReaderSize(in, 64<<10)
	if head, _ := buffered.Peek(enough); len(head) == enough && !repo.IsCAR(head) {
		_, err := to.Write(head)
		return errors.New("it does not start like a CAR file, so only the start was read"), err
	}
	n, err := io.Copy(to, io.LimitReader(buffered, maxCopy))
	if _, damaged := errors.AsType[*validate.CompressionError](err); damaged {
		return err, nil
	}
	if err == nil && n == maxCopy {
		return fmt.Errorf("only the first %d GiB were read", int64(maxCopy)>>30), nil
	}
	return nil, err
}

// BrokenSchemas returns why schema files could not be read to the end, and which definitions
// have an unknown type, as warnings: it matters only where data needs what is missing.
func BrokenSchemas(c *lexicon.Catalog) []diag.Finding {
	var found []diag.Finding
	for _, d := range c.Documents() {
		for _, f := range d.Found {
			if d.Partial && f.Rule.Group == "input" && f.Severity == diag.Error {
				f.Severity = diag.Warning
				found = append(found, f)
			}
		}
	}
	for _, l := range c.LeftOut() {
		if l.Definition == l.Cause {
			found = append(found, l.Finding())
		}
	}
	return diag.SortFindings(found)
}

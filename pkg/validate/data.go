package validate

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// DataFormat is how a file holds its values.
type DataFormat uint8

// The formats.
const (
	DataJSON   DataFormat = iota // one value; for params a query string, see Query
	DataNDJSON                   // one value a line, see Stream
	DataCBOR                     // one value
	DataCAR                      // the records of a repository, see CAR
)

var dataFormatNames = [...]string{"json", "ndjson", "cbor", "car"}

// String returns the name of the format: "json", "ndjson", "cbor" or "car".
func (f DataFormat) String() string { return dataFormatNames[f] }

// DataFormatByName returns the format of that name; false when there is none.
func DataFormatByName(name string) (DataFormat, bool) {
	for i, n := range dataFormatNames {
		if n == name {
			return DataFormat(i), true
		}
	}
	return 0, false
}

// DataFormatOf returns the format that the extension of a file's name stands
// for: .json, .ndjson, .jsonl, .cbor or .car, each also with .gz behind it, in
// whatever case; false for any other.
func DataFormatOf(name string) (DataFormat, bool) {
	switch filepath.Ext(strings.TrimSuffix(strings.ToLower(name), ".gz")) {
	case ".json":
		return DataJSON, true
	case ".ndjson", ".jsonl":
		return DataNDJSON, true
	case ".cbor":
		return DataCBOR, true
	case ".car":
		return DataCAR, true
	}
	return 0, false
}

// Value is a value of a data file and what there is to say of it.
type Value struct {
	Index int    // of the value in an NDJSON file, from 0; else -1
	Path  string // at:// path of the record in a CAR file; else ""
	// FileLevel says that this is no value, but what there is to say of a CAR file
	// besides its records.
	FileLevel bool
	Result
}

// Record returns what lexicon.DataPlace calls the value.
func (v *Value) Record() string {
	if v.Index >= 0 {
		return strconv.Itoa(v.Index)
	}
	return v.Path
}

// Data checks the values of a file in the order of the file. Path is what
// findings call it. Faults of the file, such as a text that ends early, are
// findings; the values before them are checked.
//
// A CAR file is read here and there: when r is no io.ReaderAt with a Stat method,
// as an *os.File has, it is copied into a temporary file first. Missing is the
// number of blocks that it lacks.
//
// The error is the first one of each, which ends the work, or one of reading.
func (v *Validator) Data(r io.Reader, path string, f DataFormat, o StreamOptions, each func(*Value) error) (missing int, err error) {
	switch f {
	case DataNDJSON:
		value := Value{}
		return 0, v.Stream(r, path, o, func(index int, result Result) error {
			value.Index, value.Result = index, result
			return each(&value)
		})
	case DataCAR:
		return v.repository(r, path, o, each)
	}
	result, err := v.single(r, path, f, o)
	if err != nil {
		return 0, err
	}
	return 0, each(&Value{Index: -1, Result: ofRecord(result, "")})
}

// single checks a file that is one value.
func (v *Validator) single(r io.Reader, path string, f DataFormat, o StreamOptions) (Result, error) {
	rule, limit := lexicon.RuleJSONSyntax, MaxValueSize
	if f == DataCBOR {
		rule, limit = ruleInvalidCBOR, MaxCBORSize
	}
	text, err := io.ReadAll(io.LimitReader(r, int64(limit)+1))
	source := &lexicon.Source{Path: path, Text: text}
	if err != nil {
		if finding, ok := damaged(source, rule, err); ok {
			finding.NoPosition = f == DataCBOR
			return Result{Findings: []lexicon.Finding{finding}}, nil
		}
		return Result{}, err
	}
	if o.Progress != nil {
		o.Progress(int64(len(text)))
	}
	in := Input{Source: source, CBOR: f == DataCBOR, RecordKey: o.RecordKey}
	if finding, ok := tooLarge(source, rule, "the file", limit); ok {
		finding.NoPosition = true
		return Result{Findings: []lexicon.Finding{finding}}, nil
	}
	switch {
	case v.params != nil:
		return v.Query(in), nil
	case o.RecordKey == "" && v.clean(text, in.CBOR):
		return Result{}, nil
	}
	return v.Check(in), nil
}

// maxCopy is how many bytes of a CAR file are copied, so that a few compressed
// bytes cannot fill the disk.
const maxCopy = 8 << 30

// repository checks the records of a CAR file.
func (v *Validator) repository(r io.Reader, path string, o StreamOptions, each func(*Value) error) (missing int, err error) {
	give := func(record string, result Result) error {
		return each(&Value{Index: -1, Path: record, FileLevel: record == "", Result: ofRecord(result, record)})
	}
	if file, ok := r.(interface {
		io.ReaderAt
		Stat() (os.FileInfo, error)
	}); ok {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			return v.wholeRepository(file, info.Size(), path, o, give)
		}
	}
	file, err := os.CreateTemp("", "lexsmith-*.car")
	if err != nil {
		return 0, err
	}
	defer func() {
		if fault := errors.Join(file.Close(), os.Remove(file.Name())); err == nil {
			err = fault
		}
	}()
	size, err := io.Copy(file, io.LimitReader(r, maxCopy+1))
	if err == nil && size > maxCopy {
		return 0, fmt.Errorf("%s: more than %d bytes: save it as a file without compression", path, int64(maxCopy))
	}
	if err != nil {
		finding, ok := damaged(&lexicon.Source{Path: path}, ruleInvalidCAR, err)
		if !ok {
			return 0, err
		}
		finding.NoPosition = true
		if err := give("", Result{Findings: []lexicon.Finding{finding}}); err != nil || size == 0 {
			return 0, err
		}
	}
	return v.wholeRepository(file, size, path, o, give)
}

// wholeRepository is CAR with a word on the progress at the end.
func (v *Validator) wholeRepository(file io.ReaderAt, size int64, path string, o StreamOptions, give func(string, Result) error) (missing int, err error) {
	missing, err = v.CAR(file, size, path, give)
	if o.Progress != nil {
		o.Progress(size)
	}
	return missing, err
}

// ofRecord names the value in what there is to say of it, unless record is
// empty.
func ofRecord(result Result, record string) Result {
	for i := range result.Findings {
		f := &result.Findings[i]
		if f.Data == nil {
			f.Data = &lexicon.DataPlace{}
		}
		if record != "" {
			f.Data.Record = record
		}
	}
	return result
}

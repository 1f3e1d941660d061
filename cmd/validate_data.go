package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strconv"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/datafile"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/repo"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// dataReader reads data files and checks their values.
type dataReader struct {
	*session
	options   *validateOptions
	schemas   *validate.Schemas
	validator *validate.Validator
	commits   *commitChecker
	identify  bool                    // see validate.StreamOptions
	brief     func() bool             // likewise; never nil
	idle      func()                  // likewise
	start     func(*dataFile)         // is called before each file; may be nil
	take      func(*dataValue)        // gets each value; it must not keep it
	end       func(missingBlocks int) // is called after each CAR file; may be nil

	checked int    // files
	path    string // of the current file; "" unless there are several
	bytes   int64  // read so far
}

// files checks files until ctx is done. The errors say which files could not be read, or
// were not checked.
func (d *dataReader) files(ctx context.Context, data dataFiles) (unreadable []error, interrupted bool) {
	unreadable = data.unreadable
	for i := range data.files {
		file := &data.files[i]
		if len(data.files) > 1 {
			d.path = file.shown
		}
		d.checked++
		if d.start != nil {
			d.start(file)
		}
		err := d.file(ctx, file)
		if _, interrupted = errors.AsType[cli.SignalError](err); interrupted {
			left := len(data.files) - d.checked
			switch name := inputName(file.shown); {
			case left > 0:
				unreadable = append(unreadable, fmt.Errorf("%s was interrupted; the rest of it and %s were not checked",
					name, words.Count(left, "more file")))
			case file.format == datafile.NDJSON:
				d.Warn("%s was interrupted; the rest was not checked", name)
			default:
				unreadable = append(unreadable, fmt.Errorf("%s was interrupted, and not all of it was checked", name))
			}
			break
		}
		if err != nil {
			unreadable = append(unreadable, files.Error("read", inputName(file.shown), err))
		}
	}
	return unreadable, interrupted
}

// inputName names an input in a sentence, given its path in reports.
func inputName(shown string) string {
	if shown == stdin {
		return "standard input"
	}
	return shown
}

// file checks a file, up to what was read of it when ctx is done. The error says why it
// could not be read, or is the cause why ctx is done.
func (d *dataReader) file(ctx context.Context, f *dataFile) error {
	read, stop := context.WithCancel(ctx)
	defer stop() // ends what UntilDone started, also when not everything was read
	in, check := d.In, context.WithoutCancel(ctx)
	if f.name == stdin {
		in = cli.UntilDone(read, validate.Decompress(in, true))
		if f.detect {
			f.format, in = datafile.Detect(in, d.options.part == lexicon.PartParams.String(), int(d.options.maxValueSize))
		}
		switch flag := d.options.commit.flag(); {
		case f.format == datafile.CAR:
			if err := d.options.checkCAR(f); err != nil {
				return err
			}
		case f.detect && flag != "":
			return fmt.Errorf("%s requires a CAR file, but %s is not one", flag, inputName(f.shown))
		}
	} else {
		file, err := os.Open(f.name)
		if err != nil {
			return err
		}
		defer file.Close()
		switch {
		case f.compressed():
			in = cli.UntilDone(read, validate.Decompress(file, false))
		case cli.IsRegular(file):
			in, check = file, read
		default:
			in = cli.UntilDone(read, file)
		}
	}
	before := d.bytes
	options := validate.StreamOptions{Workers: d.Workers, Progress: func(bytes int64) { d.bytes = before + bytes }, Idle: d.idle, Brief: d.brief, Identify: d.identify}
	input := validate.Input{Path: f.shown, RecordKey: d.options.recordKey, At: d.options.at, Wrapper: d.options.wrappers()}
	switch {
	case d.options.cases:
		return d.results(d.schemas.Cases(check, in, f.shown, options, d.Policy.Keep), true)
	case f.format == datafile.NDJSON:
		return d.results(d.validator.Lines(check, in, input, options), true)
	case f.format == datafile.CAR:
		return d.repository(read, in, f.shown)
	case f.format == datafile.CBOR:
		input.Encoding = validate.CBOR
	case d.options.part == lexicon.PartParams.String() && len(input.At) == 0:
		input.Encoding = validate.Query
	}
	return d.results(d.validator.Read(check, counter{in, &d.bytes}, input), false)
}

// results takes the results of a file. Lines says that it has a document on each line.
func (d *dataReader) results(results iter.Seq2[validate.Result, error], lines bool) error {
	value := dataValue{line: lines}
	for result, err := range results {
		if err != nil {
			return err
		}
		value.Result = result
		d.take(&value)
	}
	return nil
}

// repository checks the records of a CAR file.
func (d *dataReader) repository(ctx context.Context, in io.Reader, path string) error {
	var value dataValue
	var unverified error
	options := repo.Options{Path: path, CheckCommit: func(commit *repo.Commit) (wrong, help string) {
		wrong, help, unverified = d.commits.check(ctx, commit)
		return wrong, help
	}}
	r, err := datafile.CheckRepository(ctx, d.validator, in, options, d.brief, func(r *datafile.Record) {
		value.Result, value.path, value.notValue = r.Result, r.Path, r.Path == ""
		d.take(&value)
	})
	if d.end != nil {
		d.end(r.Missing)
	}
	d.bytes += r.Size
	if err == nil && unverified != nil {
		err = fmt.Errorf("%s: cannot verify the commit: %w", inputName(path), unverified)
	}
	return err
}

// dataValue is what there is to say about a value of a data file, or about the
// file besides its values.
type dataValue struct {
	validate.Result
	line     bool   // it is one of many values, see Index
	path     string // at:// path of a record in a repository
	notValue bool
}

// record returns what diag.DataPlace calls the value.
func (d *dataValue) record() string {
	if d.line && d.Record == "" {
		return strconv.Itoa(d.Index)
	}
	return cmp.Or(d.path, d.Record)
}

// counter counts the bytes that are read.
type counter struct {
	io.Reader
	bytes *int64
}

// Size returns the size of a regular file; 0 for another reader.
func (c counter) Size() int64 {
	if file, ok := c.Reader.(*os.File); ok {
		if info, err := file.Stat(); err == nil {
			return info.Size()
		}
	}
	return 0
}

func (c counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	*c.bytes += int64(n)
	return n, err
}

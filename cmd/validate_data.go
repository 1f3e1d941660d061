package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/datafile"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/repo"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// listData lists the data files at paths, and says which files there are passed over.
func (s *session) listData(ctx context.Context, paths []string, format datafile.Format) (datafile.List, error) {
	data, err := datafile.ListFiles(ctx, paths, format, s.StdinName())
	if err != nil {
		return data, err
	}
	for _, file := range data.Irregular {
		s.PassOver(file.Shown, file.Mode)
	}
	return data, nil
}

// dataReader reads data files and checks their values.
type dataReader struct {
	*session
	options   *validateOptions
	schemas   *validate.Schemas
	validator *validate.Validator
	stream    validate.StreamOptions  // Progress is set here
	start     func(*datafile.File)    // is called before each file; may be nil
	take      func(*dataValue)        // gets each value; it must not keep it
	end       func(missingBlocks int) // is called after each CAR file; may be nil

	checked int    // files
	path    string // of the current file; "" unless there are several
	bytes   int64  // read so far
}

// files checks files until ctx is done. The errors say which files could not be read, or
// were not checked.
func (d *dataReader) files(ctx context.Context, data datafile.List) (unreadable []error, interrupted bool) {
	unreadable = data.Unreadable
	for i := range data.Files {
		file := &data.Files[i]
		if len(data.Files) > 1 {
			d.path = file.Shown
		}
		d.checked++
		if d.start != nil {
			d.start(file)
		}
		err := d.file(ctx, file)
		if _, interrupted = errors.AsType[cli.SignalError](err); interrupted {
			left := len(data.Files) - d.checked
			switch name := inputName(file.Shown); {
			case left > 0:
				unreadable = append(unreadable, fmt.Errorf("%s was interrupted; the rest of it and %s were not checked",
					name, words.Count(left, "more file")))
			case file.Format == datafile.NDJSON:
				d.Warn("%s was interrupted; the rest was not checked", name)
			default:
				unreadable = append(unreadable, fmt.Errorf("%s was interrupted, and not all of it was checked", name))
			}
			break
		}
		if err != nil {
			unreadable = append(unreadable, files.Error("read", inputName(file.Shown), err))
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
func (d *dataReader) file(ctx context.Context, f *datafile.File) error {
	read, stop := context.WithCancel(ctx)
	defer stop() // ends what UntilDone started, also when not everything was read
	in, check := d.In, context.WithoutCancel(ctx)
	if f.Name == stdin {
		in = cli.UntilDone(read, validate.Decompress(in, true))
		if f.Detect {
			f.Format, in = datafile.Detect(in, d.options.part == lexicon.PartParams.String(), int(d.options.maxValueSize))
		}
		switch flag := d.options.commit.flag(); {
		case f.Format == datafile.CAR:
			if err := d.options.checkCAR(f); err != nil {
				return err
			}
		case f.Detect && flag != "":
			return fmt.Errorf("%s requires a CAR file, but %s is not one", flag, inputName(f.Shown))
		}
	} else {
		file, err := os.Open(f.Name)
		if err != nil {
			return err
		}
		defer file.Close()
		switch {
		case datafile.Compressed(f.Name):
			in = cli.UntilDone(read, validate.Decompress(file, false))
		case cli.IsRegular(file):
			in, check = file, read
		default:
			in = cli.UntilDone(read, file)
		}
	}
	before := d.bytes
	d.stream.Workers, d.stream.Progress = d.Workers, func(bytes int64) { d.bytes = before + bytes }
	input := validate.Input{Path: f.Shown, RecordKey: d.options.recordKey, At: d.options.at, Wrapper: d.options.wrappers()}
	switch {
	case d.options.cases:
		return d.results(d.schemas.Cases(check, in, f.Shown, d.stream, d.Policy.Keep), true)
	case f.Format == datafile.NDJSON:
		return d.results(d.validator.Lines(check, in, input, d.stream), true)
	case f.Format == datafile.CAR:
		return d.repository(read, in, f.Shown)
	case f.Format == datafile.CBOR:
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
		wrong, help, unverified = d.options.commit.checkCommit(ctx, commit)
		return wrong, help
	}}
	r, err := datafile.CheckRepository(ctx, d.validator, in, options, d.stream.Brief, func(r *datafile.Record) {
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

// validateRun checks data files and reports their findings.
type validateRun struct {
	dataReader
	report   *report.Report
	progress *cli.Progress
	broken   []diag.Finding // on schemas, still to be reported

	values      report.Values
	collections report.Collections
	// withoutValue is the number of documents that have no value at --at.
	withoutValue int
	findings     int         // so far, including hidden and omitted ones
	shown        int         // findings of the current file in the report
	enough       atomic.Bool // no more of them are shown
	full         bool        // whether also findings that are not shown are needed in full
	omitted      int         // findings counted but not shown
	missing      int         // missing blocks of the current file that text shows as one finding
	firstMissing diag.Finding
}

func newValidateRun(s *session, o *validateOptions, schemas *validate.Schemas, validator *validate.Validator) (*validateRun, error) {
	ofSchemas := slices.DeleteFunc(lexicon.Rules(), func(r *diag.Rule) bool { return r.Group != "input" && r != lexicon.RuleUnknownType })
	v := &validateRun{progress: cli.NewProgress(&s.Streams), collections: report.Collections{}}
	v.dataReader = dataReader{
		session: s, options: o, schemas: schemas, validator: validator, start: v.start, take: v.value, end: v.end,
		stream: validate.StreamOptions{Identify: s.statistics || o.results, Brief: v.counting, Idle: v.flush},
	}
	v.full = o.results || s.Policy.NeedsNSID()
	r, err := s.newReport("validate", slices.Concat(ofSchemas, validate.Rules(), repo.Rules()), func(options *report.Options) {
		options.Results, options.Out = o.results, v.progress.Clearing(options.Out)
	})
	v.report = r
	return v, err
}

// start begins with a file. Of the findings on schemas, each comes before the data files
// whose paths sort after it.
func (v *validateRun) start(f *datafile.File) {
	for len(v.broken) > 0 && v.broken[0].Path() < f.Shown {
		v.report.Add(v.broken[0])
		v.broken = v.broken[1:]
	}
	v.shown = 0
	v.enough.Store(false)
}

// flush shows what was found so far. An error of writing comes up at the end.
func (v *validateRun) flush() { _ = v.report.Flush() }

// end completes what is said about a file.
func (v *validateRun) end(missing int) {
	if v.missing > 1 {
		v.firstMissing.Message += fmt.Sprintf(", the first of %d missing blocks", v.missing)
	}
	if v.missing > 0 {
		v.report.Add(v.firstMissing)
		v.missing = 0
	}
	v.values.MissingBlocks += missing
}

// counting reports whether the findings on the rest of the file are only counted, for
// which their rules, severities, and paths suffice.
func (v *validateRun) counting() bool {
	return (v.statistics || v.enough.Load()) && !v.full
}

// value counts a value and reports its findings.
func (v *validateRun) value(d *dataValue) {
	valid := true
	var codes []string
	for _, rule := range d.Rules {
		codes = append(codes, rule.Code)
	}
	v.omit(d)
	if !v.counting() {
		d.Findings = diag.SortFindings(d.Findings)
	}
	for _, f := range d.Findings {
		if !v.Policy.Keep(&f) {
			continue
		}
		v.findings++
		valid = valid && f.Severity != diag.Error
		if v.options.results && !slices.Contains(codes, f.Rule.Code) {
			codes = append(codes, f.Rule.Code)
		}
		isMissing := f.Rule == repo.RuleMissingBlock && v.text()
		switch {
		case !v.report.Shows(f.Severity):
			v.report.Add(f)
		case isMissing && v.missing > 0:
			v.report.Omit(f, 1)
			v.missing++
		case v.enough.Load():
			v.report.Omit(f, 1)
			v.omitted++
		default:
			if isMissing {
				v.firstMissing, v.missing = f, 1
			} else {
				v.report.Add(f)
			}
			v.shown++
			v.enough.Store(v.shown == v.options.maxFindings)
		}
	}
	v.values.Unwrap(d.Document)
	switch {
	case d.Absent && d.Document == validate.Plain:
		v.withoutValue++
		return
	case d.Absent, d.notValue:
		return
	}
	v.values.Add(valid, d.Unknown)
	if v.statistics {
		v.collections.Add(d.Collection, valid, d.Unknown)
	}
	v.progress.Data(v.bytes, v.values.Total, v.findings)
	if v.options.results {
		v.report.AddResult(report.Result{Path: v.path, Record: report.RecordID(d.record()), Valid: valid, Rules: codes})
	}
}

// omit counts the findings of a value that has too many to list.
func (v *validateRun) omit(d *dataValue) {
	for _, o := range d.Omitted {
		if f := o.Like; v.Policy.Keep(&f) {
			v.findings += o.Count
			if v.report.Omit(f, o.Count) {
				v.omitted += o.Count
			}
		}
	}
}

// nothing returns the error of a run that had documents, or cases to expect, and checked
// no value at all; nil for another run.
func (v *validateRun) nothing() error {
	switch {
	case v.values.Total > 0:
	case v.withoutValue > 0:
		return fmt.Errorf("no document has a value at %s", v.options.at)
	case v.options.cases:
		return fmt.Errorf("no cases found in %s", project.ShownPaths(v.options.paths))
	}
	return nil
}

// close ends the report. Skipped is the number of files that are not data.
func (v *validateRun) close(skipped int) error {
	if len(v.options.at) > 0 {
		v.values.WithoutValue = &v.withoutValue
	}
	if v.Quiet && !v.statistics && v.omitted > 0 {
		v.Warn("%s not shown because of --max-findings", words.Count(v.omitted, "finding"))
	}
	summary := report.Summary{Files: v.checked, Skipped: skipped, Omitted: v.omitted, Values: &v.values, Collections: v.collections}
	if v.options.cases {
		summary.Cases = &report.Cases{Total: v.values.Valid + v.values.Invalid, Failed: v.values.Invalid}
	}
	v.progress.End()
	return v.report.Close(summary)
}

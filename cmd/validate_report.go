package cmd

import (
	"context"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/lexsmith/lexsmith/internal/datafiles"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/repo"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// dataReport checks data files and reports their findings.
type dataReport struct {
	*project
	options   *validateOptions
	schemas   *validate.Schemas
	validator *validate.Validator
	report    *report.Report
	progress  *progress

	several bool   // more than one file is checked
	path    string // of the current file; "" unless there are several

	values report.Values
	// withoutValue is the number of documents that have no value at --at.
	withoutValue int
	findings     int         // so far, including hidden and omitted ones
	shown        int         // findings of the current file in the report
	enough       atomic.Bool // no more of them are shown
	full         bool        // whether also findings that are not shown are needed in full
	omitted      int         // findings counted but not shown
	missing      int         // missing blocks of the current file that text shows as one finding
	firstMissing diag.Finding
	bytes        int64 // read so far
}

func newDataReport(p *project, o *validateOptions, schemas *validate.Schemas, validator *validate.Validator) (*dataReport, error) {
	input := slices.DeleteFunc(lexicon.Rules(), func(r *diag.Rule) bool { return r.Group != "input" })
	d := &dataReport{project: p, options: o, schemas: schemas, validator: validator, progress: newProgress(p.streams)}
	d.full = o.results || p.policy.NeedsNSID()
	r, err := p.newReport("validate", slices.Concat(input, validate.Rules(), repo.Rules()), func(options *report.Options) {
		options.Results, options.Out = o.results, d.progress.clearing(options.Out)
	})
	d.report = r
	return d, err
}

// schemasBefore reports the findings on schema files whose paths sort before that
// of a data file, and returns the others.
func (d *dataReport) schemasBefore(broken []diag.Finding, path string) []diag.Finding {
	for len(broken) > 0 && broken[0].Path() < path {
		d.report.Add(broken[0])
		broken = broken[1:]
	}
	return broken
}

// file checks a file, up to what was read of it when live is done. The error says why it
// could not be read, or is the cause why live is done.
func (d *dataReport) file(live context.Context, f *datafiles.File) error {
	live, stop := context.WithCancel(live)
	defer stop() // ends what untilDone started, also when not everything was read
	d.shown = 0
	d.enough.Store(false)
	if d.several {
		d.path = f.Shown
	}
	in, ctx := d.streams.In, d.ctx
	if f.Name == stdin {
		in = untilDone(live, validate.Decompress(in, true))
	} else {
		file, err := os.Open(f.Name)
		if err != nil {
			return err
		}
		defer file.Close()
		switch {
		case f.Compressed():
			in = untilDone(live, validate.Decompress(file, false))
		case isRegular(file):
			in, ctx = file, live
		default:
			in = untilDone(live, file)
		}
	}
	before := d.bytes
	options := validate.StreamOptions{Workers: d.jobs, Progress: func(bytes int64) { d.bytes = before + bytes }, Idle: d.flush, Brief: d.counting}
	input := validate.Input{Path: f.Shown, RecordKey: d.options.recordKey, At: d.options.at}
	switch {
	case d.options.cases:
		return d.results(d.schemas.Cases(ctx, in, f.Shown, options, d.keep), true)
	case f.Format == datafiles.NDJSON:
		return d.results(d.validator.Lines(ctx, in, input, options), true)
	case f.Format == datafiles.CAR:
		return d.repository(live, in, f.Shown)
	case f.Format == datafiles.CBOR:
		input.Encoding = validate.CBOR
	case d.options.part == lexicon.PartParams.String() && len(input.At) == 0:
		input.Encoding = validate.Query
	}
	return d.results(d.validator.Read(ctx, counter{in, &d.bytes}, input), false)
}

// flush shows what was found so far. An error of writing comes up at the end.
func (d *dataReport) flush() { _ = d.report.Flush() }

// results takes the results of a file. Lines says that it has a document on each line.
func (d *dataReport) results(results iter.Seq2[validate.Result, error], lines bool) error {
	value := dataValue{line: lines}
	for result, err := range results {
		if err != nil {
			return err
		}
		value.Result = result
		d.value(&value)
	}
	return nil
}

// repository checks the records of a CAR file.
func (d *dataReport) repository(ctx context.Context, in io.Reader, path string) error {
	var value dataValue
	r, err := datafiles.CheckRepository(ctx, d.validator, in, path, d.counting, func(r *datafiles.Record) {
		value.Result, value.path, value.notValue = r.Result, r.Path, r.Path == ""
		d.value(&value)
	})
	if d.missing > 1 {
		d.firstMissing.Message += fmt.Sprintf(", the first of %d missing blocks", d.missing)
	}
	if d.missing > 0 {
		d.report.Add(d.firstMissing)
		d.missing = 0
	}
	d.values.MissingBlocks += r.Missing
	d.bytes += r.Size
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
func (v *dataValue) record() string {
	if v.line {
		return strconv.Itoa(v.Index)
	}
	return v.path
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

// counting reports whether the findings on the rest of the file are only counted, for
// which their rules, severities, and paths suffice.
func (d *dataReport) counting() bool {
	return (d.statistics || d.enough.Load()) && !d.full
}

// value counts a value and reports its findings.
func (d *dataReport) value(v *dataValue) {
	valid := true
	var codes []string
	for _, rule := range v.Rules {
		codes = append(codes, rule.Code)
	}
	d.omit(v)
	if !d.counting() {
		v.Findings = diag.SortFindings(v.Findings)
	}
	for _, f := range v.Findings {
		if !d.keep(&f) {
			continue
		}
		d.findings++
		valid = valid && f.Severity != diag.Error
		if d.options.results && !slices.Contains(codes, f.Rule.Code) {
			codes = append(codes, f.Rule.Code)
		}
		isMissing := f.Rule == repo.RuleMissingBlock && d.options.format == string(report.Text)
		switch {
		case !d.report.Shows(f.Severity):
			d.report.Add(f)
		case isMissing && d.missing > 0:
			d.report.Omit(f, 1)
			d.missing++
		case d.enough.Load():
			d.report.Omit(f, 1)
			d.omitted++
		default:
			if isMissing {
				d.firstMissing, d.missing = f, 1
			} else {
				d.report.Add(f)
			}
			d.shown++
			d.enough.Store(d.shown == d.options.maxFindings)
		}
	}
	switch {
	case v.Absent:
		d.withoutValue++
		return
	case v.notValue:
		return
	case !valid:
		d.values.Invalid++
	case v.Unknown:
		d.values.Unknown++
	default:
		d.values.Valid++
	}
	d.progress.data(d.bytes, d.values.Valid+d.values.Invalid+d.values.Unknown, d.findings)
	if d.options.results {
		d.report.AddResult(report.Result{Path: d.path, Record: v.record(), Valid: valid, Rules: codes})
	}
}

// omit counts the findings of a value that has too many to list.
func (d *dataReport) omit(v *dataValue) {
	for _, o := range v.Omitted {
		if f := o.Like; d.keep(&f) {
			d.findings += o.Count
			if d.report.Omit(f, o.Count) {
				d.omitted += o.Count
			}
		}
	}
}

// nothing returns the error of a run that had documents, or cases to expect, and checked
// no value at all; nil for another run.
func (d *dataReport) nothing() error {
	switch {
	case d.values.Valid+d.values.Invalid+d.values.Unknown > 0:
	case d.withoutValue > 0:
		return fmt.Errorf("no document has a value at %s", d.options.at)
	case d.options.cases:
		return fmt.Errorf("no cases found in %s", shownPaths(d.options.paths))
	}
	return nil
}

// close ends the report. Files and skipped are numbers of files.
func (d *dataReport) close(files, skipped int) error {
	if len(d.options.at) > 0 {
		d.values.WithoutValue = &d.withoutValue
	}
	if d.options.quiet && !d.statistics && d.omitted > 0 {
		d.warn("%s not shown because of --max-findings", syntax.Count(d.omitted, "finding"))
	}
	summary := report.Summary{Files: files, Skipped: skipped, Omitted: d.omitted, Values: &d.values}
	if d.options.cases {
		summary.Cases = &report.Cases{Total: d.values.Valid + d.values.Invalid, Failed: d.values.Invalid}
	}
	d.progress.end()
	return d.report.Close(summary)
}

package cmd

import (
	"io"
	"iter"
	"os"
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/repo"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// dataReport checks data files and reports what there is to say of them.
type dataReport struct {
	*project
	options   *validateOptions
	schemas   *validate.Schemas
	validator *validate.Validator
	report    *report.Report
	progress  *progress

	several bool   // more than one file is checked
	path    string // of the file at hand, where several are

	values   report.Values
	findings int   // so far, those that are hidden or left out included
	shown    int   // in the report, of the file at hand
	left     int   // counted and left out
	bytes    int64 // read so far
}

func newDataReport(p *project, o *validateOptions, schemas *validate.Schemas, validator *validate.Validator) (*dataReport, error) {
	input := slices.DeleteFunc(lexicon.Rules(), func(r *lexicon.Rule) bool { return r.Group != "input" })
	options, err := p.reportOptions("validate", slices.Concat(input, validate.Rules(), repo.Rules()))
	if err != nil {
		return nil, err
	}
	d := &dataReport{project: p, options: o, schemas: schemas, validator: validator, progress: newProgress(p.streams)}
	options.Results = o.results
	options.Out = d.progress.clearing(options.Out)
	d.report, err = report.New(options)
	return d, err
}

// schemaFaults reports what stands in paths before a data file, and returns the
// rest.
func (d *dataReport) schemaFaults(faults []lexicon.Finding, before string) []lexicon.Finding {
	for len(faults) > 0 && faults[0].Path() < before {
		d.report.Add(faults[0])
		faults = faults[1:]
	}
	return faults
}

// file checks a file. The error says why it could not be read.
func (d *dataReport) file(f *dataFile) error {
	d.shown = 0
	if d.several {
		d.path = f.shown
	}
	var in io.Reader
	if f.name == stdin {
		in = validate.Decompress(d.streams.In, true)
	} else {
		file, err := os.Open(f.name)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
		if f.compressed() {
			in = validate.Decompress(file, false)
		}
	}
	before := d.bytes
	options := validate.StreamOptions{Workers: d.jobs, Progress: func(bytes int64) { d.bytes = before + bytes }}
	input := validate.Input{Path: f.shown, RecordKey: d.options.recordKey}
	switch {
	case d.options.cases:
		return d.lines(d.schemas.Cases(d.ctx, in, f.shown, options, d.policy.Apply))
	case f.format == formatNDJSON:
		return d.lines(d.validator.Lines(d.ctx, in, input, options))
	case f.format == formatCAR:
		return d.repository(in, f.shown)
	case f.format == formatCBOR:
		input.Encoding = validate.CBOR
	case d.options.part == lexicon.PartParams.String():
		input.Encoding = validate.Query
	}
	result, err := d.validator.Read(d.ctx, counter{in, &d.bytes}, input)
	if err == nil {
		d.value(&dataValue{Result: result})
	}
	return err
}

// lines takes the results of a file with a value on each line.
func (d *dataReport) lines(results iter.Seq2[validate.Result, error]) error {
	value := dataValue{line: true}
	for result, err := range results {
		if err != nil {
			return err
		}
		value.Result = result
		d.value(&value)
	}
	return nil
}

// dataValue is what there is to say about a value of a data file, or about the
// file besides its values.
type dataValue struct {
	validate.Result
	line     bool   // it is one of many values, see Index
	path     string // at:// path of a record in a repository
	notValue bool
}

// record returns what lexicon.DataPlace calls the value.
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

func (c counter) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	*c.bytes += int64(n)
	return n, err
}

// value counts a value and reports its findings.
func (d *dataReport) value(v *dataValue) {
	valid := true
	var codes []string
	d.omitted(v)
	for _, f := range lexicon.SortFindings(v.Findings) {
		if !d.policy.Apply(&f) {
			continue
		}
		d.findings++
		valid = valid && f.Severity != lexicon.Error
		if d.options.results && !slices.Contains(codes, f.Rule.Code) {
			codes = append(codes, f.Rule.Code)
		}
		switch {
		case !d.report.Shows(f.Severity):
			d.report.Add(f)
		case d.options.maxFindings > 0 && d.shown >= d.options.maxFindings:
			d.report.Omit(f, 1)
			d.left++
		default:
			d.report.Add(f)
			d.shown++
		}
	}
	switch {
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

// omitted counts the findings that a value has too many of.
func (d *dataReport) omitted(v *dataValue) {
	for _, o := range v.Omitted {
		if f := o.Like; d.policy.Apply(&f) {
			d.report.Omit(f, o.Count)
			d.findings += o.Count
			d.left += o.Count
		}
	}
}

// close ends the report on that many files, and others that were passed over.
func (d *dataReport) close(files, skipped int) error {
	summary := report.Summary{Files: files, Skipped: skipped, Omitted: d.left, Values: &d.values}
	if d.options.cases {
		summary.Cases = &report.Cases{Total: d.values.Valid + d.values.Invalid, Failed: d.values.Invalid}
	}
	d.progress.end()
	return d.report.Close(summary)
}

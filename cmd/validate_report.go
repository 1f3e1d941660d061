package cmd

import (
	"io"
	"os"
	"slices"

	"github.com/lexsmith/lexsmith/internal/datafiles"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
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

	values   report.Values
	findings int   // so far, including hidden and omitted ones
	shown    int   // findings of the current file in the report
	omitted  int   // findings counted but not shown
	bytes    int64 // read so far
}

func newDataReport(p *project, o *validateOptions, schemas *validate.Schemas, validator *validate.Validator) (*dataReport, error) {
	input := slices.DeleteFunc(lexicon.Rules(), func(r *lexicon.Rule) bool { return r.Group != "input" })
	options, err := p.reportOptions("validate", append(input, validate.Rules()...))
	if err != nil {
		return nil, err
	}
	d := &dataReport{project: p, options: o, schemas: schemas, validator: validator, progress: newProgress(p.streams)}
	options.Results = o.results
	options.Out = d.progress.clearing(options.Out)
	d.report, err = report.New(options)
	return d, err
}

// schemasBefore reports the findings on schema files whose paths sort before that
// of a data file, and returns the others.
func (d *dataReport) schemasBefore(broken []lexicon.Finding, path string) []lexicon.Finding {
	for len(broken) > 0 && broken[0].Path() < path {
		d.report.Add(broken[0])
		broken = broken[1:]
	}
	return broken
}

// file checks a file. The error says why it could not be read.
func (d *dataReport) file(f *datafiles.File) error {
	d.shown = 0
	if d.several {
		d.path = f.Shown
	}
	var in io.Reader
	if f.Name == stdin {
		in = validate.Decompress(d.streams.In, true)
	} else {
		file, err := os.Open(f.Name)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
		if f.Compressed() {
			in = validate.Decompress(file, false)
		}
	}
	before := d.bytes
	stream := validate.StreamOptions{Workers: d.jobs, RecordKey: d.options.recordKey, Progress: func(bytes int64) {
		d.bytes = before + bytes
	}}
	if d.options.cases {
		value := validate.Value{}
		return d.schemas.Cases(in, f.Shown, stream, d.policy.Apply, func(index int, result validate.Result) error {
			value.Index, value.Result = index, result
			return d.value(&value)
		})
	}
	missing, err := d.validator.Data(in, f.Shown, f.Format, stream, d.value)
	d.values.MissingBlocks += missing
	return err
}

// value counts a value and reports its findings.
func (d *dataReport) value(v *validate.Value) error {
	valid := true
	var codes []string
	d.omit(v)
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
			d.omitted++
		default:
			d.report.Add(f)
			d.shown++
		}
	}
	switch {
	case v.FileLevel:
		return nil
	case !valid:
		d.values.Invalid++
	case v.Unknown:
		d.values.Unknown++
	default:
		d.values.Valid++
	}
	d.progress.data(d.bytes, d.values.Valid+d.values.Invalid+d.values.Unknown, d.findings)
	if d.options.results {
		d.report.AddResult(report.Result{Path: d.path, Record: v.Record(), Valid: valid, Rules: codes})
	}
	return nil
}

// omit counts the findings of a value that has too many to list.
func (d *dataReport) omit(v *validate.Value) {
	for _, o := range v.Omitted {
		if f := o.Like; d.policy.Apply(&f) {
			d.report.Omit(f, o.Count)
			d.findings += o.Count
			d.omitted += o.Count
		}
	}
}

// close ends the report. Files and skipped are numbers of files.
func (d *dataReport) close(files, skipped int) error {
	summary := report.Summary{Files: files, Skipped: skipped, Omitted: d.omitted, Values: &d.values}
	if d.options.cases {
		summary.Cases = &report.Cases{Total: d.values.Valid + d.values.Invalid, Failed: d.values.Invalid}
	}
	d.progress.end()
	return d.report.Close(summary)
}

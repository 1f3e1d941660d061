package cmd

import (
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/repo"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

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
	v := &validateRun{progress: cli.NewProgress(&s.Streams)}
	v.dataReader = dataReader{
		session: s, options: o, schemas: schemas, validator: validator, identify: s.statistics || o.results,
		brief: v.counting, idle: v.flush, start: v.start, take: v.value, end: v.end,
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
func (v *validateRun) start(f *dataFile) {
	for len(v.broken) > 0 && v.broken[0].Path() < f.shown {
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
	v.progress.Data(v.bytes, v.values.Total(), v.findings)
	if v.options.results {
		v.report.AddResult(report.Result{Path: v.path, Record: d.record(), Valid: valid, Rules: codes})
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
	case v.values.Total() > 0:
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

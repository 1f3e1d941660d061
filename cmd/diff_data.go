package cmd

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"github.com/lexsmith/lexsmith/internal/datafile"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/compat"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/repo"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// dataFiles lists the data files of the flags or, without any, those of lexsmith.yaml.
func (o *diffOptions) dataFiles(ctx context.Context, s *session) (datafile.List, error) {
	paths := o.data
	if paths == nil {
		for _, path := range s.Config.Diff.Data {
			paths = append(paths, s.Config.Resolve(path))
		}
	}
	if o.exemplary && len(paths) == 0 {
		return datafile.List{}, errors.New("--max-examples requires --data")
	}
	return s.listData(ctx, paths, "")
}

// evidence adds to a comparison what data files say about it. The errors say which of them
// could not be read to their end.
func (o *diffOptions) evidence(ctx context.Context, s *session, old, new *lexicon.Catalog, changes *compat.Report, data datafile.List) (*report.Data, []error) {
	options := defaultValidateOptions()
	defer options.limitMemory()()
	evidence := changes.Evidence(o.examples)
	d := diffData{session: s, evidence: evidence}
	reader := dataReader{
		session: s, options: &options, validator: evidence.Validator(old, new, validate.Options{Profile: s.Profile}),
		stream: validate.StreamOptions{Identify: true}, take: d.value,
	}
	unreadable, _ := reader.files(ctx, data)
	evidence.Close()
	if d.Values == 0 && d.damages == nil && unreadable == nil {
		s.Warn("there are no values in the data")
	}
	if s.format == report.Notes { // which only has changes
		for _, f := range d.damages {
			s.Warn("%s", f)
		}
	}
	changes.Findings = diag.SortFindings(changes.Findings, d.damages)
	return &d.Data, unreadable
}

// diffData checks values against both sides of a comparison.
type diffData struct {
	*session
	report.Data
	evidence *compat.Evidence
	faults   []diag.Finding // of a value, reused
	damages  []diag.Finding // the first of each file of which not all can be read
	excerpts int            // bytes of text that they have
	untyped  string         // the last file with a value of no known type
}

// value counts a value, and takes its evidence.
func (d *diffData) value(v *dataValue) {
	damaged := d.noteDamage(v.Findings)
	if v.notValue || v.Absent {
		return
	}
	if v.Collection == "" && !damaged {
		d.noteUntyped(v.Findings)
	}
	d.Values++
	if v.Skipped {
		d.Skipped++
		return
	}
	d.faults = slices.DeleteFunc(append(d.faults[:0], v.Findings...), func(f diag.Finding) bool { return !d.isError(f) })
	valid, before := len(d.faults) == 0, len(d.faults) == 0
	if v.Before != nil {
		before = !slices.ContainsFunc(v.Before.Findings, d.isError)
	}
	switch {
	case valid && before:
		d.Both++
	case valid:
		d.Repaired++
	case before:
		d.Broken++
	default:
		d.Invalid++
	}
	if !before {
		d.faults = d.faults[:0]
	}
	d.evidence.Add(&v.Result, d.faults)
}

// damageRules are the rules on data that cannot be read, besides those that schemas break too.
var damageRules = append(repo.Rules(), diag.RuleInvalidCBOR, validate.RuleTooLarge)

// noteDamage keeps the first finding of each file that says that something cannot be read, as
// the comparison is then about less than it seems. It reports whether there is such a finding.
func (d *diffData) noteDamage(findings []diag.Finding) bool {
	for i := range findings {
		rule := findings[i].Rule
		isDamage := rule == diag.RuleJSONSyntax || rule == diag.RuleTooDeep || slices.Contains(damageRules, rule)
		if !isDamage || rule.Severity[d.Profile] != diag.Error {
			continue
		}
		f := findings[i]
		if kept := f; !d.Policy.Keep(&kept) {
			continue
		}
		if last := len(d.damages) - 1; last < 0 || d.damages[last].Path() != f.Path() {
			d.damages = append(d.damages, d.detached(f))
		}
		return true
	}
	return false
}

// detached returns a finding on data with no more of their text than its line, and in terms of
// this command, which has no flags for formats and limits.
func (d *diffData) detached(f diag.Finding) diag.Finding {
	whole := f.Source
	f.Source = &diag.Source{Path: whole.Path, FirstLine: whole.FirstLine}
	if !f.NoPosition && len(whole.Text) > 0 {
		line, start := whole.Line(f.Span.Start)
		const most = 16 << 20 // bytes of all excerpts
		if d.excerpts += len(line); d.excerpts > most {
			f.NoPosition = true
		} else {
			f.Source.Text, f.Source.FirstLine = bytes.Clone(line), whole.Position(f.Span.Start).Line-1
			f.Span = diag.Span{Start: f.Span.Start - start, End: min(f.Span.End-start, int32(len(line)))}
		}
	}
	switch hint := f.Hint.(type) {
	case diag.HintLines:
		f.Hint, f.Help = nil, "change the extension of the file to .ndjson"
		if hint.Spread {
			f.Help = "write each value on one line"
			if f.Path() != stdin {
				f.Help += ", and change the extension of the file to .ndjson"
			}
		}
	case diag.HintRaiseLimit:
		f.Hint, f.Help = nil, "leave the value out"
		if hint.Lines {
			f.Help = "if the file contains several values, write them as NDJSON, one per line; otherwise, leave the value out"
		}
	}
	return f
}

// noteUntyped says that the type of a value is not known, once for each file.
func (d *diffData) noteUntyped(findings []diag.Finding) {
	if i := slices.IndexFunc(findings, d.isError); i >= 0 && findings[i].Path() != d.untyped {
		d.untyped = findings[i].Path()
		d.Warn("not all values can be checked: %s", findings[i])
	}
}

func (d *diffData) isError(f diag.Finding) bool {
	return d.Policy.Keep(&f) && f.Severity == diag.Error
}

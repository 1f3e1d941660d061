// Package report prints findings: as text for people, in full or one on each line,
// as JSON, as SARIF 2.1.0, as annotations of GitHub workflows, as Code Quality
// report of GitLab, for tests as JUnit XML and, for comparisons, as Markdown and release
// notes; or how many there are of each rule. It streams: except for JUnit XML and release
// notes, it does not keep findings.
package report

import (
	"bufio"
	"fmt"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Report is a report being written. It is not safe for concurrent use.
type Report struct {
	options *Options
	format  traits
	out     *bufio.Writer
	printer printer
	outcome outcome      // so far
	current diag.Finding // here to save an allocation for each finding

	verdicts map[string]Verdict // on the Lexicons that change, by NSID
}

// printer writes a format, see traits.
type printer interface {
	finding(*diag.Finding)
	close(*outcome) error
}

// New starts a report. It fails only for an unknown format, and for statistics in one that
// cannot have them.
func New(o Options) (*Report, error) {
	format := o.Format.traits()
	if format.printer == nil {
		return nil, fmt.Errorf("unknown report format %q (expected one of %q)", o.Format, Formats())
	}
	if o.Statistics && !format.statistics {
		return nil, fmt.Errorf("no statistics in the report format %q", o.Format)
	}
	r := &Report{options: &o, format: format, out: bufio.NewWriterSize(o.Out, 32<<10), verdicts: map[string]Verdict{}}
	r.printer = format.printer(r.out, &o)
	if o.Statistics {
		r.outcome.statistics = statistics{}
	}
	return r, nil
}

// AddHidden counts infos that are not shown.
func (r *Report) AddHidden(count int) { r.outcome.counts[diag.Info] += count }

// Add reports findings in the given order; diag.SortFindings gives the order
// that reports promise. The findings are neither changed nor kept.
func (r *Report) Add(findings ...diag.Finding) {
	for i := range findings {
		if !r.count(&findings[i], 1) {
			continue
		}
		if hasSafeFix(&r.current) {
			r.outcome.fixable++
		}
		if r.outcome.statistics == nil {
			r.printer.finding(&r.current)
		}
	}
}

// Omit counts a number of findings like this one without showing them. It reports
// whether they pass the filter and would have been shown.
func (r *Report) Omit(finding diag.Finding, count int) bool { return r.count(&finding, count) }

// OmitAll omits findings, and returns how many would have been shown.
func (r *Report) OmitAll(omitted []diag.Omission) (shown int) {
	for _, o := range omitted {
		if r.Omit(o.Like, o.Count) {
			shown += o.Count
		}
	}
	return shown
}

// AddUndecided reports Lexicons with a change that could not be compared, since a side is
// not valid there.
func (r *Report) AddUndecided(ids ...syntax.NSID) {
	r.outcome.undecided = append(r.outcome.undecided, ids...)
	for _, id := range ids {
		r.verdicts[string(id)] = Worse(r.verdicts[string(id)], Undecided)
	}
}

// Shows reports whether findings of a severity are shown, not just counted.
func (r *Report) Shows(s diag.Severity) bool { return s > Hidden(r.options.Format, r.options.All) }

// count makes a finding the current one, and counts it so many times if it passes the
// filter. It reports whether it is shown.
func (r *Report) count(finding *diag.Finding, times int) (shown bool) {
	f, o := &r.current, &r.outcome
	*f = *finding
	if filter := r.options.Filter; filter != nil && !filter(f) || f.Severity == diag.Off {
		if f.Change != nil {
			o.dropped++
		}
		return false
	}
	if !r.options.Fixable || f.Fix != nil && f.Fix.Placeholder {
		f.Fix = nil
	}
	shown = r.Shows(f.Severity)
	if accepted(f) { // people see what was accepted
		o.accepted += times
		shown = shown || r.format.accepted
	} else {
		o.counts[f.Severity] += times
	}
	if f.Change != nil {
		r.verdicts[f.NSID] = Worse(r.verdicts[f.NSID], verdictOf(f))
	}
	if shown && o.statistics != nil {
		o.statistics.add(f, times)
	}
	return shown
}

// hasSafeFix reports whether --fix fixes a finding, without --unsafe-fixes.
func hasSafeFix(f *diag.Finding) bool { return f.Fix != nil && f.Fix.Safe }

// AddResult adds an outcome to a JSON report with the option Results; otherwise it
// does nothing. Results follow the findings in the document, so their text is kept
// until Close.
func (r *Report) AddResult(result Result) {
	if p, ok := r.printer.(interface{ result(*Result) }); ok {
		p.result(&result)
	}
}

// Worst returns the highest severity so far, Off without any finding.
func (r *Report) Worst() diag.Severity {
	for s := diag.Error; s > diag.Off; s-- {
		if r.outcome.counts[s] > 0 {
			return s
		}
	}
	return diag.Off
}

// Verdict returns the verdict on the findings so far, by the severities that the
// filter gave them.
func (r *Report) Verdict() Verdict {
	verdict := Identical
	if r.Worst() > diag.Off || r.outcome.accepted > 0 {
		verdict = Compatible
	}
	for _, v := range r.verdicts {
		verdict = Worse(verdict, v)
	}
	return verdict
}

// VerdictOn is the verdict on one Lexicon of a comparison.
func (r *Report) VerdictOn(id syntax.NSID) Verdict {
	return Worse(Identical, r.verdicts[string(id)])
}

// Flush writes what was reported so far, so that it can be seen. It returns the first
// error of writing.
func (r *Report) Flush() error { return r.out.Flush() }

// Close writes the summary and the end of the document. It returns the first
// error of writing.
func (r *Report) Close(s Summary) error {
	o := &r.outcome
	o.Summary = s
	if o.statistics != nil {
		o.Omitted = 0 // they are in the statistics
	}
	if s.Diff != nil {
		o.verdict = r.Verdict()
	}
	if err := r.printer.close(o); err != nil {
		return err
	}
	return r.out.Flush()
}

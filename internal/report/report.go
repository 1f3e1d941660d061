// Package report prints findings: as text for people, in full or one on each line,
// as JSON, as SARIF 2.1.0, as annotations of GitHub workflows, as Code Quality
// report of GitLab, for tests as JUnit XML and, for comparisons, as Markdown and release
// notes; or how many there are of each rule. It streams: except for JUnit XML, it does not
// keep findings.
package report

import (
	"bufio"
	"fmt"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Report is a report being written. It is not safe for concurrent use.
type Report struct {
	filter   func(*diag.Finding) bool
	hidden   diag.Severity // the highest severity that is counted but not shown
	format   Format
	out      *bufio.Writer
	printer  printer
	stats    statistics // nil unless they replace the findings
	counts   counts
	fixable  func(*diag.Finding) bool // nil: none is
	fixCount int                      // findings shown that are fixable
	dropped  int                      // changes removed by the filter
	accepted int                      // findings that were accepted; they are not in counts
	current  diag.Finding             // here to save an allocation for each finding

	verdicts map[string]Verdict // on the Lexicons that change, by NSID
	// undecided are the Lexicons of AddUndecided.
	undecided []syntax.NSID
}

// printer writes a format. Its constructor writes the start of the document.
type printer interface {
	finding(*diag.Finding)
	close(*outcome) error
}

// New starts a report. It fails only for an unknown format.
func New(o Options) (*Report, error) {
	r := &Report{
		filter: o.Filter, hidden: Hidden(o.Format, o.All), format: o.Format, fixable: o.Fixable,
		out: bufio.NewWriterSize(o.Out, 32<<10), verdicts: map[string]Verdict{},
	}
	if o.Statistics {
		r.stats = statistics{}
	}
	switch o.Format {
	case Text:
		r.printer = newTextPrinter(r.out, &o)
	case JSON:
		r.printer = newJSONPrinter(r.out, &o)
	case SARIF:
		r.printer = newSARIFPrinter(r.out, &o)
	case GitHub:
		r.printer = &gitHubPrinter{out: r.out, options: &o}
	case Concise:
		r.printer = &concisePrinter{r.out, &o}
	case GitLab:
		r.printer = newGitLabPrinter(r.out, &o)
	case JUnit:
		r.printer = &junitPrinter{out: r.out, options: &o, suites: map[string][]junitCase{}}
	case Markdown:
		r.printer = &markdownPrinter{out: r.out, quiet: o.Quiet, all: o.All}
	case Notes:
		r.printer = &changelogPrinter{out: r.out}
	default:
		return nil, fmt.Errorf("unknown report format %q (expected one of %q)", o.Format, Formats())
	}
	if o.Statistics && o.Format != Text && o.Format != JSON {
		return nil, fmt.Errorf("no statistics in the report format %q", o.Format)
	}
	return r, nil
}

// AddHidden counts infos that are not shown.
func (r *Report) AddHidden(count int) { r.counts[diag.Info] += count }

// Add reports findings in the given order; diag.SortFindings gives the order
// that reports promise. The findings are neither changed nor kept.
func (r *Report) Add(findings ...diag.Finding) {
	for i := range findings {
		f := &r.current
		if !r.count(&findings[i], 1) || !r.shows(f) {
			continue
		}
		fixable := r.fixes(f)
		if fixable {
			r.fixCount++
		}
		if r.stats != nil {
			r.stats.add(f, 1, fixable)
		} else {
			r.printer.finding(f)
		}
	}
	r.current = diag.Finding{}
}

// Omit counts a number of findings like this one without showing them. It reports
// whether they pass the filter and would have been shown.
func (r *Report) Omit(finding diag.Finding, count int) bool {
	shown := r.count(&finding, count) && r.shows(&r.current)
	if shown && r.stats != nil {
		r.stats.add(&r.current, count, r.fixes(&r.current))
	}
	r.current = diag.Finding{}
	return shown
}

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
	r.undecided = append(r.undecided, ids...)
	for _, id := range ids {
		r.verdicts[string(id)] = Worse(r.verdicts[string(id)], Undecided)
	}
}

// Shows reports whether findings of a severity are shown, not just counted.
func (r *Report) Shows(s diag.Severity) bool { return s > r.hidden }

// shows reports whether a finding is shown. One that was accepted is, for people.
func (r *Report) shows(f *diag.Finding) bool {
	return r.Shows(f.Severity) || accepted(f) && slices.Contains([]Format{Text, GitHub, SARIF}, r.format)
}

// count makes a finding the current one, and counts it so many times if it passes the
// filter.
func (r *Report) count(finding *diag.Finding, times int) bool {
	f := &r.current
	*f = *finding
	if r.filter != nil && !r.filter(f) || f.Severity == diag.Off {
		if f.Change != nil {
			r.dropped++
		}
		return false
	}
	if r.fixable == nil || f.Fix != nil && f.Fix.Placeholder {
		f.Fix = nil
	}
	if accepted(f) {
		r.accepted += times
	} else {
		r.counts[f.Severity] += times
	}
	if f.Change != nil {
		r.verdicts[f.NSID] = Worse(r.verdicts[f.NSID], verdictOf(f))
	}
	return true
}

// fixes reports whether --fix fixes a finding.
func (r *Report) fixes(f *diag.Finding) bool { return r.fixable != nil && r.fixable(f) }

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
		if r.counts[s] > 0 {
			return s
		}
	}
	return diag.Off
}

// Verdict returns the verdict on the findings so far, by the severities that the
// filter gave them.
func (r *Report) Verdict() Verdict {
	verdict := Identical
	if r.Worst() > diag.Off || r.accepted > 0 {
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
	o := outcome{Summary: s, counts: r.counts, accepted: r.accepted, fixable: r.fixCount, statistics: r.stats}
	if r.stats != nil {
		o.Omitted = 0 // they are in the statistics
	}
	if s.Diff != nil {
		o.verdict, o.ignored, o.undecided = r.Verdict(), r.dropped, r.undecided
	}
	if err := r.printer.close(&o); err != nil {
		return err
	}
	return r.out.Flush()
}

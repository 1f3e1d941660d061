// Package report prints findings: as text for people, as JSON, as SARIF 2.1.0,
// as annotations of GitHub workflows and, for comparisons, as Markdown. It
// streams: its memory does not grow with the number of findings.
package report

import (
	"bufio"
	"fmt"
	"io"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Format is the name of a report format, as the flag --format spells it.
type Format string

// The formats.
const (
	Text   Format = "text"
	JSON   Format = "json"
	SARIF  Format = "sarif"
	GitHub Format = "github"
	// Markdown is for comparisons only: their changes as a comment on a pull
	// request.
	Markdown Format = "markdown"
)

// Formats returns the formats of all commands, the default first.
func Formats() []Format { return []Format{Text, JSON, SARIF, GitHub} }

// Options says what a report looks like and where it goes.
type Options struct {
	Format  Format
	Out     io.Writer
	Command string // "lint", "validate", …
	Version string // of lexsmith
	Profile lexicon.Profile

	All   bool // text and GitHub: show infos too, not only their number
	Quiet bool // text, GitHub and Markdown: no summary line
	Color bool // text: colour it
	Width int  // text: columns of the terminal; 0 means 120

	// Rules are all rules of the command, which SARIF describes.
	Rules []*lexicon.Rule
	// Filter overrides the severity of a finding. A finding for which it
	// returns false, or whose severity it turns off, is neither counted nor
	// shown. It gets a copy. nil leaves all findings as they are.
	Filter func(*lexicon.Finding) bool
	// Results makes room for the outcomes given to AddResult, in JSON only.
	Results bool

	// Root is the absolute path of the repository's root and Dir that of the
	// folder to which the paths of findings are relative. SARIF and GitHub
	// get paths relative to Root when they lie inside it. An empty Root
	// leaves paths as they are.
	Root, Dir string
	// OldRevision and NewRevision are what paths of a side of a comparison that
	// is a git revision begin with, before a colon; "" for a side on disk. What
	// follows the colon is relative to the root of the repository.
	OldRevision, NewRevision string
}

// Report is a report being written. It is not safe for many goroutines.
type Report struct {
	filter  func(*lexicon.Finding) bool
	hidden  lexicon.Severity // the highest severity that is counted, but not shown
	out     *bufio.Writer
	printer printer
	counts  counts
	breaks  bool            // a change that is an error was seen
	dropped int             // changes that the filter took out
	current lexicon.Finding // the finding at hand, here so that it is not allocated anew
}

// counts holds the number of findings of each severity.
type counts [lexicon.Error + 1]int

// printer is a format: it writes what begins the document when it is made.
type printer interface {
	finding(*lexicon.Finding)
	result(*Result)
	close(*outcome) error
}

// New begins a report. It fails for an unknown format only.
func New(o Options) (*Report, error) {
	r := &Report{filter: o.Filter, out: bufio.NewWriterSize(o.Out, 32<<10)}
	switch o.Format {
	case Text:
		r.printer = newTextPrinter(r.out, &o)
	case JSON:
		r.printer = newJSONPrinter(r.out, &o)
	case SARIF:
		r.printer = newSARIFPrinter(r.out, &o)
	case GitHub:
		r.printer = newGitHubPrinter(r.out, &o)
	case Markdown:
		r.printer = newMarkdownPrinter(r.out, &o)
	default:
		return nil, fmt.Errorf("unknown report format %q, expected one of %q", o.Format, Formats())
	}
	if !o.All && (o.Format == Text || o.Format == GitHub) {
		r.hidden = lexicon.Info
	}
	return r, nil
}

// Add reports findings in the order in which they come; SortFindings of
// package lexicon gives the order that reports promise. The findings are not
// changed and not kept.
func (r *Report) Add(findings ...lexicon.Finding) {
	for i := range findings {
		if f := &r.current; r.count(&findings[i]) && r.Shows(f.Severity) {
			r.printer.finding(f)
		}
	}
	r.current = lexicon.Finding{}
}

// Omit counts so many findings that are like this one, but does not show them. It
// reports whether they stay and would have been shown.
func (r *Report) Omit(finding lexicon.Finding, count int) bool {
	counted := r.count(&finding)
	shown := counted && r.Shows(r.current.Severity)
	if counted {
		r.counts[r.current.Severity] += count - 1
	}
	r.current = lexicon.Finding{}
	return shown
}

// Shows reports whether findings of a severity are shown, not only counted.
func (r *Report) Shows(s lexicon.Severity) bool { return s > r.hidden }

// count makes a finding the current one and counts it, if it stays.
func (r *Report) count(finding *lexicon.Finding) bool {
	f := &r.current
	*f = *finding
	if r.filter != nil && !r.filter(f) || f.Severity == lexicon.Off {
		if f.Change != nil {
			r.dropped++
		}
		return false
	}
	r.counts[f.Severity]++
	if f.Change != nil && f.Severity == lexicon.Error {
		r.breaks = true
	}
	return true
}

// Result is the outcome for one value, as the flag --results shows it.
type Result struct {
	Path   string   // of the file; "" where there is only one
	Record string   // as in lexicon.DataPlace; "" for a single value
	Valid  bool     // whether the value has no error
	Rules  []string // codes of the rules that it breaks
}

// AddResult adds an outcome to a JSON report whose options ask for results; it
// does nothing in others. Results follow the findings in the document, so
// their text is kept until Close.
func (r *Report) AddResult(result Result) { r.printer.result(&result) }

// Count returns the number of findings of a severity so far, hidden ones
// included, ignored ones not.
func (r *Report) Count(s lexicon.Severity) int { return r.counts[s] }

// Worst returns the highest severity so far, Off without any finding.
func (r *Report) Worst() lexicon.Severity {
	for s := lexicon.Error; s > lexicon.Off; s-- {
		if r.counts[s] > 0 {
			return s
		}
	}
	return lexicon.Off
}

// Verdict is what a comparison comes to.
type Verdict string

// The verdicts.
const (
	Identical  Verdict = "identical"  // no finding of any severity
	Compatible Verdict = "compatible" // no change is an error
	Breaking   Verdict = "breaking"   // a change is an error
)

// Verdict returns the verdict on the findings so far, with the severities that
// the filter gave them.
func (r *Report) Verdict() Verdict {
	switch {
	case r.breaks:
		return Breaking
	case r.Worst() == lexicon.Off:
		return Identical
	}
	return Compatible
}

// Close writes the summary, ends the document and returns the first error of
// writing.
func (r *Report) Close(s Summary) error {
	o := outcome{Summary: s, counts: r.counts}
	if s.Diff != nil {
		o.verdict, o.silenced = r.Verdict(), r.dropped
	}
	if err := r.printer.close(&o); err != nil {
		return err
	}
	return r.out.Flush()
}

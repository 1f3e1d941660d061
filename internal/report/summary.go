package report

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Summary is what a command knows at its end besides its findings. Parts that
// belong to other commands are nil.
type Summary struct {
	Files   int // files looked at
	Skipped int // files that are not Lexicons, or not data
	Omitted int // findings that are counted but not listed: too many in one file
	Values  *Values
	// Collections counts the values of validate --statistics by collection.
	Collections Collections
	Cases       *Cases
	Diff        *Diff
	Against     *Base // nil if no git revision is involved
	Layout      *Layout
	Fixes       *Fixes // nil unless findings were fixed
	// Known is the number of findings that are left out because a git revision has
	// them too; nil if findings are not compared with one.
	Known *int
	Plan  *Plan
	Tests *Tests
	// Published says that the old side is what is published; nil if it is not.
	Published *PublishedSide
}

// PublishedSide is the part of diff --published.
type PublishedSide struct{ Unverified bool }

// Cases counts the cases of validate --cases.
type Cases struct {
	Total  int `json:"cases"`
	Failed int `json:"failed"`
}

// Diff is the part of diff. The verdict comes from the findings, and from AddUndecided.
type Diff struct {
	Before  int   `json:"-"`                 // number of files that belong to the old side
	Partial bool  `json:"partial,omitempty"` // a side has lint errors, so not all of it was compared
	Data    *Data `json:"data,omitempty"`    // nil unless real data were checked
}

// Base is the commit that findings are compared with.
type Base struct {
	Text      string `json:"-"`         // for people: "main at 1a2b3c4, the merge base"
	Revision  string `json:"revision"`  // as the user wrote it
	Commit    string `json:"commit"`    // object id
	MergeBase bool   `json:"mergeBase"` // whether the commit is a merge base, not what Revision names
	// NewText and NewCommit are the same for a new side that is a commit too.
	NewText   string `json:"-"`
	NewCommit string `json:"newCommit,omitempty"`
}

// Layout is the part of fmt.
type Layout struct {
	Changed []string // paths of the files that change
	Pending bool     // the changes are not written
}

// Fixes is the part of lint --fix.
type Fixes struct {
	Made    int      // findings that were fixed
	Changed []string // paths of the files that change
	Pending bool     // the changes are not written
}

// counts holds the number of findings of each severity.
type counts [diag.Error + 1]int

// outcome is a summary with what the report itself counted.
type outcome struct {
	Summary
	counts   counts
	verdict  Verdict // "" unless Diff is set
	dropped  int     // changes that are ignored or off: they do not count, but the schemas differ
	fixable  int     // number of findings shown that --fix fixes
	accepted int     // number of findings that were accepted, which are not in counts
	// undecided are the Lexicons in which something that changed could not be compared.
	undecided  []syntax.NSID
	statistics statistics // nil unless they replace the findings
}

// partialWords says in reports for people that a comparison is partial.
const partialWords = "partial: at least one side has lint errors"

// tail returns the end of a report in lines: what a plan does, and the summary.
func (o *outcome) tail(options *Options) string {
	text := o.Plan.rows(options)
	if !options.Quiet {
		text += o.line(!options.All) + "\n"
	}
	return text
}

// line returns the summary in one line. Hidden infos are counted separately.
func (o *outcome) line(infosHidden bool) string {
	if o.Diff != nil {
		return o.comparison(infosHidden)
	}
	parts := phrases{words.Count(o.Files, "file")}
	if o.Plan != nil {
		parts[0] = o.Plan.line()
	}
	if o.Tests != nil {
		parts[0] = o.Tests.line()
	}
	parts.add(o.Skipped, o.skippedWords())
	v := cmp.Or(o.Values, &Values{})
	if c := o.Cases; c != nil {
		parts = append(parts, words.Count(c.Total, "case"), strconv.Itoa(c.Failed)+" failed")
	} else if o.Values != nil {
		parts = append(parts, words.Count(v.Total, "value"))
		parts.add(v.Invalid, strconv.Itoa(v.Invalid)+" invalid")
		parts.add(v.Unknown, strconv.Itoa(v.Unknown)+" with an unknown schema")
		if n := v.WithoutValue; n != nil {
			parts.add(*n, words.Count(*n, "document")+" without a value")
		}
	}
	if l := o.Layout; l != nil {
		number := "none"
		if n := len(l.Changed); n > 0 {
			number = strconv.Itoa(n)
		}
		parts = append(parts, number+pendingWord(l.Pending, " to format", " changed"))
	}
	if f := o.Fixes; f != nil {
		parts = append(parts, strconv.Itoa(f.Made)+pendingWord(f.Pending, " to fix", " fixed"))
	}
	if o.Layout == nil && o.Plan == nil || o.counts != (counts{}) {
		parts = append(parts, o.findings(infosHidden))
	}
	if o.Known != nil {
		parts.add(*o.Known, words.Count(*o.Known, "old finding")+" hidden")
	}
	parts.add(o.Omitted, o.omittedWords())
	parts.add(v.MissingBlocks, words.Count(v.MissingBlocks, "missing block"))
	text := phrases{strings.Join(parts, ", ")}
	text.say(v.Wrappers.words())
	text.say(o.against())
	return strings.Join(text, "; ")
}

// phrases are parts of a text.
type phrases []string

// add adds a phrase about a number, unless that is 0.
func (p *phrases) add(n int, phrase string) {
	if n > 0 {
		*p = append(*p, phrase)
	}
}

// say adds a phrase, unless it is "".
func (p *phrases) say(phrase string) { p.add(len(phrase), phrase) }

func pendingWord(pending bool, planned, done string) string {
	if pending {
		return planned
	}
	return done
}

// verdictWords says the verdict in reports for people. Where the new side or the data have
// an error, "compatible" would read as success.
func (o *outcome) verdictWords() string {
	if o.verdict == Compatible && o.counts[diag.Error] > 0 {
		return "not fully compared"
	}
	return string(o.verdict)
}

// comparison is line for comparisons. It begins with the verdict, behind the plan that
// depends on it.
func (o *outcome) comparison(infosHidden bool) string {
	verdict := o.verdictWords()
	if o.verdict == Identical && o.dropped > 0 {
		verdict += " except for " + words.Count(o.dropped, "ignored change")
	}
	if o.counts != (counts{}) || o.accepted > 0 {
		verdict += ": " + o.findings(infosHidden)
	}
	var parts phrases
	if o.Plan != nil {
		parts = append(parts, o.Plan.line())
	}
	parts = append(parts, verdict)
	parts.add(o.Omitted, o.omittedWords())
	if o.Diff.Partial {
		parts = append(parts, partialWords)
	}
	if o.Plan == nil {
		files := phrases{words.Count(o.Diff.Before, "file") + " before", strconv.Itoa(o.Files-o.Diff.Before) + " after"}
		files.add(o.Skipped, o.skippedWords())
		parts = append(parts, strings.Join(files, ", "))
	}
	if o.Diff.Data != nil {
		parts = append(parts, o.Diff.Data.words())
	}
	parts.say(o.against())
	return strings.Join(parts, "; ")
}

// against says what the files were compared with; "" for nothing.
func (o *outcome) against() string {
	switch a := o.Against; {
	case o.Published != nil && o.Published.Unverified:
		return "compared against the published Lexicons, not verified (--no-verify)"
	case o.Published != nil:
		return "compared against the published Lexicons"
	case a == nil:
		return ""
	case a.NewText != "":
		return terminal.Escape(a.NewText) + " compared against " + terminal.Escape(a.Text)
	default:
		return "compared against " + terminal.Escape(a.Text)
	}
}

// omittedWords says how many findings are not listed.
func (o *outcome) omittedWords() string {
	text := words.Count(o.Omitted, "more finding") + " not shown"
	if o.Values != nil {
		text += " (--max-findings)"
	}
	return text
}

// skippedWords says how many files were skipped, and what they are not.
func (o *outcome) skippedWords() string {
	word := "Lexicon"
	if o.Values != nil {
		word = "data file"
	}
	if o.Skipped == 1 {
		return "1 other skipped (not a " + word + ")"
	}
	return strconv.Itoa(o.Skipped) + " others skipped (not " + word + "s)"
}

// findings counts the findings by severity.
func (o *outcome) findings(infosHidden bool) string {
	var parts, notes phrases
	shown := 0
	for s := diag.Error; s > diag.Off; s-- {
		if n := o.counts[s]; s != diag.Info || !infosHidden {
			parts.add(n, words.Count(n, SeverityWord(s)))
			shown += n
		}
	}
	parts.add(o.accepted, words.Count(o.accepted, "accepted change"))
	text, infos := strings.Join(parts, ", "), o.counts[diag.Info]
	switch {
	case o.Fixes != nil:
		notes.add(len(parts), text)
		text = strconv.Itoa(shown) + " remaining"
	case text == "" && infos > 0:
		text = "no errors or warnings"
	case text == "" && o.Known != nil:
		text = "no new findings"
	case text == "":
		text = "no findings"
	}
	notes.add(o.fixable, strconv.Itoa(o.fixable)+" fixable with --fix")
	if len(notes) > 0 {
		text += " (" + strings.Join(notes, ", ") + ")"
	}
	if infos > 0 && infosHidden {
		them := "them"
		if infos == 1 {
			them = "it"
		}
		text += ", " + words.Count(infos, SeverityWord(diag.Info)) + " hidden (use -a to show " + them + ")"
	}
	return text
}

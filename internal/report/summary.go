package report

import (
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Summary is what a command knows at its end beside its findings. The parts
// that belong to other commands are nil.
type Summary struct {
	Files   int // files looked at
	Skipped int // files passed over, since they are no Lexicons, or no data
	Omitted int // findings that are counted and not there: too many on one file
	Values  *Values
	Cases   *Cases
	Diff    *Diff
	Layout  *Layout
}

// Values counts the values that validate has checked.
type Values struct {
	Valid, Invalid, Unknown int
	MissingBlocks           int // absent subtrees of CAR files
}

// Cases counts the cases of validate --cases.
type Cases struct{ Total, Failed int }

// Diff is the part of diff. The verdict comes from the findings.
type Diff struct {
	Before  int  // how many of the files belong to the old side
	Partial bool // a side has lint errors, so not all of it was compared
}

// Layout is the part of fmt.
type Layout struct {
	Changed []string // paths of the files that are laid out anew
	Pending bool     // they are not written yet
}

// outcome is a summary with all that the report itself has counted.
type outcome struct {
	Summary
	counts  counts
	verdict Verdict // "" unless Diff is set
	// silenced is the number of changes that are ignored or switched off: they
	// count for nothing, but the schemas are not the same.
	silenced int
}

// partialWords is how reports for people say that a comparison is partial.
const partialWords = "partial: a side has lint errors"

// line returns the summary in one line. Infos that were hidden are counted
// apart.
func (o *outcome) line(infosHidden bool) string {
	parts := []string{plural(o.Files, "file")}
	if d := o.Diff; d != nil {
		parts[0] = plural(d.Before, "file") + " before"
		parts = append(parts, strconv.Itoa(o.Files-d.Before)+" now")
	}
	if o.Skipped > 0 {
		what := pluralWord(o.Skipped, "Lexicon")
		if o.Values != nil {
			what = "data by their names"
			if o.Skipped == 1 {
				what = "data by its name"
			}
		}
		parts = append(parts, strconv.Itoa(o.Skipped)+" skipped (no "+what+")")
	}
	if c := o.Cases; c != nil {
		parts = append(parts, plural(c.Total, "case"), strconv.Itoa(c.Failed)+" failed")
	} else if v := o.Values; v != nil {
		parts = append(parts, plural(v.Valid+v.Invalid+v.Unknown, "value"))
		if v.Invalid > 0 {
			parts = append(parts, strconv.Itoa(v.Invalid)+" invalid")
		}
		if v.Unknown > 0 {
			parts = append(parts, strconv.Itoa(v.Unknown)+" of unknown schema")
		}
	}
	if o.verdict != "" {
		verdict := o.verdictWord()
		if verdict == string(Identical) && o.silenced > 0 {
			verdict += " but for " + plural(o.silenced, "silenced change")
		}
		parts = append(parts, verdict)
	}
	if l := o.Layout; l != nil {
		parts = append(parts, l.words())
	}
	if o.Layout == nil || o.counts != (counts{}) {
		parts = append(parts, o.findings(infosHidden))
	}
	if o.Omitted > 0 {
		more := plural(o.Omitted, "more finding") + " not shown"
		if o.Values != nil {
			more += " (--max-findings)"
		}
		parts = append(parts, more)
	}
	if v := o.Values; v != nil && v.MissingBlocks > 0 {
		parts = append(parts, plural(v.MissingBlocks, "missing block"))
	}
	if d := o.Diff; d != nil && d.Partial {
		parts = append(parts, partialWords)
	}
	return strings.Join(parts, ", ")
}

// words says how many files change.
func (l *Layout) words() string {
	number := "none"
	if n := len(l.Changed); n > 0 {
		number = strconv.Itoa(n)
	}
	if l.Pending {
		return number + " to format"
	}
	return number + " changed"
}

// verdictWord is the verdict as reports for people put it: what is not known to
// break is not known to be compatible either where a side could not be read.
func (o *outcome) verdictWord() string {
	if o.Diff.Partial && o.verdict != Breaking {
		return "undecided"
	}
	return string(o.verdict)
}

func (o *outcome) findings(infosHidden bool) string {
	var parts []string
	for s := lexicon.Error; s > lexicon.Off; s-- {
		if n := o.counts[s]; n > 0 && !(s == lexicon.Info && infosHidden) {
			parts = append(parts, plural(n, s.String()))
		}
	}
	text := strings.Join(parts, ", ")
	infos := o.counts[lexicon.Info]
	if infos == 0 || !infosHidden {
		if text == "" {
			return "no findings"
		}
		return text
	}
	if text == "" {
		text = "no errors or warnings"
	}
	if infos == 1 {
		return text + " (1 info hidden, -a shows it)"
	}
	return text + " (" + plural(infos, "info") + " hidden, -a shows them)"
}

// plural returns a number and the word for that many.
func plural(n int, word string) string { return strconv.Itoa(n) + " " + pluralWord(n, word) }

func pluralWord(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

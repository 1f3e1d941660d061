package report

import (
	"bufio"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// markdownLimit is the number of bytes of rows in a Markdown report. GitHub accepts
// comments of up to 65,536 characters.
const markdownLimit = 60_000

// markdownPrinter writes the changes of a comparison as a pull request comment: the
// verdict, a table, and the compatible changes collapsed. The verdict comes first
// and is known last, so the rows are kept, up to the limit.
type markdownPrinter struct {
	out      *bufio.Writer
	options  *Options
	changes  [diag.Error + 1]markdownRows // by severity
	accepted markdownRows                 // changes that were accepted
	notes    markdownRows                 // of what was not compared
	count    [diag.Error + 1]int          // of the notes, by severity
}

// markdownRows are rows of a table, with their size in bytes.
type markdownRows struct {
	rows []string
	size int
}

func newMarkdownPrinter(out *bufio.Writer, o *Options) printer {
	return &markdownPrinter{out: out, options: o}
}

func (p *markdownPrinter) finding(f *diag.Finding) {
	table := &p.changes[f.Severity]
	switch {
	case accepted(f):
		table = &p.accepted
	case notCompared(f):
		table = &p.notes
		p.count[f.Severity]++
	}
	if table.size < markdownLimit {
		row := markdownRow(f)
		table.rows = append(table.rows, row)
		table.size += len(row)
	}
}

// notCompared reports whether a finding says what could not be compared: because it is not
// valid, or because a Lexicon is not loaded.
func notCompared(f *diag.Finding) bool {
	return f.Severity < diag.Error && (f.Change == nil || f.Change.Undecided)
}

// markdownRow returns the row of a finding.
func markdownRow(f *diag.Finding) string {
	change := inert(f.Message) + " (" + codeSpan(f.Rule.Code) + ")"
	for _, line := range belowMessage(f, " ") {
		change += "<br>" + inert(line)
	}
	place, word := &f.Location, ""
	var breaks, reaches string
	if c := f.Change; c != nil {
		if place.Source == nil {
			place, word = &c.Old, "old: "
		}
		breaks = strings.Join(c.Breaks.Names(), ", ")
		if first, more := f.Reached(); first != nil {
			reaches = codeSpan(first.Ref) + " " + inert(first.Part) + more
		}
	}
	var where string
	if place.Source != nil {
		start, _ := positions(place)
		where = word + codeSpan(atLine(place.Source.Path, start.Line))
	}
	if name := subject(place); name != "" {
		where += "<br>" + codeSpan(name)
	}
	return "| " + strings.Join([]string{f.Severity.String(), change, where, breaks, reaches}, " | ") + " |\n"
}

func (p *markdownPrinter) close(o *outcome) error {
	if !p.options.Quiet {
		p.out.WriteString(o.headline() + "\n")
	}
	if o.Plan != nil {
		p.out.WriteString(o.Plan.markdown(p.options.All))
	}
	left := markdownLimit
	severe := append(p.changes[diag.Error].rows, p.changes[diag.Warning].rows...)
	p.table(severe, o.counts[diag.Error]+o.counts[diag.Warning]-p.count[diag.Warning], &left)
	if o.accepted > 0 {
		p.out.WriteString("\n**Accepted**\n")
		p.table(p.accepted.rows, o.accepted, &left)
	}
	if n := p.count[diag.Warning] + p.count[diag.Info]; n > 0 {
		p.out.WriteString("\n**Not compared**\n")
		p.table(p.notes.rows, n, &left)
	}
	if n := o.counts[diag.Info] - p.count[diag.Info]; n > 0 {
		p.out.WriteString("\n<details>\n<summary>" + words.Count(n, "compatible change") + "</summary>\n")
		p.table(p.changes[diag.Info].rows, n, &left)
		p.out.WriteString("\n</details>\n")
	}
	return nil
}

// table writes rows while there are bytes left, then how many of all are missing.
func (p *markdownPrinter) table(rows []string, all int, left *int) {
	shown := 0
	for _, row := range rows {
		if *left -= len(row); *left < 0 {
			break
		}
		if shown == 0 {
			p.out.WriteString("\n| Severity | Change | Where | Breaks | Affects |\n|---|---|---|---|---|\n")
		}
		p.out.WriteString(row)
		shown++
	}
	if shown < all {
		fmt.Fprintf(p.out, "\n%d more not shown.\n", all-shown)
	}
}

// headline returns the verdict in one line.
func (o *outcome) headline() string {
	if o.Diff == nil {
		return "**" + inert(o.Plan.line()) + "**"
	}
	verdict := o.verdictWords()
	line := "**" + words.Capitalize(verdict) + "**: "
	switch {
	case o.verdict != Identical:
		line += o.findings(false)
	case o.dropped > 0:
		line += "no changes except " + words.Count(o.dropped, "ignored change")
	default:
		line += "no changes"
	}
	if o.Diff.Before == 0 && o.Files > 0 && o.Plan == nil {
		line += " (the old side is empty)"
	}
	if o.Diff.Partial {
		line += " (" + partialWords + ")"
	}
	if o.Plan != nil {
		line += "; " + inert(o.Plan.line())
	} else if against := o.against(); against != "" {
		line += ", " + inert(against)
	}
	if o.Diff.Data != nil {
		line += "; " + o.Diff.Data.words()
	}
	return line
}

// codeSpan returns a text as code. It is an element because backticks cannot
// enclose a "|" in a table.
func codeSpan(text string) string { return "<code>" + inert(text) + "</code>" }

// inert escapes a text from a file so that Markdown, HTML and GitHub do not act on
// it: no markup, no end of a cell, no link, no mention of a user.
func inert(text string) string {
	const special = "&<>|\\`*_~[]$@#"
	// GitHub looks for mentions, issue numbers and links after resolving entities;
	// a zero-width space prevents a match.
	const apart = "&#8203;"
	text = terminal.Escape(text)
	var b strings.Builder
	for i, r := range text {
		next := i + utf8.RuneLen(r)
		switch {
		case r < utf8.RuneSelf && strings.ContainsRune(special, r):
			fmt.Fprintf(&b, "&#%d;", r)
			if r == '@' || r == '#' && next < len(text) && text[next] >= '0' && text[next] <= '9' {
				b.WriteString(apart)
			}
		case r == ':' && strings.HasPrefix(text[next:], "//"), r == '.' && strings.HasSuffix(strings.ToLower(text[:i]), "www"):
			b.WriteRune(r)
			b.WriteString(apart)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

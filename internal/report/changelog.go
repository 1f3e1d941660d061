package report

import (
	"bufio"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// LexiconChanges are the changes of a Lexicon for those who use it.
type LexiconChanges struct {
	NSID   string
	Groups []ChangeGroup // without those that are empty
	// Wording is the number of changes if all of them are of descriptions, which are not
	// listed then.
	Wording int
}

// ChangeGroup lists changes of a kind: "Breaking", "Added", "Changed", "Deprecated",
// "Removed", "Undecided".
type ChangeGroup struct {
	Title   string
	Changes []ChangeNote
}

// ChangeNote is a change in a sentence.
type ChangeNote struct {
	Subject string // the definition or field, such as "tags[]"; "" if the text names it
	Text    string // without a period
	Todo    []Todo
}

// Todo says what somebody has to do about a change.
type Todo struct{ Who, What string }

// changeGroups are the titles of the groups, in their order.
var changeGroups = [...]string{"Breaking", "Added", "Changed", "Deprecated", "Removed", "Undecided"}

const (
	groupBreaking = iota
	groupAdded
	groupChanged
	groupDeprecated
	groupRemoved
	groupUndecided
)

// Changelog sorts the changes among findings by Lexicon and group. Other findings are left
// out, but those that say what was not compared. Undecided Lexicons are those in which
// something changed that could not be compared, even if no finding says so.
func Changelog(findings []diag.Finding, undecided ...syntax.NSID) []LexiconChanges {
	byID := map[string]*[len(changeGroups)][]ChangeNote{}
	wording := map[string]int{}
	add := func(id string, group int, note ChangeNote) {
		if byID[id] == nil {
			byID[id] = new([len(changeGroups)][]ChangeNote)
		}
		notes := &byID[id][group]
		if note.Text != partsNotCompared || !slices.ContainsFunc(*notes, func(n ChangeNote) bool { return n.Text == partsNotCompared }) {
			*notes = append(*notes, note)
		}
	}
	for i := range findings {
		f := &findings[i]
		if f.Change == nil && (f.Severity != diag.Warning || !notCompared(f)) {
			continue
		}
		group := groupOf(f)
		add(f.NSID, group, noteOf(f))
		if group == groupChanged && f.Rule.Code == "description-changed" {
			wording[f.NSID]++
		}
	}
	for _, id := range undecided {
		add(string(id), groupUndecided, ChangeNote{Text: partsNotCompared})
	}
	var all []LexiconChanges
	for _, id := range slices.Sorted(maps.Keys(byID)) {
		l := LexiconChanges{NSID: id}
		for i, notes := range byID[id] {
			if len(notes) > 0 {
				l.Groups = append(l.Groups, ChangeGroup{changeGroups[i], notes})
			}
		}
		if len(l.Groups) == 1 && len(l.Groups[0].Changes) == wording[id] {
			l.Groups, l.Wording = nil, wording[id]
		}
		all = append(all, l)
	}
	return all
}

// groupOf returns the group of a finding.
func groupOf(f *diag.Finding) int {
	code := f.Rule.Code
	switch {
	case f.Change == nil || f.Change.Undecided && !accepted(f):
		return groupUndecided
	case f.Change.Breaks != 0:
		return groupBreaking
	case strings.HasSuffix(code, "-added"):
		return groupAdded
	case strings.HasSuffix(code, "-removed"):
		return groupRemoved
	case code == "description-changed" && strings.HasSuffix(f.Message, " as deprecated"):
		return groupDeprecated
	}
	return groupChanged
}

const partsNotCompared = "parts of this Lexicon are invalid in one of the versions and were not compared"

// noteOf words a finding.
func noteOf(f *diag.Finding) ChangeNote {
	if f.Change == nil {
		return ChangeNote{Text: partsNotCompared}
	}
	n := ChangeNote{Subject: subjectOf(f), Text: f.Message}
	if code := f.Rule.Code; code == "object-required" || code == "object-nullable" {
		// The place is the object: the message begins with the field.
		if _, rest, ok := strings.Cut(f.Message, `the "`); ok {
			name, rest, _ := strings.Cut(rest, `"`)
			_, n.Text, _ = strings.Cut(strings.TrimSpace(rest), " ")
			n.Text = strings.Replace(n.Text, "became ", "is now ", 1)
			n.Subject = strings.TrimPrefix(n.Subject+"."+name, ".")
		}
	}
	if f.Change.Undecided {
		if f.Help != "" {
			n.Todo = append(n.Todo, Todo{"To decide", f.Help})
		}
		return n
	}
	people := audiencesOf(f)
	if effect := effectOn(people, f); effect != "" {
		n.Text += ": " + effect
	}
	if accepted(f) {
		n.Text += " (accepted: " + f.Accepted.Reason + ")"
	}
	n.Todo = todoOf(people, f)
	return n
}

// subjectOf names the definition or field that changed: "tags[]" or "defs.note.text".
func subjectOf(f *diag.Finding) string {
	path := subject(f.Place())
	for _, prefix := range []string{"main.record", "main"} {
		if rest, ok := strings.CutPrefix(path, prefix); ok && (rest == "" || rest[0] == '.') {
			return strings.TrimPrefix(rest, ".")
		}
	}
	return path
}

// changelogPrinter writes the changes of a comparison as release notes.
type changelogPrinter struct {
	out      *bufio.Writer
	findings []diag.Finding
}

func newChangelogPrinter(out *bufio.Writer, _ *Options) printer { return &changelogPrinter{out: out} }

func (p *changelogPrinter) finding(f *diag.Finding) { p.findings = append(p.findings, *f) }

func (p *changelogPrinter) close(o *outcome) error {
	title := "Changes"
	if a := o.Against; a != nil {
		old, new, isRange := strings.Cut(a.Revision, "..")
		new = strings.TrimPrefix(new, ".")
		if title = "Changes since " + inert(old); isRange && new != "" {
			title = "Changes from " + inert(old) + " to " + inert(new)
		}
	}
	if o.Published != nil {
		title = "Changes since the published version"
	}
	fmt.Fprintf(p.out, "# %s\n", title)
	all := Changelog(p.findings, o.undecided...)
	var wording []string
	for _, l := range all {
		if l.Wording > 0 {
			wording = append(wording, fmt.Sprintf("- %s: only the wording changed (%s)\n", markdownCode(l.NSID), words.Count(l.Wording, "description")))
			continue
		}
		fmt.Fprintf(p.out, "\n## %s\n", inert(l.NSID))
		for _, g := range l.Groups {
			fmt.Fprintf(p.out, "\n**%s**\n\n", g.Title)
			for _, n := range g.Changes {
				fmt.Fprintf(p.out, "- %s.\n", n.Markdown())
				for _, t := range n.Todo {
					fmt.Fprintf(p.out, "  - %s: %s.\n", t.Who, quotedAsCode(t.What))
				}
			}
		}
	}
	if wording != nil {
		fmt.Fprintf(p.out, "\n## Wording\n\n%s", strings.Join(wording, ""))
	}
	switch {
	case len(all) > 0:
	case o.Diff != nil && o.Diff.Partial && o.counts[diag.Error] > 0:
		p.out.WriteString("\nNothing has changed in the Lexicons that could be compared; some are invalid.\n")
	default:
		p.out.WriteString("\nNothing has changed.\n")
	}
	if o.Omitted > 0 {
		fmt.Fprintf(p.out, "\n%s not listed: there are too many of one kind in a file.\n", words.Count(o.Omitted, "more change"))
	}
	return nil
}

// Markdown returns the sentence without its period.
func (n ChangeNote) Markdown() string {
	text := quotedAsCode(n.Text)
	if n.Subject == "" {
		return words.Capitalize(text)
	}
	return markdownCode(n.Subject) + n.Joint() + text
}

// Joint returns what is between the subject and the text.
func (n ChangeNote) Joint() string {
	if strings.HasPrefix(n.Text, "is ") {
		return " "
	}
	return ": "
}

// quotedAsCode writes what is in quotation marks as code.
func quotedAsCode(text string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, `"`)
		quoted, after, closed := strings.Cut(rest, `"`)
		if !ok || !closed {
			break
		}
		b.WriteString(namesAsCode(before))
		if quoted == "" || strings.ContainsAny(quoted, "\\`{}[]<>") {
			b.WriteString(inert(`"` + quoted + `"`))
		} else {
			b.WriteString(markdownCode(quoted))
		}
		text = after
	}
	return b.String() + namesAsCode(text)
}

// namesAsCode writes names of definitions as code, and other text as it is.
func namesAsCode(text string) string {
	words := strings.Split(text, " ")
	for i, word := range words {
		name := strings.TrimRight(word, ".,;:)")
		if id, _, _ := strings.Cut(name, "#"); syntax.IsNSID(id) {
			words[i] = markdownCode(name) + word[len(name):]
		} else {
			words[i] = inert(word)
		}
	}
	return strings.Join(words, " ")
}

// markdownCode returns a text as code in a line that is not part of a table.
func markdownCode(text string) string {
	if text = terminal.Escape(text); text == "" || strings.ContainsAny(text, "`\n") || strings.TrimSpace(text) != text {
		return codeSpan(text)
	}
	return "`" + text + "`"
}

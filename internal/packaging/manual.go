package main

import (
	"fmt"
	"strings"

	"github.com/lexsmith/lexsmith/cmd"
)

// section returns the section of the manual that a page belongs to.
func section(p cmd.Page) string {
	if p.Topic {
		return "7"
	}
	return "1"
}

// title returns the name of a manual page: "lexsmith-lint".
func title(p cmd.Page) string { return strings.ReplaceAll(p.Name, " ", "-") }

func fileName(p cmd.Page) string { return title(p) + "." + section(p) }

// manual returns a page in the language of man(7). all are the pages there are,
// which it refers to.
func manual(p cmd.Page, all []cmd.Page) string {
	m := new(roff)
	m.macro("TH", strings.ToUpper(title(p)), section(p), "", "lexsmith", "Manual of lexsmith")
	m.macro("SH", "NAME")
	m.line(title(p) + ` \- ` + escape(lowerFirst(p.Summary)))
	if p.Usage != "" {
		m.macro("SH", "SYNOPSIS")
		m.line(bold(p.Usage))
	}
	if p.Text != "" {
		m.macro("SH", "DESCRIPTION")
		m.text(p.Text)
	}
	children := below(p, all)
	if len(children) > 0 {
		m.macro("SH", "COMMANDS")
		for _, child := range children {
			m.macro("TP")
			m.line(reference(child))
			m.line(escape(child.Summary + "."))
		}
	}
	m.flags("OPTIONS", p.Flags, false)
	m.flags("OPTIONS OF EVERY COMMAND", p.Flags, true)
	if p.Example != "" {
		m.macro("SH", "EXAMPLES")
		m.verbatim(strings.Split(p.Example, "\n"))
	}
	m.macro("SH", "SEE ALSO")
	var others []string
	for _, other := range all {
		if other.Name != p.Name && (other.Topic || other.Name == "lexsmith" || p.Name == "lexsmith") {
			others = append(others, reference(other))
		}
	}
	m.line(strings.Join(others, ",\n"))
	return m.b.String()
}

// below returns the pages of the commands directly under that of p.
func below(p cmd.Page, all []cmd.Page) []cmd.Page {
	var children []cmd.Page
	for _, other := range all {
		if rest, ok := strings.CutPrefix(other.Name, p.Name+" "); ok && !other.Topic && !strings.Contains(rest, " ") {
			children = append(children, other)
		}
	}
	return children
}

func reference(p cmd.Page) string { return bold(title(p)) + "(" + section(p) + ")" }

// roff gathers the lines of a page.
type roff struct{ b strings.Builder }

func (m *roff) line(text string) { m.b.WriteString(text + "\n") }

func (m *roff) macro(name string, args ...string) {
	m.b.WriteString("." + name)
	for _, arg := range args {
		fmt.Fprintf(&m.b, " %q", arg)
	}
	m.b.WriteByte('\n')
}

// text writes paragraphs; blocks of indented lines are shown as they are.
func (m *roff) text(text string) {
	for i, block := range strings.Split(text, "\n\n") {
		if i > 0 {
			m.macro("PP")
		}
		lines := strings.Split(block, "\n")
		if strings.HasPrefix(block, " ") {
			m.verbatim(lines)
			continue
		}
		for _, line := range lines {
			m.line(escape(line))
		}
	}
}

func (m *roff) verbatim(lines []string) {
	m.macro("nf")
	for _, line := range lines {
		m.line(escape(line))
	}
	m.macro("fi")
}

// flags writes those flags that are shared by all commands, or those that are
// not.
func (m *roff) flags(heading string, flags []cmd.Flag, shared bool) {
	begun := false
	for _, f := range flags {
		if f.Shared != shared {
			continue
		}
		if !begun {
			m.macro("SH", heading)
			begun = true
		}
		m.macro("TP")
		names := bold("--" + f.Name)
		if f.Shorthand != "" {
			names = bold("-"+f.Shorthand) + ", " + names
		}
		if f.Value != "" {
			names += ` \fI` + escape(f.Value) + `\fR`
		}
		m.line(names)
		usage := f.Usage
		if f.Default != "" {
			usage += " (default " + f.Default + ")"
		}
		m.line(escape(usage))
	}
}

func bold(text string) string { return `\fB` + escape(text) + `\fR` }

// escape spells out what would be a command or another character in roff.
func escape(text string) string {
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == '\\':
			b.WriteString(`\e`)
		case r == '-':
			b.WriteString(`\-`)
		case i == 0 && (r == '.' || r == '\''):
			b.WriteString(`\&` + string(r))
		case r == '\'':
			b.WriteString(`\(aq`)
		case r > 0x7e:
			fmt.Fprintf(&b, `\[u%04X]`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func lowerFirst(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToLower(text[:1]) + text[1:]
}

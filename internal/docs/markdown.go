package docs

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// The Markdown is CommonMark with the tables of GitHub. It must also compile as MDX,
// where braces and what looks like a tag are code, and in Vue templates, where two braces
// are: so both are escaped, and two braces are always code.

// renderMarkdown returns the text of a page.
func renderMarkdown(p *page) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "---\ntitle: %s\n", yamlText(p.Title))
	if p.Description != "" {
		fmt.Fprintf(&b, "description: %s\n", yamlText(p.Description))
	}
	b.WriteString("---\n")
	for _, block := range p.blocks {
		b.WriteByte('\n')
		switch block := block.(type) {
		case heading:
			if block.id != "" {
				fmt.Fprintf(&b, "<a id=\"%s\"></a>\n\n", block.id)
			}
			fmt.Fprintf(&b, "%s %s\n", strings.Repeat("#", block.level), strings.TrimSpace(p.markdown(block.text, false)))
		case paragraph:
			text := atStart(p.markdown(block.text, false))
			if block.note {
				text = "> " + text
			}
			b.WriteString(text + "\n")
		case list:
			for _, line := range block {
				b.WriteString("- " + atStart(p.markdown(line, false)) + "\n")
			}
		case table:
			p.markdownTable(&b, block)
		case code:
			if block.summary != "" {
				fmt.Fprintf(&b, "<details>\n<summary>%s</summary>\n\n", escapeMarkdown(block.summary))
			}
			text := strings.TrimRight(readable(block.text), "\n")
			fence := fenceFor(text, "```")
			fmt.Fprintf(&b, "%s%s\n%s\n%s\n", fence, block.language, text, fence)
			if block.summary != "" {
				b.WriteString("\n</details>\n")
			}
		case picture:
			fmt.Fprintf(&b, "![%s](%s)\n", escapeMarkdown(block.label), "./"+p.Link(block.path))
		}
	}
	return []byte(b.String())
}

func (p *page) markdownTable(b *strings.Builder, t table) {
	fmt.Fprintf(b, "| %s |\n|%s\n", strings.Join(t.head, " | "), strings.Repeat(" --- |", len(t.head)))
	for _, r := range t.rows {
		b.WriteByte('|')
		for i, cell := range r.cells {
			b.WriteByte(' ')
			if i == 0 && r.id != "" {
				fmt.Fprintf(b, `<a id="%s"></a>`, r.id)
			}
			b.WriteString(p.markdown(cell, true) + " |")
		}
		b.WriteByte('\n')
	}
}

// markdown returns spans as Markdown on one line.
func (p *page) markdown(text spans, inTable bool) string {
	var b strings.Builder
	for _, s := range text {
		var inner string
		switch s.style {
		case mono:
			inner = codeSpan(s.text)
			if inTable {
				inner = strings.ReplaceAll(inner, "|", `\|`)
			}
		case lineBreak:
			inner = "<br />"
		case badge, plain:
			inner = escapeMarkdown(s.text)
			if s.style == badge {
				inner = "(" + inner + ")"
			}
		default:
			mark := map[style]string{strong: "**", emphasis: "*"}[s.style]
			trimmed := strings.TrimSpace(s.text)
			if inner = escapeMarkdown(trimmed); inner != "" {
				lead, _, _ := strings.Cut(s.text, trimmed)
				inner = lead + mark + inner + mark + s.text[len(lead)+len(trimmed):]
			}
		}
		if s.link != "" {
			inner = "[" + inner + "](" + p.destination(s.link) + ")"
		}
		b.WriteString(inner)
	}
	return b.String()
}

// destination returns a link as Markdown writes it. One to a file begins with a dot, which
// the generators of sites resolve as the path of a file.
func (p *page) destination(link string) string {
	link = p.Link(link)
	if !strings.Contains(link, ":") && !strings.HasPrefix(link, "#") && !strings.HasPrefix(link, "../") {
		link = "./" + link
	}
	return strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", "\\", "%5C", "{", "%7B", "}", "%7D", "`", "%60", "|", "%7C", "*", "%2A", "[", "%5B", "]", "%5D").Replace(link)
}

// codeSpan returns a text as code in a line.
func codeSpan(text string) string {
	if text == "" {
		return ""
	}
	fence := fenceFor(text, "`")
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") || strings.HasPrefix(text, " ") && strings.HasSuffix(text, " ") && strings.TrimSpace(text) != "" {
		text = " " + text + " "
	}
	return fence + text + fence
}

// fenceFor returns a row of backticks that a text does not contain.
func fenceFor(text, fence string) string {
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence
}

// escapeMarkdown returns a text in which nothing is markup, on one line.
func escapeMarkdown(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '{' && strings.HasPrefix(text[i:], "{{"):
			run := len(text[i:]) - len(strings.TrimLeft(text[i:], "{"))
			b.WriteString("`" + text[i:i+run] + "`")
			i += run - 1
		case c == '&':
			b.WriteString("&amp;")
		case c == '<':
			b.WriteString("&lt;")
		case c == '>':
			b.WriteString("&gt;")
		case c == ':' && i+1 < len(text) && text[i+1] != ' ':
			b.WriteString(`\:`) // else a link, an emoji, or a directive
		case c == '.' && i >= 3 && strings.EqualFold(text[i-3:i], "www"):
			b.WriteString(`\.`)
		case strings.IndexByte("\\`*_{}[]#|~$@!", c) >= 0:
			b.WriteByte('\\')
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// opening matches the start of a line that would be a list, a heading, a rule, code of
// MDX, or indented code.
var opening = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[-+=:]|\d+[.)]|(?:import|export)\b)`)
})

// atStart escapes what has a meaning at the start of a line.
func atStart(text string) string {
	text = strings.TrimLeft(text, " \t")
	switch found := opening().FindString(text); {
	case found == "":
		return text
	case found == "import" || found == "export":
		return fmt.Sprintf("&#%d;%s", text[0], text[1:])
	case len(found) == 1:
		return `\` + text
	default:
		return found[:len(found)-1] + `\` + text[len(found)-1:]
	}
}

// yamlText quotes a text for the front matter.
func yamlText(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, `{`, `\x7b`).Replace(oneLine(text)) + `"`
}

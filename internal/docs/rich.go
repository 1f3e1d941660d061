package docs

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/lexsmith/lexsmith/internal/terminal"
)

// rich reads a description as Markdown. Only text, emphasis, code, lists, and links to the
// web are kept; HTML is shown as text. It is a small part of CommonMark, read by hand: a
// library for all of it would add a fifth to the start of every command.
func rich(description string) []block {
	var blocks []block
	var items list     // of a list that is not finished
	var lines []string // of a paragraph or, in an item, of that
	inItem := false
	endLines := func() {
		switch text := strings.Join(lines, "\n"); {
		case inItem:
			items = append(items, inlines(text))
		case lines != nil:
			blocks = append(blocks, paragraph{text: inlines(text)})
		}
		lines, inItem = nil, false
	}
	end := func() {
		endLines()
		if items != nil {
			blocks = append(blocks, items)
		}
		items = nil
	}
	fence, fenced := "", ""
	for line := range strings.Lines(readable(description)) {
		line = strings.TrimSuffix(line, "\n")
		bare := strings.TrimSpace(line)
		switch {
		case fence != "" && strings.HasPrefix(bare, fence) && strings.Trim(bare, fence[:1]) == "":
			blocks = append(blocks, code{language: "text", text: fenced})
			fence, fenced = "", ""
		case fence != "":
			fenced += line + "\n"
		case strings.HasPrefix(bare, "```") || strings.HasPrefix(bare, "~~~"):
			end()
			fence = bare[:len(bare)-len(strings.TrimLeft(bare, bare[:1]))]
		case bare == "" && inItem:
			endLines()
		case bare == "":
			end()
		case bullet().MatchString(line):
			endLines()
			lines, inItem = []string{strings.TrimSpace(bullet().ReplaceAllString(line, ""))}, true
		case inItem:
			lines = append(lines, bare)
		case strings.HasPrefix(bare, "#") && strings.HasPrefix(strings.TrimLeft(bare, "#"), " "):
			end()
			heading := inlines(strings.TrimSpace(strings.Trim(bare, "#")))
			blocks = append(blocks, paragraph{text: heading.restyled(strong)})
		default:
			if items != nil {
				end()
			}
			lines = append(lines, strings.TrimLeft(strings.TrimPrefix(strings.TrimLeft(line, " \t"), ">"), " \t"))
		}
	}
	end()
	if fence != "" {
		blocks = append(blocks, code{language: "text", text: fenced})
	}
	return blocks
}

// bullet matches the start of a list item.
var bullet = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*(?:[-*+]|\d{1,9}[.)])\s+`) })

// restyled gives plain text another style.
func (s spans) restyled(to style) spans {
	for i := range s {
		if s[i].style == plain {
			s[i].style = to
		}
	}
	return s
}

// asciiPunctuation is what a backslash escapes.
const asciiPunctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

// inlines reads the text of a paragraph.
func inlines(text string) spans {
	var all spans
	var literal strings.Builder
	flush := func() {
		if literal.Len() > 0 {
			all = all.add(terminal.Escape(literal.String()))
			literal.Reset()
		}
	}
	for i := 0; i < len(text); {
		found, size := inline(text, i)
		if found != nil {
			flush()
			all = append(all, found...)
		} else {
			var shown string
			shown, size = character(text[i:])
			literal.WriteString(shown)
		}
		i += size
	}
	flush()
	return all
}

// character returns what a text begins with, without an escape, and its size with that.
func character(text string) (shown string, size int) {
	switch {
	case text[0] == '\\' && len(text) > 1 && strings.IndexByte(asciiPunctuation, text[1]) >= 0:
		return text[1:2], 2
	case text[0] == '\n':
		return " ", 1
	case text[0] == '&':
		entity, _, ok := strings.Cut(text, ";")
		if decoded := html.UnescapeString(entity + ";"); ok && len(entity) < 40 && decoded != entity+";" {
			return decoded, len(entity) + 1
		}
	}
	return text[:1], 1
}

// inline reads code, emphasis, a link, or a line break that begins at i; nil if there is none.
func inline(text string, i int) (found spans, size int) {
	rest := text[i:]
	switch c := text[i]; {
	case c == '`':
		if content, size := codeIn(rest); size > 0 {
			return inCode(terminal.Escape(content)), size
		}
	case c == '*' || c == '_':
		for _, mark := range []string{rest[:1] + rest[:1], rest[:1]} {
			if strings.HasPrefix(rest, mark) && opens(text, i, len(mark)) && (len(mark) == 2 || len(rest)-len(strings.TrimLeft(rest, mark)) != 2) {
				if end := closing(text, i+len(mark), mark); end > 0 {
					to := emphasis
					if len(mark) == 2 {
						to = strong
					}
					return inlines(text[i+len(mark) : end]).restyled(to), end + len(mark) - i
				}
			}
		}
	case c == '<':
		if m := autolink().FindString(rest); m != "" {
			address := m[1 : len(m)-1]
			return spans{{text: address, link: webLink(address)}}, len(m)
		}
	case c == '[' || c == '!' && strings.HasPrefix(rest, "!["):
		if m := link().FindStringSubmatch(rest); m != nil {
			content := inlines(m[1])
			if c == '[' {
				for j := range content {
					if content[j].style != lineBreak {
						content[j].link = webLink(html.UnescapeString(m[2]))
					}
				}
			}
			return content, len(m[0])
		}
	case strings.HasPrefix(rest, "\\\n"), strings.HasPrefix(rest, "  \n"):
		at := strings.IndexByte(rest, '\n')
		return spans{{style: lineBreak}}, at + 1
	}
	return nil, 0
}

// The links: to the web in angle brackets, and of a text, which can be of an image.
var (
	autolink = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^<https?://[^\s<>]+>`) })
	link     = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^!?\[((?:[^\[\]\\]|\\.)+)\]\(<?([^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)`)
	})
)

// codeIn returns the code between the backticks that a text begins with, and its size with
// them; 0 if it does not end.
func codeIn(text string) (content string, size int) {
	text = text[:min(len(text), maxSpan)]
	run := len(text) - len(strings.TrimLeft(text, "`"))
	for at := run; at < len(text); {
		next := strings.IndexByte(text[at:], '`')
		if next < 0 {
			return "", 0
		}
		at += next
		ticks := len(text[at:]) - len(strings.TrimLeft(text[at:], "`"))
		if ticks == run {
			content = strings.ReplaceAll(text[run:at], "\n", " ")
			if inner := strings.TrimSuffix(strings.TrimPrefix(content, " "), " "); len(content) == len(inner)+2 && strings.TrimSpace(inner) != "" {
				content = inner
			}
			return content, at + run
		}
		at += ticks
	}
	return "", 0
}

// opens reports whether a mark of emphasis at i can open it: a word follows and, with
// underscores, none is before it.
func opens(text string, i, size int) bool {
	next, _ := utf8.DecodeRuneInString(text[i+size:])
	before, _ := utf8.DecodeLastRuneInString(text[:i])
	return i+size < len(text) && !unicode.IsSpace(next) && (text[i] == '*' || !isLetter(before))
}

// maxSpan is how far the end of code and emphasis is looked for, in bytes, so that reading
// takes linear time.
const maxSpan = 2000

// closing returns where emphasis ends that began before from; 0 if it does not.
func closing(text string, from int, mark string) int {
	text = text[:min(len(text), from+maxSpan)]
	for i := from; i < len(text); {
		switch {
		case text[i] == '\\':
			i += 2
		case text[i] == '`':
			_, size := codeIn(text[i:])
			i += max(size, 1)
		case strings.HasPrefix(text[i:], mark):
			run := len(text[i:]) - len(strings.TrimLeft(text[i:], mark[:1]))
			before, _ := utf8.DecodeLastRuneInString(text[:i])
			next, _ := utf8.DecodeRuneInString(text[i+run:])
			if i > from && !unicode.IsSpace(before) && (run == len(mark) || run == 3) && (mark[0] == '*' || !isLetter(next)) {
				return i + run - len(mark)
			}
			i += run
		default:
			i++
		}
	}
	return 0
}

func isLetter(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// webLink returns an address of the web; "" for others, which could run code or lead to
// where the pages are.
func webLink(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return ""
	}
	return u.String()
}

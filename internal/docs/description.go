package docs

import (
	"net/url"
	"strings"

	"github.com/lexsmith/lexsmith/internal/terminal"
)

// readable returns a text of several lines whose characters can all be seen.
func readable(text string) string {
	return terminal.EscapeLines(strings.ReplaceAll(text, "\r\n", "\n"))
}

// prose returns a description as blocks.
func (b *builder) prose(description string) []block {
	if b.Rich {
		return rich(description)
	}
	var blocks []block
	for _, text := range paragraphs(description) {
		blocks = append(blocks, paragraph{text: say(text)})
	}
	return blocks
}

// inline returns a description as one cell of a table.
func (b *builder) inline(description string) spans { return flatten(b.prose(description)) }

// flatten returns blocks as lines.
func flatten(blocks []block) spans {
	var all spans
	for _, block := range blocks {
		switch block := block.(type) {
		case paragraph:
			all = all.line(block.text)
		case list:
			for _, line := range block {
				all = all.line(append(say("• "), line...))
			}
		case code:
			for line := range strings.Lines(block.text) {
				all = all.line(inCode(oneLine(line)))
			}
		}
	}
	return all
}

// webLink returns an address of the web; "" for others, which could run code or lead to
// where the pages are.
func webLink(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" {
		return ""
	}
	return u.String()
}

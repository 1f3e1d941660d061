package docs

import (
	"strings"
)

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

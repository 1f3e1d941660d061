package terminal

import (
	"math"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/lexsmith/lexsmith/internal/words"
)

const (
	tabWidth     = 4
	ellipsis     = "…" // one column wide
	minimumWidth = 20
)

// Snippet is a line of text as a terminal shows it, with the part to mark.
type Snippet struct {
	Text          string
	Before, Width int // columns left of the mark; columns of the mark, at least 1
}

// piece is what a terminal cannot divide: a grapheme cluster, the spaces of a tab
// or the escape of a control character.
type piece struct {
	text   string
	column int // columns of the line before it
	width  int
	marked bool
}

// Cutter makes snippets. It is here to be used again: lines have many pieces.
type Cutter struct{ pieces []piece }

// Snippet renders a line, without its line end, in at most width columns and
// marks its bytes from start to end. An end beyond the line means the end of the
// line, and an empty mark is one column wide. A line that is too long is cut on
// both sides so that the start of the mark stays visible. The cost depends on
// width, not on the length of the line.
func (c *Cutter) Snippet(line []byte, start, end, width int) Snippet {
	width = max(width, minimumWidth)
	start = min(max(start, 0), len(line))
	end = min(max(start, end), len(line))

	// No other bytes can be visible, except some at the edges where characters
	// have many bytes.
	from := max(0, start-4*width)
	for ; from > 0 && from < start && !utf8.RuneStart(line[from]); from++ {
	}
	to := min(len(line), min(end, start+4*width)+4*width)
	for n := 1; n < utf8.UTFMax && to < len(line) && !utf8.RuneStart(line[to]); n++ {
		to++
	}
	total, markStart, markEnd := c.layOut(string(line[from:to]), start-from, min(end, to)-from)
	reach := max(total, markEnd) // a mark at the end of the line is behind its text

	first := 0 // first visible column
	if from > 0 || to < len(line) || reach > width {
		if from > 0 || markEnd >= width {
			first = max(0, markStart-max((width-(markEnd-markStart))/2, width/4))
		}
		if to == len(line) {
			first = max(0, min(first, reach-width))
		}
	}
	cutLeft, cutRight := from > 0 || first > 0, to < len(line) || total > first+width
	low, high := first, first+width
	var b strings.Builder
	column := 0
	if cutLeft {
		b.WriteString(ellipsis)
		column, low = 1, low+1
	}
	if cutRight {
		high--
	}
	s := Snippet{Before: math.MaxInt}
	for _, p := range c.pieces {
		if p.column < low || p.column+p.width > high {
			continue
		}
		if p.marked {
			s.Before = min(s.Before, column)
			s.Width = column + p.width - s.Before
		}
		b.WriteString(p.text)
		column += p.width
	}
	if cutRight {
		b.WriteString(ellipsis)
	}
	return Snippet{b.String(), min(s.Before, column), max(s.Width, 1)}
}

// layOut divides a text into pieces and marks those with a byte from start to end
// (or the one at start, when the range is empty). It returns the total number of
// columns and the columns of the mark.
func (c *Cutter) layOut(text string, start, end int) (total, markStart, markEnd int) {
	end = max(end, start+1)
	markStart = math.MaxInt
	c.pieces = c.pieces[:0]
	for at := 0; at < len(text); {
		p, size := nextPiece(text[at:], total)
		if at+size > start && at < end {
			p.marked = true
			markStart = min(markStart, total)
			markEnd = total + p.width
		}
		c.pieces = append(c.pieces, p)
		total += p.width
		at += size
	}
	markStart = min(markStart, total)
	return total, markStart, max(markEnd, markStart+1)
}

// nextPiece returns the first piece of a text that starts at column, and its length
// in bytes.
func nextPiece(text string, column int) (piece, int) {
	if c := text[0]; c >= 0x20 && c < 0x7f && (len(text) == 1 || text[1] < utf8.RuneSelf) {
		return piece{text: text[:1], column: column, width: 1}, 1
	} else if c == '\t' {
		width := tabWidth - column%tabWidth
		return piece{text: "    "[:width], column: column, width: width}, 1
	}
	r, size := utf8.DecodeRuneInString(text)
	if words.Invisible(r) || words.Selector(r) || r == utf8.RuneError && size == 1 { // a selector here has no base
		spelling := Escape(text[:size])
		return piece{text: spelling, column: column, width: len(spelling)}, size
	}
	cluster, _, width, _ := uniseg.FirstGraphemeClusterInString(text, -1)
	shown := Escape(cluster)
	if len(shown) != len(cluster) {
		width = uniseg.StringWidth(shown)
	}
	return piece{text: shown, column: column, width: width}, len(cluster)
}

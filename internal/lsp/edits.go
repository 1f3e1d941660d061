package lsp

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// pieceSize is how many bytes a piece of a text has, or up to twice as many.
const pieceSize = 4096

// piece is a part of a text. None ends within a character or between "\r" and "\n".
type piece struct {
	*text
	end position // where the next piece begins, counted from the start of this one
}

// pieces is a text that is being edited. An edit takes time in proportion to its own
// size and the number of pieces, so that the time of many edits in one message does not
// grow with the product of their number and the size of the text.
type pieces struct {
	encoding
	all []piece
}

// edited returns the text after changes by the client, each of which is about the text
// after the one before.
func (t *text) edited(changes []contentChange, e encoding) *text {
	p := pieces{e, split(t.bytes, e)}
	for _, c := range changes {
		if c.Range == nil {
			p.all = split([]byte(c.Text), e)
		} else {
			p.replace(c)
		}
	}
	var parts [][]byte
	for _, piece := range p.all {
		parts = append(parts, piece.bytes)
	}
	return newText(bytes.Join(parts, nil))
}

// split returns the pieces of a text.
func split(b []byte, e encoding) (all []piece) {
	for len(b) > 0 {
		n := len(b)
		if n >= 2*pieceSize {
			n = pieceSize
		}
		for n < len(b) && (!utf8.RuneStart(b[n]) || b[n] == '\n' && b[n-1] == '\r') {
			n++
		}
		t := newText(b[:n:n])
		all, b = append(all, piece{t, t.position(int32(n), e)}), b[n:]
	}
	return all
}

func (p *pieces) replace(c contentChange) {
	first, start := p.find(c.Range.Start)
	last, end := p.find(c.Range.End)
	if last < first || last == first && end < start {
		first, start, last, end = last, end, first, start
	}
	var changed []byte
	if first < len(p.all) {
		changed = append(changed, p.all[first].bytes[:start]...)
	}
	changed = append(changed, c.Text...)
	if last < len(p.all) {
		changed = append(changed, p.all[last].bytes[end:]...)
		last++
	}
	// What is small, and a line end that is in two pieces, becomes one with its neighbors.
	if first > 0 && (len(changed) < pieceSize/2 || changed[0] == '\n') {
		first--
		changed = slices.Concat(p.all[first].bytes, changed)
	}
	if last < len(p.all) && bytes.HasSuffix(changed, []byte("\r")) {
		changed = append(changed, p.all[last].bytes...)
		last++
	}
	p.all = slices.Replace(p.all, first, last, split(changed, p.encoding)...)
}

// find returns the index of the piece with a position, and the offset in it. The end of the
// text is in none of its pieces.
func (p *pieces) find(at position) (index int, offset int32) {
	for i := range p.all {
		piece := &p.all[i]
		if before(at, piece.end) {
			return i, piece.offset(at, p.encoding)
		}
		at.Line -= piece.end.Line
		if at.Line == 0 {
			at.Character -= piece.end.Character
		}
	}
	return len(p.all), 0
}

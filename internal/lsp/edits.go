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
	text  []byte
	ends  int // line ends in it
	units int // its length in the encoding of positions
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
	size := 0
	for _, piece := range p.all {
		size += len(piece.text)
	}
	whole := make([]byte, 0, size)
	for _, piece := range p.all {
		whole = append(whole, piece.text...)
	}
	return newText(whole)
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
		p := piece{text: b[:n:n]}
		for i := 0; i < n; {
			r, size := rune(b[i]), 1
			if r >= utf8.RuneSelf {
				r, size = utf8.DecodeRune(b[i:n])
			}
			if endsLine(b[:n], i) {
				p.ends++
			}
			p.units += units(r, size, e)
			i += size
		}
		all, b = append(all, p), b[n:]
	}
	return all
}

// spot is a point in a text: a piece, and an offset in it. The end of the text is in
// none of its pieces.
type spot struct{ piece, offset int }

func (p *pieces) replace(c contentChange) {
	start, end := p.spot(c.Range.Start), p.spot(c.Range.End)
	if end.piece < start.piece || end.piece == start.piece && end.offset < start.offset {
		start, end = end, start
	}
	first, last := start.piece, min(end.piece+1, len(p.all))
	var changed []byte
	if first < len(p.all) {
		changed = append(changed, p.all[first].text[:start.offset]...)
	}
	changed = append(changed, c.Text...)
	if end.piece < len(p.all) {
		changed = append(changed, p.all[end.piece].text[end.offset:]...)
	}
	// What is small, and a line end that is in two pieces, becomes one with its neighbors.
	if first > 0 && (len(changed) < pieceSize/2 || changed[0] == '\n') {
		first--
		changed = slices.Concat(p.all[first].text, changed)
	}
	if last < len(p.all) && bytes.HasSuffix(changed, []byte("\r")) {
		changed = append(changed, p.all[last].text...)
		last++
	}
	p.all = slices.Replace(p.all, first, last, split(changed, p.encoding)...)
}

// spot returns the spot of a position, see text.offset.
func (p *pieces) spot(at position) spot {
	i, lines := 0, int64(at.Line)
	for i < len(p.all) && int64(p.all[i].ends) < lines {
		lines -= int64(p.all[i].ends)
		i++
	}
	if i == len(p.all) {
		return spot{i, 0}
	}
	// The start of the line.
	offset := 0
	for b := p.all[i].text; lines > 0; offset++ {
		if endsLine(b, offset) {
			lines--
		}
	}
	left := int64(at.Character)
	for ; i < len(p.all); i, offset = i+1, 0 {
		piece := &p.all[i]
		if offset == 0 && piece.ends == 0 && int64(piece.units) <= left {
			left -= int64(piece.units)
			continue
		}
		for offset < len(piece.text) {
			b := piece.text[offset:]
			r, size := utf8.DecodeRune(b)
			if left -= int64(units(r, size, p.encoding)); left < 0 || b[0] == '\n' || b[0] == '\r' {
				return spot{i, offset}
			}
			offset += size
		}
	}
	return spot{i, 0}
}

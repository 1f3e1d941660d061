package lexsmith

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// The pieces of a file are whole lines, in order, without gaps, and know how many lines
// and values come before them.
func TestCut(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for range 40 {
		var b strings.Builder
		for range r.IntN(40) {
			switch r.IntN(5) {
			case 0:
				b.WriteString(strings.Repeat(" ", r.IntN(9)))
			case 1:
				b.WriteString(strings.Repeat("x", r.IntN(3<<20))) // longer than the buffer
			default:
				b.WriteString(strings.Repeat("{}", r.IntN(50)))
			}
			b.WriteString([]string{"\n", "\r\n", " \t\n"}[r.IntN(3)])
		}
		if r.IntN(2) == 0 {
			b.WriteString("{}")
		}
		text := b.String()
		end, lines, values, last := int64(0), int64(0), int64(0), int64(-1)
		size := 1 + r.Int64N(1000)
		if err := cut(Piece{Lane: 0}, strings.NewReader(text), size, func(p Piece) {
			if p.Start != end || p.Line != lines || p.Index != values || p.Lane != last+1 {
				t.Fatalf("%+v after %d bytes, %d lines, %d values", p, end, lines, values)
			}
			part := text[p.Start:p.End]
			if len(part) == 0 || p.End < int64(len(text)) && (!strings.HasSuffix(part, "\n") || int64(len(part)) < size) {
				t.Fatalf("%+v is not whole lines", p)
			}
			for line := range strings.Lines(part) {
				lines++
				if len(bytes.Trim([]byte(line), " \t\r\n")) > 0 {
					values++
				}
			}
			end, last = p.End, p.Lane
		}); err != nil {
			t.Fatal(err)
		}
		if end != int64(len(text)) {
			t.Fatalf("%d of %d bytes", end, len(text))
		}
	}
}

package convert

import (
	"io"
	"strconv"
	"unicode/utf8"
)

// maxIndent is the greatest indentation, in columns. Without a limit the size of
// a deep document would grow with the square of its depth.
const maxIndent = 128

// printer prints trees. Documents can be far larger than what they were made of, so
// the text goes to a writer bit by bit.
type printer struct {
	to   io.Writer
	text []byte // not written yet
	err  error  // the first error of writing
}

// spillSize is the number of bytes to write at a time.
const spillSize = 64 << 10

// spill writes the text if there is much of it.
func (p *printer) spill() {
	if len(p.text) >= spillSize {
		p.flush()
	}
}

// flush writes the text, and returns the first error of writing.
func (p *printer) flush() error {
	if p.err == nil {
		_, p.err = p.to.Write(p.text)
	}
	p.text = p.text[:0]
	return p.err
}

// json prints a tree as JSON. Each member and each element is on a line of its own,
// indented by two more columns than the value around it.
func (p *printer) json(n node, indent string) {
	inner := indent
	if len(indent) < maxIndent {
		inner += "  "
	}
	switch n := n.(type) {
	case *object:
		if len(n.members) == 0 {
			p.print("{}")
			return
		}
		p.print("{")
		for i, m := range n.members {
			p.beginLine(i, inner)
			p.text = append(appendQuoted(p.text, m.name), ": "...)
			p.json(m.value, inner)
		}
		p.print("\n", indent, "}")
	case array:
		if len(n) == 0 {
			p.print("[]")
			return
		}
		p.print("[")
		for i, item := range n {
			p.beginLine(i, inner)
			p.json(item, inner)
		}
		p.print("\n", indent, "]")
	default:
		p.text = appendScalar(p.text, n)
	}
}

func (p *printer) print(texts ...string) {
	for _, t := range texts {
		p.text = append(p.text, t...)
	}
}

// beginLine starts the line of item i of an object or array.
func (p *printer) beginLine(i int, indent string) {
	p.spill()
	if i > 0 {
		p.print(",")
	}
	p.print("\n", indent)
}

// appendScalar appends a value that is not an object or array as JSON.
func appendScalar(b []byte, n node) []byte {
	switch n := n.(type) {
	case text:
		return appendQuoted(b, string(n))
	case integer:
		return strconv.AppendInt(b, int64(n), 10)
	case boolean:
		return strconv.AppendBool(b, bool(n))
	case null:
		return append(b, "null"...)
	}
	panic("convert: not a scalar")
}

// quoted returns a JSON string.
func quoted(s string) string { return string(appendQuoted(nil, s)) }

// appendQuoted appends a JSON string. Control characters are escaped; all others
// are written as they are.
func appendQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	done := 0
	for i, r := range s {
		if r != '"' && r != '\\' && !isControl(r) {
			continue
		}
		b = append(b, s[done:i]...)
		done = i + utf8.RuneLen(r)
		switch r {
		case '"', '\\':
			b = append(b, '\\', byte(r))
		case '\n':
			b = append(b, `\n`...)
		case '\r':
			b = append(b, `\r`...)
		case '\t':
			b = append(b, `\t`...)
		default:
			const hex = "0123456789abcdef"
			b = append(b, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
		}
	}
	return append(append(b, s[done:]...), '"')
}

// isControl reports whether a character acts on a terminal, breaks or reorders
// its line, or is invisible.
func isControl(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7f && r <= 0x9f, r >= 0x2028 && r <= 0x202e, r >= 0x2066 && r <= 0x206f:
		return true
	}
	switch r {
	case 0x061c, 0x200b, 0x200e, 0x200f, 0x2060, 0xfeff, 0xfffe, 0xffff:
		return true
	}
	return false
}

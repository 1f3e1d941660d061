package convert

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/lexsmith/lexsmith/internal/words"
)

// maxIndent is the greatest indentation, in columns. Without a limit the size of
// a deep document would grow with the square of its depth.
const maxIndent = 128

// printer prints trees. Documents can be far larger than what they were made of, so
// the text goes to a writer bit by bit.
type printer struct {
	*bufio.Writer // keeps the first error
	escape        escape
}

func newPrinter(w io.Writer, escape escape) *printer {
	return &printer{bufio.NewWriterSize(w, 64<<10), escape}
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
			p.quoted(m.name)
			p.print(": ")
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
		p.scalar(n)
	}
}

func (p *printer) print(texts ...string) {
	for _, t := range texts {
		p.WriteString(t)
	}
}

// beginLine starts the line of item i of an object or array.
func (p *printer) beginLine(i int, indent string) {
	if i > 0 {
		p.print(",")
	}
	p.print("\n", indent)
}

// scalar prints a value that is not an object or array as JSON.
func (p *printer) scalar(n node) {
	switch n := n.(type) {
	case text:
		p.quoted(string(n))
	case integer:
		p.print(strconv.FormatInt(int64(n), 10))
	case boolean:
		p.print(strconv.FormatBool(bool(n)))
	case null:
		p.print("null")
	default:
		panic("convert: not a scalar")
	}
}

func (p *printer) quoted(s string) { p.Write(appendQuoted(p.AvailableBuffer(), s, p.escape)) }

// escape is how a format writes an invisible character in double quotes.
type escape func([]byte, rune) []byte

func escapeJSON(b []byte, r rune) []byte {
	for _, unit := range utf16.AppendRune(nil, r) {
		b = fmt.Appendf(b, `\u%04x`, unit)
	}
	return b
}

// escapeYAML writes one escape, since YAML has no pairs of them.
func escapeYAML(b []byte, r rune) []byte {
	if r > 0xffff {
		return fmt.Appendf(b, `\U%08x`, r)
	}
	return escapeJSON(b, r)
}

// appendQuoted appends a string in double quotes. Invisible characters are escaped; all
// others are written as they are.
func appendQuoted(b []byte, s string, escape escape) []byte {
	b = append(b, '"')
	done := 0
	for i, r := range s {
		if r != '"' && r != '\\' && !words.Invisible(r) {
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
			b = escape(b, r)
		}
	}
	return append(append(b, s[done:]...), '"')
}

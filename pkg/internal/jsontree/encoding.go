package jsontree

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// ByteOrderMark is what some editors put before a text.
const ByteOrderMark = "\uFEFF"

// decode finds what is wrong with the encoding of the text. It is false if there is nothing
// to read.
func (r *reader) decode() bool {
	what, help := "file", "save the file as UTF-8 without a byte-order mark"
	if r.source.FirstLine > 0 {
		what, help = "line", "remove it; a byte-order mark is allowed only at the start of a file"
	}
	if e := wideEncodingOf(r.source.Text); e != nil {
		return r.fail(nil, span(0, e.width), "the "+what+" is not valid UTF-8; it looks like "+e.name, "save the file as UTF-8")
	}
	if r.at > 0 {
		f := r.finding(diag.RuleByteOrderMark, nil, span(0, r.at), "the "+what+" begins with a byte-order mark", help)
		f.Fix = r.fix("Remove the byte-order mark", true, 0, r.at, "")
		r.found.Add(f)
	}
	if strings.Trim(r.text[r.at:], Blanks) == "" {
		return r.fail(nil, span(r.at, r.at), "the "+what+" is empty", "add a JSON value")
	}
	if !utf8.ValidString(r.text) {
		r.replaceInvalidUTF8()
	}
	return true
}

// maxInvalidUTF8 is how many places of a file are reported as invalid UTF-8. A
// file with more of them is probably not text.
const maxInvalidUTF8 = 10

// replaceInvalidUTF8 finds each run of bytes that are not valid UTF-8 and replaces
// them by question marks. The last finding covers all that follow.
func (r *reader) replaceInvalidUTF8() {
	text, places := []byte(r.text), 0
	for at := 0; at < len(text); {
		start := at
		c, size := utf8.DecodeRune(text[at:])
		for ; c == utf8.RuneError && size == 1; c, size = utf8.DecodeRune(text[at:]) {
			text[at] = '?'
			at++
		}
		if at == start {
			at += size
			continue
		}
		if places++; places <= maxInvalidUTF8 {
			r.found.Add(r.finding(diag.RuleJSONSyntax, nil, span(start, at), "invalid UTF-8", "save the file as UTF-8"))
		}
	}
	if more := places - maxInvalidUTF8; more > 0 {
		last := &r.found.Findings()[r.found.Len()-1]
		last.Message += ", also in " + words.Count(more, "more place")
		last.Help += ", or move it elsewhere if it is not a text file"
	}
	r.text = string(text)
}

// wideEncoding is an encoding of more than one byte for each ASCII character.
type wideEncoding struct {
	name  string
	width int // bytes of a unit
	order binary.ByteOrder
}

// wideEncodings are told apart by how a text begins: with a byte-order mark, or with
// ASCII characters, as JSON does. UTF-32 comes first because its mark begins with that
// of UTF-16.
var wideEncodings = []wideEncoding{
	{"UTF-32", 4, binary.LittleEndian},
	{"UTF-32", 4, binary.BigEndian},
	{"UTF-16", 2, binary.LittleEndian},
	{"UTF-16", 2, binary.BigEndian},
}

// wideEncodingOf returns the encoding of a text that looks like UTF-16 or UTF-32; nil
// for other texts. JSON in UTF-8 has no zero byte and no byte 0xFF.
func wideEncodingOf(text []byte) *wideEncoding {
	if len(text) < 2 || text[0] != 0 && text[1] != 0 && text[0] < 0xFE {
		return nil
	}
	isASCII := func(c rune) bool { return 0 < c && c < utf8.RuneSelf }
	for i := range wideEncodings {
		e := &wideEncodings[i]
		start := e.decode(text[:min(2*e.width, len(text))])
		if len(start) > 0 && start[0] == '\uFEFF' || len(start) == 2 && isASCII(start[0]) && isASCII(start[1]) {
			return e
		}
	}
	return nil
}

// DecodeWide returns a text that looks like UTF-16 or UTF-32 in UTF-8, without a byte-order
// mark; nil for other texts.
func DecodeWide(text []byte) []byte {
	if e := wideEncodingOf(text); e != nil {
		return []byte(strings.TrimPrefix(string(e.decode(text)), ByteOrderMark))
	}
	return nil
}

func (e *wideEncoding) decode(text []byte) (decoded []rune) {
	var units []uint16
	for ; len(text) >= e.width; text = text[e.width:] {
		if e.width == 4 {
			decoded = append(decoded, rune(e.order.Uint32(text)))
		} else {
			units = append(units, e.order.Uint16(text))
		}
	}
	return append(decoded, utf16.Decode(units)...)
}

package jsontree

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// stringToken reads a string token: the value v, or a name in the object v.
// Unpaired surrogates are found and become U+FFFD.
func (r *jsonReader) stringToken(v *Value) (string, diag.Span, error) {
	raw, err := r.dec.ReadValue()
	if err != nil {
		return "", diag.Span{}, err
	}
	end := int(r.dec.InputOffset())
	start := end - len(raw)
	if bytes.IndexByte(raw, '\\') < 0 {
		return r.string[start+1 : end-1], r.span(start, end), nil
	}
	if at := unpairedSurrogate(raw); at >= 0 {
		r.find(diag.RuleJSONSyntax, r.span(start+at, start+at+6), r.addressable(v), "unpaired surrogate",
			`write the character itself, or both halves of the surrogate pair, as in \ud83d\ude00`)
	}
	text, _ := jsontext.AppendUnquote(nil, raw)
	return string(text), r.span(start, end), nil
}

// unpairedSurrogate returns the offset of the first escape in the string token raw
// that is half of a surrogate pair; -1 when there is none.
func unpairedSurrogate(raw []byte) int {
	for i := 0; i+1 < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		if raw[i+1] != 'u' {
			i++
			continue
		}
		switch high := surrogateAt(raw, i); {
		case high == 0:
			i += 5
		case high == 1 && surrogateAt(raw, i+6) == 2:
			i += 11
		default:
			return i
		}
	}
	return -1
}

// surrogateAt returns 1 when a \u escape of a leading surrogate begins at i, 2
// for a trailing one, or else 0.
func surrogateAt(raw []byte, i int) int {
	if i+6 > len(raw) || raw[i] != '\\' || raw[i+1] != 'u' || raw[i+2]|0x20 != 'd' {
		return 0
	}
	switch c := raw[i+3] | 0x20; {
	case c == '8' || c == '9' || c == 'a' || c == 'b':
		return 1
	case c >= 'c' && c <= 'f':
		return 2
	}
	return 0
}

// maxInvalidUTF8 is how many places of a file are reported as invalid UTF-8. A
// file with more of them is probably not text.
const maxInvalidUTF8 = 10

// replaceInvalidUTF8 finds each run of bytes that are not valid UTF-8 and replaces
// them by question marks. The last finding covers all that follow.
func (r *jsonReader) replaceInvalidUTF8() {
	if utf8.Valid(r.text) {
		return
	}
	r.text = bytes.Clone(r.text)
	places := 0
	for i := 0; i < len(r.text); {
		c, size := utf8.DecodeRune(r.text[i:])
		if c != utf8.RuneError || size > 1 {
			i += size
			continue
		}
		start := i
		for i < len(r.text) && c == utf8.RuneError && size == 1 {
			r.text[i] = '?'
			i++
			c, size = utf8.DecodeRune(r.text[i:])
		}
		if places++; places <= maxInvalidUTF8 {
			r.find(diag.RuleJSONSyntax, r.span(start, i), nil, "invalid UTF-8", "save the file as UTF-8")
		}
	}
	if more := places - maxInvalidUTF8; more > 0 {
		last := &r.found.Findings()[r.found.Len()-1]
		last.Message += ", also in " + strconv.Itoa(more) + " more places"
		if more == 1 {
			last.Message = strings.TrimSuffix(last.Message, "s")
		}
		last.Help += ", or move it elsewhere if it is not a text file"
	}
}

package jsontree

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// string reads the string that is next: the value in, or a name in the object in.
// Unpaired surrogates are found and become U+FFFD.
func (r *reader) string(in *Value) (text string, ok bool) {
	quote := r.text[r.at]
	switch {
	case r.typing:
		return r.typedString(), true
	case quote != '"' && quote != '\'':
		return "", r.unexpected(in, &aName)
	case quote == '\'' && !r.singleQuoted(in):
		return "", false
	}
	start, unpaired, escaped := r.at+1, -1, false
	end := start
	for ; end < len(r.text) && r.text[end] != quote; end++ {
		switch c := r.text[end]; {
		case c == '\\':
			n, whole := r.escape(end)
			if n == 0 {
				return "", r.invalidEscape(in, end)
			}
			if !whole && unpaired < 0 {
				unpaired = end
			}
			escaped = true
			end += n - 1
		case c < ' ':
			return "", r.fail(in, span(end, end+1), "unescaped control character "+words.Quote(string(rune(c)))+" in a string",
				fmt.Sprintf(`write \n, \t, or \u%04x, or close the string before it`, c))
		}
	}
	if end == len(r.text) {
		return "", r.cutOff(in, "close the string")
	}
	r.at = end + 1
	if unpaired >= 0 {
		if r.repeated != nil { // a pointer leads to the first member of a name only
			in = r.repeated
		}
		r.found.Add(r.finding(diag.RuleJSONSyntax, in, span(unpaired, unpaired+6), "unpaired surrogate",
			`write the character itself, or both halves of the surrogate pair, as in \ud83d\ude00`))
	}
	switch text = r.text[start:end]; {
	case !escaped:
	case quote == '"':
		text, _ = unquote(r.text[start-1 : end+1])
	default:
		text, _ = unquote(`"` + text + `"`)
	}
	return text, true
}

// unquote resolves the escapes of a string in double quotes.
func unquote(quoted string) (string, error) {
	text, err := jsontext.AppendUnquote(nil, quoted)
	return string(text), err
}

// escape returns the length of the escape sequence at an offset, 0 if it is not valid, and
// whether it is a whole character: both halves of a surrogate pair are one sequence.
func (r *reader) escape(at int) (n int, whole bool) {
	if at+1 < len(r.text) && strings.IndexByte(`"\/bfnrt`, r.text[at+1]) >= 0 {
		return 2, true
	}
	switch unit := r.unit(at); {
	case unit < 0:
		return 0, false
	case !utf16.IsSurrogate(unit):
		return 6, true
	case utf16.DecodeRune(unit, r.unit(at+6)) != utf8.RuneError:
		return 12, true
	}
	return 6, false
}

// unit returns the unit of UTF-16 that the \u escape at an offset stands for; -1 if there
// is none.
func (r *reader) unit(at int) rune {
	if at+6 > len(r.text) || r.text[at:at+2] != `\u` {
		return -1
	}
	unit, err := strconv.ParseUint(r.text[at+2:at+6], 16, 16)
	if err != nil {
		return -1
	}
	return rune(unit)
}

// invalidEscape fails at an escape sequence, which may only be cut off.
func (r *reader) invalidEscape(in *Value, at int) bool {
	if rest := r.text[at:]; rest == `\` || strings.TrimRight(rest, "0123456789abcdefABCDEF") == `\u` {
		return r.cutOff(in, "close the string")
	}
	return r.fail(in, span(at, at+1), "invalid escape sequence", `use \" \\ \/ \b \f \n \r \t, or \u with four hex digits`)
}

// quotedLength returns the length of the string at the start of a text, up to the second
// occurrence of its first character in the same line; 0 when it has no end.
func quotedLength(text string) int {
	for i := 1; i < len(text) && text[i] != '\n'; i++ {
		switch text[i] {
		case text[0]:
			return i + 1
		case '\\':
			if i+1 < len(text) && text[i+1] != '\n' {
				i++
			}
		}
	}
	return 0
}

// literal reads a number or a literal into v.
func (r *reader) literal(v *Value) {
	n, ok := literalLength(r.text[r.at:])
	end := r.at + n
	number := n > 0 && r.text[r.at] <= '9'
	switch {
	case !ok && end == len(r.text):
		r.cutOff(v, "")
	case !ok && r.replaced(end):
		r.failed = true // invalid UTF-8, which is found already
	case !ok && number:
		r.fail(v, r.source.Character(end), "incomplete number", "write digits after a minus sign, a decimal point, and an exponent")
	case !ok:
		r.unexpected(v, &aValue)
	case number && end < len(r.text) && isDigit(r.text[end]):
		r.fail(v, span(r.at, end), "a number must not start with 0", "remove the leading zeros")
	default:
		r.scalar(v, end)
	}
}

// scalar makes v the token up to an offset.
func (r *reader) scalar(v *Value, end int) {
	v.Text, v.Span = r.text[r.at:end], span(r.at, end)
	switch c := v.Text[0]; {
	case v.Text == "true", v.Text == "false":
		v.Kind = KindBoolean
	case c == '-', isDigit(c):
		v.Kind = KindNumber
	}
	r.at = end
}

// literalLength returns the length of the number or literal at the start of a text. If it
// is not ok, the length is that of what could be the beginning of one.
func literalLength(text string) (n int, ok bool) {
	for _, literal := range [...]string{"true", "false", "null"} {
		if text != "" && text[0] == literal[0] {
			for n < len(literal) && n < len(text) && text[n] == literal[n] {
				n++
			}
			return n, n == len(literal)
		}
	}
	if strings.HasPrefix(text, "-") {
		n++
	}
	if strings.HasPrefix(text[n:], "0") {
		n++
	} else if n, ok = digits(text, n); !ok {
		return n, false
	}
	if strings.HasPrefix(text[n:], ".") {
		if n, ok = digits(text, n+1); !ok {
			return n, false
		}
	}
	if n < len(text) && text[n]|0x20 == 'e' {
		if n++; n < len(text) && (text[n] == '+' || text[n] == '-') {
			n++
		}
		return digits(text, n)
	}
	return n, true
}

// digits returns the offset behind the digits at an offset, and whether there are any.
func digits(text string, at int) (end int, ok bool) {
	end = at
	for end < len(text) && isDigit(text[end]) {
		end++
	}
	return end, end > at
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

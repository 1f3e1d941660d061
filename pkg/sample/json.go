package sample

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// JSON returns the value as JSON text.
func JSON(v Value) []byte { return appendJSON(nil, v, "") }

// IndentedJSON returns the value as JSON text of several lines, two spaces a level.
func IndentedJSON(v Value) []byte { return appendJSON(nil, v, "\n") }

// appendJSON appends a value. Line is the line break before its end, and the
// indentation; "" puts everything on one line.
func appendJSON(b []byte, v Value, line string) []byte {
	inner, comma := line, ", "
	if line != "" {
		inner, comma = line+"  ", ","
	}
	switch v := v.(type) {
	case Null:
		return append(b, "null"...)
	case Bool:
		return strconv.AppendBool(b, bool(v))
	case Int:
		if v.Spelling != "" {
			return append(b, v.Spelling...)
		}
		return strconv.AppendInt(b, v.Value, 10)
	case String:
		return appendText(b, v.Text, v.Spelling)
	case Bytes:
		return append(appendText(append(b, `{"$bytes":`...), cmp.Or(v.Spelling, base64.RawStdEncoding.EncodeToString(v.Data)), ""), '}')
	case Link:
		return append(appendText(append(b, `{"$link":`...), v.String(), ""), '}')
	case Array:
		if len(v) == 0 {
			return append(b, "[]"...)
		}
		b = append(b, '[')
		for i, item := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendJSON(append(b, inner...), item, inner)
		}
		return append(append(b, line...), ']')
	case Object:
		if len(v) == 0 {
			return append(b, "{}"...)
		}
		b = append(b, '{')
		for i, m := range v {
			if i > 0 {
				b = append(b, comma...)
			}
			b = append(appendText(append(b, inner...), m.Name, m.Spelling), ": "...)
			b = appendJSON(b, m.Value, inner)
		}
		return append(append(b, line...), '}')
	case Raw:
		return append(b, v...)
	}
	panic(fmt.Sprintf("sample: cannot write %T", v))
}

// appendText appends a text as it is spelled.
func appendText(b []byte, text, spelling string) []byte {
	if spelling != "" {
		return append(b, spelling...)
	}
	b, _ = jsontext.AppendQuote(b, text) // text that is not UTF-8 has U+FFFD instead
	return b
}

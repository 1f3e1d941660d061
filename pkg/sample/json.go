package sample

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// JSON returns the value as JSON text.
func JSON(v Value) []byte { return appendJSON(nil, v) }

// IndentedJSON returns the value as JSON text of several lines, two spaces a level.
func IndentedJSON(v Value) []byte { return appendIndented(nil, v, "\n") }

func appendIndented(b []byte, v Value, line string) []byte {
	inner := line + "  "
	switch v := v.(type) {
	case Array:
		if len(v) == 0 {
			break
		}
		b = append(b, '[')
		for i, item := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendIndented(append(b, inner...), item, inner)
		}
		return append(append(b, line...), ']')
	case Object:
		if len(v) == 0 {
			break
		}
		b = append(b, '{')
		for i, m := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendName(append(b, inner...), m), ": "...)
			b = appendIndented(b, m.Value, inner)
		}
		return append(append(b, line...), '}')
	}
	return appendJSON(b, v)
}

func appendName(b []byte, m Member) []byte {
	if m.Spelling != "" {
		return append(b, m.Spelling...)
	}
	return AppendQuoted(b, m.Name)
}

func appendJSON(b []byte, v Value) []byte {
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
		if v.Spelling != "" {
			return append(b, v.Spelling...)
		}
		return AppendQuoted(b, v.Text)
	case Bytes:
		spelling := v.Spelling
		if spelling == "" {
			spelling = base64.RawStdEncoding.EncodeToString(v.Data)
		}
		return append(AppendQuoted(append(b, `{"$bytes":`...), spelling), '}')
	case Link:
		return append(AppendQuoted(append(b, `{"$link":`...), v.String()), '}')
	case Array:
		b = append(b, '[')
		for i, item := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendJSON(b, item)
		}
		return append(b, ']')
	case Object:
		b = append(b, '{')
		for i, m := range v {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = appendJSON(append(appendName(b, m), ": "...), m.Value)
		}
		return append(b, '}')
	case Raw:
		return append(b, v...)
	}
	panic(fmt.Sprintf("sample: cannot write %T", v))
}

// AppendQuoted appends a JSON string with no more escapes than needed.
func AppendQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', byte(c))
		case c < ' ':
			b = fmt.Appendf(b, `\u%04x`, c)
		default:
			b = utf8.AppendRune(b, c)
		}
	}
	return append(b, '"')
}

package sample

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
)

// JSON returns the value as JSON text.
func JSON(v Value) []byte { return appendJSON(make([]byte, 0, JSONSize(v)), v, "") }

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

// CBOR returns the value as canonical DAG-CBOR. It returns false for a value
// that has no such form: one with Raw in it, with a name that repeats, or with
// a name that the data model reserves for JSON.
func CBOR(v Value) ([]byte, bool) { return appendCBOR(nil, v) }

func appendCBOR(b []byte, v Value) ([]byte, bool) {
	switch v := v.(type) {
	case Null:
		return datamodel.AppendNull(b), true
	case Bool:
		return datamodel.AppendBool(b, bool(v)), true
	case Int:
		return datamodel.AppendInt(b, v.Value), true
	case String:
		return datamodel.AppendText(b, v.Text), true
	case Bytes:
		return datamodel.AppendBytes(b, v.Data), true
	case Link:
		return datamodel.AppendLink(b, v[:]), true
	case Array:
		b = datamodel.AppendArray(b, len(v))
		for _, item := range v {
			var ok bool
			if b, ok = appendCBOR(b, item); !ok {
				return nil, false
			}
		}
		return b, true
	case Object:
		return appendMap(b, v)
	case Raw:
		return nil, false
	}
	panic(fmt.Sprintf("sample: cannot write %T", v))
}

// appendMap appends a map with its keys sorted, shorter ones first.
func appendMap(b []byte, v Object) ([]byte, bool) {
	members := slices.Clone(v)
	slices.SortStableFunc(members, func(a, b Member) int {
		return cmp.Or(len(a.Name)-len(b.Name), cmp.Compare(a.Name, b.Name))
	})
	b = datamodel.AppendMap(b, len(members))
	for i, m := range members {
		if reserved(m.Name) || i > 0 && m.Name == members[i-1].Name {
			return nil, false
		}
		var ok bool
		if b, ok = appendCBOR(datamodel.AppendText(b, m.Name), m.Value); !ok {
			return nil, false
		}
	}
	return b, true
}

// Query returns parameters as a query string without the question mark: an array
// repeats its name. What a query string cannot carry, such as null, is left out.
func Query(params Object) string {
	var pairs []string
	for _, m := range params {
		for _, text := range Texts(m.Value) {
			pairs = append(pairs, url.QueryEscape(m.Name)+"="+url.QueryEscape(text))
		}
	}
	return strings.Join(pairs, "&")
}

// Texts returns a parameter as a query string has it: an array has a text for each
// element.
func Texts(v Value) []string {
	list, ok := v.(Array)
	if !ok {
		list = Array{v}
	}
	var texts []string
	for _, v := range list {
		switch v := v.(type) {
		case String:
			texts = append(texts, v.Text)
		case Int, Bool:
			texts = append(texts, string(JSON(v)))
		}
	}
	return texts
}

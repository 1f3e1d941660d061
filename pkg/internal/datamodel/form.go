package datamodel

import (
	"bytes"
	"errors"
	"net/url"
	"unicode/utf8"

	"github.com/lexsmith/lexsmith/internal/words"
)

// FormPair is one NAME=VALUE of a query string.
type FormPair struct{ Name, Value FormText }

// FormText is a decoded name or value of a query string.
type FormText struct {
	Text       string
	Fault      string // what is wrong with it, as a predicate; "" for nothing
	Start, End uint32 // its place in the query string
}

// ParseForm splits a query string, with or without the leading "?", and decodes
// its parts. Empty pairs are left out.
func ParseForm(text []byte) []FormPair {
	var pairs []FormPair
	for start, end := len(text)-len(bytes.TrimPrefix(text, []byte("?"))), 0; start < len(text); start = end + 1 {
		end = len(text)
		if n := bytes.IndexByte(text[start:], '&'); n >= 0 {
			end = start + n
		}
		if start == end {
			continue
		}
		equals, value := end, end
		if n := bytes.IndexByte(text[start:end], '='); n >= 0 {
			equals = start + n
			value = equals + 1
		}
		pairs = append(pairs, FormPair{decodeForm(text, start, equals), decodeForm(text, value, end)})
	}
	return pairs
}

// decodeForm decodes a part of a query string: a plus sign is a space, %41 a byte.
func decodeForm(text []byte, start, end int) FormText {
	f := FormText{Start: uint32(start), End: uint32(end)}
	decoded, err := url.QueryUnescape(string(text[start:end]))
	if escape, ok := errors.AsType[url.EscapeError](err); ok {
		f.Fault = "contains a % that is not followed by two hex digits: " + words.Quote(string(escape))
	} else if f.Text = decoded; !utf8.ValidString(decoded) {
		f.Fault = "is not valid UTF-8: " + words.Quote(decoded)
	}
	return f
}

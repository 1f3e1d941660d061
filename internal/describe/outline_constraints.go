package describe

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// structural are the fields of schemas that the outline shows in its structure.
var structural = []string{
	"type", "description", "items", "properties", "required", "nullable", "ref", "refs", "record", "parameters", "input", "output",
	"message", "errors", "permissions", "resource",
}

// constraints returns the other fields of a schema, as far as its type has them.
func constraints(s lexicon.Schema) Fields {
	n := s.Base()
	var fields Fields
	for _, f := range s.Type().Fields() {
		if v := n.Value.Field(f.Name); v != nil && !slices.Contains(structural, f.Name) {
			var compact bytes.Buffer
			if json.Compact(&compact, n.Document().Source.Text[v.Span.Start:v.Span.End]) == nil {
				fields = append(fields, Field{f.Name, compact.Bytes()})
			}
		}
	}
	return fields
}

// words returns the constraints for people: "at most 300 graphemes". An empty object
// says nothing.
func (all Fields) words(typ string) []string {
	var words []string
	for _, f := range all {
		if string(f.Value) != "{}" {
			words = append(words, f.words(typ))
		}
	}
	return words
}

func (f Field) words(typ string) string {
	value := f.text()
	count := func(unit string) string {
		if value != "1" {
			unit += "s"
		}
		return value + " " + unit
	}
	unit := "byte"
	if strings.HasPrefix(typ, "array") {
		unit = "item"
	}
	bound := "at most "
	if strings.HasPrefix(f.Name, "min") {
		bound = "at least "
	}
	switch f.Name {
	case "maxLength", "minLength":
		return bound + count(unit)
	case "maxGraphemes", "minGraphemes":
		return bound + count("grapheme")
	case "maxSize":
		return bound + count("byte")
	case "minimum", "maximum":
		return bound + value
	case "enum":
		return "one of " + value
	case "knownValues":
		return "such as " + value
	case "closed":
		if value == "true" {
			return "closed"
		}
		return "open"
	}
	return f.Name + " " + value
}

// text returns the value for people: names, and the entries of a list, without quotation
// marks.
func (f Field) text() string {
	var list []json.RawMessage
	if json.Unmarshal(f.Value, &list) == nil {
		texts := make([]string, len(list))
		for i, entry := range list {
			texts[i] = plain(entry)
		}
		return strings.Join(texts, " | ")
	}
	if f.Name == "format" || f.Name == "key" {
		return plain(f.Value)
	}
	return string(f.Value)
}

// plain returns a string without quotation marks, and other JSON as it is.
func plain(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) != nil {
		return string(value)
	}
	return text
}

package describe

import (
	"encoding/json"
	"strings"
)

// summary says what a node is: "string, required, at most 64 bytes".
func (n Node) summary() string {
	var words []string
	if n.Encoding != "" {
		words = append(words, n.Encoding)
	}
	if phrase := n.phrase(); phrase != "" && phrase != "params" && phrase != "permission" && (n.Encoding == "" || phrase != "object") {
		words = append(words, phrase)
	}
	if n.State != "" {
		words = append(words, n.State)
	}
	if n.Required {
		words = append(words, "required")
	}
	if n.Nullable {
		words = append(words, "nullable")
	}
	words = append(words, n.constraintWords()...)
	if n.Omitted {
		words = append(words, "…")
	}
	return strings.Join(words, ", ")
}

// phrase returns the type with what it refers to.
func (n Node) phrase() string {
	if len(n.Refs) == 0 {
		return n.Type
	}
	refs := make([]string, len(n.Refs))
	for i, r := range n.Refs {
		refs[i] = r.Text
		if r.State != "" {
			refs[i] += " (" + r.State + ")"
		}
	}
	if before, after, resolved := strings.Cut(n.Type, "ref to "); resolved {
		return before + refs[0] + " (" + after + ")"
	}
	if before, ok := strings.CutSuffix(n.Type, "ref"); ok {
		return before + refs[0]
	}
	if len(n.Children) > 0 {
		return n.Type
	}
	return n.Type + " of " + strings.Join(refs, " | ")
}

// constraintWords returns the constraints for people, those of the items of an array last.
func (n Node) constraintWords() []string {
	words := n.Constraints.words(n.Type)
	for _, word := range n.Items.words(strings.TrimPrefix(n.Type, "array of ")) {
		words = append(words, "each "+word)
	}
	return words
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
	if f.Name == "name" || f.Name == "format" || f.Name == "key" || f.Name == "subprotocol" {
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

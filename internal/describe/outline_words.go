package describe

import (
	"encoding/json"
	"slices"
	"strings"
)

// summary says what a node is: "string, required, at most 64 bytes".
func (n Node) summary() string {
	phrase := n.phrase()
	if phrase == "params" || phrase == "permission" || phrase == "object" && n.Encoding != "" {
		phrase = ""
	}
	words := []string{n.Encoding, phrase, n.State}
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
	return strings.Join(slices.DeleteFunc(words, func(word string) bool { return word == "" }), ", ")
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
	var words []string
	for _, l := range n.Limits() {
		words = append(words, l.String())
	}
	return words
}

// Limit is a constraint for people: "at most 300 graphemes", or "one of" with values.
type Limit struct {
	Words  string
	Values []string // of an enumeration, a format, and others; else nil
}

// String returns the words and the values.
func (l Limit) String() string {
	if l.Values == nil {
		return l.Words
	}
	return l.Words + " " + strings.Join(l.Values, " | ")
}

// Limits returns the constraints, those of the items of an array last. An empty object
// says nothing.
func (n Node) Limits() []Limit {
	var limits []Limit
	add := func(fields Fields, typ, prefix string) {
		for _, f := range fields {
			if string(f.Value) != "{}" {
				l := f.limit(typ)
				l.Words = prefix + l.Words
				limits = append(limits, l)
			}
		}
	}
	add(n.Constraints, n.Type, "")
	add(n.Items, strings.TrimPrefix(n.Type, "array of "), "each ")
	return limits
}

// limit returns the constraint of a field of a type.
func (f Field) limit(typ string) Limit {
	values := f.values()
	value, unit := strings.Join(values, " | "), ""
	switch f.Name {
	case "maxLength", "minLength":
		if unit = " byte"; strings.HasPrefix(typ, "array") {
			unit = " item"
		}
	case "maxGraphemes", "minGraphemes":
		unit = " grapheme"
	case "maxSize":
		unit = " byte"
	case "minimum", "maximum":
	case "enum":
		return Limit{"one of", values}
	case "knownValues":
		return Limit{"such as", values}
	case "closed":
		if value == "true" {
			return Limit{Words: "closed"}
		}
		return Limit{Words: "open"}
	default:
		return Limit{f.Name, values}
	}
	if unit != "" && value != "1" {
		unit += "s"
	}
	if strings.HasPrefix(f.Name, "min") {
		return Limit{Words: "at least " + value + unit}
	}
	return Limit{Words: "at most " + value + unit}
}

// values returns the value for people: names, and the entries of a list, without quotation
// marks.
func (f Field) values() []string {
	var list []json.RawMessage
	switch {
	case json.Unmarshal(f.Value, &list) == nil && list != nil:
		texts := make([]string, len(list))
		for i, entry := range list {
			if texts[i] = plain(entry); texts[i] == "" {
				texts[i] = `""` // nothing would be seen
			}
		}
		return texts
	case slices.Contains([]string{"name", "format", "key", "subprotocol"}, f.Name):
		return []string{plain(f.Value)}
	}
	return []string{string(f.Value)}
}

// plain returns a string without quotation marks, and other JSON as it is.
func plain(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) != nil {
		return string(value)
	}
	return text
}

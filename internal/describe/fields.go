package describe

import (
	"bytes"
	"encoding/json"
)

// Fields are the members of a JSON object in their order.
type Fields []Field

// Field is a member of a JSON object.
type Field struct {
	Name  string
	Value json.RawMessage
}

// object returns fields of names and values in turn.
func object(pairs ...any) Fields {
	fields := make(Fields, 0, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		fields = append(fields, Field{pairs[i].(string), asJSON(pairs[i+1])})
	}
	return fields
}

// with returns the fields with more names and values.
func (all Fields) with(pairs ...any) Fields {
	return append(all[:len(all):len(all)], object(pairs...)...)
}

// MarshalJSON writes an object with the fields in their order.
func (all Fields) MarshalJSON() ([]byte, error) {
	text := []byte{'{'}
	for i, f := range all {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(append(append(text, asJSON(f.Name)...), ':'), f.Value...)
	}
	return append(text, '}'), nil
}

// asJSON returns a value as JSON in which < and & stay readable.
func asJSON(value any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		panic(err) // strings, numbers, and lists and objects of them
	}
	return bytes.TrimSpace(b.Bytes())
}

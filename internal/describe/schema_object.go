package describe

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/format"
)

// Draft is a version of JSON Schema.
type Draft string

// The drafts, by their names in $schema.
const (
	Draft2020 Draft = "https://json-schema.org/draft/2020-12/schema"
	Draft7    Draft = "http://json-schema.org/draft-07/schema#"
)

// definitions returns the keyword for definitions.
func (d Draft) definitions() string {
	if d == Draft7 {
		return "definitions"
	}
	return "$defs"
}

// object is a JSON object that keeps the order of its members.
type object []member

type member struct {
	key   string
	value any
}

// keep builds an object of keys and values in turn.
func keep(pairs ...any) object {
	o := make(object, 0, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		o = append(o, member{pairs[i].(string), pairs[i+1]})
	}
	return o
}

// with returns the object with more keys and values.
func (o object) with(pairs ...any) object { return append(o[:len(o):len(o)], keep(pairs...)...) }

// MarshalJSON keeps the order. Patterns stay readable: < and & are not escaped.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		for j, value := range []any{m.key, m.value} {
			text, err := marshal(value)
			if err != nil {
				return nil, err
			}
			b.Write(text)
			if j == 0 {
				b.WriteByte(':')
			}
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func marshal(value any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(value)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// text lays out a schema.
func text(schema object) []byte {
	compact, err := marshal(schema)
	if err != nil {
		panic(err) // strings, numbers and objects of them
	}
	// A line break before the first key spreads an object over lines.
	laidOut, err := format.Source([]byte(strings.ReplaceAll(string(compact), `{"description"`, "{\n\"description\"")), format.Options{KeepOrder: true, Width: 120})
	if err != nil {
		panic(fmt.Sprintf("%v: %s", err, compact))
	}
	return laidOut
}

// ref returns a schema that refers to a definition.
func (d Draft) ref(name string) object { return keep("$ref", "#/"+d.definitions()+"/"+name) }

// referring returns a schema with a description that refers to a definition. Draft 7
// ignores what is beside $ref.
func (d Draft) referring(description, name string) object {
	return keep("description", description, "allOf", []any{d.ref(name)})
}

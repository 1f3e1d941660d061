package lexicon

import (
	"sync"

	"github.com/lexsmith/lexsmith/pkg/internal/words"
)

// shape is a kind of JSON object in a schema file: one for each Type, and those
// that have no type of their own.
type shape uint8

const (
	shapeFile shape = NumTypes + iota
	shapeBody
	shapeMessage
	shapeError

	numShapes = NumTypes + iota
)

// maxFields is an upper bound of the number of fields of a shape.
const maxFields = 16

// shapeFields returns fields() of every shape, indexed by shape. It is made on first
// use.
var shapeFields = sync.OnceValue(func() *[numShapes][]Field {
	var all [numShapes][]Field
	for s := range all {
		all[s] = shape(s).fields()
	}
	return &all
})

// String names the shape in messages.
func (s shape) String() string {
	switch s {
	case shapeFile:
		return "a Lexicon"
	case shapeBody:
		return "a body"
	case shapeMessage:
		return "a message"
	case shapeError:
		return "an error"
	}
	if Type(s) == TypeParams {
		return "a params object"
	}
	return words.Article(Type(s).String())
}

// typesWith lists the types that have a field of that name, for a message.
func typesWith(name string) string {
	var types []string
	for t := TypeNull; t < NumTypes; t++ {
		for _, f := range table[t] {
			if f.Name == name {
				types = append(types, t.String())
			}
		}
	}
	return words.Summarize(types)
}

// fieldExample returns a value of a required field as JSON; "" when its type says
// enough.
func fieldExample(name string) string {
	switch name {
	case "id":
		return `"com.example.thing"`
	case "key":
		return `"tid"`
	case "record":
		return `{"type": "object", "properties": {}}`
	case "items":
		return `{"type": "integer"}`
	case "encoding":
		return `"application/json"`
	case "ref":
		return `"#thing"`
	case "refs":
		return `["#thing"]`
	}
	return ""
}

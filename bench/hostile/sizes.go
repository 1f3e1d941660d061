package main

import (
	"bufio"
	"cmp"
	"strings"
)

// twoSchemas writes a large schema, lex, a copy in which one definition is another,
// new, and a small schema and a value for it.
func twoSchemas(dir string, defs func(w *bufio.Writer)) error {
	version := func(name, extra string) error {
		return schema(dir, name, func(w *bufio.Writer) {
			defs(w)
			w.WriteString(`, "changed": ` + extra)
		})
	}
	return cmp.Or(
		version("lex/com.example.defs.json", `{"type": "object", "properties": {"a": {"type": "integer"}}}`),
		version("new/com.example.defs.json", `{"type": "object", "properties": {"a": {"type": "integer", "minimum": 1}}}`),
		text(dir, "lex/com.example.small.json", `{"lexicon": 1, "id": "com.example.small", "defs": {"main": {"type": "object", "properties": {}}}}`),
		text(dir, "new/com.example.small.json", `{"lexicon": 1, "id": "com.example.small", "defs": {"main": {"type": "object", "properties": {}}}}`),
		text(dir, "data.json", "{}"),
	)
}

// objects is a schema with many definitions as authors write them.
func objects(dir string, n int) error {
	return twoSchemas(dir, func(w *bufio.Writer) {
		list(w, n, `"view%[1]d": {"type": "object", "description": "What the view %[1]d shows.", "required": ["text"],`+
			` "properties": {"text": {"type": "string", "maxLength": 300, "maxGraphemes": 30, "description": "The text."}, "next": {"type": "ref", "ref": "#view%[1]d"}}}`)
	})
}

// tokens is a schema with as many definitions as possible.
func tokens(dir string, n int) error {
	return twoSchemas(dir, func(w *bufio.Writer) { list(w, n, `"t%d":{"type":"token"}`) })
}

// values is a schema with as many JSON values as possible in so many bytes, where
// the language allows anything.
func values(dir string, n int) error {
	return twoSchemas(dir, func(w *bufio.Writer) {
		w.WriteString(`"main": {"type": "string", "description": "Text.", "maxLength": 3, "x": [0` + strings.Repeat(",0", n-1) + `]}`)
	})
}

// wrong is a schema with many mistakes, each of which suggests a similar name.
func wrong(dir string, n int) error {
	return schema(dir, "lex/com.example.defs.json", func(w *bufio.Writer) {
		list(w, n, `"d%[1]d": {"type": "object", "propertys": {}, "required": ["a%[1]d"], "properties": {"b": {"type": "ref", "ref": "#e%[1]d"}}}`)
	})
}

package main

import (
	"bufio"
	"cmp"
	"fmt"
	"os"
	"strings"
)

// accept checks many blobs against a list of many MIME types.
func accept(dir string, n int) error {
	return cmp.Or(
		schema(dir, "lex/com.example.defs.json", func(w *bufio.Writer) {
			w.WriteString(`"main": {"type": "array", "items": {"type": "blob", "accept": [`)
			list(w, n, `"image/x%d"`)
			w.WriteString(`]}}`)
		}),
		file(dir, "data.json", func(w *bufio.Writer) {
			w.WriteByte('[')
			list(w, n/20, `{"$type": "blob", "ref": {"$link": "bafkreibme22gw2h7y2h7tg2fhqotaqjucnbc24deqo72b6mkl2egezxhvy"}, "mimeType": "image/y", "size": %d}`)
			w.WriteByte(']')
		}),
	)
}

// yaml is a config file that is nested deeply.
func yaml(dir string, n int) error {
	return cmp.Or(
		text(dir, "lexsmith.yaml", "severity: "+strings.Repeat("[", n)),
		text(dir, "lexicons/com.example.token.json", token("com.example.token")),
	)
}

// ignore is a config file with many patterns, as many as allowed of them with
// wildcards, and a file for each.
func ignore(dir string, n int) error {
	for i := range n {
		id := fmt.Sprintf("com.example.r%06d", i)
		err := text(dir, "lexicons/com/example/"+id[len("com.example."):]+".json",
			`{"lexicon": 1, "id": "`+id+`", "defs": {"main": {"type": "object", "properties": {"a": {"type": "string"}}}}}`)
		if err != nil {
			return err
		}
	}
	return file(dir, "lexsmith.yaml", func(w *bufio.Writer) {
		w.WriteString("ignore:\n")
		for i := range n {
			fmt.Fprintf(w, "- paths: [lexicons/com/example/r%06d.json]\n  rules: [schema]\n", i)
		}
		for i := range 500 {
			fmt.Fprintf(w, "- paths: [\"**/*%d/**/x*y*z*\"]\n  rules: [style]\n", i)
		}
	})
}

// chain is a chain of references to references.
func chain(dir string, n int) error {
	return cmp.Or(
		schema(dir, "lex/com.example.defs.json", func(w *bufio.Writer) {
			for i := range n {
				fmt.Fprintf(w, `"d%d": {"type": "ref", "ref": "#d%d"},`, i, i+1)
			}
			fmt.Fprintf(w, `"d%d": {"type": "object", "properties": {"a": {"type": "integer"}}}`, n)
		}),
		text(dir, "data.json", `{"a": 1}`),
	)
}

// required is an object with many required fields, each with a very short name.
func required(dir string, n int) error {
	return cmp.Or(
		schema(dir, "lex/com.example.defs.json", func(w *bufio.Writer) {
			w.WriteString(`"main": {"type": "object", "required": [`)
			list(w, n, `"p%d"`)
			w.WriteString(`], "properties": {`)
			list(w, n, `"p%d": {"type": "integer"}`)
			w.WriteString(`}}`)
		}),
		file(dir, "data.json", func(w *bufio.Writer) {
			w.WriteByte('{')
			list(w, n, `"p%[1]d": %[1]d`)
			w.WriteByte('}')
		}),
	)
}

// near has values whose $type is nearly one of many variants.
func near(dir string, n int) error {
	return cmp.Or(
		schema(dir, "lex/com.example.defs.json", func(w *bufio.Writer) {
			w.WriteString(`"main": {"type": "array", "items": {"type": "union", "closed": true, "refs": [`)
			list(w, n, `"#variantname%d"`)
			w.WriteString(`]}},`)
			list(w, n, `"variantname%d": {"type": "object", "properties": {}}`)
		}),
		file(dir, "data.json", func(w *bufio.Writer) {
			w.WriteByte('[')
			list(w, n/20, `{"$type": "com.example.defs#variantnama%d"}`)
			w.WriteByte(']')
		}),
	)
}

// longID has NSIDs that are longer than the names of files may be on some systems
// once something is appended.
func longID(dir string, n int) error {
	for i := range n {
		id := fmt.Sprintf("com.%s.%s.%s.n%07d", strings.Repeat("a", 63), strings.Repeat("b", 63), strings.Repeat("c", 53), i)
		id += strings.Repeat("d", 245-len(id))
		if err := text(dir, fmt.Sprintf("lex/%d.json", i), token(id)); err != nil {
			return err
		}
	}
	return nil
}

// lexicons is a folder of many Lexicons.
func lexicons(dir string, n int) error {
	for i := range n {
		id := fmt.Sprintf("com.example.g%03d.r%06d", i%1000, i)
		if err := text(dir, "lex/"+strings.ReplaceAll(id, ".", "/")+".json", token(id)); err != nil {
			return err
		}
	}
	return os.MkdirAll(dir, 0o755)
}

// token returns a Lexicon with a token.
func token(id string) string {
	return `{"lexicon": 1, "id": "` + id + `", "defs": {"main": {"type": "token", "description": "A token."}}}`
}

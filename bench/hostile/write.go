package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
)

// file writes a file below a folder.
func file(dir, name string, write func(w *bufio.Writer)) error {
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<16)
	write(w)
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// text writes a file with a text.
func text(dir, name, content string) error {
	return file(dir, name, func(w *bufio.Writer) { w.WriteString(content) })
}

// schema writes a file with a Lexicon whose id is com.example.defs; defs writes its
// definitions.
func schema(dir, name string, defs func(w *bufio.Writer)) error {
	return file(dir, name, func(w *bufio.Writer) {
		w.WriteString(`{"lexicon": 1, "id": "com.example.defs", "defs": {`)
		defs(w)
		w.WriteString("}}\n")
	})
}

// list writes a format for each i below n, which it may use more than once, with
// commas between.
func list(w *bufio.Writer, n int, format string) {
	for i := range n {
		if i > 0 {
			w.WriteByte(',')
		}
		fmt.Fprintf(w, format, i)
	}
}

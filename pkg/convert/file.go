package convert

import (
	"bytes"
	"io"
)

// Export is the result of a conversion.
type Export struct {
	Files  []File // sorted by name; exactly one, except from JSONSchemaFiles
	Losses []Loss // sorted by definition, then in the order of the schema
	// Everywhere are the gaps that have no losses since they are at every place.
	Everywhere []Gap

	schemas map[key]*object // in the files
}

// File is a document.
type File struct {
	Name string // within the folder that JSONSchemaFiles fills, else ""
	root *object
}

// WriteJSON writes the document as indented JSON that ends with a newline.
func (f *File) WriteJSON(w io.Writer) error {
	p := newPrinter(w, escapeJSON)
	p.json(f.root, "")
	p.print("\n")
	return p.Flush()
}

// WriteYAML writes the document as YAML, in the same order.
func (f *File) WriteYAML(w io.Writer) error {
	p := newPrinter(w, escapeYAML)
	p.yaml(f.root, 0)
	return p.Flush()
}

// JSON returns what WriteJSON writes.
func (f *File) JSON() []byte { return written(f.WriteJSON) }

// YAML returns what WriteYAML writes.
func (f *File) YAML() []byte { return written(f.WriteYAML) }

func written(write func(io.Writer) error) []byte {
	var b bytes.Buffer
	_ = write(&b) // a buffer takes everything
	return b.Bytes()
}

package convert

// Export is what a conversion gives.
type Export struct {
	Files  []File // in the order of their names; one, but for JSONSchemaFiles
	Losses []Loss // by definition, then in the order of the schema

	keys []key // of the schemas in the files
}

// File is a document.
type File struct {
	Name string // within the folder of a layout of several files, else ""
	root *object
}

// JSON returns the document as indented JSON with a line end behind it.
func (f *File) JSON() []byte { return append(appendJSON(nil, f.root, ""), '\n') }

// YAML returns the document as YAML, in the same order.
func (f *File) YAML() []byte { return appendYAML(nil, f.root, 0) }

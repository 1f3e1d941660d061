package convert

// Export is the result of a conversion.
type Export struct {
	Files  []File // sorted by name; exactly one, except from JSONSchemaFiles
	Losses []Loss // sorted by definition, then in the order of the schema
	// Everywhere are the gaps that have no losses since they are at every place.
	Everywhere []Gap

	keys []key // of the schemas in the files
}

// File is a document.
type File struct {
	Name string // within the folder that JSONSchemaFiles fills, else ""
	root *object
}

// JSON returns the document as indented JSON that ends with a newline.
func (f *File) JSON() []byte { return append(appendJSON(nil, f.root, ""), '\n') }

// YAML returns the document as YAML, in the same order.
func (f *File) YAML() []byte { return appendYAML(nil, f.root, 0) }

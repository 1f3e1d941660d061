package convert

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// compiledExport is an export as another implementation of JSON Schema
// understands it.
type compiledExport struct {
	name    string
	schemas map[key]*jsonschema.Schema
	root    *jsonschema.Schema // the first document; nil if it is not a schema
}

// compileExport compiles all schemas of an export. Asserted turns assertions of
// format and content on; address returns the place of each schema.
func compileExport(t testing.TB, name string, x *Export, draft *jsonschema.Draft, asserted bool, address func(key) string) *compiledExport {
	t.Helper()
	const base = "file:///export/"
	compiler := jsonschema.NewCompiler()
	if draft != nil {
		compiler.DefaultDraft(draft)
	}
	if asserted {
		compiler.AssertFormat()
		compiler.AssertContent()
	}
	for i := range x.Files {
		file := &x.Files[i]
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader(file.JSON()))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := compiler.AddResource(base+file.Name, document); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	c := &compiledExport{name: name, schemas: map[key]*jsonschema.Schema{}}
	for k := range x.schemas {
		schema, err := compiler.Compile(base + address(k))
		if err != nil {
			t.Fatalf("%s, %s: %v\n%s", name, k, err, x.Files[0].JSON())
		}
		c.schemas[k] = schema
	}
	if draft != nil && x.Files[0].root.has("$schema") {
		var err error
		if c.root, err = compiler.Compile(base + x.Files[0].Name); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return c
}

// withAnyOf returns an export with anyOf in place of oneOf.
func withAnyOf(x *Export) *Export {
	y := &Export{schemas: x.schemas}
	for _, f := range x.Files {
		y.Files = append(y.Files, File{f.Name, rewritten(f.root, func(o *object) {
			if choices := o.remove("oneOf"); choices != nil {
				o.set("anyOf", choices)
			}
		}).(*object)})
	}
	return y
}

// translated returns an export to OpenAPI 3.0 as JSON Schema 2020-12, which has
// no keyword nullable.
func translated(x *Export) *Export {
	y := &Export{schemas: x.schemas}
	for _, f := range x.Files {
		y.Files = append(y.Files, File{f.Name, rewritten(f.root, func(o *object) {
			if kind, ok := o.get("type").(text); ok && o.get("nullable") == boolean(true) {
				o.set("type", array{kind, text("null")}).remove("nullable")
			}
		}).(*object)})
	}
	return y
}

// rewritten returns a copy of a tree in which change was called for each object.
func rewritten(n node, change func(*object)) node {
	switch n := n.(type) {
	case array:
		var list array
		for _, item := range n {
			list = append(list, rewritten(item, change))
		}
		return list
	case *object:
		o := new(object)
		for _, m := range n.members {
			o.push(m.name, rewritten(m.value, change))
		}
		change(o)
		return o
	}
	return n
}

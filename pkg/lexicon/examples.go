package lexicon

import (
	"io/fs"
	"iter"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/jsontree"
)

// ReadExamples reads a file of examples.
func ReadExamples(source *diag.Source) *Examples {
	tree, found := jsontree.ReadJSON(source)
	splitSeveral(&tree, &found)
	return &Examples{tree, found.Findings()}
}

// Example is one value.
type Example struct {
	Definition *Definition
	Part       Part   // of a query, procedure or subscription; else PartNone
	Value      *Value // of the file
	// Fault says why the value is not an example of anything; "" when it is one.
	Fault string
}

// AllExamples ranges over the examples of the document, in the order of their text.
func (d *Document) AllExamples() iter.Seq[Example] {
	var all exampleList
	if d.Examples != nil && d.Examples.Root != nil {
		all.addFile(d, d.Examples.Root)
	}
	return slices.Values(all)
}

// exampleList is the examples that are found so far.
type exampleList []Example

func (all *exampleList) addFault(v *Value, fault string) {
	*all = append(*all, Example{Value: v, Fault: fault})
}

func (all *exampleList) addFile(d *Document, root *Value) {
	if root.Kind != KindObject {
		all.addFault(root, "the file must contain an object with one member per definition, but contains "+describe(root))
	}
	for _, m := range root.Names() {
		if def := d.Definition(m.Name); def != nil {
			all.addDefinition(def, m.Value)
		} else {
			all.addFault(m.Value, "the Lexicon has no "+words.Quote(m.Name)+" definition")
		}
	}
}

func (all *exampleList) addDefinition(def *Definition, v *Value) {
	typ := def.Schema.Type().String()
	switch {
	case EndpointOf(def.Schema) == nil:
		all.addValues(def, PartNone, v)
		return
	case v.Kind != KindObject:
		all.addFault(v, "the examples of a "+typ+" must be an object with one list per part, but are "+describe(v))
	}
	for _, m := range v.Names() {
		if part := PartByName(m.Name); part >= PartParams {
			all.addValues(def, part, m.Value)
		} else {
			all.addFault(m.Value, words.Quote(m.Name)+" is not a part of a "+typ+` (expected "params", "input", "output", "message", or "error")`)
		}
	}
}

func (all *exampleList) addValues(def *Definition, part Part, v *Value) {
	if v.Kind != KindArray {
		all.addFault(v, "the examples of a definition must be a list of values, but are "+describe(v))
	}
	for _, item := range v.Items {
		*all = append(*all, Example{Definition: def, Part: part, Value: item})
	}
}

// ExamplesSuffix is how the name of a file of examples ends, in the place of ".json".
const ExamplesSuffix = ".examples.json"

// examplesName returns the name of the file of examples beside a schema file.
func examplesName(name string) string { return strings.TrimSuffix(name, ".json") + ExamplesSuffix }

// isExamples reports whether a file is one of examples: it has the name, and the
// schema file beside it exists.
func isExamples(fsys fs.FS, name string) (schema string, ok bool) {
	base, ok := strings.CutSuffix(name, ExamplesSuffix)
	if !ok {
		return "", false
	}
	info, err := fs.Stat(fsys, base+".json")
	return base + ".json", err == nil && !info.IsDir()
}

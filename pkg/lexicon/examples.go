package lexicon

import (
	"io/fs"
	"iter"
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
	return func(yield func(Example) bool) {
		if d.Examples == nil || d.Examples.Root == nil {
			return
		}
		root := d.Examples.Root
		if root.Kind != KindObject {
			yield(Example{Value: root, Fault: "the file must contain an object with one member per definition, but contains " + describe(root)})
			return
		}
		for i := range root.Members {
			m := &root.Members[i]
			if m.Duplicate {
				continue
			}
			if def := d.Definition(m.Name); def == nil {
				if !yield(Example{Value: m.Value, Fault: "the Lexicon has no " + words.Quote(m.Name) + " definition"}) {
					return
				}
			} else if !examplesOf(def, m.Value, yield) {
				return
			}
		}
	}
}

// examplesOf yields the examples of a definition.
func examplesOf(def *Definition, v *Value, yield func(Example) bool) bool {
	switch def.Schema.(type) {
	case *Query, *Procedure, *Subscription:
	default:
		return exampleList(def, PartNone, v, yield)
	}
	if v.Kind != KindObject {
		return yield(Example{Value: v, Fault: "the examples of a " + def.Schema.Type().String() + " must be an object with one list per part, but are " + describe(v)})
	}
	for i := range v.Members {
		m := &v.Members[i]
		if m.Duplicate {
			continue
		}
		part := PartByName(m.Name)
		if part < PartParams {
			if !yield(Example{Value: m.Value, Fault: words.Quote(m.Name) + " is not a part of a " + def.Schema.Type().String() + ` (expected "params", "input", "output", "message", or "error")`}) {
				return false
			}
		} else if !exampleList(def, part, m.Value, yield) {
			return false
		}
	}
	return true
}

func exampleList(def *Definition, part Part, v *Value, yield func(Example) bool) bool {
	if v.Kind != KindArray {
		return yield(Example{Value: v, Fault: "the examples of a definition must be a list of values, but are " + describe(v)})
	}
	for _, item := range v.Items {
		if !yield(Example{Definition: def, Part: part, Value: item}) {
			return false
		}
	}
	return true
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

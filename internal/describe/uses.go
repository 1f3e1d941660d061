package describe

import (
	"cmp"
	"maps"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Use is a place that refers to a definition.
type Use struct {
	Reference string `json:"reference"` // the definition that refers
	Subject   string `json:"subject"`   // the field in it, such as "main.record.tags[]"
	Path      string `json:"path"`
	Line      int    `json:"line"`
}

// UsedBy returns the places that refer to a definition, by a ref, a union, a known
// value of a string or a permission, in the order of their Lexicons.
func UsedBy(c *lexicon.Catalog, def *lexicon.Definition) []Use {
	var uses []Use
	for _, d := range c.Documents() {
		add := func(from *lexicon.Definition, v *lexicon.Value) {
			uses = append(uses, Use{from.Reference().String(), lexicon.SubjectOf(v).Path, d.Source.Path, d.Source.Position(v.Span.Start).Line})
		}
		for _, from := range d.Defs {
			for _, l := range from.Links() {
				if l.Target == def {
					add(from, l.Value)
				}
			}
			lexicon.Walk(from.Schema, func(s lexicon.Schema) bool {
				for _, v := range names(s) {
					if ref, err := lexicon.ParseReference(v.Text, d.ID); err == nil && ref == def.Reference() {
						add(from, v)
					}
				}
				return true
			})
		}
	}
	slices.SortStableFunc(uses, func(a, b Use) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
	})
	return uses
}

// names returns the values in a schema that can name a definition without being references.
func names(s lexicon.Schema) []*lexicon.Value {
	var fields []string
	switch s.(type) {
	case *lexicon.String:
		fields = []string{"knownValues", "enum"}
	case *lexicon.Permission:
		fields = []string{"spaceType", "collection", "lxm"}
	default:
		return nil
	}
	var values []*lexicon.Value
	for _, field := range fields {
		switch v := s.Base().Value.Field(field); {
		case v == nil:
		case v.Kind == lexicon.KindArray:
			values = append(values, v.Items...)
		default:
			values = append(values, v)
		}
	}
	return values
}

// Need is a definition that another one refers to, directly or through others.
type Need struct {
	Reference string `json:"reference"`
	Type      string `json:"type,omitempty"`
	Path      string `json:"path,omitempty"`
	Line      int    `json:"line,omitempty"`
	State     string `json:"state,omitempty"` // why it cannot be resolved: "not loaded" or "not defined"
}

// Needs returns the definitions that a definition needs, in the order of their names.
func Needs(c *lexicon.Catalog, def *lexicon.Definition) []Need {
	reached := map[*lexicon.Definition]bool{def: true}
	lexicon.Reach(def.Schema, reached, nil)
	needs := map[lexicon.Reference]Need{}
	for target := range reached {
		for _, l := range target.Links() {
			if l.Target == nil {
				needs[l.Reference] = Need{Reference: l.Reference.String(), State: linkState(c, l)}
			}
		}
		if target != def {
			source := target.Document.Source
			needs[target.Reference()] = Need{
				Reference: target.Reference().String(), Type: target.Schema.Type().String(),
				Path: source.Path, Line: source.Position(target.Key.NameSpan.Start).Line,
			}
		}
	}
	return slices.SortedFunc(maps.Values(needs), func(a, b Need) int { return cmp.Compare(a.Reference, b.Reference) })
}

package convert

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// writeUnion writes a choice of variants, told apart by $type.
func (e *emitter) writeUnion(s *lexicon.Union) *object {
	if s.Bare() && !s.Closed { // under v1 it is like unknown, under atproto an object with a $type
		if e.options.Profile == diag.ProfileATProto {
			return e.unknownVariant()
		}
		return e.writeUnknown(s, "refs")
	}
	names, links := e.variants(s)
	first := e.endings[s]
	if first > 0 {
		links = slices.Concat(links[first:first+1], links[:first], links[first+1:])
	}
	choices := array{}
	mapping := new(object)
	for _, l := range links {
		variant := e.typed(l, partTyped)
		choices = append(choices, variant)
		mapping.push(l.Reference.String(), variant.get("$ref"))
	}
	switch {
	case s.Closed && len(choices) == 0:
		return nothing()
	case s.Closed:
	case e.options.Style == StyleCodegen && len(choices) > 0:
		e.losses = append(e.losses, Loss{
			Ref: s.Definition.Reference().String(), Pointer: s.Value.Pointer(), Field: "refs", Refuses: "unlisted variants",
		})
	case first < 0:
		return single("oneOf", slices.Insert(choices, 0, node(e.unlisted(s, names))))
	default:
		return single("oneOf", append(choices, e.unlisted(s, names)))
	}
	o := single("oneOf", choices)
	if e.openAPI {
		o.set("discriminator", single("propertyName", text("$type")).set("mapping", mapping))
	}
	return o
}

// isObject reports whether the values of a definition are objects that can name their type.
func isObject(def *lexicon.Definition) bool {
	t := def.Schema.Type()
	return t == lexicon.TypeObject || t == lexicon.TypeRecord
}

// variants returns the distinct names that a union lists, and the links to the definitions
// that can be variants, or that are not loaded.
func variants(c *lexicon.Catalog, u *lexicon.Union) (names []string, links []*lexicon.Link) {
	seen := map[lexicon.Reference]bool{}
	for _, l := range u.Refs {
		if seen[l.Reference] {
			continue
		}
		seen[l.Reference] = true
		names = append(names, l.Reference.String())
		if isUnresolved(c, u.Definition, l) || l.Target != nil && isObject(l.Target) {
			links = append(links, l)
		}
	}
	return names, links
}

// variants does so, and adds the schemas of the definitions that are not loaded.
func (e *emitter) variants(u *lexicon.Union) (names []string, links []*lexicon.Link) {
	names, links = variants(e.selection.catalog, u)
	for _, l := range links {
		if l.Target == nil {
			e.loseAt(u.Definition, l.Value, "refs", gapUnresolved)
			e.unresolved(key{Reference: l.Reference})
		}
	}
	return names, links
}

// unlisted returns a reference to the schema of the variants that later revisions
// may add to an open union: objects of any type that it does not list. It has a
// name of its own, since generators number unnamed variants, and the numbers
// would change with the variants.
func (e *emitter) unlisted(u *lexicon.Union, names []string) *object {
	if len(names) == 0 {
		return e.unknownVariant()
	}
	return e.shared(key{Reference: u.Definition.Reference(), part: partOther, path: unionPath(u)}, func() *object {
		listed := single("type", text("object")).set("properties", single("$type", single("enum", texts(names))))
		return single("description", text("A variant that the union does not list.")).
			set("allOf", array{e.unknownVariant(), single("not", listed)})
	})
}

// message writes the messages of a subscription. Their $type may be missing;
// where it is present, it decides the variant.
func (e *emitter) message(s lexicon.Schema, description string) *object {
	u, ok := s.(*lexicon.Union)
	if !ok || u.Bare() {
		return e.body(s, description)
	}
	names, links := e.variants(u)
	choices := array{}
	for _, l := range links {
		choices = append(choices, e.typed(l, partEvent))
	}
	if !u.Closed {
		choices = append(choices, e.unlisted(u, names))
	}
	message := single("anyOf", choices)
	switch len(choices) {
	case 0:
		return nothing()
	case 1:
		message = choices[0].(*object)
	}
	return e.described(message, joined(description, u.Description))
}

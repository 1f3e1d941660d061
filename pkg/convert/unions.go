package convert

import (
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// union writes a choice of variants, told apart by $type.
func (e *emitter) union(s *lexicon.Union) *object {
	if len(s.Refs) == 0 && !s.Closed {
		return e.emptyUnion(s)
	}
	names, links := e.variants(s)
	choices := array{}
	mapping := new(object)
	for _, l := range links {
		variant := e.typed(l)
		choices = append(choices, variant)
		mapping.push(l.Reference.String(), variant.get("$ref"))
	}
	switch {
	case !s.Closed:
		return single("anyOf", append(choices, e.unlisted(names)))
	case len(choices) == 0:
		return nothing()
	}
	o := single("oneOf", choices)
	if e.discriminator {
		o.set("discriminator", single("propertyName", text("$type")).set("mapping", mapping))
	}
	return o
}

// emptyUnion writes an open union without variants. Under v1 it is like unknown,
// under atproto an object with a $type.
func (e *emitter) emptyUnion(s *lexicon.Union) *object {
	if e.options.Profile == lexicon.ProfileATProto {
		return e.unlisted(nil)
	}
	e.loseUnknown(s, "refs")
	o := e.anything()
	e.note(o, "type", text(s.Type().String()))
	return o
}

// variants returns the distinct names that a union lists, and the links to the
// definitions that can be variants.
func (e *emitter) variants(s *lexicon.Union) (names []string, links []*lexicon.Link) {
	seen := map[lexicon.Reference]bool{}
	for _, l := range s.Refs {
		if seen[l.Reference] {
			continue
		}
		seen[l.Reference] = true
		names = append(names, l.Reference.String())
		switch {
		case l.Target == nil && isUnresolved(e.catalog, s.Definition, l):
			e.loseAt(s.Definition, l.Value, "refs", gapUnresolved)
			e.unresolved(key{Reference: l.Reference})
			links = append(links, l)
		case l.Target == nil:
		case l.Target.Schema.Type() == lexicon.TypeObject, l.Target.Schema.Type() == lexicon.TypeRecord:
			links = append(links, l)
		}
	}
	return names, links
}

// unlisted returns the schema of the variants that later revisions may add to an
// open union: objects of any type that it does not list.
func (e *emitter) unlisted(names []string) *object {
	name := single("type", text("string")).set("pattern", text(typeName))
	if len(names) > 0 {
		name.set("not", single("enum", texts(names)))
	}
	o := single("type", text("object")).set("required", texts([]string{"$type"})).set("properties", single("$type", name))
	if e.dataModel {
		o.set("allOf", array{e.to(keyDataModelObject)})
	}
	return o
}

// message writes the messages of a subscription. Their $type may be missing;
// where it is present, it decides the variant.
func (e *emitter) message(s lexicon.Schema, description string) *object {
	u, ok := s.(*lexicon.Union)
	if !ok || len(u.Refs) == 0 {
		return e.body(s, description)
	}
	names, links := e.variants(u)
	choices := array{}
	for _, l := range links {
		variant := e.to(key{Reference: l.Reference})
		if l.Target == nil || l.Target.Schema.Type() == lexicon.TypeObject {
			variant = single("allOf", array{
				variant, single("type", text("object")).set("properties", e.fixedType(l.Reference.String())),
			})
		}
		choices = append(choices, variant)
	}
	if !u.Closed {
		choices = append(choices, e.unlisted(names))
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

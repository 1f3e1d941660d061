package sample

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// site is a value inside of another one, and the schema that it matches.
type site struct {
	schema   lexicon.Schema
	value    Value
	replace  func(Value) Value // returns the whole value with another one at the site
	required bool              // the site is a property that is required
	nullable bool              // or one that may be null
	variant  bool              // the value names its type: a variant or a record
}

// sites lists the values inside of a value, parents first.
func sites(schema lexicon.Schema, v Value) []site {
	var all []site
	collect(&all, site{schema: schema, value: v, replace: func(v Value) Value { return v }})
	return all
}

func collect(all *[]site, at site) {
	switch schema := at.schema.(type) {
	case *lexicon.Ref:
		if target, _ := schema.Resolve(); target != nil {
			at.schema = target.Schema
			collect(all, at)
		}
		return
	case *lexicon.Record:
		at.variant = true
		*all = append(*all, at)
		collectObject(all, at, schema.Object.Properties, schema.Object.Required, schema.Object.Nullable)
		return
	}
	*all = append(*all, at)
	switch schema := at.schema.(type) {
	case *lexicon.Object:
		collectObject(all, at, schema.Properties, schema.Required, schema.Nullable)
	case *lexicon.Params:
		collectObject(all, at, schema.Properties, schema.Required, nil)
	case *lexicon.Array:
		list, _ := at.value.(Array)
		for i := range list {
			collect(all, site{schema: schema.Items, value: list[i], replace: func(v Value) Value {
				changed := slices.Clone(list)
				changed[i] = v
				return at.replace(changed)
			}})
		}
	case *lexicon.Union:
		o, _ := at.value.(Object)
		name, _ := o.Get("$type").(String)
		for _, l := range schema.Refs {
			if l.Target != nil && l.Reference.String() == name.Text {
				inner := at
				inner.schema, inner.variant = l.Target.Schema, true
				if object, ok := l.Target.Schema.(*lexicon.Object); ok {
					collectObject(all, inner, object.Properties, object.Required, object.Nullable)
				} else if record, ok := l.Target.Schema.(*lexicon.Record); ok && record.Object != nil {
					collectObject(all, inner, record.Object.Properties, record.Object.Required, record.Object.Nullable)
				}
				return
			}
		}
	}
}

func collectObject(all *[]site, at site, properties []*lexicon.Property, required, nullable []string) {
	o, _ := at.value.(Object)
	for _, p := range properties {
		v := o.Get(p.Name)
		if v == nil {
			continue
		}
		name := p.Name
		collect(all, site{
			schema: p.Schema, value: v,
			required: slices.Contains(required, name), nullable: slices.Contains(nullable, name),
			replace: func(v Value) Value {
				if v == nil {
					return at.replace(o.Without(name))
				}
				return at.replace(o.With(name, v))
			},
		})
	}
}

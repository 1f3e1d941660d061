package sample

import (
	"slices"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// site is a value inside of another one, and the schema that it matches.
type site struct {
	schema   lexicon.Schema
	value    Value
	place    string            // a JSON pointer, with "*" for every index
	replace  func(Value) Value // returns the whole value with another one at the site
	required bool              // the site is a required property
	nullable bool              // the site is a property that may be null
	param    bool              // the site is a parameter, or an element of one
}

// sites lists the values inside of a value, parents first.
func sites(schema lexicon.Schema, v Value) []site {
	var all []site
	collect(&all, site{schema: schema, value: v, replace: func(v Value) Value { return v }})
	return all
}

func collect(all *[]site, at site) {
	if at.schema = lexicon.Resolve(at.schema); at.schema == nil {
		return
	}
	*all = append(*all, at)
	switch schema := at.schema.(type) {
	case *lexicon.Object, *lexicon.Params, *lexicon.Record:
		collectObject(all, at, objectOf(schema))
	case *lexicon.Array:
		list, _ := at.value.(Array)
		for i := range list {
			collect(all, site{schema: schema.Items, value: list[i], place: at.place + "/*", param: at.param, replace: func(v Value) Value {
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
				if object := objectOf(l.Target.Schema); object != nil {
					collectObject(all, at, object)
				}
				return
			}
		}
	}
}

// collectObject lists the values inside of an object.
func collectObject(all *[]site, at site, schema *lexicon.Object) {
	o, _ := at.value.(Object)
	values := make(map[string]Value, len(o))
	for _, m := range o {
		if values[m.Name] == nil {
			values[m.Name] = m.Value
		}
	}
	isRequired, isNullable := words.Among(schema.Required), words.Among(schema.Nullable)
	for _, p := range schema.Properties {
		v := values[p.Name]
		if v == nil {
			continue
		}
		name := p.Name
		collect(all, site{
			schema: p.Schema, value: v, place: at.place + "/" + diag.EscapePointer(name),
			param: at.schema.Type() == lexicon.TypeParams, required: isRequired(name), nullable: isNullable(name),
			replace: func(v Value) Value {
				if v == nil {
					return at.replace(o.Without(name))
				}
				return at.replace(o.With(name, v))
			},
		})
	}
}

package describe

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Lexicon returns the JSON Schema of Lexicon files. It refuses no file that is without
// errors of the groups input and schema in the profile v1; what JSON Schema cannot
// express it accepts: it follows no references, compares no limits, and does not know
// which properties an object has.
func Lexicon(d Draft) []byte {
	l := language{draft: d}
	file := l.object(lexicon.RoleFile.Fields(), lexicon.TypeInvalid, lexicon.SlotDefinition)
	var definitions object
	for in := lexicon.SlotDefinition; in < lexicon.NumSlots; in++ {
		if types := slices.Sorted(slices.Values(in.Types(diag.ProfileV1))); len(types) > 1 {
			definitions = definitions.with(slotName(in), l.slot(in, types))
		}
	}
	for t := lexicon.TypeNull; t < lexicon.NumTypes; t++ {
		definitions = definitions.with(t.String(), l.schema(t, lexicon.SlotProperty))
	}
	definitions = definitions.with(
		parameterArray, l.schema(lexicon.TypeArray, lexicon.SlotParameter),
		"body", l.object(lexicon.RoleBody.Fields(), lexicon.TypeInvalid, lexicon.SlotBody),
		"message", l.object(lexicon.RoleMessage.Fields(), lexicon.TypeInvalid, lexicon.SlotMessage),
		"error", l.object(lexicon.RoleError.Fields(), lexicon.TypeInvalid, lexicon.SlotDefinition),
	)
	definitions = definitions.with(shared()...)
	return text(keep(
		"$schema", string(d), "title", "Lexicon",
		"description", "An AT Protocol schema in version 1 of the Lexicon language.",
	).with(flat(file)...).with(d.definitions(), definitions))
}

// flat returns the members of an object as keys and values in turn.
func flat(o object) []any {
	var pairs []any
	for _, m := range o {
		pairs = append(pairs, m.key, m.value)
	}
	return pairs
}

// language makes the parts of the schema.
type language struct{ draft Draft }

// parameterArray is the definition of an array in params, whose items are restricted.
const parameterArray = "parameterArray"

// slotName returns the name of the definition for a slot that takes several types.
func slotName(in lexicon.Slot) string {
	switch in {
	case lexicon.SlotDefinition:
		return "definition"
	case lexicon.SlotProperty:
		return "property"
	case lexicon.SlotItems:
		return "items"
	case lexicon.SlotParameter:
		return "parameter"
	case lexicon.SlotParameterItems:
		return "parameterItems"
	case lexicon.SlotBody:
		return "bodySchema"
	}
	panic("describe: " + in.String() + " takes one type")
}

// slot returns the schema of a slot that takes several types: that of the type which
// an object names.
func (l language) slot(in lexicon.Slot, types []lexicon.Type) object {
	var names, choices []any
	for _, t := range types {
		name := t.String()
		names = append(names, name)
		if t == lexicon.TypeArray && in == lexicon.SlotParameter {
			name = parameterArray
		}
		choices = append(choices, keep(
			"if", keep("properties", keep("type", keep("const", t.String())), "required", []any{"type"}),
			"then", l.draft.ref(name),
		))
	}
	return keep(
		"type", "object", "required", []any{"type"},
		"properties", keep("type", keep("description", "What kind of schema this is.", "enum", names)),
		"allOf", choices,
	)
}

// inSlot returns what a schema in a slot must match.
func (l language) inSlot(in lexicon.Slot) string {
	if types := in.Types(diag.ProfileV1); len(types) == 1 {
		return types[0].String()
	}
	return slotName(in)
}

// schema returns the schema of a type of schemas.
func (l language) schema(t lexicon.Type, in lexicon.Slot) object {
	o := keep("description", t.Describe(diag.ProfileV1)).with(flat(l.object(t.Fields(), t, in))...)
	return o.with(l.rules(t)...)
}

// object returns the schema of an object with fields: those of a type in a slot, or
// of a role without types.
func (l language) object(fields []lexicon.Field, t lexicon.Type, in lexicon.Slot) object {
	var required []any
	var properties object
	for _, f := range fields {
		if f.Required {
			required = append(required, f.Name)
		}
		if t != lexicon.TypePermission || !ofResource(f.Name) {
			properties = properties.with(f.Name, l.field(f, t, in))
		}
	}
	if t == lexicon.TypeQuery {
		properties = properties.with("input", false)
	}
	o := keep("type", "object")
	if required != nil {
		o = o.with("required", required)
	}
	return o.with("properties", properties)
}

// field returns the schema of a field.
func (l language) field(f lexicon.Field, t lexicon.Type, in lexicon.Slot) object {
	described := keep("description", f.About)
	switch f.Holds {
	case lexicon.RoleDefinitions:
		return described.with(flat(l.definitionsByName())...)
	case lexicon.RoleProperties:
		return described.with("type", "object", "additionalProperties", l.draft.ref(l.inSlot(in.Inside(t, f.Name))))
	case lexicon.RoleSchema:
		inside := in
		if f.Name != "schema" {
			inside = in.Inside(t, f.Name)
		}
		if f.Kind == lexicon.KindArray {
			return described.with("type", "array", "items", l.draft.ref(l.inSlot(inside)))
		}
		return l.draft.referring(f.About, l.inSlot(inside))
	case lexicon.RoleBody:
		return l.draft.referring(f.About, "body")
	case lexicon.RoleMessage:
		return l.draft.referring(f.About, "message")
	case lexicon.RoleError:
		return described.with("type", "array", "items", l.draft.ref("error"))
	}
	if name := sharedBy(t, f.Name); name != "" {
		return l.draft.referring(f.About, name)
	}
	if f.Kind == lexicon.KindArray {
		described = described.with("type", "array", "items", l.entry(t, f))
		if f.Name == "enum" {
			described = described.with("minItems", 1)
		}
		return described
	}
	return described.with(l.scalar(t, f)...)
}

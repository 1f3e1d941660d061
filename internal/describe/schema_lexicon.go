package describe

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/format"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Draft is a version of JSON Schema.
type Draft string

// The drafts, by their names in $schema.
const (
	Draft2020 Draft = "https://json-schema.org/draft/2020-12/schema"
	Draft7    Draft = "http://json-schema.org/draft-07/schema#"
)

// LexiconSchema returns the JSON Schema of Lexicon files, made from the tables of package
// lexicon. It refuses no file that is without errors of the groups input and schema in the
// profile v1, and has the types of later profiles too; what JSON Schema cannot express it accepts: it follows no references, compares
// no limits, and does not know which properties an object has.
func LexiconSchema(draft Draft) []byte {
	var definitions Fields
	for in, name := range slotDefinitions {
		if name != "" {
			definitions = definitions.with(name, slotSchema(lexicon.Slot(in)))
		}
	}
	for t := lexicon.TypeNull; t < lexicon.NumTypes; t++ {
		definitions = definitions.with(t.String(), typeSchema(t, lexicon.SlotProperty))
	}
	definitions = definitions.with(
		parameterArray, typeSchema(lexicon.TypeArray, lexicon.SlotParameter),
		"body", roleSchema(lexicon.RoleBody, lexicon.SlotBody),
		"message", roleSchema(lexicon.RoleMessage, lexicon.SlotMessage),
		"error", roleSchema(lexicon.RoleError, lexicon.SlotDefinition),
	)
	schema := slices.Concat(
		object("$schema", Draft2020, "title", "Lexicon", "description", "An AT Protocol schema in version 1 of the Lexicon language."),
		roleSchema(lexicon.RoleFile, lexicon.SlotDefinition),
		object("$defs", append(definitions, sharedDefinitions()...)),
	)
	text := string(asJSON(schema))
	if draft == Draft7 {
		text = strings.NewReplacer(string(Draft2020), string(Draft7), `"$defs"`, `"definitions"`, "#/$defs/", "#/definitions/").Replace(text)
	}
	return schemaLayout(text)
}

// schemaLayout lays out a schema.
func schemaLayout(schema string) []byte {
	// A line break before the first key spreads an object over lines.
	text, err := format.Source([]byte(strings.ReplaceAll(schema, `{"description"`, "{\n\"description\"")), format.Options{KeepOrder: true, Width: 120})
	if err != nil {
		panic(fmt.Sprintf("%v: %s", err, schema))
	}
	return text
}

// slotDefinitions has the names of the definitions for the slots that take several types;
// "" for one that takes a single type.
var slotDefinitions = [lexicon.NumSlots]string{
	lexicon.SlotDefinition: "definition", lexicon.SlotProperty: "property", lexicon.SlotItems: "items",
	lexicon.SlotParameter: "parameter", lexicon.SlotParameterItems: "parameterItems", lexicon.SlotBody: "bodySchema",
}

// parameterArray is the definition of an array in params, whose items are restricted.
const parameterArray = "parameterArray"

// slotSchema returns the schema of a slot that takes several types: that of the type which
// an object names.
func slotSchema(in lexicon.Slot) Fields {
	var names []string
	var choices []Fields
	for t := lexicon.TypeNull; t < lexicon.NumTypes; t++ {
		if !slices.Contains(in.Types(t.Since()), t) {
			continue
		}
		definition := t.String()
		if t == lexicon.TypeArray && in == lexicon.SlotParameter {
			definition = parameterArray
		}
		names = append(names, t.String())
		choices = append(choices, object("if", haveOneOf("type", t.String()), "then", refTo(definition)))
	}
	return object(
		"type", "object", "required", []string{"type"},
		"properties", object("type", object("description", "What kind of schema this is.", "enum", names)),
		"allOf", choices,
	)
}

// slotRef returns a schema that refers to what a schema in a slot must match.
func slotRef(in lexicon.Slot) Fields {
	if name := slotDefinitions[in]; name != "" {
		return refTo(name)
	}
	return refTo(in.Types(diag.ProfileV1)[0].String())
}

// refTo returns a schema that refers to a definition.
func refTo(definition string) Fields { return object("$ref", "#/$defs/"+definition) }

// typeSchema returns the schema of a type of schemas in a slot.
func typeSchema(t lexicon.Type, in lexicon.Slot) Fields {
	return slices.Concat(object("description", t.Describe(diag.ProfileV1)), fieldsSchema(t.Fields(), t, in), typeRules(t))
}

// roleSchema returns the schema of an object without a type, around a slot.
func roleSchema(role lexicon.Role, in lexicon.Slot) Fields {
	return fieldsSchema(role.Fields(), lexicon.TypeInvalid, in)
}

// fieldsSchema returns the schema of an object with fields: those of a type in a slot, or of
// a role, which is no type.
func fieldsSchema(fields []lexicon.Field, t lexicon.Type, in lexicon.Slot) Fields {
	var required []string
	var properties Fields
	for _, f := range fields {
		if f.Required {
			required = append(required, f.Name)
		}
		if t != lexicon.TypePermission || !ofResource(f.Name) {
			properties = properties.with(f.Name, fieldSchema(f, t, in))
		}
	}
	if t == lexicon.TypeQuery {
		properties = properties.with("input", false)
	}
	schema := object("type", "object")
	if required != nil {
		schema = schema.with("required", required)
	}
	return schema.with("properties", properties)
}

// fieldSchema returns the schema of a field.
func fieldSchema(f lexicon.Field, t lexicon.Type, in lexicon.Slot) Fields {
	schema, value := object("description", f.Describe(diag.ProfileV1)), valueSchema(f, t, in)
	if value[0].Name == "$ref" { // draft 7 ignores what is beside it
		value = object("allOf", []Fields{value})
	}
	return append(schema, value...)
}

// valueSchema returns the schema of the value of a field.
func valueSchema(f lexicon.Field, t lexicon.Type, in lexicon.Slot) Fields {
	list := func(items Fields) Fields { return object("type", "array", "items", items) }
	switch f.Holds {
	case lexicon.RoleDefinitions:
		return definitionsSchema()
	case lexicon.RoleProperties:
		return object("type", "object", "additionalProperties", slotRef(in.Inside(t, f.Name)))
	case lexicon.RoleSchema:
		if f.Name != "schema" {
			in = in.Inside(t, f.Name)
		}
		if f.Kind == lexicon.KindArray {
			return list(slotRef(in))
		}
		return slotRef(in)
	case lexicon.RoleBody:
		return refTo("body")
	case lexicon.RoleMessage:
		return refTo("message")
	case lexicon.RoleError:
		return list(refTo("error"))
	}
	switch scalar := scalarSchema(f, t); {
	case f.Name == "enum":
		return list(scalar).with("minItems", 1)
	case f.Kind == lexicon.KindArray:
		return list(scalar)
	default:
		return scalar
	}
}

// definitionsSchema returns the schema of defs: at least one definition, and beside a
// primary main no other primary type.
func definitionsSchema() Fields {
	var primary []any
	for t := lexicon.TypeNull; t < lexicon.NumTypes; t++ {
		if t.Primary() {
			primary = append(primary, t.String())
		}
	}
	isPrimary := append(object("type", "object"), haveOneOf("type", primary...)...)
	return object(
		"type", "object", "minProperties", 1,
		"propertyNames", object("type", "string", "pattern", namePattern),
		"properties", object("main", refTo("definition")),
		"additionalProperties", refTo("definition"),
		"if", object("properties", object("main", isPrimary), "required", []string{"main"}),
		"then", object("properties", object("main", true), "additionalProperties", object("not", isPrimary)),
	)
}

// typeRules returns what a type requires beyond its fields.
func typeRules(t lexicon.Type) Fields {
	switch t {
	case lexicon.TypeString:
		return object("not", having("const", "default"))
	case lexicon.TypeUnion:
		return object(
			"if", haveOneOf("closed", true),
			"then", object("properties", object("refs", object("type", "array", "minItems", 1))),
		)
	case lexicon.TypePermission:
		return object("allOf", permissionRules())
	}
	return nil
}

// having requires fields. It names them as properties too, which strict validators demand.
func having(fields ...string) Fields {
	var properties Fields
	for _, field := range fields {
		properties = properties.with(field, true)
	}
	return object("properties", properties, "required", fields)
}

// haveOneOf requires a field with one of some values.
func haveOneOf(field string, values ...any) Fields {
	schema := object("enum", values)
	if len(values) == 1 {
		schema = object("const", values[0])
	}
	return object("properties", object(field, schema), "required", []string{field})
}

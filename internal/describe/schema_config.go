package describe

import (
	"math"
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/policy"
)

// ConfigSchema returns the JSON Schema of lexsmith.yaml, from its keys. All keys can have
// no value, as if they were absent.
func ConfigSchema() []byte {
	schema := slices.Concat(
		object("$schema", Draft2020, "title", "lexsmith.yaml", "description", "The settings of lexsmith. All keys are optional."),
		keysSchema(config.Keys(), orNull("object")),
		object("$defs", object("level", object("enum", []string{"error", "warning", "info", "off"}))),
	)
	return schemaLayout(string(asJSON(schema)))
}

func orNull(types ...string) []string { return append(types, "null") }

// keysSchema returns the schema of a mapping with these keys, or of another of the types.
func keysSchema(keys []config.Key, types any) Fields {
	var properties Fields
	for _, key := range keys {
		properties = properties.with(key.Name, append(object("description", key.Description), keySchema(key)...))
	}
	return object("type", types, "additionalProperties", false, "properties", properties)
}

// keySchema returns the schema of the value of a key.
func keySchema(key config.Key) Fields {
	list := func(items Fields) Fields { return object("type", orNull("array"), "items", items) }
	switch key.Type {
	case config.TypeChoice, config.TypeColumns:
		var numbers, choices []any
		for _, choice := range key.Choices {
			if n, err := strconv.Atoi(choice); err == nil {
				numbers = append(numbers, n)
			}
			choices = append(choices, choice)
		}
		return object("enum", append(append(numbers, choices...), nil))
	case config.TypeNumber:
		return object("type", orNull("integer"), "minimum", 1, "maximum", math.MaxInt32)
	case config.TypeBoolean:
		return object("type", orNull("boolean"))
	case config.TypeText:
		return object("type", orNull("string"), "minLength", 1)
	case config.TypeEnd:
		return object("type", orNull("string", "number"), "minLength", 1)
	case config.TypePaths:
		return list(object("type", "string", "minLength", 1))
	case config.TypeRules:
		return list(object("enum", policy.Names()))
	case config.TypeSeverities:
		return object("type", orNull("object"), "additionalProperties", false, "properties", severities())
	case config.TypeMapping:
		schema := keysSchema(key.Keys, orNull("object"))
		if key.Name == "diff" {
			both := object("against", object("type", "string"), "published", object("const", true))
			schema = schema.with("not", object("type", "object", "required", []string{"against", "published"}, "properties", both))
		}
		return schema
	case config.TypeMappings: // an entry of ignore must match something
		has := func(key string) Fields {
			return object("type", "object", "required", []string{key}, "properties", object(key, true))
		}
		return list(keysSchema(key.Keys, "object").with(
			"dependentRequired", object("until", []string{"reason"}),
			"anyOf", []Fields{has("paths"), has("nsids"), has("rules")},
		))
	}
	panic("a type of key without a schema: " + key.Name)
}

// severities returns the properties of severity, a group or a rule each.
func severities() (properties Fields) {
	level := []Fields{refTo("level")}
	for _, g := range policy.RuleGroups() {
		properties = properties.with(g.Name, object("description", "All rules of the group "+g.Name+", except those that are off by default.", "allOf", level))
	}
	seen := map[string]bool{}
	for _, p := range RulePages(policy.Rules()) {
		if !seen[p.Code] { // two groups can share a code
			properties = properties.with(p.Code, object("description", p.Sentence(), "allOf", level))
			seen[p.Code] = true
		}
	}
	return properties
}

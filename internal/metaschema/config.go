package metaschema

import (
	"math"
	"slices"
	"strconv"

	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/rulebook"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// Config returns the JSON Schema of lexsmith.yaml, from its keys. All keys can have no
// value, as if they were absent.
func Config() []byte {
	root := keep(
		"$schema", string(Draft2020), "title", "lexsmith.yaml",
		"description", "The settings of lexsmith. All keys are optional.",
	)
	root = append(root, mapping(project.Keys(), "object", "null")...)
	level := keep("enum", []any{"error", "warning", "info", "off"})
	return text(root.with("$defs", keep("level", level)))
}

// mapping returns the schema of a mapping with these keys, or of another of the types.
func mapping(keys []project.Key, types ...any) object {
	var properties object
	for _, key := range keys {
		properties = properties.with(key.Name, append(keep("description", key.Description), value(key)...))
	}
	var kind any = types
	if len(types) == 1 {
		kind = types[0]
	}
	return keep("type", kind, "additionalProperties", false, "properties", properties)
}

// value returns the schema of the value of a key.
func value(key project.Key) object {
	switch key.Type {
	case project.TypeChoice:
		return keep("enum", append(anys(key.Choices), nil))
	case project.TypeColumns:
		var numbers []any
		for _, choice := range key.Choices {
			if n, err := strconv.Atoi(choice); err == nil {
				numbers = append(numbers, n)
			}
		}
		return keep("enum", append(append(numbers, anys(key.Choices)...), nil))
	case project.TypeNumber:
		return keep("type", []any{"integer", "null"}, "minimum", 1, "maximum", math.MaxInt32)
	case project.TypeBoolean:
		return keep("type", []any{"boolean", "null"})
	case project.TypeText:
		return keep("type", []any{"string", "null"}, "minLength", 1)
	case project.TypeEnd:
		return keep("type", []any{"string", "number", "null"}, "minLength", 1)
	case project.TypePaths:
		return keep("type", []any{"array", "null"}, "items", keep("type", "string", "minLength", 1))
	case project.TypeRules:
		return keep("type", []any{"array", "null"}, "items", keep("enum", anys(project.Names(distinct(rulebook.All())))))
	case project.TypeSeverities:
		return severities()
	case project.TypeMapping:
		schema := mapping(key.Keys, "object", "null")
		if key.Name == "diff" {
			schema = schema.with("not", keep("type", "object", "required", []any{"against", "published"},
				"properties", keep("against", keep("type", "string"), "published", keep("const", true))))
		}
		return schema
	case project.TypeMappings: // an entry of ignore must match something
		has := func(key string) any {
			return keep("type", "object", "required", []any{key}, "properties", keep(key, true))
		}
		return keep("type", []any{"array", "null"}, "items", mapping(key.Keys, "object").with(
			"dependentRequired", keep("until", []any{"reason"}),
			"anyOf", []any{has("paths"), has("nsids"), has("rules")},
		))
	}
	panic("a type of key without a schema: " + key.Name)
}

// severities returns the schema of severities by rules and groups.
func severities() object {
	level := []any{keep("$ref", "#/$defs/level")}
	var properties object
	for _, group := range rulebook.Groups() {
		properties = properties.with(group, keep("description", "All rules of the group "+group+", except those that are off by default.", "allOf", level))
	}
	for _, r := range distinct(rulebook.All()) {
		properties = properties.with(r.Code, keep("description", rulebook.Sentence(r), "allOf", level))
	}
	return keep("type", []any{"object", "null"}, "additionalProperties", false, "properties", properties)
}

func anys(names []string) []any {
	values := make([]any, len(names))
	for i, name := range names {
		values[i] = name
	}
	return values
}

// distinct leaves out the rules whose code an earlier one has: two groups can share one.
func distinct(rules []*diag.Rule) []*diag.Rule {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(rules), func(r *diag.Rule) bool {
		again := seen[r.Code]
		seen[r.Code] = true
		return again
	})
}

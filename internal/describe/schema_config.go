package describe

import (
	"slices"

	"github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// Config returns the JSON Schema of lexsmith.yaml. All keys can have no value, as if
// they were absent.
func Config() []byte {
	names := func(all []string) []any {
		values := make([]any, len(all))
		for i, name := range all {
			values[i] = name
		}
		return values
	}
	paths := func(description string) object {
		return keep("description", description, "type", []any{"array", "null"}, "items", keep("type", "string", "minLength", 1))
	}
	choice := func(description string, values ...any) object {
		return keep("description", description, "enum", append(values, nil))
	}
	level := keep("enum", []any{"error", "warning", "info", "off"})
	rules := distinct(All())
	var severities object
	for _, group := range project.Groups(rules) {
		severities = severities.with(group, keep("description", "All rules of the group "+group+", except those that are off by default.", "allOf", []any{keep("$ref", "#/$defs/level")}))
	}
	for _, r := range rules {
		severities = severities.with(r.Code, keep("description", Sentence(r), "allOf", []any{keep("$ref", "#/$defs/level")}))
	}
	format := keep(
		"description", "How lexsmith fmt lays out Lexicons. Missing settings are taken from .editorconfig.",
		"type", []any{"object", "null"}, "additionalProperties", false,
		"properties", keep(
			"indent", choice("The number of columns per level of indentation, or tab.", 2, 4, "2", "4", "tab"),
			"width", keep("description", "The maximum number of columns in a line that can be broken.", "type", []any{"integer", "null"}, "minimum", 1, "maximum", 2147483647),
			"order", choice("language: put keys in the order of the specification; keep: leave keys in their order.", "language", "keep"),
		),
	)
	has := func(key string) any {
		return keep("type", "object", "required", []any{key}, "properties", keep(key, true))
	}
	ignore := keep(
		"description", "Findings to ignore. An entry matches a finding if all of its keys match.",
		"type", []any{"array", "null"},
		"items", keep(
			"type", "object", "additionalProperties", false,
			"properties", keep(
				"paths", paths("Patterns for files, relative to lexsmith.yaml."),
				"nsids", paths("Patterns for the ids of Lexicons."),
				"rules", keep("description", "Rules and groups.", "type", []any{"array", "null"}, "items", keep("enum", names(project.Names(rules)))),
				"reason", keep("description", "Why. A change to a schema that the entry matches then stays in the report, as an info finding.", "type", []any{"string", "null"}, "minLength", 1),
				"until", keep("description", "The last day of the entry, such as 2027-01-31, or the version that ends it, such as v2.0.0. Requires a reason.", "type", []any{"string", "number", "null"}, "minLength", 1),
			),
			"dependentRequired", keep("until", []any{"reason"}),
			"anyOf", []any{has("paths"), has("nsids"), has("rules")},
		),
	)
	return text(keep(
		"$schema", string(Draft2020), "title", "lexsmith.yaml",
		"description", "The settings of lexsmith. All keys are optional.",
		"type", []any{"object", "null"}, "additionalProperties", false,
		"properties", keep(
			"profile", choice("The profile of the language: v1 is the specification, atproto what the live network accepts.",
				diag.ProfileV1.String(), diag.ProfileATProto.String()),
			"lexicons", paths("Files and folders with your schemas, relative to lexsmith.yaml. The default is ./lexicons."),
			"include", paths("Files and folders with other people's schemas, which are loaded to resolve references."),
			"severity", keep("description", "The severity of rules and groups. A rule overrides its group.",
				"type", []any{"object", "null"}, "additionalProperties", false, "properties", severities),
			"ignore", ignore,
			"fail-on", choice("The lowest severity that makes the exit status 1.", "error", "warning", "info"),
			"extra-fields", choice("The severity of fields in data that are not defined in the schema.", "off", "info", "warning", "error"),
			"diff", keep("description", "What lexsmith diff does by default.", "type", []any{"object", "null"}, "additionalProperties", false,
				"properties", keep(
					"against", keep("description", "The revision to compare with, such as origin/main.", "type", []any{"string", "null"}, "minLength", 1),
					"published", keep("description", "Compare with the published Lexicons by default. Cannot be combined with against.", "type", []any{"boolean", "null"}),
				),
				"not", keep("type", "object", "required", []any{"against", "published"}, "properties", keep("against", keep("type", "string"), "published", keep("const", true)))),
			"format", format,
		),
		"$defs", keep("level", level),
	))
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

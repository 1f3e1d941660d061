package validate_test

import (
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// union checks a value against the variant that its $type names.
func (o *oracle) union(schema map[string]any, own string, v any, at string) {
	refs, _ := schema["refs"].([]any)
	if len(refs) == 0 && o.options.Profile == diag.ProfileV1 {
		return // like unknown
	}
	if kindOf(v) != "object" {
		o.fail("value-type", at)
		return
	}
	object := v.(map[string]any)
	t, typed := object["$type"].(string)
	place := at + "/$type"
	var variants []string
	for _, ref := range refs {
		variants = append(variants, full(ref.(string), own))
	}
	switch {
	case o.refused[place]:
		return
	case !typed:
		o.fail("type-missing", at)
		return
	case !isTypeName(t):
		o.fail("type-syntax", place)
		return
	case strings.HasSuffix(t, "#main"):
		o.fail("type-main-fragment", place)
		return
	}
	name := full(t, "")
	listed := slices.Contains(variants, name)
	loaded := o.definitions[name]
	switch {
	case listed && loaded == nil:
		o.absent(v, at)
	case listed:
		o.variant(name, object, at)
	case schema["closed"] == true:
		o.fail("type-mismatch", place)
	case loaded != nil && (loaded["type"] == "object" || loaded["type"] == "record"):
		if !o.advisory {
			o.advisory = true
			defer func() { o.advisory = false }()
		}
		o.variant(name, object, at)
	}
}

// variant checks an object against a definition that its $type names.
func (o *oracle) variant(name string, v map[string]any, at string) {
	schema := o.definitions[name]
	if schema["type"] == "record" {
		o.recordType(name, v, at)
		schema = schema["record"].(map[string]any)
	}
	o.fields(schema, lexiconOf(name), v, at, "extra-field")
}

// isTypeName reports whether a text is an NSID or NSID#name.
func isTypeName(t string) bool {
	id, name, fragment := strings.Cut(t, "#")
	return syntax.IsNSID(id) && (!fragment || name != "" && !strings.ContainsAny(name, "#."))
}

// record checks a value against the record that its $type names.
func (o *oracle) record(v any) {
	if o.refused[""] {
		return
	}
	if v == nil {
		o.fail("null-not-allowed", "")
		return
	}
	if kindOf(v) != "object" {
		o.fail("value-type", "")
		return
	}
	object := v.(map[string]any)
	t, typed := object["$type"].(string)
	switch {
	case o.refused["/$type"]:
	case !typed:
		o.fail("type-missing", "")
	case !isTypeName(t):
		o.fail("type-syntax", "/$type")
	case strings.HasSuffix(t, "#main"):
		o.fail("type-main-fragment", "/$type")
	case o.definitions[full(t, "")]["type"] == "record":
		o.definition(full(t, ""), v)
	case o.definitions[full(t, "")] != nil:
		o.fail("type-mismatch", "/$type")
	case o.lexicons[lexiconOf(t)] || !o.options.AllowUnknown:
		o.fail("schema-not-found", "/$type")
	default:
		o.unknown = true
	}
}

// message checks a value against the union of a subscription's messages. Without
// $type it must fit one variant.
func (o *oracle) message(schema map[string]any, own string, v any) {
	object, _ := v.(map[string]any)
	refs, _ := schema["refs"].([]any)
	if _, typed := object["$type"]; typed || kindOf(v) != "object" || o.refused[""] || len(refs) == 0 {
		o.value(schema, own, v, "", false)
		return
	}
	before, unknown := o.faults, o.unknown
	for _, ref := range refs {
		name := full(ref.(string), own)
		o.faults = slices.Clone(before)
		o.unknown = unknown
		if o.definitions[name] == nil {
			o.absent(v, "")
		} else {
			o.variant(name, object, "")
		}
		if !slices.ContainsFunc(o.faults[len(before):], func(f fault) bool { return f.severity == diag.Error }) {
			o.vague = true // which one of several that fit does not matter
			return
		}
	}
	o.faults, o.vague = before, true
	o.fail("union-variant", "")
}

// errorBody checks a value against the body of an error response.
func (o *oracle) errorBody(v any, errors []any) {
	if o.refused[""] {
		return
	}
	if v == nil {
		o.fail("null-not-allowed", "")
		return
	}
	if kindOf(v) != "object" {
		o.fail("value-type", "")
		return
	}
	object := v.(map[string]any)
	if _, ok := object["error"]; !ok {
		o.fail("missing-required", "")
	}
	for _, name := range []string{"error", "message"} {
		if field, ok := object[name]; ok && kindOf(field) != "string" && !o.refused["/"+name] {
			o.fail("value-type", "/"+name)
		}
	}
	if name, ok := object["error"].(string); ok && !slices.ContainsFunc(errors, func(e any) bool { return e.(map[string]any)["name"] == name }) {
		o.add("unknown-error", "/error", diag.Info)
	}
}

package validate_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// An oracle validates slowly and plainly, on maps, straight from the text of
// the schemas. It shares nothing with the package but the string formats.
type oracle struct {
	// definitions has the schemas by their full names, NSID#name.
	definitions map[string]map[string]any
	lexicons    map[string]bool // by NSID
	options     validate.Options

	faults   []fault
	refused  map[string]bool // pointers of values outside the data model
	advisory bool            // faults are warnings
	unknown  bool            // something was accepted without its schema
	// vague says that which faults there are is not laid down, only whether.
	vague bool
}

// fault is what oracle and validator must agree on.
type fault struct {
	code, pointer string // code has choices, with | between, where nothing lays down one
	severity      diag.Severity
}

// matches reports whether the fault is one that the oracle wants.
func (f fault) matches(want fault) bool {
	return f.pointer == want.pointer && f.severity == want.severity && slices.Contains(strings.Split(want.code, "|"), f.code)
}

func (f fault) String() string { return fmt.Sprintf("%s %s %q", f.severity, f.code, f.pointer) }

func newOracle(files map[string]string, options validate.Options) *oracle {
	o := &oracle{definitions: map[string]map[string]any{}, lexicons: map[string]bool{}, options: options}
	for _, text := range files {
		document := slowValue([]byte(text)).(map[string]any)
		id := document["id"].(string)
		o.lexicons[id] = true
		for name, schema := range document["defs"].(map[string]any) {
			o.definitions[id+"#"+name] = schema.(map[string]any)
		}
	}
	return o
}

// run sets the faults of a value. Check does the work on the schema.
func (o *oracle) run(v any, check func()) {
	o.faults, o.refused, o.advisory, o.unknown, o.vague = nil, map[string]bool{}, false, false, false
	o.model(v, "")
	check()
}

func (o *oracle) valid() bool {
	return !slices.ContainsFunc(o.faults, func(f fault) bool { return f.severity == diag.Error })
}

func (o *oracle) add(code, at string, severity diag.Severity) {
	if o.advisory {
		severity = min(severity, diag.Warning)
	}
	o.faults = append(o.faults, fault{code, at, severity})
}

func (o *oracle) fail(code, at string) { o.add(code, at, diag.Error) }

// full returns the full name that a reference in the Lexicon own means.
func full(reference, own string) string {
	if strings.HasPrefix(reference, "#") {
		return own + reference
	}
	if !strings.Contains(reference, "#") {
		return reference + "#main"
	}
	return reference
}

// bare returns how $type spells a full name.
func bare(name string) string { return strings.TrimSuffix(name, "#main") }

func lexiconOf(name string) string { id, _, _ := strings.Cut(name, "#"); return id }

// resolve follows refs. It returns the schema they lead to, the full name of
// the definition when they led to one, and the Lexicon it is in. The schema
// is nil when it is not loaded.
func (o *oracle) resolve(schema map[string]any, own string) (target map[string]any, name, in string) {
	for schema != nil && schema["type"] == "ref" {
		name = full(schema["ref"].(string), own)
		own, schema = lexiconOf(name), o.definitions[name]
	}
	return schema, name, own
}

// definition checks a value against a named definition.
func (o *oracle) definition(name string, v any) {
	o.value(map[string]any{"type": "ref", "ref": name}, lexiconOf(name), v, "", false)
}

// value checks a value that is there against a schema. Nullable says that its
// property is listed in nullable.
func (o *oracle) value(schema map[string]any, own string, v any, at string, nullable bool) {
	if o.refused[at] || v == nil && nullable {
		return
	}
	schema, name, own := o.resolve(schema, own)
	switch {
	case schema == nil:
		o.absent(v, at)
	case schema["type"] == "null":
		if v != nil {
			o.fail("value-type", at)
		}
	case v == nil:
		o.fail("null-not-allowed", at)
	default:
		o.typed(schema, name, own, v, at)
	}
}

// absent checks a value whose schema is not loaded.
func (o *oracle) absent(v any, at string) {
	switch {
	case !o.options.AllowUnknown:
		o.fail("schema-not-found", at)
	case kindOf(v) != "object":
		o.fail("value-type", at)
	default:
		o.unknown = true
	}
}

// typed checks a value that is not null against a schema that is not a ref; name
// is that of the schema's definition when refs led to it.
func (o *oracle) typed(schema map[string]any, name, own string, v any, at string) {
	want := schema["type"].(string)
	is := kindOf(v)
	switch want {
	case "unknown":
		if o.options.Profile == diag.ProfileATProto && is != "object" {
			o.fail("value-type", at)
		}
		return
	case "union":
		o.union(schema, own, v, at)
		return
	case "blob":
		o.blob(schema, v, at)
		return
	case "record":
		if is != "object" {
			o.fail("value-type", at)
			return
		}
		o.recordType(name, v.(map[string]any), at)
		o.fields(schema["record"].(map[string]any), own, v.(map[string]any), at, "extra-field")
		return
	}
	if is != want && !(want == "cid-link" && is == "link") && !(want == "params" && is == "object") {
		o.fail("value-type", at)
		return
	}
	switch want {
	case "boolean":
		if c, ok := schema["const"]; ok && c != v {
			o.fail("const", at)
		}
	case "integer":
		o.integer(schema, v.(json.Number), at)
	case "string":
		o.string(schema, v.(string), at)
	case "bytes":
		o.length(schema, "Length", "length", rawLength(v), at)
	case "array":
		items := v.([]any)
		o.length(schema, "Length", "length", len(items), at)
		for i, item := range items {
			o.value(schema["items"].(map[string]any), own, item, at+"/"+strconv.Itoa(i), false)
		}
	case "object":
		o.objectType(schema, name, v.(map[string]any), at)
		o.fields(schema, own, v.(map[string]any), at, "extra-field")
	case "params":
		o.fields(schema, own, v.(map[string]any), at, "unknown-param")
	}
}

// objectType checks the $type of an object that a ref leads to, or of an inline
// object, whose name is empty and which may declare the property itself.
func (o *oracle) objectType(schema map[string]any, name string, v map[string]any, at string) {
	properties, _ := schema["properties"].(map[string]any)
	if _, declared := properties["$type"]; declared && name == "" {
		return
	}
	if t, ok := v["$type"].(string); ok && !o.refused[at+"/$type"] && (name == "" || t != bare(name)) {
		o.add("ref-type-mismatch", at+"/$type", diag.Warning)
	}
}

// recordType checks the $type of a record.
func (o *oracle) recordType(name string, v map[string]any, at string) {
	switch t, ok := v["$type"]; {
	case !ok:
		o.fail("type-missing", at)
	case o.refused[at+"/$type"] || t == bare(name):
	case t == name:
		o.fail("type-main-fragment", at+"/$type")
	default:
		o.fail("type-mismatch", at+"/$type")
	}
}

// fields checks the members of an object against its properties.
func (o *oracle) fields(schema map[string]any, own string, v map[string]any, at, extra string) {
	properties, _ := schema["properties"].(map[string]any)
	required, _ := schema["required"].([]any)
	nullable, _ := schema["nullable"].([]any)
	for _, name := range required {
		if _, ok := v[name.(string)]; !ok {
			o.fail("missing-required", at)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(v)) {
		place := at + "/" + escapePointer(name)
		if property, ok := properties[name].(map[string]any); ok {
			o.value(property, own, v[name], place, slices.Contains(nullable, any(name)))
			continue
		}
		if extra == "unknown-param" {
			o.parameter(v[name], place, true)
		}
		if extra == "unknown-param" && !slices.Contains(required, any(name)) || o.options.ExtraFields && name != "$type" && extra == "extra-field" {
			o.add(extra, place, diag.Warning)
		}
	}
}

// parameter checks a parameter without a schema, or an element of one: it can have
// any value that a query string can carry.
func (o *oracle) parameter(v any, at string, whole bool) {
	list, isList := v.([]any)
	switch kind := kindOf(v); {
	case o.refused[at] || kind == "boolean" || kind == "integer" || kind == "string":
	case kind == "null" && whole:
		o.fail("null-not-allowed", at)
	case isList && whole:
		for i, element := range list {
			o.parameter(element, at+"/"+strconv.Itoa(i), false)
		}
	default:
		o.fail("value-type", at)
	}
}

var escapes = strings.NewReplacer("~", "~0", "/", "~1")

func escapePointer(name string) string { return escapes.Replace(name) }

// length checks a count against the limits minWHAT and maxWHAT.
func (o *oracle) length(schema map[string]any, what, code string, n int, at string) {
	if least, ok := schema["min"+what]; ok && n < int(number(least)) {
		o.fail(code, at)
	}
	if greatest, ok := schema["max"+what]; ok && n > int(number(greatest)) {
		o.fail(code, at)
	}
}

func (o *oracle) integer(schema map[string]any, v json.Number, at string) {
	n := number(v)
	if least, ok := schema["minimum"]; ok && n < number(least) {
		o.fail("range", at)
	}
	if greatest, ok := schema["maximum"]; ok && n > number(greatest) {
		o.fail("range", at)
	}
	if c, ok := schema["const"]; ok && n != number(c) {
		o.fail("const", at)
	}
	if enum, ok := schema["enum"].([]any); ok && !slices.ContainsFunc(enum, func(e any) bool { return number(e) == n }) {
		o.fail("enum", at)
	}
}

// practical is a datetime in UTC with at least milliseconds.
var practical = regexp.MustCompile(`\.[0-9]{3,}Z$`)

func (o *oracle) string(schema map[string]any, v string, at string) {
	o.length(schema, "Length", "length", len(v), at)
	o.length(schema, "Graphemes", "graphemes", syntax.Graphemes(v), at)
	if c, ok := schema["const"]; ok && c != v {
		o.fail("const", at)
	}
	if enum, ok := schema["enum"].([]any); ok && !slices.Contains(enum, any(v)) {
		o.fail("enum", at)
	}
	format, _ := schema["format"].(string)
	switch {
	case format == "" || lexicon.FormatByName(format, o.options.Profile).Valid(v):
		if _, err := cid.Decode(v); format == "cid" && (err != nil || len(v) > 128) {
			o.add("undecodable-cid", at, diag.Warning)
		}
		if format == "datetime" && o.options.DatetimePractice && !practical.MatchString(v) {
			o.add("datetime-practice", at, diag.Off)
		}
	case format == "datetime" && o.options.Legacy && syntax.IsDatetimeWithoutZone(v):
		o.add("legacy-form", at, diag.Info)
	default:
		o.fail("format", at)
	}
}

func (o *oracle) blob(schema map[string]any, v any, at string) {
	object, _ := v.(map[string]any)
	_, hasType := object["$type"]
	switch {
	case kindOf(v) == "blob":
		if greatest, ok := schema["maxSize"]; ok && number(object["size"]) > number(greatest) {
			o.fail("max-size", at+"/size")
		}
	case o.options.Legacy && o.isLegacyBlob(v):
		o.add("legacy-form", at, diag.Info)
	case kindOf(v) == "object" && !hasType:
		o.fail("type-missing|value-type", at) // by how much it looks like a blob
		return
	default:
		o.fail("value-type", at)
		return
	}
	accept, ok := schema["accept"].([]any)
	if !ok {
		return
	}
	mimeType, _, _ := strings.Cut(object["mimeType"].(string), ";")
	mimeType = strings.ToLower(strings.TrimSpace(mimeType))
	if !slices.ContainsFunc(accept, func(p any) bool {
		pattern := strings.ToLower(p.(string))
		prefix, glob := strings.CutSuffix(pattern, "*")
		return pattern == "*/*" || mimeType == "*/*" || pattern == mimeType || glob && strings.HasPrefix(mimeType, prefix)
	}) {
		o.fail("accept", at+"/mimeType")
	}
}

package convert

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/lexsmith/lexsmith/internal/testkit/conformance"
	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// exportCase is a test case: schemas, and what must be true of their export.
type exportCase struct {
	ID        string
	Command   string
	Target    string
	Ref       string
	Schemas   map[string]json.RawMessage
	Instances []struct {
		Data  json.RawMessage
		Valid bool
		Note  string
	}
	Checks []exportCheck
}

type exportCheck struct {
	At, Is           string
	Param            *struct{ Op, Name string }
	In, SchemaType   string
	Required         *bool
	NotExplode       *bool
	Each, KeyMatches string
	AllRefs          string
	TextContains     string
	IfAt, StartsWith string
	Nowhere          *struct {
		Key   string
		Value any
	}
}

func TestCases(t *testing.T) {
	for _, file := range conformance.Glob(t, "cases/exp-*.json") {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var c exportCase
			if err := json.Unmarshal(text, &c); err != nil {
				t.Fatal(err)
			}
			c.run(t)
		})
	}
}

func (c *exportCase) run(t *testing.T) {
	files := map[string]string{}
	for path, schema := range c.Schemas {
		files[path] = string(schema)
	}
	catalog := generate.Catalog(files, diag.ProfileV1)
	var names []lexicon.Reference
	if c.Ref != "" {
		ref, err := lexicon.ParseReference(c.Ref, "")
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, ref)
	}
	selection, err := Select(catalog, names...)
	if err != nil {
		t.Fatal(err)
	}
	if c.Target == "json-schema" {
		bundle, err := JSONSchema(t.Context(), selection, JSONSchemaOptions{})
		if err != nil {
			t.Fatal(err)
		}
		c.validate(t, bundle)
		c.inspect(t, bundle)
		return
	}
	for _, version := range []OpenAPIVersion{OpenAPI31, OpenAPI30} {
		api, err := OpenAPI(t.Context(), selection, OpenAPIOptions{Version: version})
		if err != nil {
			t.Fatal(err)
		}
		c.inspect(t, api)
	}
}

// validate validates the instances against the document as a whole.
func (c *exportCase) validate(t *testing.T, bundle *Export) {
	compiler := jsonschema.NewCompiler()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(bundle.Files[0].JSON()))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiler.AddResource("file:///bundle.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("file:///bundle.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, instance := range c.Instances {
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(instance.Data))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(value); (err == nil) != instance.Valid {
			t.Errorf("%s (%s): valid = %v, want %v: %v", instance.Note, instance.Data, err == nil, instance.Valid, err)
		}
	}
}

// inspect runs the checks on the text.
func (c *exportCase) inspect(t *testing.T, x *Export) {
	text := x.Files[0].JSON()
	var document any
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	for i, check := range c.Checks {
		if fault := check.fault(document, string(text)); fault != "" {
			t.Errorf("check %d: %s", i, fault)
		}
	}
}

// fault returns what is wrong with a document; "" if nothing is.
func (c *exportCheck) fault(document any, text string) string {
	switch {
	case c.Is != "":
		value, there := lookUp(document, c.At)
		object, _ := value.(map[string]any)
		if there != (c.Is != "absent") || c.Is == "nonEmptyObject" && len(object) == 0 {
			return c.At + " is not " + c.Is
		}
	case c.Param != nil:
		return c.parameterFault(document)
	case c.Each != "":
		value, _ := lookUp(document, c.Each)
		object, _ := value.(map[string]any)
		for name := range object {
			if !regexp.MustCompile(c.KeyMatches).MatchString(name) {
				return name + " does not match " + c.KeyMatches
			}
		}
	case c.AllRefs != "":
		return danglingRef(document, document)
	case c.TextContains != "":
		if !strings.Contains(text, c.TextContains) {
			return "the text lacks " + c.TextContains
		}
	case c.IfAt != "":
		value, _ := lookUp(document, c.IfAt)
		if s, _ := value.(string); strings.HasPrefix(s, c.StartsWith) && occurs(document, c.Nowhere.Key, c.Nowhere.Value) {
			return c.Nowhere.Key + " occurs"
		}
	default:
		return "an unknown kind of check"
	}
	return ""
}

func (c *exportCheck) parameterFault(document any) string {
	value, _ := lookUp(document, c.Param.Op)
	operation, _ := value.(map[string]any)
	list, _ := operation["parameters"].([]any)
	i := slices.IndexFunc(list, func(p any) bool { return p.(map[string]any)["name"] == c.Param.Name })
	if i < 0 {
		return "no parameter " + c.Param.Name
	}
	p := list[i].(map[string]any)
	schema := p["schema"].(map[string]any)
	switch {
	case c.In != "" && p["in"] != c.In:
		return "in another place"
	case c.Required != nil && p["required"] != *c.Required:
		return "required is wrong"
	case c.SchemaType != "" && schema["type"] != c.SchemaType:
		return "the type is wrong"
	case c.NotExplode != nil && p["explode"] == *c.NotExplode:
		return "explode is wrong"
	}
	return ""
}

// lookUp follows a JSON Pointer.
func lookUp(v any, pointer string) (any, bool) {
	for name := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		object, ok := v.(map[string]any)
		if !ok {
			return nil, false
		}
		if v, ok = object[strings.NewReplacer("~1", "/", "~0", "~").Replace(name)]; !ok {
			return nil, false
		}
	}
	return v, true
}

// danglingRef returns a $ref of a document that does not resolve; "" if there is
// none.
func danglingRef(document, v any) string {
	switch v := v.(type) {
	case map[string]any:
		if ref, ok := v["$ref"].(string); ok {
			if _, there := lookUp(document, strings.TrimPrefix(ref, "#")); !there {
				return ref
			}
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if ref := danglingRef(document, v[name]); ref != "" {
				return ref
			}
		}
	case []any:
		for _, item := range v {
			if ref := danglingRef(document, item); ref != "" {
				return ref
			}
		}
	}
	return ""
}

// occurs reports whether some object has a member of that name and value.
func occurs(v any, name string, value any) bool {
	switch v := v.(type) {
	case map[string]any:
		for key, member := range v {
			if key == name && member == value || occurs(member, name, value) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, func(item any) bool { return occurs(item, name, value) })
	}
	return false
}

package compat_test

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/compat"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// step is a change and its opposite: from a to b, and back. Each raises one
// finding, given as code, severity and what it breaks.
type step struct{ name, a, b, there, back string }

const (
	twoVariants = `"red": {"type": "object", "properties": {"a": {"type": "integer"}}}, "blue": {"type": "object", "properties": {"a": {"type": "integer", "maximum": 9}}}, `
	emptyObject = `{"type": "object", "properties": {}}`
)

// definedWith is the property x beside the definitions red and blue.
func definedWith(x string) string {
	return twoVariants + `"main": {"type": "object", "properties": {"x": ` + x + `}}`
}

// namedNumber is a definition to refer to.
const namedNumber = `"n": {"type": "integer"}`

// besideRecord is the property x of a definition beside a record.
func besideRecord(x string) string {
	return `"a": {"type": "object", "properties": {"x": ` + x + `}}, ` + recordWith("tid")
}

// object is a main object with a property x and whatever else is given.
func object(more string) string {
	return `"main": {"type": "object"` + more + `, "properties": {"x": {"type": "integer"}}}`
}

// limited adds a limit to the integers of a definition.
func limited(definition string) string {
	return strings.ReplaceAll(definition, `"integer"`, `"integer", "minimum": 1`)
}

func query(more string) string     { return `"main": {"type": "query"` + more + `}` }
func procedure(more string) string { return `"main": {"type": "procedure"` + more + `}` }

func subscription(refs string) string {
	return twoVariants + `"main": {"type": "subscription", "message": {"schema": {"type": "union", "refs": [` + refs + `]}}}`
}

func params(required, properties string) string {
	return query(`, "parameters": {"type": "params", "required": [` + required + `], "properties": {` + properties + `}}`)
}

func recordWith(key string) string {
	return `"main": {"type": "record", "key": "` + key + `", "record": ` + emptyObject + `}`
}

// steps has every row of the table of changes.
var steps = []step{
	{"a Lexicon", "-- a.json --\n" + `{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "token"}}}` + "\n", "-- none.json --\n" + `{"lexicon": 1, "id": "com.example.a", "defs": {"main": {"type": "token"}}}` + "\n-- b.json --\n" + `{"lexicon": 1, "id": "com.example.b", "defs": {"main": {"type": "token"}}}` + "\n",
		"lexicon-added info nothing", "lexicon-removed error both"},
	{"a definition", `"a": {"type": "token"}`, `"a": {"type": "token"}, "b": {"type": "token"}`, "def-added info nothing", "def-removed error both"},
	{"a type", `{"type": "integer"}`, `{"type": "boolean"}`, "type-change error both", "type-change error both"},
	{"unknown", `{"type": "integer"}`, `{"type": "unknown"}`, "type-change error forward", "type-change error backward"},
	{"a definition's type", `"main": {"type": "query"}`, `"main": {"type": "procedure"}`, "type-change error both", "type-change error both"},
	{"tid to any", recordWith("tid"), recordWith("any"), "record-key-type error forward", "record-key-type error backward"},
	{"tid to nsid", recordWith("tid"), recordWith("nsid"), "record-key-type error both", "record-key-type error both"},
	{"a literal key to any", recordWith("literal:self"), recordWith("any"), "record-key-type error forward", "record-key-type error backward"},
	{"a required field", `"main": ` + emptyObject, object(`, "required": ["x"]`), "field-added-required error backward", "field-removed error forward"},
	{"an optional field", `"main": ` + emptyObject, object(""), "field-added info nothing", "field-removed warning nothing"},
	{"a required name", limited(object(`, "required": ["x"]`)), limited(strings.ReplaceAll(object(`, "required": ["x"]`), `"x"`, `"y"`)), "field-renamed error both", "field-renamed error both"},
	{"an optional name", limited(object("")), limited(strings.ReplaceAll(object(""), `"x"`, `"y"`)), "field-renamed error nothing", "field-renamed error nothing"},
	{"required", object(""), object(`, "required": ["x"]`), "object-required error backward", "object-required error forward"},
	{"nullable", object(""), object(`, "nullable": ["x"]`), "object-nullable error forward", "object-nullable error backward"},
	{"const", `{"type": "integer"}`, `{"type": "integer", "const": 1}`, "const-value error backward", "const-value error forward"},
	{"another const", `{"type": "string", "const": "a"}`, `{"type": "string", "const": "b"}`, "const-value error both", "const-value error both"},
	{"const of a boolean", `{"type": "boolean"}`, `{"type": "boolean", "const": true}`, "const-value error backward", "const-value error forward"},
	{"enum", `{"type": "string"}`, `{"type": "string", "enum": ["a"]}`, "enum-values error backward", "enum-values error forward"},
	{"an enum value", `{"type": "string", "enum": ["a"]}`, `{"type": "string", "enum": ["b", "a"]}`, "enum-values error forward", "enum-values error backward"},
	{"other enum values", `{"type": "integer", "enum": [1, 2]}`, `{"type": "integer", "enum": [2, 3]}`, "enum-values error both", "enum-values error both"},
	{"known values", `{"type": "string"}`, `{"type": "string", "knownValues": ["a"]}`, "known-values info nothing", "known-values info nothing"},
	{"a first maximum", `{"type": "integer"}`, `{"type": "integer", "maximum": 9}`, "integer-range warning backward", "integer-range error forward"},
	{"a second limit", `{"type": "integer", "minimum": 1}`, `{"type": "integer", "minimum": 1, "maximum": 9}`, "integer-range error backward", "integer-range error forward"},
	{"minimum", `{"type": "integer", "minimum": 1}`, `{"type": "integer", "minimum": 2}`, "integer-range error backward", "integer-range error forward"},
	{"a range beside another", `{"type": "integer", "minimum": 1, "maximum": 5}`, `{"type": "integer", "minimum": 2, "maximum": 6}`, "integer-range error both", "integer-range error both"},
	{"a first length", `{"type": "string"}`, `{"type": "string", "maxLength": 9}`, "string-length warning backward", "string-length error forward"},
	{"maxLength", `{"type": "string", "maxLength": 9}`, `{"type": "string", "maxLength": 8}`, "string-length error backward", "string-length error forward"},
	{"maxGraphemes", `{"type": "string", "maxLength": 9}`, `{"type": "string", "maxLength": 9, "maxGraphemes": 8}`, "string-length error backward", "string-length error forward"},
	{"minGraphemes", `{"type": "string", "minGraphemes": 1}`, `{"type": "string", "minGraphemes": 2}`, "string-length error backward", "string-length error forward"},
	{"a first length of bytes", `{"type": "bytes"}`, `{"type": "bytes", "maxLength": 9}`, "bytes-length warning backward", "bytes-length error forward"},
	{"minLength of bytes", `{"type": "bytes", "minLength": 1}`, `{"type": "bytes", "minLength": 2}`, "bytes-length error backward", "bytes-length error forward"},
	{"a first length of an array", `{"type": "array", "items": {"type": "string"}}`, `{"type": "array", "items": {"type": "string"}, "maxLength": 9}`, "array-length warning backward", "array-length error forward"},
	{"maxLength of an array", `{"type": "array", "items": {"type": "string"}, "maxLength": 9}`, `{"type": "array", "items": {"type": "string"}, "maxLength": 8}`, "array-length error backward", "array-length error forward"},
	{"a first maxSize", `{"type": "blob"}`, `{"type": "blob", "maxSize": 9}`, "blob-size warning backward", "blob-size error forward"},
	{"maxSize", `{"type": "blob", "maxSize": 9}`, `{"type": "blob", "maxSize": 8}`, "blob-size error backward", "blob-size error forward"},
	{"a first accept", `{"type": "blob"}`, `{"type": "blob", "accept": ["image/*"]}`, "blob-accept warning backward", "blob-accept error forward"},
	{"accept", `{"type": "blob", "accept": ["image/*"]}`, `{"type": "blob", "accept": ["image/png"]}`, "blob-accept error backward", "blob-accept error forward"},
	{"other types", `{"type": "blob", "accept": ["image/*"]}`, `{"type": "blob", "accept": ["video/*"]}`, "blob-accept error both", "blob-accept error both"},
	{"a first format", `{"type": "string"}`, `{"type": "string", "format": "did"}`, "string-format warning backward", "string-format error forward"},
	{"a second limit, a format", `{"type": "string", "maxLength": 64}`, `{"type": "string", "maxLength": 64, "format": "did"}`, "string-format error backward", "string-format error forward"},
	{"a narrower format", `{"type": "string", "format": "at-identifier"}`, `{"type": "string", "format": "did"}`, "string-format error backward", "string-format error forward"},
	{"another format", `{"type": "string", "format": "did"}`, `{"type": "string", "format": "handle"}`, "string-format error both", "string-format error both"},
	{"default", `{"type": "string", "default": "a"}`, `{"type": "string", "default": "b"}`, "default-value warning nothing", "default-value warning nothing"},
	{"a first default", `{"type": "boolean"}`, `{"type": "boolean", "default": false}`, "default-value warning nothing", "default-value warning nothing"},
	{"closed", definedWith(`{"type": "union", "refs": ["#red"]}`), definedWith(`{"type": "union", "refs": ["#red"], "closed": true}`), "union-open-closed error backward", "union-open-closed error forward"},
	{"a variant of a closed union", definedWith(`{"type": "union", "refs": ["#red"], "closed": true}`), definedWith(`{"type": "union", "refs": ["#red", "#blue"], "closed": true}`), "union-closed-refs error forward", "union-closed-refs error backward"},
	{"a variant", definedWith(`{"type": "union", "refs": ["#red"]}`), definedWith(`{"type": "union", "refs": ["#red", "#blue"]}`), "union-refs info nothing", "union-refs error forward"},
	{"a first variant", definedWith(`{"type": "union", "refs": []}`), definedWith(`{"type": "union", "refs": ["#red"]}`), "union-refs error backward", "union-refs error forward"},
	{"a variant of messages", subscription(`"#red"`), subscription(`"#red", "#blue"`), "union-refs warning forward", "union-refs error both"},
	{"a ref", definedWith(`{"type": "ref", "ref": "#red"}`), definedWith(`{"type": "ref", "ref": "#blue"}`), "ref-change error backward", "ref-change error forward"},
	{"a ref to nowhere", `{"type": "ref", "ref": "com.example.a"}`, `{"type": "ref", "ref": "com.example.b"}`, "ref-change warning both", "ref-change warning both"},
	{"a ref to a record", `"a": {"type": "object", "properties": {"x": {"type": "ref", "ref": "#b"}}}, "b": ` + emptyObject + `, ` + recordWith("tid"), `"a": {"type": "object", "properties": {"x": {"type": "ref", "ref": "#main"}}}, "b": ` + emptyObject + `, ` + recordWith("tid"), "ref-change error both", "ref-change error both"},
	{"a ref and a closed union of it", definedWith(`{"type": "ref", "ref": "#red"}`), definedWith(`{"type": "union", "refs": ["#red"], "closed": true}`), "type-change error backward", "type-change error forward"},
	{"a ref and a closed union of more", definedWith(`{"type": "ref", "ref": "#red"}`), definedWith(`{"type": "union", "refs": ["#red", "#blue"], "closed": true}`), "type-change error both", "type-change error both"},
	{"a ref and an open union of it", definedWith(`{"type": "ref", "ref": "#red"}`), definedWith(`{"type": "union", "refs": ["#red"]}`), "type-change error both", "type-change error both"},
	{"a record and a closed union of it", besideRecord(`{"type": "ref", "ref": "#main"}`), besideRecord(`{"type": "union", "refs": ["#main"], "closed": true}`), "type-change info nothing", "type-change info nothing"},
	{"a record and a closed union of more", besideRecord(`{"type": "ref", "ref": "#main"}`), besideRecord(`{"type": "union", "refs": ["#main", "#a"], "closed": true}`), "type-change error forward", "type-change error backward"},
	{"a record and an open union of it", besideRecord(`{"type": "ref", "ref": "#main"}`), besideRecord(`{"type": "union", "refs": ["#main"]}`), "type-change error forward", "type-change error backward"},
	{"a record and a union of something else", besideRecord(`{"type": "ref", "ref": "#main"}`), besideRecord(`{"type": "union", "refs": ["#a"], "closed": true}`), "type-change error both", "type-change error both"},
	{"a record and unknown", besideRecord(`{"type": "ref", "ref": "#main"}`), besideRecord(`{"type": "unknown"}`), "type-change error forward", "type-change error backward"},
	{"a nullable integer and null", object(`, "nullable": ["x"]`), strings.Replace(object(`, "nullable": ["x"]`), `"integer"`, `"null"`, 1), "type-change error backward", "type-change error forward"},
	{"a nullable ref and null", namedNumber + `, ` + `"main": {"type": "object", "nullable": ["x"], "properties": {"x": {"type": "ref", "ref": "#n"}}}`, namedNumber + `, ` + `"main": {"type": "object", "nullable": ["x"], "properties": {"x": {"type": "null"}}}`, "type-change error backward", "type-change error forward"},
	{"an integer and null", object(``), strings.Replace(object(``), `"integer"`, `"null"`, 1), "type-change error both", "type-change error both"},
	{"a required parameter", params(``, ``), params(`"q"`, `"q": {"type": "string"}`), "field-added-required error backward", "field-removed error forward"},
	{"an optional parameter", params(``, ``), params(``, `"q": {"type": "string"}`), "field-added info nothing", "field-removed warning nothing"},
	{"parameters", query(``), params(`"q"`, `"q": {"type": "string"}`), "field-added-required error backward", "field-removed error forward"},
	{"a parameter becomes required", params(``, `"q": {"type": "string"}`), params(`"q"`, `"q": {"type": "string"}`), "object-required error backward", "object-required error forward"},
	{"input", procedure(``), procedure(`, "input": {"encoding": "application/json"}`), "body-added error backward", "body-removed error both"},
	{"output", query(``), query(`, "output": {"encoding": "application/json"}`), "body-added warning nothing", "body-removed error forward"},
	{"message", `"main": {"type": "subscription"}`, `"main": {"type": "subscription", "message": {"schema": {"type": "union", "refs": []}}}`, "body-added warning nothing", "body-removed error forward"},
	{"a subprotocol", `"main": {"type": "subscription"}`, `"main": {"type": "subscription", "subprotocol": "xrpc.v1.json"}`, "subprotocol-changed warning nothing", "subprotocol-changed warning nothing"},
	{"another subprotocol", `"main": {"type": "subscription", "subprotocol": "xrpc.v1.cbor"}`, `"main": {"type": "subscription", "subprotocol": "xrpc.v9.yaml"}`, "subprotocol-changed warning nothing", "subprotocol-changed warning nothing"},
	{"encoding", query(`, "output": {"encoding": "image/png"}`), query(`, "output": {"encoding": "image/*"}`), "body-encoding error forward", "body-encoding error backward"},
	{"another encoding", query(`, "output": {"encoding": "image/png"}`), query(`, "output": {"encoding": "video/*"}`), "body-encoding error both", "body-encoding error both"},
	{"a body's schema", query(`, "output": {"encoding": "application/json"}`), query(`, "output": {"encoding": "application/json", "schema": ` + emptyObject + `}`), "body-schema-added warning backward", "body-schema-removed error forward"},
	{"a collection of a space", `"main": {"type": "space", "key": "any", "name": "A", "collections": []}`, `"main": {"type": "space", "key": "any", "name": "A", "collections": ["com.example.note"]}`, "space-collections info nothing", "space-collections warning nothing"},
	{"a permission", `"main": {"type": "permission-set", "permissions": []}`, `"main": {"type": "permission-set", "permissions": [{"type": "permission", "resource": "rpc", "lxm": ["*"], "inheritAud": true}]}`, "permissions warning nothing", "permissions warning nothing"},
	{"an error", query(`, "errors": []`), query(`, "errors": [{"name": "NotFound"}]`), "errors-added info nothing", "errors-removed info nothing"},
	{"a revision", "-- thing.json --\n" + `{"lexicon": 1, "id": "com.example.thing", "revision": 1, "defs": {"main": {"type": "token"}}}` + "\n", "-- thing.json --\n" + `{"lexicon": 1, "id": "com.example.thing", "revision": 2, "defs": {"main": {"type": "token"}}}` + "\n", "description-changed info nothing", "revision warning nothing"},
	{"a description", `{"type": "integer"}`, `{"type": "integer", "description": "How large it is."}`, "description-changed info nothing", "description-changed info nothing"},
}

// oneWay has the steps whose opposite does not break the opposite direction, or has
// another severity, and why.
var oneWay = map[string]string{
	"a Lexicon":                  "what nobody uses yet breaks nothing, what somebody may use does",
	"a definition":               "the same within a Lexicon",
	"an optional parameter":      "the same as of fields",
	"an optional field":          "the name of a removed field must never be reused with another type",
	"a first maximum":            "a first limit may be added, but not removed",
	"a first length":             "a first limit may be added, but not removed",
	"a first length of bytes":    "a first limit may be added, but not removed",
	"a first length of an array": "a first limit may be added, but not removed",
	"a first maxSize":            "a first limit may be added, but not removed",
	"a first accept":             "a first limit may be added, but not removed",
	"a first format":             "a first limit may be added, but not removed",
	"a body's schema":            "a first restriction may be added, but not removed",
	"a variant":                  "an open union may gain variants, but never lose them",
	"a variant of messages":      "the same, yet a message without $type needs a variant that fits it",
	"input":                      "old callers send no input, and do not stop sending one",
	"output":                     "old callers ignore what they do not expect, and miss what was removed",
	"message":                    "old callers ignore what they do not expect, and miss what was removed",
	"a revision":                 "it only goes up",
	"a collection of a space":    "permissions that list no collections lose what is removed",
}

// TestSteps compares every row of the table with its opposite: what one direction
// tightens, the other loosens.
func TestSteps(t *testing.T) {
	raised, waived := map[string]bool{"params-required": true}, map[string]bool{}
	for _, s := range steps {
		t.Run(s.name, func(t *testing.T) {
			there := onlyOutcome(t, s.a, s.b)
			back := onlyOutcome(t, s.b, s.a)
			if there != s.there {
				t.Errorf("there: %s, want %s", there, s.there)
			}
			if back != s.back {
				t.Errorf("back: %s, want %s", back, s.back)
			}
			mirrored := opposite(there) == weight(back)
			if _, waiver := oneWay[s.name]; waiver {
				waived[s.name] = true
				if mirrored {
					t.Errorf("there %s and back %s: the waiver is not needed", there, back)
				}
			} else if !mirrored {
				t.Errorf("there %s, but back %s", there, back)
			}
		})
		for _, want := range []string{s.there, s.back} {
			code, _, _ := strings.Cut(want, " ")
			raised[code] = true
		}
	}
	for name := range oneWay {
		if !waived[name] {
			t.Errorf("no step is called %q", name)
		}
	}
	for _, r := range compat.Rules() {
		if !raised[r.Code] {
			t.Errorf("no step raises %s", r.Code)
		}
	}
}

// onlyOutcome returns the outcome of the one finding between two revisions.
func onlyOutcome(t *testing.T, old, new string) string {
	t.Helper()
	found := compare(t, catalog(t, old), catalog(t, new), diag.ProfileV1)
	if len(found) != 1 {
		t.Fatalf("want one finding, found%s", lines(found))
	}
	return outcome(found[0])
}

// weight is what an outcome says beside its code: "error backward".
func weight(outcome string) string {
	_, rest, _ := strings.Cut(outcome, " ")
	return rest
}

// opposite is the weight that the opposite of a change has.
func opposite(outcome string) string {
	return strings.NewReplacer("backward", "forward", "forward", "backward").Replace(weight(outcome))
}

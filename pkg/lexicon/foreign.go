package lexicon

import (
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// This file knows how other schema languages write what Lexicon has too.

// foreignNames returns the fields that a key of other languages can mean, of which a
// shape has one at most.
func foreignNames(key string) []string {
	switch key {
	case "min", "minimum", "minItems", "minSize", "minBytes":
		return []string{"minimum", "minLength"}
	case "max", "maximum", "maxItems", "maxBytes", "length":
		return []string{"maximum", "maxLength", "maxSize"}
	case "maxsize", "maximumSize", "maxFileSize", "size", "sizeLimit":
		return []string{"maxSize", "maxLength"}
	case "mimeType", "mimeTypes", "mime", "contentType", "contentTypes", "mediaType", "mediaTypes", "accepts":
		return []string{"accept", "encoding"}
	case "values", "options", "choices":
		return []string{"knownValues", "enum"}
	case "fields", "props":
		return []string{"properties"}
	case "$defs", "definitions":
		return []string{"defs"}
	case "title", "summary", "comment", "$comment", "doc", "desc", "descr", "note":
		return []string{"description"}
	case "code", "error", "errorCode", "errorName":
		return []string{"name"}
	case "params", "queryParameters":
		return []string{"parameters"}
	case "requestBody":
		return []string{"input"}
	case "response", "responseBody", "returns":
		return []string{"output"}
	case "variants", "types":
		return []string{"refs"}
	}
	return nil
}

// foreignField says how Lexicon expresses what other languages express with a key; "" for
// keys that none of them has.
func (d *decoder) foreignField(m *Member, in Slot) string {
	switch m.Name {
	case "$ref", "oneOf", "anyOf", "allOf":
		return d.combinatorHelp(m, in)
	case "ref":
		return `use "type": "ref", or remove the key`
	case "pattern":
		return "remove it; Lexicon does not support patterns, but a format or a length limit may help"
	case "additionalProperties":
		return "remove it; a Lexicon object always accepts additional fields"
	case "uniqueItems":
		return "remove it; Lexicon cannot require unique elements"
	case "exclusiveMinimum":
		return `use "minimum" with the next larger integer`
	case "exclusiveMaximum":
		return `use "maximum" with the next smaller integer`
	case "multipleOf":
		return "remove it; Lexicon does not support multipleOf"
	case "title", "summary", "comment", "$comment", "doc", "desc", "descr", "note", "example", "examples":
		return `put it in the "description"`
	case "deprecated":
		return `begin the "description" with "Deprecated"`
	}
	return ""
}

// combinatorHelp is the help for a key of JSON Schema that refers to other schemas or
// combines them; "" for other keys.
func (d *decoder) combinatorHelp(m *Member, in Slot) string {
	switch m.Name {
	case "$ref":
		if !in.admits(TypeRef, d.profile) {
			return ""
		}
		ref := "…"
		if m.Value.Kind == KindString {
			if meant, ok := SuggestReference(m.Value.Text, d.doc.ID); ok {
				ref = words.Quote(meant)
			} else if _, err := ParseReference(m.Value.Text, d.doc.ID); err == nil {
				ref = words.Quote(m.Value.Text)
			}
		}
		return `use {"type": "ref", "ref": ` + ref + `}`
	case "oneOf", "anyOf":
		if in.admits(TypeUnion, d.profile) {
			return `use {"type": "union", "refs": […]}, with a named object for each alternative`
		}
	case "allOf":
		if in.admits(TypeObject, d.profile) {
			return `use {"type": "object", "properties": {…}} that combines all of the properties`
		}
	}
	return ""
}

// typeHints has fields that tell the type of a schema. Only a sure one is enough for a fix.
var typeHints = []struct {
	field string
	typ   Type
	sure  bool
}{
	{"properties", TypeObject, true}, {"properties", TypeParams, false}, {"items", TypeArray, true}, {"ref", TypeRef, true}, {"refs", TypeUnion, true},
	{"record", TypeRecord, false}, {"accept", TypeBlob, false}, {"knownValues", TypeString, false}, {"format", TypeString, false},
	{"message", TypeSubscription, false}, {"permissions", TypePermissionSet, false}, {"collections", TypeSpace, false},
	{"input", TypeProcedure, false}, {"resource", TypePermission, false},
}

// typeOfFields returns the type that an object without "type" has by its fields;
// TypeInvalid when they do not tell.
func typeOfFields(v *Value, in Slot, profile diag.Profile) Type {
	for _, hint := range typeHints {
		if v.Field(hint.field) != nil && in.admits(hint.typ, profile) {
			return hint.typ
		}
	}
	return TypeInvalid
}

// typeByField returns the type of a schema that surely has a certain field; TypeInvalid for
// other fields.
func typeByField(name string) Type {
	for _, hint := range typeHints {
		if hint.sure && (hint.field == name || hint.typ == TypeRef && name == "$ref") {
			return hint.typ
		}
	}
	return TypeInvalid
}

// foreignType is a type of other languages.
type foreignType struct {
	names string // separated by spaces
	help  string // how Lexicon writes it
	rewrite
}

var foreignTypes = []foreignType{
	{
		"number float double decimal", `use "integer", or "string" for decimal numbers; the data model does not support floating-point numbers`,
		rewrite{typ: TypeInteger},
	},
	{"int int32 int64 long", `use "integer"`, rewrite{typ: TypeInteger, safe: true}},
	{"uint", `use "integer"`, rewrite{typ: TypeInteger}},
	{"bool", `use "boolean"`, rewrite{typ: TypeBoolean, safe: true}},
	{"image", `use "blob" with "accept": ["image/*"]`, rewrite{typ: TypeBlob, name: "accept", value: `["image/*"]`}},
	{"video", `use "blob" with "accept": ["video/*"]`, rewrite{typ: TypeBlob, name: "accept", value: `["video/*"]`}},
	{"audio", `use "blob" with "accept": ["audio/*"]`, rewrite{typ: TypeBlob, name: "accept", value: `["audio/*"]`}},
	{"file", `use "blob"`, rewrite{typ: TypeBlob}},
	{"any", `use "unknown"`, rewrite{typ: TypeUnknown}},
	{"enum", `use "string" with "enum" or "knownValues"`, rewrite{typ: TypeString}}, // see meantEnum
	{"list", `use "array" with "items"`, rewrite{typ: TypeArray, safe: true}},
	{"obj", `use "object"`, rewrite{typ: TypeObject, safe: true}},
	{"map dict", `use "object" if the names of the properties are known, or "unknown" otherwise`, rewrite{typ: TypeObject}},
	{"link", `use "cid-link"`, rewrite{typ: TypeCIDLink}},
	{"cid", `use "cid-link", or "string" with "format": "cid"`, rewrite{typ: TypeCIDLink}},
	{"text str", `use "string"`, rewrite{typ: TypeString, safe: true}},
	{"email uuid phone markdown html", `use "string" with "maxLength"`, rewrite{typ: TypeString}},
	{"oneOf anyOf", `use "union" with "refs"`, rewrite{typ: TypeUnion}},
	{"oneof anyof", "", rewrite{typ: TypeUnion, safe: true}},
	{"date-time datetime", formatType(syntax.FormatDatetime), rewrite{TypeString, true, "format", `"datetime"`}},
	{"date time timestamp", formatType(syntax.FormatDatetime), rewrite{TypeString, false, "format", `"datetime"`}},
	{"url", formatType(syntax.FormatURI), rewrite{TypeString, true, "format", `"uri"`}},
	{"lang locale", formatType(syntax.FormatLanguage), rewrite{TypeString, false, "format", `"language"`}},
}

// foreignTypeOf returns the type of other languages that has a name, or that is a format of
// Lexicon; the zero foreignType for names that no language uses.
func foreignTypeOf(name string, profile diag.Profile) foreignType {
	for _, t := range foreignTypes {
		if slices.Contains(strings.Fields(t.names), name) {
			return t
		}
	}
	if format := FormatByName(name, profile); format != syntax.FormatNone {
		return foreignType{name, formatType(format), rewrite{typ: TypeString}}
	}
	return foreignType{}
}

func formatType(format syntax.Format) string {
	return `use "type": "string" with "format": "` + format.String() + `"`
}

// elementType returns the name of the type of the elements in a notation for arrays such as
// "string[]" or "array<string>".
func elementType(name string) (element string, ok bool) {
	if element, ok = strings.CutSuffix(name, "[]"); ok {
		return element, true
	}
	open := strings.IndexByte(name, '<')
	if open < 0 || !strings.HasSuffix(name, ">") {
		return "", false
	}
	switch strings.ToLower(name[:open]) {
	case "array", "list":
		return name[open+1 : len(name)-1], true
	}
	return "", false
}

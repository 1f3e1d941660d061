package describe

import (
	"encoding/json"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/convert"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// The patterns of texts that are not string formats of the language.
const (
	mimeName = `[a-zA-Z0-9][a-zA-Z0-9!#$&^_.+-]{0,126}`
	accept   = `^(\*/\*|` + mimeName + `/(\*|` + mimeName + `\*?))$`
	// Parameters are not checked.
	encodingEntry = `[ \t]*(\*/\*|` + mimeName + `/(\*|` + mimeName + `))[ \t]*(;[^,]*)?`
	encoding      = `^` + encodingEntry + `(,` + encodingEntry + `)*$`
	name          = `^[^#.]+$`
	errorName     = `^[^ \t\n\r]+$`
)

// inner returns the pattern of a format without its anchors.
func inner(f syntax.Format) string {
	pattern, _ := convert.FormatPattern(f)
	return strings.TrimSuffix(strings.TrimPrefix(pattern, "^"), "$")
}

// shared returns definitions of scalars that several fields have.
func shared() []any {
	_, longest := syntax.FormatNSID.Lengths()
	nsid := inner(syntax.FormatNSID)
	return []any{
		"int64", keep("type", "integer", "minimum", json.Number("-9223372036854775808"), "maximum", json.Number("9223372036854775807")),
		"length", keep("type", "integer", "minimum", 0, "maximum", json.Number("9223372036854775807")),
		"nsid", keep("type", "string", "maxLength", longest, "pattern", "^"+nsid+"$"),
		"reference", keep("type", "string", "pattern", `^(#[^#.]+|`+nsid+`(#[^#.]+)?)$`),
		"translations", keep("type", "object", "propertyNames", keep("type", "string", "pattern", "^"+inner(syntax.FormatLanguage)+"$"),
			"additionalProperties", keep("type", "string")),
	}
}

// sharedBy returns which of them a field has; "" for none.
func sharedBy(t lexicon.Type, field string) string {
	switch field {
	case "minLength", "maxLength", "minGraphemes", "maxGraphemes", "maxSize":
		return "length"
	case "id":
		return "nsid"
	case "ref":
		return "reference"
	case "title:lang", "detail:lang":
		return "translations"
	case "minimum", "maximum", "revision":
		return "int64"
	case "default", "const":
		if t == lexicon.TypeInteger {
			return "int64"
		}
	}
	return ""
}

// entry returns the schema of the entries of an array of scalars.
func (l language) entry(t lexicon.Type, f lexicon.Field) object {
	switch {
	case f.Name == "refs":
		return l.draft.ref("reference")
	case f.Name == "accept":
		return keep("type", "string", "pattern", accept)
	case f.Elements == lexicon.KindNumber:
		return l.draft.ref("int64")
	}
	return keep("type", "string")
}

// scalar returns what a field that is a scalar must be, as keys and values in turn.
func (l language) scalar(t lexicon.Type, f lexicon.Field) []any {
	switch {
	case f.Name == "type" && t != lexicon.TypeInvalid:
		return []any{"const", t.String()}
	case f.Name == "lexicon":
		return []any{"type", "integer", "const", 1}
	case f.Name == "format":
		var names []any
		for _, format := range syntax.Formats() {
			names = append(names, format.String())
		}
		return []any{"type", "string", "enum", names}
	case f.Name == "encoding":
		return []any{"type", "string", "pattern", encoding, "default", "application/json"}
	case f.Name == "key":
		return []any{
			"type", "string", "pattern", "^(tid|nsid|any|literal:" + inner(syntax.FormatRecordKey) + ")$",
			"examples", []any{"tid", "nsid", "any", "literal:self"},
		}
	case f.Name == "name" && t == lexicon.TypeInvalid:
		return []any{"type", "string", "pattern", errorName}
	case f.Kind == lexicon.KindBoolean:
		return []any{"type", "boolean"}
	case f.Kind == lexicon.KindObject:
		return []any{"type", "object"}
	}
	return []any{"type", "string"}
}

// definitionsByName returns the schema of defs: at least one definition, and beside a
// primary main no other primary type.
func (l language) definitionsByName() object {
	var primary []any
	for t := lexicon.TypeNull; t < lexicon.NumTypes; t++ {
		if t.Primary() {
			primary = append(primary, t.String())
		}
	}
	isPrimary := keep("properties", keep("type", keep("enum", primary)), "required", []any{"type"})
	return keep(
		"type", "object", "minProperties", 1,
		"propertyNames", keep("type", "string", "pattern", name),
		"properties", keep("main", l.draft.ref("definition")),
		"additionalProperties", l.draft.ref("definition"),
		"if", keep("properties", keep("main", keep("type", "object").with(flat(isPrimary)...)), "required", []any{"main"}),
		"then", keep("properties", keep("main", true),
			"additionalProperties", keep("not", keep("type", "object").with(flat(isPrimary)...))),
	)
}

// rules returns what a type requires beyond its fields, as keys and values in turn.
func (l language) rules(t lexicon.Type) []any {
	switch t {
	case lexicon.TypeString:
		return []any{"not", keep(having("const", "default")...)}
	case lexicon.TypeUnion:
		return []any{
			"if", keep("properties", keep("closed", keep("const", true)), "required", []any{"closed"}),
			"then", keep("properties", keep("refs", keep("type", "array", "minItems", 1))),
		}
	case lexicon.TypePermission:
		return l.permission()
	}
	return nil
}

// having requires fields, as keys and values in turn. It names them as properties too,
// which strict validators demand.
func having(fields ...string) []any {
	var properties object
	var required []any
	for _, field := range fields {
		properties, required = properties.with(field, true), append(required, field)
	}
	return []any{"properties", properties, "required", required}
}

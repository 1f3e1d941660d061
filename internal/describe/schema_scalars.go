package describe

import (
	"math"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/convert"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// The patterns of texts that are not string formats of the language.
const (
	mimeName      = `[a-zA-Z0-9][a-zA-Z0-9!#$&^_.+-]{0,126}`
	acceptPattern = `^(\*/\*|` + mimeName + `/(\*|` + mimeName + `\*?))$`
	// Parameters are not checked.
	encodingEntry   = `[ \t]*(\*/\*|` + mimeName + `/(\*|` + mimeName + `))[ \t]*(;[^,]*)?`
	encodingPattern = `^` + encodingEntry + `(,` + encodingEntry + `)*$`
	namePattern     = `^[^#.]+$`
	errorPattern    = `^[^ \t\n\r]+$`
)

// unanchored returns the pattern of a format without its anchors.
func unanchored(f syntax.Format) string {
	pattern, _ := convert.FormatPattern(f)
	return strings.TrimSuffix(strings.TrimPrefix(pattern, "^"), "$")
}

func textMatching(pattern string) Fields { return object("type", "string", "pattern", pattern) }

// sharedDefinitions returns definitions of scalars that several fields have.
func sharedDefinitions() Fields {
	_, longest := syntax.FormatNSID.Lengths()
	nsid := unanchored(syntax.FormatNSID)
	return object(
		"int64", object("type", "integer", "minimum", int64(math.MinInt64), "maximum", int64(math.MaxInt64)),
		"length", object("type", "integer", "minimum", 0, "maximum", int64(math.MaxInt64)),
		"nsid", object("type", "string", "maxLength", longest, "pattern", "^"+nsid+"$"),
		"reference", textMatching(`^(#[^#.]+|`+nsid+`(#[^#.]+)?)$`),
		"translations", object(
			"type", "object", "propertyNames", textMatching("^"+unanchored(syntax.FormatLanguage)+"$"),
			"additionalProperties", object("type", "string"),
		),
	)
}

// sharedDefinition returns which of them a field has; "" for none.
func sharedDefinition(t lexicon.Type, field string) string {
	switch field {
	case "minLength", "maxLength", "minGraphemes", "maxGraphemes", "maxSize":
		return "length"
	case "id":
		return "nsid"
	case "ref":
		return "reference"
	case "title:lang", "detail:lang", "name:lang":
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

// elementSchema returns the schema of the elements of an array of scalars.
func elementSchema(f lexicon.Field) Fields {
	switch {
	case f.Name == "refs":
		return refTo("reference")
	case f.Name == "collections":
		return refTo("nsid")
	case f.Name == "accept":
		return textMatching(acceptPattern)
	case f.Elements == lexicon.KindNumber:
		return refTo("int64")
	}
	return object("type", "string")
}

// scalarSchema returns what a field that is a scalar must be.
func scalarSchema(t lexicon.Type, f lexicon.Field) Fields {
	switch {
	case f.Name == "type" && t != lexicon.TypeInvalid:
		return object("const", t.String())
	case f.Name == "lexicon":
		return object("type", "integer", "const", 1)
	case f.Name == "format":
		var names []string
		for _, format := range lexicon.Formats(diag.ProfileATProto) {
			names = append(names, format.String())
		}
		return object("type", "string", "enum", names)
	case f.Name == "encoding":
		return textMatching(encodingPattern).with("default", "application/json")
	case f.Name == "key":
		return textMatching("^(tid|nsid|any|literal:"+unanchored(syntax.FormatRecordKey)+")$").
			with("examples", []string{"tid", "nsid", "any", "literal:self"})
	case f.Name == "subprotocol":
		return object("type", "string", "examples", lexicon.Subprotocols)
	case f.Name == "name" && t == lexicon.TypeInvalid:
		return textMatching(errorPattern)
	case f.Name == "name":
		return object("type", "string", "minLength", 1)
	case f.Kind == lexicon.KindBoolean:
		return object("type", "boolean")
	case f.Kind == lexicon.KindObject:
		return object("type", "object")
	}
	return object("type", "string")
}

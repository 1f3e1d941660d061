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

// scalarSchema returns what a field that is a scalar, or each element of one that is a list, must
// be.
func scalarSchema(f lexicon.Field, t lexicon.Type) Fields {
	switch f.Name {
	case "minLength", "maxLength", "minGraphemes", "maxGraphemes", "maxSize":
		return refTo("length")
	case "id", "collections":
		return refTo("nsid")
	case "ref", "refs":
		return refTo("reference")
	case "accept":
		return textMatching(acceptPattern)
	case "title:lang", "detail:lang", "name:lang":
		return refTo("translations")
	case "type":
		if t != lexicon.TypeInvalid {
			return object("const", t.String())
		}
	case "lexicon":
		return object("type", "integer", "const", 1)
	case "format":
		var names []string
		for _, format := range lexicon.Formats(diag.ProfileATProto) {
			names = append(names, format.String())
		}
		return object("type", "string", "enum", names)
	case "encoding":
		return textMatching(encodingPattern).with("default", "application/json")
	case "key":
		return textMatching("^(tid|nsid|any|literal:"+unanchored(syntax.FormatRecordKey)+")$").
			with("examples", []string{"tid", "nsid", "any", "literal:self"})
	case "subprotocol":
		return object("type", "string", "examples", lexicon.Subprotocols)
	case "name":
		if t == lexicon.TypeInvalid {
			return textMatching(errorPattern)
		}
		return object("type", "string", "minLength", 1)
	}
	kind := f.Kind
	if kind == lexicon.KindArray {
		kind = f.Elements
	}
	switch kind {
	case lexicon.KindNumber:
		return refTo("int64")
	case lexicon.KindBoolean:
		return object("type", "boolean")
	case lexicon.KindObject:
		return object("type", "object")
	}
	return object("type", "string")
}

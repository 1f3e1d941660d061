package convert

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Loss is a place in a Lexicon where the export differs from the Lexicon. In a
// gap, values that the Lexicon refuses are accepted. With StyleCodegen there are
// also places where values that the Lexicon accepts are refused.
type Loss struct {
	Ref     string // the definition, NSID or NSID#name
	Pointer string // JSON Pointer of the schema in its file, or of the reference
	Field   string // the field of that schema which the export lacks or changes
	Gap     Gap    // the zero Gap where values are refused
	Refuses string // what is refused, such as "unlisted variants"; usually ""
}

// refusesUnlisted is Loss.Refuses of a union that is open in the Lexicon, but not
// in the export.
const refusesUnlisted = "unlisted variants"

// Gap is a kind of value that an export cannot refuse, or a kind of definition
// that the target has no place for.
type Gap struct {
	Name    string // kebab-case, stable
	Summary string // what is accepted, or left out, in one line
	// Everywhere says that the gap comes with the target and belongs to no
	// field: it has no losses.
	Everywhere bool
}

// The gaps, in the order of the documentation.
var (
	gapByteLength = Gap{Name: "byte-length",
		Summary: "a non-ASCII string that is too long or too short in bytes: the target counts characters"}
	gapGraphemes = Gap{Name: "graphemes",
		Summary: "a string with too many graphemes, or with too few if they consist of several characters"}
	gapBase64Length = Gap{Name: "base64-length",
		Summary: "bytes that are too long or too short by one or two: the target counts base64 characters, and padding is optional"}
	gapFormat = Gap{Name: "format",
		Summary: "a string that matches the format except for a detail: February 29 in a common year or a time before year 0000 (datetime), " +
			"the order of later subtags (language), a part that is too long (at-uri, at-identifier)"}
	gapCID = Gap{Name: "cid",
		Summary: "a link whose string is not a CID that the data model allows, because the CID is not decoded"}
	gapMIMEType = Gap{Name: "mime-type",
		Summary: "a blob whose mimeType is not a MIME type, where the Lexicon accepts all types"}
	gapUnknownValue = Gap{Name: "unknown-value",
		Summary: "a value of type unknown that is outside the data model, or null"}
	gapUnresolved = Gap{Name: "unresolved",
		Summary: "any value, where a reference points to a Lexicon that is not loaded"}
	gapTokenRef = Gap{Name: "token-ref",
		Summary: "the name of a token, where a ref points to a token (no data is valid there)"}
	gapRecordKey = Gap{Name: "record-key",
		Summary: "a record with an invalid key, because the key is not part of the value"}
	gapBodyEncoding = Gap{Name: "body-encoding",
		Summary: "a JSON body that does not match its schema, where the encoding allows other types besides JSON"}
	gapPermissionSet = Gap{Name: "permission-set",
		Summary: "the definition is not exported because it does not describe data"}
	gapSubscription = Gap{Name: "subscription",
		Summary: "a subscription cannot be an OpenAPI path; its messages are exported as schemas, and AsyncAPI can describe the subscription"}

	gapDataModel = Gap{Name: "data-model", Everywhere: true,
		Summary: "in fields that the schema does not define: floating-point numbers, malformed $bytes, $link, and blobs; " +
			"a $type that is empty or not a string; an object that looks like $bytes, $link, or a blob where another object is expected; integers beyond 64 bits"}
	gapTypeName = Gap{Name: "type-name", Everywhere: true,
		Summary: "outside unions, a $type that ends in #main; in open unions, a $type that looks like a domain name but is not a valid NSID"}
	gapUnlistedVariant = Gap{Name: "unlisted-variant", Everywhere: true,
		Summary: "in an open union, a value of a type that the union does not list; it is not validated against that type, and validation only warns about it"}
	gapPrecision = Gap{Name: "precision", Everywhere: true,
		Summary: "integers beyond 2^53 close to a limit or to an allowed value, in validators that read numbers as doubles"}
	gapDocument = Gap{Name: "document", Everywhere: true,
		Summary: "problems with the encoding or size of the data: repeated keys, invalid UTF-8, excessive nesting, oversized records"}
)

// Gaps returns all gaps in the order of the documentation.
func Gaps() []Gap {
	return []Gap{
		gapByteLength, gapGraphemes, gapBase64Length, gapFormat, gapCID, gapMIMEType, gapUnknownValue, gapUnresolved,
		gapTokenRef, gapRecordKey, gapBodyEncoding, gapPermissionSet, gapSubscription,
		gapDataModel, gapTypeName, gapUnlistedVariant, gapPrecision, gapDocument,
	}
}

// gapsEverywhere returns the gaps that belong to no field.
func gapsEverywhere() []Gap {
	return slices.DeleteFunc(Gaps(), func(gap Gap) bool { return !gap.Everywhere })
}

// lose records that the export says less than a field of a schema.
func (e *emitter) lose(s lexicon.Schema, field string, gap Gap) {
	e.loseAt(s.Base().Definition, s.Base().Value, field, gap)
}

// loseAt does so for a value of a definition.
func (e *emitter) loseAt(def *lexicon.Definition, at *lexicon.Value, field string, gap Gap) {
	e.losses = append(e.losses, Loss{Ref: def.Reference().String(), Pointer: at.Pointer(), Field: field, Gap: gap})
}

// refuse records that the export refuses values that a schema accepts.
func (e *emitter) refuse(s lexicon.Schema, field, what string) {
	e.losses = append(e.losses, Loss{
		Ref: s.Base().Definition.Reference().String(), Pointer: s.Base().Value.Pointer(), Field: field, Refuses: what,
	})
}

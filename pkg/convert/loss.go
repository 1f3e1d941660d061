package convert

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// Loss is a place in a Lexicon where the export differs from the Lexicon. In a
// gap, values that the Lexicon refuses are accepted. With StyleCodegen there are
// also places where values that the Lexicon accepts are refused.
type Loss struct {
	Ref     string // the definition, NSID or NSID#name
	Pointer string // JSON Pointer of the schema in its file, or of the reference
	Field   string // the field of that schema which the export lacks or changes
	Gap     Gap    // the zero Gap where values are refused
	Refuses string // what is refused: "unlisted variants" of a union that is open in the Lexicon; usually ""
}

// Gap is a kind of value that an export cannot refuse, or a kind of definition
// that the target has no place for. With some validators, the gap named precision
// also refuses values.
type Gap struct {
	Name    string // kebab-case, stable
	Summary string // the effect on the export, such as what it accepts, in one line
	// Everywhere says that the gap comes with the target and belongs to no
	// field: it has no losses.
	Everywhere bool
}

// The gaps, in the order of the documentation.
var (
	gapByteLength = Gap{Name: "byte-length",
		Summary: "accepts a non-ASCII string with too many or too few bytes, because the target format counts characters"}
	gapGraphemes = Gap{Name: "graphemes",
		Summary: "accepts a string with too many graphemes; also accepts a string with too few graphemes, if some of them consist of several characters"}
	gapBase64Length = Gap{Name: "base64-length",
		Summary: "accepts a byte string that is up to two bytes too long or too short, because the target format counts base64 characters and padding is optional"}
	gapFormat = Gap{Name: "format",
		Summary: "accepts some invalid strings: for datetime, February 29 in a year that is not a leap year, and times that fall before the " +
			"year 0000 when converted to UTC; for language, invalid sequences of subtags; for at-uri, space-ref, and at-identifier, parts that are too long"}
	gapCID = Gap{Name: "cid",
		Summary: "accepts a link whose CID is invalid or not allowed by the data model, because only the characters and the length of the CID are checked; also accepts a blob whose ref is the CID of a record"}
	gapMIMEType = Gap{Name: "mime-type",
		Summary: "accepts a blob with an invalid mimeType, if the Lexicon does not restrict the MIME type"}
	gapUnknownValue = Gap{Name: "unknown-value",
		Summary: "for type unknown and for a union without refs, accepts values that the data model does not allow; with profile v1, also accepts null"}
	gapUnresolved = Gap{Name: "unresolved",
		Summary: "accepts any value where a reference points to a Lexicon that is not loaded"}
	gapTokenRef = Gap{Name: "token-ref",
		Summary: "for a ref that points to a token, accepts the name of the token, although no value is valid for such a ref"}
	gapRecordKey = Gap{Name: "record-key",
		Summary: "accepts a record with an invalid key, because the key is not part of the record"}
	gapBodyEncoding = Gap{Name: "body-encoding",
		Summary: "accepts a JSON body that does not match its schema, if the encoding also allows types other than JSON"}
	gapPermissionSet = Gap{Name: "permission-set",
		Summary: "the definition is not exported, because it does not describe data"}
	gapSpace = Gap{Name: "space",
		Summary: "the definition is not exported, because it does not describe data"}
	gapSubscription = Gap{Name: "subscription",
		Summary: "only the schemas of the messages are exported, because OpenAPI cannot describe a subscription; AsyncAPI can"}

	gapDataModel = Gap{Name: "data-model", Everywhere: true,
		Summary: "in fields that the Lexicon does not declare, accepts floating-point numbers, a $type that is empty or not a string, a " +
			"malformed blob, and a malformed $bytes or $link object; in declared fields, accepts a blob, a $bytes object, or a $link object where an " +
			"ordinary object is expected; in all fields, accepts integers beyond 64 bits"}
	gapTypeName = Gap{Name: "type-name", Everywhere: true,
		Summary: "outside unions, accepts a $type that ends in #main; in open unions, accepts a $type that has the form of a domain name but is not a valid NSID"}
	gapUnlistedVariant = Gap{Name: "unlisted-variant", Everywhere: true,
		Summary: "in an open union, accepts an unlisted variant, without a warning, even if its content does not match the definition that its $type names"}
	gapPrecision = Gap{Name: "precision", Everywhere: true,
		Summary: "with validators that read numbers as doubles, accepts some invalid integers beyond 2^53 that are close to a limit or to an allowed value; " +
			"with validators that do so only for numbers with a decimal point or an exponent, such as those in Python, also rejects some valid integers that are written that way"}
	gapLineBreak = Gap{Name: "line-break", Everywhere: true,
		Summary: "with validators in which $ also matches before a line break at the end of a string, such as those in Python, accepts a line break " +
			"at the end of strings that a pattern restricts, such as strings with a format, $bytes, $link, and mimeType"}
	gapDocument = Gap{Name: "document", Everywhere: true,
		Summary: "does not detect problems with the encoding or size of the data: duplicate keys, invalid UTF-8, excessive nesting, oversized records"}
)

// Gaps returns all gaps in the order of the documentation.
func Gaps() []Gap {
	return []Gap{
		gapByteLength, gapGraphemes, gapBase64Length, gapFormat, gapCID, gapMIMEType, gapUnknownValue, gapUnresolved,
		gapTokenRef, gapRecordKey, gapBodyEncoding, gapPermissionSet, gapSpace, gapSubscription,
		gapDataModel, gapTypeName, gapUnlistedVariant, gapPrecision, gapLineBreak, gapDocument,
	}
}

// lose records that the export says less than a field of a schema.
func (e *emitter) lose(s lexicon.Schema, field string, gap Gap) {
	e.loseAt(s.Base().Definition, s.Base().Value, field, gap)
}

// loseAt does so for a value of a definition.
func (e *emitter) loseAt(def *lexicon.Definition, at *lexicon.Value, field string, gap Gap) {
	e.losses = append(e.losses, Loss{Ref: def.Reference().String(), Pointer: at.Pointer(), Field: field, Gap: gap})
}

package lexicon

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Describe says what a type of a profile is for, in a sentence or two.
func (t Type) Describe(p diag.Profile) string {
	switch {
	case t >= NumTypes:
		return ""
	case t == TypeUnknown && p == diag.ProfileATProto:
		return "Any object of the data model, but not a blob, bytes, or a link."
	}
	return typeDescriptions[t]
}

var typeDescriptions = [NumTypes]string{
	TypeNull:          "The value null.",
	TypeBoolean:       "true or false.",
	TypeInteger:       "A signed 64-bit integer.",
	TypeString:        "Unicode text. Limit it by length or format, or list its values.",
	TypeBytes:         `Raw bytes, in JSON {"$bytes": "base64"}.`,
	TypeCIDLink:       `A link to content by its CID, in JSON {"$link": "cid"}.`,
	TypeBlob:          "A file that is stored separately from the record, such as an image, with its type and size.",
	TypeArray:         "A list whose elements share one schema.",
	TypeObject:        "An object with named properties. Data can contain other properties too.",
	TypeParams:        "The parameters of an HTTP query string.",
	TypeToken:         "A named value without data, for use in knownValues. Its description says what it means.",
	TypeRef:           "A reference to a definition, in this Lexicon or another.",
	TypeUnion:         "One of several objects or records, distinguished by $type.",
	TypeUnknown:       "Any value of the data model.",
	TypeRecord:        "An object that can be stored in a repository.",
	TypeQuery:         "A method that reads: HTTP GET.",
	TypeProcedure:     "A method that changes something: HTTP POST.",
	TypeSubscription:  "A stream of messages over WebSocket.",
	TypePermissionSet: "Permissions that an application requests together.",
	TypePermission:    "An entry of a permission set.",
}

// DescribeFormat explains a string format in a sentence.
func DescribeFormat(f syntax.Format) string {
	if int(f) >= len(formatDescriptions) {
		return ""
	}
	return formatDescriptions[f]
}

var formatDescriptions = [...]string{
	syntax.FormatAtIdentifier: "A DID or a handle.",
	syntax.FormatATURI:        "The URI of an account, a collection, or a record: at://did:plc:…/com.example.thing/…",
	syntax.FormatCID:          "A content identifier, as a string.",
	syntax.FormatDatetime:     "A point in time with a timezone: 2026-04-30T10:00:00.000Z.",
	syntax.FormatDID:          "A decentralized identifier: did:plc:…, did:web:example.com.",
	syntax.FormatHandle:       "A domain name that identifies an account: alice.example.com.",
	syntax.FormatNSID:         "The identifier of a Lexicon: com.example.thing.",
	syntax.FormatURI:          "A URI with any scheme.",
	syntax.FormatLanguage:     "A BCP 47 language tag: en, pt-BR.",
	syntax.FormatTID:          "A timestamp identifier, such as the key of a record: 3jzfcijpj2z2a.",
	syntax.FormatRecordKey:    "The key of a record in its collection.",
}

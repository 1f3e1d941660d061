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

// DescribeField says what a key of an object means; "" for a key that is not of the
// language there.
func DescribeField(role Role, object *Value, key string) string {
	if !role.Keys(object).Has(key) {
		return ""
	}
	return role.shape(object).describeField(key)
}

// describeField says what a field means. The same name can mean several things.
func (s shape) describeField(name string) string {
	for _, fields := range [][][2]string{fieldDescriptions[s], fieldDescriptions[everyShape]} {
		for _, f := range fields {
			if f[0] == name {
				return f[1]
			}
		}
	}
	return ""
}

// everyShape is in fieldDescriptions what is not special to one shape.
const everyShape = shape(TypeInvalid)

// fieldDescriptions has the names of the fields of each shape, and what they mean.
var fieldDescriptions = [numShapes][][2]string{
	everyShape: {
		{"type", "What kind of schema this is."},
		{"description", "What it is for, in one or two sentences."},
		{"default", "The value that an application assumes if the field is missing."},
		{"const", "The only allowed value."},
		{"enum", "All allowed values. None can be added later; prefer knownValues for a list that may grow."},
		{"parameters", "The parameters in the query string."},
		{"output", "The body of the response."},
		{"errors", "The errors that a caller may want to distinguish."},
	},
	shapeFile: {
		{"$schema", "The JSON Schema that editors use to check this file."},
		{"$type", `The type of the record that publishes a Lexicon: "` + schemaType + `".`},
		{"lexicon", "The version of the language: 1."},
		{"id", "The NSID of this Lexicon: a reversed domain name followed by a name, such as com.example.thing."},
		{"revision", "A number that increases with each change."},
		{"description", "What this Lexicon is for, in one or two sentences."},
		{"defs", "The definitions, by name. The NSID alone refers to the definition named main."},
	},
	shapeBody: {
		{"encoding", "The MIME type, such as application/json. Several are separated by commas."},
		{"schema", "The schema of a JSON body: an object, a ref, or a union."},
	},
	shapeMessage: {{"schema", "A union of all messages."}},
	shapeError: {
		{"name", "A short name without white space, such as NotFound."},
		{"description", "When the error is returned."},
	},
	TypeInteger: {
		{"minimum", "The minimum value."},
		{"maximum", "The maximum value."},
		{"enum", "All allowed values. None can be added later."},
	},
	TypeString: {
		{"format", "The format that the text must have."},
		{"minGraphemes", "The minimum number of characters as people count them; an emoji counts as one."},
		{"maxGraphemes", "The maximum number of characters as people count them; an emoji counts as one."},
		{"knownValues", "Common values. Other values are valid too, and more can be added later."},
		{"minLength", "The minimum length in UTF-8 bytes, not in characters."},
		{"maxLength", "The maximum length in UTF-8 bytes, not in characters."},
	},
	TypeBytes: {
		{"minLength", "The minimum size in bytes."},
		{"maxLength", "The maximum size in bytes."},
	},
	TypeBlob: {
		{"accept", "The MIME types of the file, such as image/png or image/*."},
		{"maxSize", "The maximum size of the file in bytes."},
	},
	TypeArray: {
		{"items", "The schema of the elements."},
		{"minLength", "The minimum number of elements."},
		{"maxLength", "The maximum number of elements."},
	},
	TypeObject: {
		{"nullable", "The names of the properties that can be null."},
		{"required", "The names of the properties that must be present."},
		{"properties", "The properties, by name."},
	},
	TypeParams: {
		{"required", "The names of the parameters that must be present."},
		{"properties", "The parameters, by name."},
	},
	TypeToken: {{"description", "What the token means."}},
	TypeRef:   {{"ref", "#name for a definition in this Lexicon; an NSID or NSID#name for one in another Lexicon."}},
	TypeUnion: {
		{"refs", "The variants: references to objects and records."},
		{"closed", "If true, no variant can ever be added. By default, unknown variants are valid."},
	},
	TypeRecord: {
		{"key", "The type of the record key: tid, nsid, any, or literal:VALUE."},
		{"record", "The schema of the record: an object."},
	},
	TypeProcedure:    {{"input", "The body of the request."}},
	TypeSubscription: {{"message", "The messages of the stream."}},
	TypePermissionSet: {
		{"title", "A short title for the people who grant the permissions."},
		{"detail", "What the permissions allow, for the people who grant them."},
		{"title:lang", "Translations of the title by language tag."},
		{"detail:lang", "Translations of the detail by language tag."},
		{"permissions", "The permissions granted, within the namespace of the permission set."},
	},
	TypePermission: {
		{"resource", "repo for records, rpc for methods."},
		{"collection", "The NSIDs of the records that may be written."},
		{"action", "The allowed actions: create, update, delete. The default is all three."},
		{"lxm", "The NSIDs of the methods that may be called."},
		{"aud", `The service that may be called; "*" means every service.`},
		{"inheritAud", "Whether the application specifies the service when it requests the permission set."},
	},
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

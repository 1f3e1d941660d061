package lexicon

import "github.com/lexsmith/lexsmith/pkg/syntax"

// Describe explains a type in a sentence.
func (t Type) Describe() string { return typeDescriptions[t] }

var typeDescriptions = [NumTypes]string{
	TypeNull:          "Always null.",
	TypeBoolean:       "True or false.",
	TypeInteger:       "A signed 64-bit integer.",
	TypeString:        "Unicode text. Lengths are in UTF-8 bytes or in graphemes, and a format can restrict the syntax.",
	TypeBytes:         "Raw bytes: a byte string in CBOR, {\"$bytes\": …} in JSON.",
	TypeCIDLink:       "A link to content by its CID: {\"$link\": …} in JSON.",
	TypeBlob:          "A file that is stored separately from the record, such as an image or a video.",
	TypeArray:         "A list of elements with one schema.",
	TypeObject:        "An object with named properties. Properties are optional unless listed in required.",
	TypeParams:        "The parameters of an HTTP query string.",
	TypeToken:         "A name without a value, for the knownValues of strings.",
	TypeRef:           "A reference to a definition, which applies here as if it were written inline.",
	TypeUnion:         "One of several objects or records, distinguished by $type. Other variants are allowed unless the union is closed.",
	TypeUnknown:       "Any object; its contents are not described.",
	TypeRecord:        "An object stored in a repository.",
	TypeQuery:         "An HTTP GET method, which only reads.",
	TypeProcedure:     "An HTTP POST method, which can change something.",
	TypeSubscription:  "A stream of messages over WebSocket.",
	TypePermissionSet: "Permissions that applications request together.",
	TypePermission:    "A permission in a permission-set.",
}

// DescribeField explains what a key of an object means; "" for a key that is not of
// the language there.
func DescribeField(role Role, object *Value, key string) string {
	f := role.Keys(object).field(key)
	if f == nil {
		return ""
	}
	if role == RoleSchema {
		switch t := TypeByName(text(object, "type")); {
		case key == "minLength" || key == "maxLength":
			return fieldDescriptions()[key] + map[Type]string{TypeString: "UTF-8 bytes.", TypeBytes: "bytes.", TypeArray: "elements."}[t]
		case key == "enum" && t == TypeString:
			return "The only allowed values. None can ever be added; prefer knownValues."
		}
	}
	if role == RoleError && key == "name" {
		return "The name of the error, as returned by servers."
	}
	return fieldDescriptions()[key]
}

func fieldDescriptions() map[string]string {
	return map[string]string{
		"$schema":      "A JSON Schema for editors; not part of the Lexicon language.",
		"$type":        "The type of a Lexicon that is published as a record: com.atproto.lexicon.schema.",
		"lexicon":      "The version of the language: 1.",
		"id":           "The NSID of the Lexicon: a reversed domain name followed by a name.",
		"revision":     "A number that increases with each change to the Lexicon.",
		"description":  "A description for human readers.",
		"defs":         "The definitions, by name. The bare NSID refers to the definition named main.",
		"type":         "The type of the schema.",
		"default":      "The value to assume if the field is missing.",
		"const":        "The only allowed value.",
		"minimum":      "The minimum value.",
		"maximum":      "The maximum value.",
		"enum":         "The only allowed values. None can ever be added.",
		"format":       "The syntax that the string must have.",
		"minLength":    "The minimum length, in ",
		"maxLength":    "The maximum length, in ",
		"maxGraphemes": "The maximum length, in graphemes: characters as people see them.",
		"minGraphemes": "The minimum length, in graphemes: characters as people see them.",
		"knownValues":  "Common values. Other values are allowed too.",
		"accept":       "The MIME types that the blob can have; \"image/*\" means all images.",
		"maxSize":      "The maximum size, in bytes.",
		"items":        "The schema of each element.",
		"required":     "The names of the properties that must be present.",
		"nullable":     "The names of the properties that can be null.",
		"properties":   "The schemas of the properties, by name.",
		"ref":          "The definition: #name in this file, an NSID for a main definition, or NSID#name.",
		"refs":         "The variants: objects and records, as #name, NSID, or NSID#name.",
		"closed":       "If true, no other variants are allowed, and the union can never change.",
		"key":          "The kind of record key: tid, nsid, any, or literal:VALUE.",
		"record":       "The schema of the record, an object.",
		"parameters":   "The query string, of type params.",
		"input":        "The body of the request.",
		"output":       "The body of the response.",
		"message":      "The messages that the stream sends.",
		"errors":       "The errors that the method can return.",
		"encoding":     "The MIME type of the body, usually application/json.",
		"schema":       "The schema of the body or the message.",
		"title":        "A short title of the permission set, for users.",
		"title:lang":   "The title in other languages, by language tag.",
		"detail":       "What the permissions are for, for users.",
		"detail:lang":  "The detail in other languages, by language tag.",
		"permissions":  "The permissions of the set.",
		"resource":     "What the permission is for: repo for records, rpc for methods.",
		"collection":   "The NSIDs of the records.",
		"action":       "The allowed actions: create, update, and delete.",
		"lxm":          "The NSIDs of the methods.",
		"aud":          "The service that the methods may be called on.",
		"inheritAud":   "Whether the application specifies the service when it requests the set.",
	}
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

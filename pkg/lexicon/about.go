package lexicon

// About says what a type is for, in a sentence or two.
func (t Type) About() string {
	switch t {
	case TypeNull:
		return "The value null."
	case TypeBoolean:
		return "true or false."
	case TypeInteger:
		return "A signed 64-bit integer."
	case TypeString:
		return "Unicode text. Limit it by length or format, or list its values."
	case TypeBytes:
		return `Raw bytes, in JSON {"$bytes": "base64"}.`
	case TypeCIDLink:
		return `A link to content by its CID, in JSON {"$link": "cid"}.`
	case TypeBlob:
		return "A file that is stored separately from the record, such as an image, with its type and size."
	case TypeArray:
		return "A list whose elements share one schema."
	case TypeObject:
		return "An object with named properties. Data can contain other properties too."
	case TypeParams:
		return "The parameters of an HTTP query string."
	case TypeToken:
		return "A named value without data, for use in knownValues. Its description says what it means."
	case TypeRef:
		return "A reference to a definition, in this Lexicon or another."
	case TypeUnion:
		return "One of several objects or records, distinguished by $type."
	case TypeUnknown:
		return "Any value of the data model."
	case TypeRecord:
		return "An object that can be stored in a repository."
	case TypeQuery:
		return "A method that reads: HTTP GET."
	case TypeProcedure:
		return "A method that changes something: HTTP POST."
	case TypeSubscription:
		return "A stream of messages over WebSocket."
	case TypePermissionSet:
		return "Permissions that an application requests together."
	case TypePermission:
		return "An entry of a permission set."
	}
	return ""
}

// aboutField says what a field means. The same name can mean several things.
func aboutField(s shape, name string) string {
	if about := aboutShapeField(s, name); about != "" {
		return about
	}
	t := Type(s)
	switch name {
	case "type":
		return "What kind of schema this is."
	case "description":
		return "What it is for, in one or two sentences."
	case "default":
		return "The value that an application assumes if the field is missing."
	case "const":
		return "The only allowed value."
	case "enum":
		return "All allowed values. None can be added later; prefer knownValues for a list that may grow."
	case "required":
		return "The names of the " + propertiesOf(t) + " that must be present."
	case "properties":
		return "The " + propertiesOf(t) + ", by name."
	case "minLength", "maxLength":
		return leastMost(name) + map[Type]string{
			TypeString: "length in UTF-8 bytes, not in characters.", TypeBytes: "size in bytes.", TypeArray: "number of elements.",
		}[t]
	case "parameters":
		return "The parameters in the query string."
	case "output":
		return "The body of the response."
	case "errors":
		return "The errors that a caller may want to distinguish."
	}
	return ""
}

func propertiesOf(t Type) string {
	if t == TypeParams {
		return "parameters"
	}
	return "properties"
}

func leastMost(name string) string {
	if name[:3] == "min" {
		return "The minimum "
	}
	return "The maximum "
}

// aboutShapeField says what a field means that only one shape has, or that means something
// else in that one.
func aboutShapeField(s shape, name string) string {
	type key struct {
		shape shape
		name  string
	}
	switch (key{s, name}) {
	case key{shapeFile, "$schema"}:
		return "The JSON Schema that editors use to check this file."
	case key{shapeFile, "$type"}:
		return `The type of the record that publishes a Lexicon: "` + schemaType + `".`
	case key{shapeFile, "lexicon"}:
		return "The version of the language: 1."
	case key{shapeFile, "id"}:
		return "The NSID of this Lexicon: a reversed domain name followed by a name, such as com.example.thing."
	case key{shapeFile, "revision"}:
		return "A number that increases with each change."
	case key{shapeFile, "description"}:
		return "What this Lexicon is for, in one or two sentences."
	case key{shapeFile, "defs"}:
		return "The definitions, by name. The NSID alone refers to the definition named main."
	case key{shapeBody, "encoding"}:
		return "The MIME type, such as application/json. Several are separated by commas."
	case key{shapeBody, "schema"}:
		return "The schema of a JSON body: an object, a ref, or a union."
	case key{shapeMessage, "schema"}:
		return "A union of all messages."
	case key{shapeError, "name"}:
		return "A short name without white space, such as NotFound."
	case key{shapeError, "description"}:
		return "When the error is returned."
	case key{shape(TypeInteger), "minimum"}:
		return "The minimum value."
	case key{shape(TypeInteger), "maximum"}:
		return "The maximum value."
	case key{shape(TypeString), "format"}:
		return "The format that the text must have."
	case key{shape(TypeString), "minGraphemes"}, key{shape(TypeString), "maxGraphemes"}:
		return leastMost(name) + "number of characters as people count them; an emoji counts as one."
	case key{shape(TypeString), "knownValues"}:
		return "Common values. Other values are valid too, and more can be added later."
	case key{shape(TypeBlob), "accept"}:
		return "The MIME types of the file, such as image/png or image/*."
	case key{shape(TypeBlob), "maxSize"}:
		return "The maximum size of the file in bytes."
	case key{shape(TypeArray), "items"}:
		return "The schema of the elements."
	case key{shape(TypeObject), "nullable"}:
		return "The names of the properties that can be null."
	case key{shape(TypeToken), "description"}:
		return "What the token means."
	case key{shape(TypeRef), "ref"}:
		return "#name for a definition in this Lexicon; an NSID or NSID#name for one in another Lexicon."
	case key{shape(TypeUnion), "refs"}:
		return "The variants: references to objects and records."
	case key{shape(TypeUnion), "closed"}:
		return "If true, no variant can ever be added. By default, unknown variants are valid."
	case key{shape(TypeRecord), "key"}:
		return "The type of the record key: tid, nsid, any, or literal:VALUE."
	case key{shape(TypeRecord), "record"}:
		return "The schema of the record: an object."
	case key{shape(TypeProcedure), "input"}:
		return "The body of the request."
	case key{shape(TypeSubscription), "message"}:
		return "The messages of the stream."
	case key{shape(TypePermissionSet), "title"}:
		return "A short title for the people who grant the permissions."
	case key{shape(TypePermissionSet), "detail"}:
		return "What the permissions allow, for the people who grant them."
	case key{shape(TypePermissionSet), "title:lang"}, key{shape(TypePermissionSet), "detail:lang"}:
		return "Translations of the " + name[:len(name)-len(":lang")] + " by language tag."
	case key{shape(TypePermissionSet), "permissions"}:
		return "The permissions granted, within the namespace of the permission set."
	case key{shape(TypePermission), "resource"}:
		return "repo for records, rpc for methods."
	case key{shape(TypePermission), "collection"}:
		return "The NSIDs of the records that may be written."
	case key{shape(TypePermission), "action"}:
		return "The allowed actions: create, update, delete. The default is all three."
	case key{shape(TypePermission), "lxm"}:
		return "The NSIDs of the methods that may be called."
	case key{shape(TypePermission), "aud"}:
		return `The service that may be called; "*" means every service.`
	case key{shape(TypePermission), "inheritAud"}:
		return "Whether the application specifies the service when it requests the permission set."
	}
	return ""
}

package lexicon

import (
	"slices"
	"sync"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// Field is a field of the language: a key that the objects of a shape can have.
type Field struct {
	Name     string
	Kind     Kind // KindNumber: an integer of 64 bits
	Elements Kind // what the entries of an array must be
	Required bool
	Holds    Role         // what the value is, or each entry of an array
	About    string       // what it means, in a sentence or two
	Since    diag.Profile // the first profile that has it; the later ones have it too

	example  string // a value of a required field as JSON; "" when its type says enough
	mentions bool   // strings in it can name definitions
}

// Describe says what a field of a profile means, in a sentence or two, and which profile
// has it if that one does not.
func (f Field) Describe(p diag.Profile) string { return describeSince(f.About, f.Since, p) }

// describeSince returns a description with the profile that what it describes needs, if that
// is not part of a profile.
func describeSince(about string, since, p diag.Profile) string {
	if since > p {
		about += " It requires the profile " + since.String() + "."
	}
	return about
}

func newField(name string, kind Kind, about string) Field {
	return Field{Name: name, Kind: kind, About: about}
}

func listField(name string, elements Kind, about string) Field {
	return Field{Name: name, Kind: KindArray, Elements: elements, About: about}
}

// of returns the field with what its object, or each entry of its array, is.
func (f Field) of(role Role) Field { f.Holds = role; return f }

// needed returns the field as a required one.
func (f Field) needed() Field { f.Required = true; return f }

// like returns the field with an example.
func (f Field) like(example string) Field { f.example = example; return f }

// mentioning returns the field as one in which strings can name definitions.
func (f Field) mentioning() Field { f.mentions = true; return f }

// since returns the field as one that was added with a profile.
func (f Field) since(p diag.Profile) Field { f.Since = p; return f }

// The fields that several shapes have with the same meaning.
var (
	typeField        = newField("type", KindString, "What kind of schema this is.").needed()
	descriptionField = descriptionOf("What it is for, in one or two sentences.")
	parametersField  = newField("parameters", KindObject, "The parameters in the query string.").of(RoleSchema)
	outputField      = newField("output", KindObject, "The body of the response.").of(RoleBody)
	errorsField      = listField("errors", KindObject, "The errors that a caller may want to distinguish.").of(RoleError)
)

func descriptionOf(text string) Field { return newField("description", KindString, text) }

// defaultField and constField return the fields of a type that has values of a kind.
func defaultField(kind Kind) Field {
	return newField("default", kind, "The value that an application assumes if the field is missing.")
}

func constField(kind Kind) Field { return newField("const", kind, "The only allowed value.") }

// table has the fields of each shape, in the order in which a file is laid out: the one
// table behind wrong types, missing and unknown fields, key order, and what editors show.
// A schema has typeField and descriptionField too, unless it has its own: see shape.fields.
var table = [numShapes][]Field{
	shapeFile: {
		newField("$schema", KindString, "The JSON Schema that editors use to check this file."),
		newField("$type", KindString, `The type of the record that publishes a Lexicon: "`+SchemaType+`".`),
		newField("lexicon", KindNumber, "The version of the language: 1.").needed(),
		newField("id", KindString, "The NSID of this Lexicon: a reversed domain name followed by a name, such as com.example.thing.").needed().like(`"com.example.thing"`),
		newField("revision", KindNumber, "A number that increases with each change."),
		descriptionOf("What this Lexicon is for, in one or two sentences."),
		newField("defs", KindObject, "The definitions, by name. The NSID alone refers to the definition named main.").of(RoleDefinitions).needed(),
	},
	shapeBody: {
		descriptionField,
		newField("encoding", KindString, "The MIME type, such as application/json. Several are separated by commas.").needed().like(`"application/json"`),
		newField("schema", KindObject, "The schema of a JSON body: an object, a ref, or a union.").of(RoleSchema),
	},
	shapeMessage: {descriptionField, newField("schema", KindObject, "A union of all messages.").of(RoleSchema).needed()},
	shapeError: {
		newField("name", KindString, "A short name without white space, such as NotFound.").needed(),
		descriptionOf("When the error is returned."),
	},
	TypeBoolean: {defaultField(KindBoolean), constField(KindBoolean)},
	TypeInteger: {
		newField("minimum", KindNumber, "The minimum value."),
		newField("maximum", KindNumber, "The maximum value."),
		listField("enum", KindNumber, "All allowed values. None can be added later."),
		defaultField(KindNumber), constField(KindNumber),
	},
	TypeString: {
		newField("format", KindString, "The format that the text must have."),
		newField("maxLength", KindNumber, "The maximum length in UTF-8 bytes, not in characters."),
		newField("minLength", KindNumber, "The minimum length in UTF-8 bytes, not in characters."),
		newField("maxGraphemes", KindNumber, "The maximum number of characters as people count them; an emoji counts as one."),
		newField("minGraphemes", KindNumber, "The minimum number of characters as people count them; an emoji counts as one."),
		listField("knownValues", KindString, "Common values. Other values are valid too, and more can be added later.").mentioning(),
		listField("enum", KindString, "All allowed values. None can be added later; prefer knownValues for a list that may grow.").mentioning(),
		defaultField(KindString).mentioning(), constField(KindString).mentioning(),
	},
	TypeBytes: {
		newField("minLength", KindNumber, "The minimum size in bytes."),
		newField("maxLength", KindNumber, "The maximum size in bytes."),
	},
	TypeBlob: {
		listField("accept", KindString, "The MIME types of the file, such as image/png or image/*."),
		newField("maxSize", KindNumber, "The maximum size of the file in bytes."),
	},
	TypeArray: {
		newField("items", KindObject, "The schema of the elements.").of(RoleSchema).needed().like(`{"type": "integer"}`),
		newField("minLength", KindNumber, "The minimum number of elements."),
		newField("maxLength", KindNumber, "The maximum number of elements."),
	},
	TypeObject: {
		listField("required", KindString, "The names of the properties that must be present."),
		listField("nullable", KindString, "The names of the properties that can be null."),
		newField("properties", KindObject, "The properties, by name.").of(RoleProperties).needed(),
	},
	TypeParams: {
		listField("required", KindString, "The names of the parameters that must be present."),
		newField("properties", KindObject, "The parameters, by name.").of(RoleProperties).needed(),
	},
	TypeToken: {descriptionOf("What the token means.")},
	TypeRef:   {newField("ref", KindString, "#name for a definition in this Lexicon; an NSID or NSID#name for one in another Lexicon.").needed().mentioning().like(`"#thing"`)},
	TypeUnion: {
		listField("refs", KindString, "The variants: references to objects and records.").mentioning().needed().like(`["#thing"]`),
		newField("closed", KindBoolean, "If true, no variant can ever be added. By default, unknown variants are valid."),
	},
	TypeRecord: {
		newField("key", KindString, "The type of the record key: tid, nsid, any, or literal:VALUE.").needed().like(`"tid"`),
		newField("record", KindObject, "The schema of the record: an object.").of(RoleSchema).needed().like(`{"type": "object", "properties": {}}`),
	},
	TypeQuery:     {parametersField, outputField, errorsField},
	TypeProcedure: {parametersField, newField("input", KindObject, "The body of the request.").of(RoleBody), outputField, errorsField},
	TypeSubscription: {
		newField("subprotocol", KindString, "The encoding of the stream for clients that do not ask for another: xrpc.v0.cbor (the default), xrpc.v1.cbor, or xrpc.v1.json.").
			since(diag.ProfileATProto),
		parametersField, newField("message", KindObject, "The messages of the stream.").of(RoleMessage), errorsField,
	},
	TypePermissionSet: {
		newField("title", KindString, "A short title for the people who grant the permissions."),
		newField("title:lang", KindObject, "Translations of the title by language tag."),
		newField("detail", KindString, "What the permissions allow, for the people who grant them."),
		newField("detail:lang", KindObject, "Translations of the detail by language tag."),
		listField("permissions", KindObject, "The permissions granted, within the namespace of the permission set.").of(RoleSchema).needed(),
	},
	TypeSpace: {
		newField("key", KindString, "The type of the space key: any, tid, nsid, or literal:VALUE.").needed().like(`"tid"`),
		newField("name", KindString, "A short name for the people who grant access: 1 to 64 bytes.").needed(),
		newField("name:lang", KindObject, "Translations of the name by language tag."),
		listField("collections", KindString, "The NSIDs of the records to expect in such a space.").mentioning().needed().like(`["com.example.thing"]`),
	},
	TypePermission: {
		newField("resource", KindString, "repo for records, rpc for methods, and in the profile atproto, space for spaces.").needed(),
		newField("spaceType", KindString, "The NSID of the type of the spaces.").mentioning().since(diag.ProfileATProto),
		newField("authority", KindString, `The DID of the authority of the spaces; "*" means every authority. The default is self, the account of the user.`).
			since(diag.ProfileATProto),
		newField("skey", KindString, `The key of the space. The default is "*", every key.`).since(diag.ProfileATProto),
		listField("collection", KindString, "The NSIDs of the records that may be written.").mentioning(),
		listField("action", KindString, "The allowed actions: create, update, delete. The default is all three. For a space, also read and read_self, of which the default includes read."),
		listField("manage", KindString, "What may be done with the spaces themselves: create, update, delete. The default is none.").since(diag.ProfileATProto),
		listField("lxm", KindString, "The NSIDs of the methods that may be called.").mentioning(),
		newField("aud", KindString, `The service that may be called; "*" means every service.`),
		newField("inheritAud", KindBoolean, "Whether the application specifies the service when it requests the permission set."),
	},
}

// ahead is how many fields of a type, which say what a string or a ref is, come before its
// description.
var ahead = [NumTypes]int{TypeString: 1, TypeRef: 1}

// fields returns all fields of a shape.
func (s shape) fields() []Field {
	own := table[s]
	if s >= NumTypes {
		return own
	}
	at := ahead[s]
	if slices.ContainsFunc(own, func(f Field) bool { return f.Name == descriptionField.Name }) {
		return slices.Concat([]Field{typeField}, own)
	}
	return slices.Concat([]Field{typeField}, own[:at], []Field{descriptionField}, own[at:])
}

// Fields returns the fields of the schemas of a type, in the order in which a file is
// laid out; nil for TypeInvalid.
func (t Type) Fields() []Field {
	if t == TypeInvalid {
		return nil
	}
	return shapeFields()[t]
}

// Fields returns the fields of a file, a body, a message or an error; nil for other
// roles, whose objects have names or depend on their type.
func (r Role) Fields() []Field {
	if s := roleShapes[r]; s != 0 {
		return shapeFields()[s]
	}
	return nil
}

// SchemaType is the $type of a Lexicon that is published as a record.
const SchemaType = "com.atproto.lexicon.schema"

// shapeFields returns fields() of every shape, indexed by shape. It is made on first
// use.
var shapeFields = sync.OnceValue(func() *[numShapes][]Field {
	var all [numShapes][]Field
	for s := range all {
		all[s] = shape(s).fields()
	}
	return &all
})

// typesWith lists the types of a profile that have a field of that name, for a message.
func typesWith(name string, p diag.Profile) string {
	var types []string
	for t := TypeNull; t < NumTypes; t++ {
		for _, f := range table[t] {
			if f.Name == name && t.Since() <= p {
				types = append(types, t.String())
			}
		}
	}
	return words.Summarize(types)
}

// holdsObject reports whether a type has a field of that name whose value is an object.
func holdsObject(name string) bool {
	return slices.ContainsFunc(table[:NumTypes], func(fields []Field) bool {
		return slices.ContainsFunc(fields, func(f Field) bool { return f.Name == name && f.Kind == KindObject })
	})
}

package convert

import (
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// The schemas that belong to no Lexicon. Their names, and those of the string
// formats, are not valid NSIDs.
var (
	keyXRPCError       = sharedKey("XrpcError")
	keyNull            = sharedKey("Null")
	keyUnknownVariant  = sharedKey("UnknownVariant")
	keyDataModelValue  = sharedKey("DataModelValue")
	keyDataModelObject = sharedKey("DataModelObject")
	keyBytes           = sharedKey(lexicon.TypeBytes.String())
	keyLink            = sharedKey(lexicon.TypeCIDLink.String())
	keyBlob            = sharedKey("blob-ref") // generated code may use a Blob of the language
)

func sharedKey(name string) key { return key{Reference: lexicon.Reference{Name: name}} }

// shared returns a reference to a schema that several places use, which write makes when
// it is first needed.
func (e *emitter) shared(k key, write func() *object) *object {
	if _, ok := e.schemas[k]; !ok {
		own := e.own
		e.own, e.schemas[k] = k.NSID, nil // write may refer to it
		e.schemas[k] = write()
		e.own = own
	}
	return e.to(k)
}

// bytesForm returns a reference to the JSON form of bytes: {"$bytes": "base64"}.
func (e *emitter) bytesForm() *object {
	return e.shared(keyBytes, func() *object {
		content := single("type", text("string")).set("pattern", text(base64))
		return wrapped("Bytes", "Bytes, encoded as base64.", "$bytes", e.exampled(content, text("AAECAw")))
	})
}

// linkForm returns a reference to the JSON form of a link: {"$link": "CID"}.
func (e *emitter) linkForm() *object {
	return e.shared(keyLink, func() *object {
		cid := single("type", text("string")).set("pattern", text(linkText)).
			set("minLength", integer(linkTextMinLength)).set("maxLength", integer(linkTextMaxLength))
		e.exampled(cid, text(infoOf(syntax.FormatCID).examples[1]))
		return e.note(wrapped("CidLink", "A link to content by its CID.", "$link", cid), "type", text(lexicon.TypeCIDLink.String()))
	})
}

// wrapped returns a schema of objects with exactly one member.
func wrapped(title, description, name string, content *object) *object {
	return single("title", text(title)).set("description", text(description)).
		set("type", text("object")).set("required", texts([]string{name})).
		set("properties", single(name, content)).set("additionalProperties", boolean(false))
}

// blobForm returns a reference to the JSON form of a blob, which may have
// additional fields.
func (e *emitter) blobForm() *object {
	return e.shared(keyBlob, func() *object {
		size := single("type", text("integer"))
		if e.openAPI {
			size.set("format", text("int64"))
		}
		properties := e.fixedType("blob").set("ref", e.linkForm()).
			set("mimeType", e.exampled(single("type", text("string")), text("image/png"))).
			set("size", e.exampled(size.set("minimum", integer(0)), integer(12345)))
		form := single("title", text("BlobRef")).set("description", text("A reference to a file, such as an image.")).
			set("type", text("object")).set("required", texts([]string{"$type", "ref", "mimeType", "size"})).set("properties", properties)
		if e.dataModel {
			properties.set("$bytes", nothing()).set("$link", nothing())
			form.set("additionalProperties", e.to(keyDataModelValue))
		}
		return e.note(form, "type", text(lexicon.TypeBlob.String()))
	})
}

// unknownVariant returns a reference to the schema of a variant of any type.
func (e *emitter) unknownVariant() *object {
	return e.shared(keyUnknownVariant, func() *object {
		name := e.exampled(single("type", text("string")).set("pattern", text(typeName)), text("com.example.other"))
		o := single("description", text("A variant of a union that the union does not list.")).
			set("type", text("object")).set("required", texts([]string{"$type"})).set("properties", single("$type", name))
		if e.dataModel {
			o.set("allOf", array{e.to(keyDataModelObject)})
		}
		return o
	})
}

// formatInfo is what exports say about a string format.
type formatInfo struct {
	description string
	examples    [2]string
	pattern     string
	weak        bool // the pattern accepts strings that the format refuses
}

const aSpace = "at://did:plc:abcdefghijklmnopqrstuvwx/space/com.example.forum/3jzfcijpj2z2a"

var formats = [...]formatInfo{
	syntax.FormatAtIdentifier: {"An account: its DID or its handle.",
		[2]string{"did:plc:abcdefghijklmnopqrstuvwx", "alice.example.com"}, "(" + did + "|" + handle + ")", true},
	syntax.FormatATURI: {"An AT URI: the address of a repository, a collection, or a record.",
		[2]string{"at://did:plc:abcdefghijklmnopqrstuvwx/com.example.note/3jzfcijpj2z2a", "at://alice.example.com"}, atURI, true},
	syntax.FormatCID: {"A content identifier (CID) as a string.",
		[2]string{"bafyreiclp443lavogvhj3d2ob2cxbfuscni2k5jk7bebjzg7khl3esabwq", "bafkreiccldh766hwcnuxnf2wh6jgzepf2nlu2lvcllt63eww5p6chi4ity"}, cid, false},
	syntax.FormatDatetime: {"A date and time with a time zone.", [2]string{"2026-01-02T03:04:05.678Z", "2026-01-02T03:04:05+01:00"}, datetime, true},
	syntax.FormatDID:      {"A decentralized identifier (DID).", [2]string{"did:plc:abcdefghijklmnopqrstuvwx", "did:web:example.com"}, did, false},
	syntax.FormatHandle:   {"A handle: the domain name of an account.", [2]string{"alice.example.com", "bob.example.org"}, handle, false},
	syntax.FormatNSID:     {"A namespaced identifier (NSID).", [2]string{"com.example.note", "com.example.getNote"}, nsid, false},
	syntax.FormatURI:      {"A URI of any scheme.", [2]string{"https://example.com/notes?tag=a%20b", "mailto:alice@example.com"}, uri, false},
	syntax.FormatLanguage: {"A language tag (BCP 47).", [2]string{"en", "pt-BR"}, language, true},
	syntax.FormatTID:      {"A timestamp identifier (TID).", [2]string{"3jzfcijpj2z2a", "3k2yihcrp6f2c"}, tid, false},
	syntax.FormatRecordKey: {"A record key: the name of a record in its collection.",
		[2]string{"3jzfcijpj2z2a", "self"}, recordKey, false},
	syntax.FormatSpaceRef: {"The AT URI of a space.", [2]string{aSpace, "at://did:web:example.com/space/com.example.forum/self"}, spaceRef, true},
	syntax.FormatATURIOrSpace: {"An AT URI: the address of a repository, a collection, a record, or a space.",
		[2]string{"at://did:plc:abcdefghijklmnopqrstuvwx/com.example.note/3jzfcijpj2z2a", aSpace}, atURIOrSpace, true},
}

func infoOf(f syntax.Format) formatInfo {
	if int(f) >= len(formats) || formats[f].description == "" {
		panic("convert: nothing is known of the format " + f.String())
	}
	return formats[f]
}

// setFormat names a string format by the keyword format. Validators know uri with
// another meaning.
func (e *emitter) setFormat(o *object, f syntax.Format) {
	if e.openAPI && f != syntax.FormatURI {
		o.set("format", text(f.String()))
	}
}

// format returns a reference to the schema of a string format.
func (e *emitter) format(f syntax.Format) *object {
	return e.shared(sharedKey(f.String()), func() *object { return e.formatSchema(f) })
}

// formatSchema returns the schema of a string format.
func (e *emitter) formatSchema(f syntax.Format) *object {
	info := infoOf(f)
	pattern, _ := FormatPattern(f)
	o := single("description", text(info.description)).set("type", text("string"))
	e.setFormat(o, f)
	o.set("pattern", text(pattern))
	least, greatest := f.Lengths()
	o.set("minLength", integer(least))
	if greatest > 0 {
		o.set("maxLength", integer(greatest))
	}
	e.exampled(o, text(info.examples[0]), text(info.examples[1]))
	return e.note(o, "format", text(f.String()))
}

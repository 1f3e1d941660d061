package validate

import (
	"cmp"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// RuleAccept is broken by blobs whose MIME type the schema does not accept.
var RuleAccept = &diag.Rule{
	Code: "accept", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: "the schema does not accept the MIME type of the blob",
	Reason: "The accept list contains the allowed MIME types, or patterns for them. Case and parameters are ignored. " +
		"Convert the file, or correct mimeType if it is wrong.",
	Spec: "Field types > blob: accept", Page: "specs/lexicon#blob",
	Examples: imageBlob + `«"text/plain"|"image/png"», "size": 2048}`,
}

// RuleMaxSize is broken by blobs that are larger than the schema allows.
var RuleMaxSize = &diag.Rule{
	Code: "max-size", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: "the blob is larger than the schema allows",
	Reason:  "The maxSize limit is in bytes and is compared with the size that the blob declares. Compress the file, or use a smaller one.",
	Spec:    "Field types > blob: maxSize; Limits", Page: "specs/lexicon#blob",
	Examples: imageBlob + `"image/png", "size": «250000|95000»}`,
}

const imageBlob = inSchema + `{"type": "blob", "accept": ["image/*"], "maxSize": 100000}` + inData + `{"$type": "blob",
 "ref": {"$link": "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku"},
 "mimeType": `

var ruleLegacyForm = &diag.Rule{
	Code: "legacy-form", Group: "validate", Severity: diag.Always(diag.Info),
	Summary: "the value has a legacy form that is accepted on request",
	Reason: "Some old records have blobs with only cid and mimeType, or datetimes without a timezone. They are invalid, but still on the network. " +
		"If you accept legacy forms, this finding shows which values use one. Write new data in the current form.",
	Spec: "String formats > datetime, rule 3; When $type is required, 3", Page: "specs/data-model",
	Examples: inSchema + `{"type": "string", "format": "datetime"}` + "\n-- legacy data --\n" + `«"2021-04-30T10:00:00.000"|"2021-04-30T10:00:00.000Z"»`,
}

// blobChecker is a schema of type blob, prepared for many values.
type blobChecker struct {
	origin[*lexicon.Blob]
	accept syntax.MIMESet
	legacy bool
}

func newBlobChecker(schema *lexicon.Blob, legacy bool) *blobChecker {
	return &blobChecker{from(schema), syntax.MIMESetOf(schema.Accept), legacy}
}

// blobForm shows what a blob looks like.
const blobForm = `{"$type": "blob", "ref": …, "mimeType": …, "size": …}`

func (c *blobChecker) check(r *run, i uint32) bool {
	tok := &r.Tokens[i]
	switch {
	case tok.IsBlob() && tok.Kind == datamodel.Object:
		return c.mime(r, i, r.Member(i, "mimeType")) && c.size(r, i)
	case tok.Kind == datamodel.Object && r.TypeOf(i) == "blob":
		return true // not well-formed: its faults are noted
	case tok.Kind == datamodel.Object && r.isLegacyBlob(i):
		return c.old(r, i)
	case tok.Kind == datamodel.Object && r.Member(i, "$type") == 0 && r.Member(i, "ref") != 0 && r.Member(i, "mimeType") != 0:
		return r.typeMissing(whyBlob, func() finding {
			help := r.typeSlip(i, func(name string) bool { return name == "blob" })
			return finding{at: i, schema: c.node, help: cmp.Or(help, `add "$type": "blob"`), expected: "blob"}
		})
	}
	return r.wrongType(i, c.node, lexicon.TypeBlob, "a blob such as "+blobForm)
}

// unknownMIMEType is the MIME type of a blob whose type is not known. Only the atproto
// profile has it.
const unknownMIMEType = "*/*"

func (c *blobChecker) mime(r *run, i, at uint32) bool {
	mime := r.Text(at)
	if c.node.Accept == nil || c.accept.Match(mime) || mime == unknownMIMEType {
		return true
	}
	return r.report(RuleAccept, func() finding {
		accepts := "no type"
		if len(c.node.Accept) > 0 {
			accepts = "only " + words.ListFunc(c.node.Accept, "and", func(entry string) string { return quote(short(entry)) })
		}
		return finding{
			at: i, place: at, schema: c.node, field: "accept",
			message: "has the MIME type " + quote(mime) + ", but the schema accepts " + accepts, expected: c.node.Accept, actual: mime,
		}
	})
}

func (c *blobChecker) size(r *run, i uint32) bool {
	if !c.node.MaxSize.Set {
		return true
	}
	at := r.Member(i, "size")
	size := r.Tokens[at].Int()
	if size <= c.node.MaxSize.Value {
		return true
	}
	return r.report(RuleMaxSize, func() finding {
		return finding{
			at: i, place: at, schema: c.node, field: "maxSize",
			message: "is " + decimal(size) + " bytes in size" + atMost(c.node.MaxSize.Value), expected: c.node.MaxSize.Value, actual: size,
		}
	})
}

// isLegacyBlob reports whether an object has the legacy form of a blob: cid and
// mimeType, and nothing else.
func (r *run) isLegacyBlob(i uint32) bool {
	cid, mime := r.Member(i, "cid"), r.Member(i, "mimeType")
	return cid != 0 && mime != 0 && r.Tokens[cid].Kind == datamodel.String && r.Tokens[mime].Kind == datamodel.String &&
		r.Tokens[max(cid, mime)].Next == r.Tokens[i].Next && min(cid, mime) == i+2 && max(cid, mime) == i+4 &&
		syntax.IsCID(r.Text(cid)) && r.IsMIMEType(r.Text(mime))
}

// old reports a blob of the legacy form.
func (c *blobChecker) old(r *run, i uint32) bool {
	if !c.legacy {
		return r.report(RuleTypeMissing, func() finding {
			return finding{
				at: i, schema: c.node, message: "is a legacy blob, which has no $type",
				help: "use " + blobForm + ", or accept legacy forms", hint: diag.HintAllowLegacy{}, expected: "blob",
			}
		})
	}
	return r.report(ruleLegacyForm, func() finding {
		return finding{at: i, schema: c.node, message: "is a legacy blob", help: "use " + blobForm}
	}) && c.mime(r, i, r.Member(i, "mimeType"))
}

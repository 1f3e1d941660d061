package validate

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// blobChecker is a schema of type blob, prepared for many values.
type blobChecker struct {
	node   *lexicon.Blob
	accept []syntax.MIMEPattern // nil: any type
	legacy bool
}

func newBlobChecker(schema *lexicon.Blob, legacy bool) *blobChecker {
	c := &blobChecker{node: schema, legacy: legacy}
	if schema.Accept == nil {
		return c
	}
	c.accept = []syntax.MIMEPattern{}
	for _, entry := range schema.Accept {
		if p, err := syntax.ParseMIMEPattern(entry); err == nil {
			c.accept = append(c.accept, p)
		}
	}
	return c
}

func (c *blobChecker) schema() lexicon.Schema { return c.node }

func (c *blobChecker) check(r *run, i uint32) bool {
	tok := &r.Tokens[i]
	switch {
	case tok.Kind == datamodel.Object && tok.IsBlob():
		return c.mime(r, i, r.Member(i, "mimeType")) && c.size(r, i)
	case tok.Kind == datamodel.Object && r.TypeOf(i) == "blob":
		return true // not well-formed: its faults are noted
	case tok.Kind == datamodel.Object && r.isLegacyBlob(i):
		return c.old(r, i)
	case tok.Kind == datamodel.Object && r.Member(i, "$type") == 0 && r.Member(i, "ref") != 0 && r.Member(i, "mimeType") != 0:
		if r.quick {
			return false
		}
		r.typeMissing(i, c.node, "a blob always has one", `add "$type": "blob"`)
		return true
	}
	return r.wrongType(i, c.node, `a blob, {"$type": "blob", "ref": …, "mimeType": …, "size": …}`)
}

func (c *blobChecker) mime(r *run, i, at uint32) bool {
	if c.accept == nil {
		return true
	}
	mime := r.Text(at)
	if slices.ContainsFunc(c.accept, func(p syntax.MIMEPattern) bool { return p.Match(mime) }) {
		return true
	}
	if r.quick {
		return false
	}
	accepted := ", accepted is " + strings.Join(c.node.Accept, ", ")
	if len(c.node.Accept) == 0 {
		accepted = ", and the schema accepts none"
	}
	f := r.report(ruleAccept, i, c.node, "accept", "has the type "+quote(mime)+accepted, "")
	r.move(f, at)
	return true
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
	if r.quick {
		return false
	}
	f := r.report(ruleMaxSize, i, c.node, "maxSize", "has "+strconv.FormatInt(size, 10)+" bytes"+atMost(c.node.MaxSize.Value), "")
	r.move(f, at)
	return true
}

// isLegacyBlob reports whether an object has the old form of a blob: cid and
// mimeType, and nothing else.
func (r *run) isLegacyBlob(i uint32) bool {
	cid, mime := r.Member(i, "cid"), r.Member(i, "mimeType")
	return cid != 0 && mime != 0 && r.Tokens[cid].Kind == datamodel.String && r.Tokens[mime].Kind == datamodel.String &&
		r.Tokens[max(cid, mime)].Next == r.Tokens[i].Next && min(cid, mime) == i+2 && max(cid, mime) == i+4 &&
		syntax.IsCID(r.Text(cid)) && syntax.IsMIMEType(r.Text(mime))
}

// old judges a blob of the old form.
func (c *blobChecker) old(r *run, i uint32) bool {
	if r.quick {
		return false
	}
	if !c.legacy {
		r.report(ruleTypeMissing, i, c.node, "", "is a blob of the old form, without $type", `write {"$type": "blob", "ref": …, "mimeType": …, "size": …}, or allow it with --legacy`)
		return true
	}
	r.report(ruleLegacyForm, i, c.node, "", "is a blob of the old form", `write {"$type": "blob", "ref": …, "mimeType": …, "size": …}`)
	return c.mime(r, i, r.Member(i, "mimeType"))
}

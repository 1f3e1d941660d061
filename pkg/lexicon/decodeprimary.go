package lexicon

import (
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// primary makes the node of a primary type or of a permission.
func (d *decoder) primary(typ Type, n Node) Schema {
	v := n.Value
	switch typ {
	case TypeRecord:
		r := &Record{Node: n, Key: v.StringField("key")}
		if object := v.Field("record"); object != nil {
			r.Object, _ = d.schema(object, SlotRecord).(*Object)
		}
		return r
	case TypeQuery:
		return &Query{n, d.endpoint(typ, v)}
	case TypeProcedure:
		return &Procedure{n, d.endpoint(typ, v)}
	case TypeSubscription:
		return &Subscription{n, d.endpoint(typ, v), readText(v, "subprotocol")}
	case TypePermissionSet:
		return &PermissionSet{n, v.StringField("title"), v.StringField("detail"), d.permissions(v.Field("permissions"))}
	case TypeSpace:
		d.collections(v.Field("collections"))
		return &Space{n, v.StringField("key"), v.StringField("name"), readTexts(v, "collections")}
	case TypePermission:
		d.resource(v)
		return &Permission{
			Node: n, Resource: v.StringField("resource"), SpaceType: readText(v, "spaceType"), Authority: readText(v, "authority"), SKey: readText(v, "skey"),
			Collection: readTexts(v, "collection"), Action: readTexts(v, "action"), Manage: readTexts(v, "manage"),
			LXM: readTexts(v, "lxm"), Aud: readText(v, "aud"), InheritAud: readBoolean(v, "inheritAud"),
		}
	}
	panic("lexicon: cannot build " + typ.String())
}

// collections reports the entries of a list that are not NSIDs.
func (d *decoder) collections(list *Value) {
	if list == nil {
		return
	}
	for _, item := range list.Items {
		_, err := syntax.ParseNSID(item.Text)
		if item.Kind != KindString || err == nil || d.tooMany(ruleInvalidNSID) {
			continue
		}
		help := "use a reversed domain name followed by a name, such as com.example.thing"
		if strings.Contains(item.Text, "*") {
			help = "list each collection by its NSID; a space cannot list collections with a wildcard"
		}
		d.find(ruleInvalidNSID, d.doc.At(item), "the entry "+words.Quote(item.Text)+` in "collections" is not a valid NSID: `+syntax.Reason(err), help)
	}
}

func (d *decoder) endpoint(typ Type, v *Value) Endpoint {
	var e Endpoint
	if parameters := v.Field("parameters"); parameters != nil {
		e.Parameters, _ = d.schema(parameters, SlotParameters).(*Params)
	}
	if errors := v.Field("errors"); errors != nil {
		for _, item := range errors.Items {
			if item.Kind == KindObject {
				d.fields(shapeError, item, SlotDefinition)
				e.Errors = append(e.Errors, &ErrorDef{d.part(item), item.StringField("name")})
			}
		}
	}
	switch typ {
	case TypeSubscription:
		e.Message = d.body(v.Field("message"), shapeMessage, SlotMessage)
	case TypeProcedure:
		e.Input = d.body(v.Field("input"), shapeBody, SlotBody)
		fallthrough
	case TypeQuery:
		e.Output = d.body(v.Field("output"), shapeBody, SlotBody)
	}
	return e
}

// part makes the Node of an object that is not a schema itself.
func (d *decoder) part(v *Value) Node {
	return Node{Value: v, Definition: d.def, Description: v.StringField("description")}
}

// body makes a body whose object has a shape, and its schema a slot.
func (d *decoder) body(v *Value, s shape, in Slot) *Body {
	if v == nil || v.Kind != KindObject {
		return nil
	}
	d.fields(s, v, SlotDefinition)
	b := &Body{Node: d.part(v)}
	if s == shapeBody {
		b.Encoding = v.StringField("encoding")
	}
	if schema := v.Field("schema"); schema != nil {
		b.Schema = d.schema(schema, in)
	}
	return b
}

func (d *decoder) permissions(v *Value) []*Permission {
	if v == nil {
		return nil
	}
	var all []*Permission
	for _, item := range v.Items {
		if item.Kind != KindObject {
			continue
		}
		if p, ok := d.schema(item, SlotPermission).(*Permission); ok {
			all = append(all, p)
		}
	}
	return all
}

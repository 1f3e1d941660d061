package lexicon

// primary makes the node of a primary type or of a permission.
func (d *decoder) primary(typ Type, n Node) Schema {
	v := n.Value
	switch typ {
	case TypeRecord:
		r := &Record{Node: n, Key: text(v, "key")}
		if object := v.Field("record"); object != nil {
			r.Object, _ = d.schema(object, inRecord).(*Object)
		}
		return r
	case TypeQuery:
		return &Query{n, d.endpoint(v), d.body(v.Field("output"))}
	case TypeProcedure:
		return &Procedure{n, d.endpoint(v), d.body(v.Field("input")), d.body(v.Field("output"))}
	case TypeSubscription:
		return &Subscription{n, d.endpoint(v), d.message(v.Field("message"))}
	case TypePermissionSet:
		return &PermissionSet{n, text(v, "title"), text(v, "detail"), d.permissions(v.Field("permissions"))}
	case TypePermission:
		return &Permission{
			Node: n, Resource: text(v, "resource"), Collection: texts(v, "collection"), Action: texts(v, "action"),
			LXM: texts(v, "lxm"), Aud: textOpt(v, "aud"), InheritAud: boolean(v, "inheritAud"),
		}
	}
	panic("lexicon: cannot build " + typ.String())
}

// otherResource reports a field of a permission that belongs to the other resource,
// where it has no effect.
func (d *decoder) otherResource(permission *Value, m *Member) bool {
	resource, belongs := text(permission, "resource"), ""
	switch m.Name {
	case "collection", "action":
		belongs = "repo"
	case "lxm", "aud", "inheritAud":
		belongs = "rpc"
	}
	if belongs == "" || belongs == resource || resource != "repo" && resource != "rpc" {
		return false
	}
	d.find(RuleUnexpectedField, d.doc.AtKey(m), m.Name+" does not apply to a permission for the resource "+resource,
		"remove it: it applies to the resource "+belongs+" only")
	return true
}

func (d *decoder) endpoint(v *Value) Endpoint {
	var e Endpoint
	if parameters := v.Field("parameters"); parameters != nil {
		e.Parameters, _ = d.schema(parameters, inParameters).(*Params)
	}
	if errors := v.Field("errors"); errors != nil {
		for _, item := range errors.Items {
			if item.Kind == KindObject {
				d.fields(shapeError, item)
				e.Errors = append(e.Errors, &ErrorDef{d.part(item), text(item, "name")})
			}
		}
	}
	return e
}

// part makes the Node of an object that is not a schema itself.
func (d *decoder) part(v *Value) Node {
	return Node{Value: v, Definition: d.def, Description: text(v, "description")}
}

func (d *decoder) body(v *Value) *Body {
	if v == nil || v.Kind != KindObject {
		return nil
	}
	d.fields(shapeBody, v)
	b := &Body{Node: d.part(v), Encoding: text(v, "encoding")}
	if schema := v.Field("schema"); schema != nil {
		b.Schema = d.schema(schema, inBody)
	}
	return b
}

func (d *decoder) message(v *Value) *Message {
	if v == nil || v.Kind != KindObject {
		return nil
	}
	d.fields(shapeMessage, v)
	m := &Message{Node: d.part(v)}
	if schema := v.Field("schema"); schema != nil {
		m.Schema = d.schema(schema, inMessage)
	}
	return m
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
		if p, ok := d.schema(item, inPermissions).(*Permission); ok {
			all = append(all, p)
		}
	}
	return all
}

package compat

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

var ruleTypeChange = &lexicon.Rule{
	Code: "type-change", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "the type of a schema changed",
	Reason: "Values of the old type are invalid under the new schema, and the other way around; only unknown accepts values of " +
		"other types. Add an optional field of the new type and keep the old one, or publish the changed schema under a new " +
		"NSID.",
	Spec: "Versioning, 3: types cannot change", Page: evolution,
	Bad:  inOld + `{"type": "integer"}` + inNew + `{"type": "string", "maxLength": 20}`,
	Good: inOld + `{"type": "integer"}` + inNew + `{"type": "integer"}`,
}

// pair compares two schemas: what one accepts and the other refuses, and every
// other difference.
func (c *comparison) pair(o, n lexicon.Schema) {
	if isInvalid(o) || isInvalid(n) || c.settled() {
		return // what is wrong with a schema is a finding of lint
	}
	c.describeNodes(o.Base(), n.Base())
	if o.Type() == lexicon.TypeRef || n.Type() == lexicon.TypeRef {
		c.ref(o, n)
		return
	}
	c.shapes(o, n)
}

// shapes compares what two schemas accept, neither of them a ref.
func (c *comparison) shapes(o, n lexicon.Schema) {
	p := pair{o, n}
	if c.met[p] {
		return
	}
	c.met[p] = true
	if o.Type() != n.Type() {
		c.typeChange(o, n, atField(o, "type"), atField(n, "type"))
		return
	}
	switch n := n.(type) {
	case *lexicon.Boolean:
		c.boolean(o.(*lexicon.Boolean), n)
	case *lexicon.Integer:
		c.integer(o.(*lexicon.Integer), n)
	case *lexicon.String:
		c.string(o.(*lexicon.String), n)
	case *lexicon.Bytes:
		c.bytes(o.(*lexicon.Bytes), n)
	case *lexicon.Blob:
		c.blob(o.(*lexicon.Blob), n)
	case *lexicon.Array:
		c.array(o.(*lexicon.Array), n)
	case *lexicon.Object:
		c.object(viewOfObject(o.(*lexicon.Object)), viewOfObject(n))
	case *lexicon.Params:
		c.object(viewOfParams(o.(*lexicon.Params), nil), viewOfParams(n, nil))
	case *lexicon.Union:
		c.union(o.(*lexicon.Union), n)
	case *lexicon.Record:
		c.record(o.(*lexicon.Record), n)
	case *lexicon.Query:
		c.query(o.(*lexicon.Query), n)
	case *lexicon.Procedure:
		c.procedure(o.(*lexicon.Procedure), n)
	case *lexicon.Subscription:
		c.subscription(o.(*lexicon.Subscription), n)
	case *lexicon.PermissionSet:
		c.permissions(o.(*lexicon.PermissionSet), n)
	case *lexicon.Null, *lexicon.CIDLink, *lexicon.Token, *lexicon.Unknown:
	default:
		panic("compat: cannot compare " + n.Type().String())
	}
}

func isInvalid(s lexicon.Schema) bool { return s == nil || s.Type() == lexicon.TypeInvalid }

// typeChange reports that a schema is of another type. Nothing below it is
// compared.
func (c *comparison) typeChange(o, n lexicon.Schema, oldAt, newAt lexicon.Location) {
	var breaks lexicon.Direction
	if !isEmpty(o) && !c.takesAll(n, o) {
		breaks |= lexicon.Backward
	}
	if !isEmpty(n) && !c.takesAll(o, n) {
		breaks |= lexicon.Forward
	}
	c.report(change{
		rule: ruleTypeChange, breaks: breaks, new: newAt, old: oldAt,
		message: "changed from " + typeName(o) + " to " + typeName(n),
		help:    "types cannot change: add a new optional field, or give the changed Lexicon a new NSID",
	})
}

// typeName names the type of a schema, with what decides about it.
func typeName(s lexicon.Schema) string {
	if u, ok := s.(*lexicon.Union); ok && len(u.Refs) == 0 && !u.Closed {
		return "an empty union"
	}
	t := s.Type().String()
	if strings.IndexByte("aeio", t[0]) >= 0 || t == "unknown" {
		return "an " + t
	}
	return "a " + t
}

// takesAll reports whether a schema that restricts nothing takes every value of
// another schema, of another type.
func (c *comparison) takesAll(any, s lexicon.Schema) bool {
	switch any := any.(type) {
	case *lexicon.Unknown:
		if c.profile == lexicon.ProfileATProto {
			return s.Type() == lexicon.TypeObject || s.Type() == lexicon.TypeUnion
		}
	case *lexicon.Union:
		if any.Closed || len(any.Refs) > 0 || c.profile == lexicon.ProfileATProto {
			return false
		}
	default:
		return false
	}
	return s.Type() != lexicon.TypeNull && !s.Type().Primary()
}

// isEmpty reports whether a schema plainly accepts nothing.
func isEmpty(s lexicon.Schema) bool {
	switch s := s.(type) {
	case *lexicon.String:
		return textsOf(s).empty()
	case *lexicon.Integer:
		return integersOf(s).empty()
	case *lexicon.Bytes:
		return crossed(s.MinLength, s.MaxLength)
	case *lexicon.Array:
		return crossed(s.MinLength, s.MaxLength)
	}
	return false
}

package compat

import (
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
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

// pair compares two schemas: what one accepts and the other rejects, and every
// other difference.
func (s *scope) pair(o, n lexicon.Schema) {
	if isInvalid(o) || isInvalid(n) {
		return // lint reports what is wrong with it
	}
	s.describeNodes(o.Base(), n.Base())
	if o.Type() == lexicon.TypeRef || n.Type() == lexicon.TypeRef {
		s.ref(o, n)
		return
	}
	s.shapes(o, n)
}

// shapes compares what two schemas accept, neither of them a ref.
func (s *scope) shapes(o, n lexicon.Schema) {
	if o.Type() != n.Type() {
		s.typeChange(o, n, atField(o, "type"), atField(n, "type"))
		return
	}
	switch n := n.(type) {
	case *lexicon.Boolean:
		s.boolean(o.(*lexicon.Boolean), n)
	case *lexicon.Integer:
		s.integer(o.(*lexicon.Integer), n)
	case *lexicon.String:
		s.string(o.(*lexicon.String), n)
	case *lexicon.Bytes:
		s.bytes(o.(*lexicon.Bytes), n)
	case *lexicon.Blob:
		s.blob(o.(*lexicon.Blob), n)
	case *lexicon.Array:
		s.array(o.(*lexicon.Array), n)
	case *lexicon.Object:
		s.object(viewOfObject(o.(*lexicon.Object)), viewOfObject(n))
	case *lexicon.Params:
		s.object(viewOfParams(o.(*lexicon.Params), nil), viewOfParams(n, nil))
	case *lexicon.Union:
		s.union(o.(*lexicon.Union), n)
	case *lexicon.Record:
		s.record(o.(*lexicon.Record), n)
	case *lexicon.Query:
		s.query(o.(*lexicon.Query), n)
	case *lexicon.Procedure:
		s.procedure(o.(*lexicon.Procedure), n)
	case *lexicon.Subscription:
		s.subscription(o.(*lexicon.Subscription), n)
	case *lexicon.PermissionSet:
		s.permissions(o.(*lexicon.PermissionSet), n)
	case *lexicon.Null, *lexicon.CIDLink, *lexicon.Token, *lexicon.Unknown:
	default:
		panic("compat: cannot compare " + n.Type().String())
	}
}

func isInvalid(s lexicon.Schema) bool { return s == nil || s.Type() == lexicon.TypeInvalid }

// typeChange reports that a schema has another type. Nothing inside it is
// compared.
func (s *scope) typeChange(o, n lexicon.Schema, oldAt, newAt place) {
	s.report(change{
		rule: ruleTypeChange, new: newAt, old: oldAt,
		breaks:  directions(!isEmpty(o) && !s.takesAll(n, o), !isEmpty(n) && !s.takesAll(o, n)),
		message: "changed from " + typeName(o) + " to " + typeName(n),
		help:    "revert this change, and add a new optional field of the new type, or publish the new schema under a new NSID",
	})
}

// typeName names the type of a schema in messages.
func typeName(s lexicon.Schema) string {
	if u, ok := s.(*lexicon.Union); ok && len(u.Refs) == 0 && !u.Closed {
		return "an empty union"
	}
	return syntax.Article(s.Type().String())
}

// takesAll reports whether a schema that restricts nothing accepts every value
// of another schema, of another type.
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

// isEmpty reports whether the limits of a schema plainly exclude every value.
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

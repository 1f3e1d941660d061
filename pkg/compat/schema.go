package compat

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

var ruleTypeChange = &diag.Rule{
	Code: "type-change", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "the type of a schema changed",
	Reason: "Values of the old type are invalid under the new schema, and vice versa; only unknown accepts values of " +
		"other types. Add an optional field of the new type and keep the old one, or publish the changed schema under a new " +
		"NSID.",
	Spec: "Versioning, 3: types cannot change", Page: evolution,
	Examples: inOld + `{"type": "integer"}` + inNew + `{"type": «"string", "maxLength": 20|"integer"»}`,
}

// compareSchemas compares two schemas: what one accepts and the other rejects, and every
// other difference.
func (s *scope) compareSchemas(o, n lexicon.Schema) {
	if isInvalid(o) || isInvalid(n) {
		s.skip(o, n)
		return
	}
	s.describeNodes(o.Base(), n.Base())
	if o.Type() == lexicon.TypeRef || n.Type() == lexicon.TypeRef {
		s.compareRef(o, n)
		return
	}
	s.compareResolved(o, n)
}

// compareResolved compares what two schemas accept, neither of them a ref.
func (s *scope) compareResolved(o, n lexicon.Schema) {
	if o.Type() != n.Type() {
		s.typeChange(o, n)
		return
	}
	switch n := n.(type) {
	case *lexicon.Boolean:
		s.compareBoolean(o.(*lexicon.Boolean), n)
	case *lexicon.Integer:
		s.compareInteger(o.(*lexicon.Integer), n)
	case *lexicon.String:
		s.compareString(o.(*lexicon.String), n)
	case *lexicon.Bytes:
		s.compareBytes(o.(*lexicon.Bytes), n)
	case *lexicon.Blob:
		s.compareBlob(o.(*lexicon.Blob), n)
	case *lexicon.Array:
		s.compareArray(o.(*lexicon.Array), n)
	case *lexicon.Object, *lexicon.Params:
		s.compareObject(o, n)
	case *lexicon.Union:
		s.compareUnion(o.(*lexicon.Union), n)
	case *lexicon.Record:
		s.compareRecord(o.(*lexicon.Record), n)
	case *lexicon.Query, *lexicon.Procedure, *lexicon.Subscription:
		s.compareMethod(o, n)
	case *lexicon.PermissionSet:
		s.comparePermissions(o.(*lexicon.PermissionSet), n)
	case *lexicon.Space:
		s.compareSpaces(o.(*lexicon.Space), n)
	case *lexicon.Null, *lexicon.CIDLink, *lexicon.Token, *lexicon.Unknown:
	default:
		panic("compat: cannot compare " + n.Type().String())
	}
}

// typeChange reports that a schema has another type, neither side a ref that
// leads nowhere. Nothing inside it is compared.
func (s *scope) typeChange(o, n lexicon.Schema) {
	old, new := lexicon.Resolve(o), lexicon.Resolve(n)
	s.changedType(o, n, directions(!isEmpty(old) && !s.accepts(new, old), !isEmpty(new) && !s.accepts(old, new)))
}

func (s *scope) changedType(o, n lexicon.Schema, breaks diag.Direction) {
	s.report(change{
		rule: ruleTypeChange, breaks: breaks, new: atField(n, "type"), old: atField(o, "type"), explains: inside(n),
		message: "the type changed from " + typeName(o) + " to " + typeName(n),
		help:    "revert this change; if you need the new type, use it in a new optional field, or publish the new schema under a new NSID",
	})
}

// typeName names the type of a schema, or of what it refers to, in messages.
func typeName(s lexicon.Schema) string {
	target := lexicon.Resolve(s)
	name := target.Type().String()
	if u, ok := target.(*lexicon.Union); ok && u.Bare() && !u.Closed {
		name = "empty union"
	}
	if target != s {
		name += " (through a ref)"
	}
	return name
}

// accepts reports whether a schema is known to accept every value of another
// one, of another type.
func (c *comparison) accepts(outer, inner lexicon.Schema) bool {
	switch outer := outer.(type) {
	case *lexicon.Unknown:
		if c.profile == diag.ProfileATProto {
			return hasFields(inner) || inner.Type() == lexicon.TypeUnion
		}
		return hasAnyValues(inner)
	case *lexicon.Union:
		isVariant := slices.ContainsFunc(outer.Refs, func(l *lexicon.Link) bool { return l.Reference == nameOf(inner) })
		return isRecord(inner) && isVariant || c.anyUnion(outer) && hasAnyValues(inner)
	case *lexicon.Object, *lexicon.Record:
		if object, ok := outer.(*lexicon.Object); ok && c.anyObject(object) && c.onlyObjects(inner) {
			return true
		}
		if union, ok := inner.(*lexicon.Union); ok && union.Closed && !c.hidesVariants(union) {
			variants := lacking(nil, union.Refs, nameOfLink)
			return len(variants) == 1 && variants[0].Reference == nameOf(outer)
		}
	}
	return false
}

// anyObject reports whether an object accepts every object: it names no field.
func (c *comparison) anyObject(o *lexicon.Object) bool {
	return len(o.Properties) == 0 && len(entries(o, "required")) == 0 && !c.broken.has(atNode(o))
}

// onlyObjects reports whether every value of a schema that is not an object is one that
// an object without fields accepts: not a blob, bytes or a link.
func (c *comparison) onlyObjects(s lexicon.Schema) bool {
	switch s := s.(type) {
	case *lexicon.Unknown:
		return c.profile == diag.ProfileATProto
	case *lexicon.Union:
		return !c.anyUnion(s)
	}
	return false
}

// hasAnyValues reports whether unknown accepts the values of a schema: not null, and
// methods have none.
func hasAnyValues(s lexicon.Schema) bool {
	return isRecord(s) || s.Type() != lexicon.TypeNull && !s.Type().Primary()
}

func isInvalid(s lexicon.Schema) bool { return s.Type() == lexicon.TypeInvalid }

// isEmpty reports whether the limits of a schema plainly exclude every value.
func isEmpty(s lexicon.Schema) bool {
	switch s := s.(type) {
	case *lexicon.String:
		return textsOf(s).empty()
	case *lexicon.Integer:
		return integersOf(s).empty()
	case *lexicon.Bytes:
		return between(s.MinLength, s.MaxLength, 0).empty()
	case *lexicon.Array:
		return between(s.MinLength, s.MaxLength, 0).empty()
	}
	return false
}

// nameOf returns the name of a definition by its schema; none for a schema inside
// a definition.
func nameOf(s lexicon.Schema) lexicon.Reference {
	if def := s.Base().Definition; def.Schema == s {
		return def.Reference()
	}
	return lexicon.Reference{}
}

func isRecord(s lexicon.Schema) bool { return s.Type() == lexicon.TypeRecord }

func hasFields(s lexicon.Schema) bool { return isRecord(s) || s.Type() == lexicon.TypeObject }

// isNull reports whether a schema is null, or a ref to it.
func isNull(s lexicon.Schema) bool {
	target := lexicon.Resolve(s)
	return target != nil && target.Type() == lexicon.TypeNull
}

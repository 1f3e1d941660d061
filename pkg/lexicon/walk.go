package lexicon

import (
	"iter"
)

// Parts ranges over the parts of the schema of a definition and the schema of each part,
// in the order parameters, input, output. A schema that is not primary is one part,
// PartNone. Bodies without a schema and errors are left out.
func Parts(s Schema) iter.Seq2[Part, Schema] {
	return func(yield func(Part, Schema) bool) {
		body := func(part Part, b *Body) bool { return b == nil || b.Schema == nil || yield(part, b.Schema) }
		switch s := s.(type) {
		case *Record:
			if s.Object != nil {
				yield(PartRecord, s.Object)
			}
		case *Query, *Procedure, *Subscription:
			e := EndpointOf(s)
			_ = (e.Parameters == nil || yield(PartParams, e.Parameters)) &&
				body(PartInput, e.Input) && body(PartOutput, e.Output) && body(PartMessage, e.Message)
		case *PermissionSet, *Space:
		default:
			yield(PartNone, s)
		}
	}
}

// Children ranges over the schemas directly inside s, in a fixed order.
// References are not followed.
func Children(s Schema) iter.Seq[Schema] {
	return func(yield func(Schema) bool) {
		properties := func(all []*Property) {
			for _, p := range all {
				if !yield(p.Schema) {
					return
				}
			}
		}
		switch s := s.(type) {
		case *Array:
			yield(s.Items)
		case *Object:
			properties(s.Properties)
		case *Params:
			properties(s.Properties)
		case *PermissionSet:
			for _, p := range s.Permissions {
				if !yield(p) {
					return
				}
			}
		case *Record, *Query, *Procedure, *Subscription:
			for _, part := range Parts(s) {
				if !yield(part) {
					return
				}
			}
		case *Null, *Boolean, *Integer, *String, *Bytes, *CIDLink, *Blob, *Token, *Ref, *Union, *Unknown, *Space, *Permission, *Invalid:
		default:
			panic("lexicon: no children known of " + s.Type().String())
		}
	}
}

// Walk calls visit for s and for every schema inside it, parents first. If visit
// returns false, Walk skips the schemas inside.
func Walk(s Schema, visit func(Schema) bool) {
	if !visit(s) {
		return
	}
	for child := range Children(s) {
		Walk(child, visit)
	}
}

// Links ranges over the references in s and in every schema inside it, in a
// fixed order.
func Links(s Schema) iter.Seq[*Link] {
	return func(yield func(*Link) bool) {
		more := true
		Walk(s, func(s Schema) bool {
			switch s := s.(type) {
			case *Ref:
				if s.Link != nil {
					more = more && yield(s.Link)
				}
			case *Union:
				for _, l := range s.Refs {
					more = more && yield(l)
				}
			}
			return more
		})
	}
}

package convert

import (
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// writeRef writes a reference.
func (e *emitter) writeRef(s *lexicon.Ref) *object {
	if s.Link == nil {
		return nothing()
	}
	k := key{Reference: s.Link.Reference}
	if s.Link.Target == nil {
		if !isUnresolved(e.selection.catalog, s.Definition, s.Link) {
			return nothing()
		}
		e.lose(s, "ref", gapUnresolved)
		return e.unresolved(k)
	}
	target, last := s.Resolve()
	switch {
	case target != nil:
		switch target.Schema.Type() {
		case lexicon.TypeQuery, lexicon.TypeProcedure, lexicon.TypeSubscription, lexicon.TypePermissionSet, lexicon.TypeSpace:
			return nothing()
		case lexicon.TypeToken:
			e.lose(s, "ref", gapTokenRef)
		}
	case last.Link != nil && last.Link.Target != nil: // a cycle
		return nothing()
	}
	return e.to(k)
}

// unresolved returns a reference to the schema of a definition that is not loaded: it
// accepts any value.
func (e *emitter) unresolved(k key) *object {
	return e.shared(k, func() *object { return e.note(new(object), "unresolved", text(k.Reference.String())) })
}

// typed returns a reference to a schema for the values of a definition whose
// $type names it. The schema of an object does not restrict $type, since the
// object may also be used outside unions; it gets a second schema here: of
// partTyped, which requires $type, or of partEvent.
func (e *emitter) typed(l *lexicon.Link, as part) *object {
	whole := key{Reference: l.Reference}
	if l.Target != nil && l.Target.Schema.Type() == lexicon.TypeRecord {
		return e.to(whole)
	}
	return e.shared(key{Reference: l.Reference, part: as}, func() *object {
		o := single("type", text("object"))
		if as == partTyped {
			o.set("required", texts([]string{"$type"}))
		}
		return single("allOf", array{e.to(whole), o.set("properties", e.fixedType(l.Reference.String()))})
	})
}

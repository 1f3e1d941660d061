package lsp

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// place is an offset in the text of a schema file, and what the language has there.
type place struct {
	Offset int32
	Object *lexicon.Value  // the innermost object around the offset; nil outside of all
	Role   lexicon.Role    // of Object
	Member *lexicon.Member // the member of Object that the offset is in or at the edge of; nil between members
	InName bool            // the offset is at the name of Member
	List   *lexicon.Value  // the array directly in Member that contains the offset; nil
	// Value is the string, number or word at the offset, or what is Missing there;
	// nil between values, and between a name and its value.
	Value *lexicon.Value

	around []around // Object and the objects around it, from the outside
}

// around is an object that contains a place.
type around struct {
	object *lexicon.Value
	role   lexicon.Role
	slot   lexicon.Slot // of a schema, or of the schemas inside
}

// placeAt returns what is at an offset of the file with that root, which ReadBroken may
// have read. The role is that of the root, usually RoleFile.
func placeAt(root *lexicon.Value, role lexicon.Role, offset int32) place {
	p := place{Offset: offset}
	if root == nil || !holds(root, offset) {
		return p
	}
	p.enter(root, role, lexicon.SlotDefinition)
	for v := root; v != nil; {
		v = p.step(v)
	}
	return p
}

// holds reports whether an offset is between the brackets of v or, for other
// values, at it.
func holds(v *lexicon.Value, offset int32) bool {
	if v.Kind == lexicon.KindObject || v.Kind == lexicon.KindArray {
		return v.Span.Start < offset && offset < v.Span.End || offset == v.Span.End && v.Open()
	}
	return v.Span.Start <= offset && offset <= v.Span.End
}

// enter makes v the innermost object, if it is one.
func (p *place) enter(v *lexicon.Value, role lexicon.Role, in lexicon.Slot) {
	if v.Kind != lexicon.KindObject {
		return
	}
	p.Object, p.Role, p.Member, p.InName, p.List, p.Value = v, role, nil, false, nil, nil
	p.around = append(p.around, around{v, role, in})
}

// step goes on from v, which contains the offset, to the value inside it that does;
// nil when there is none.
func (p *place) step(v *lexicon.Value) *lexicon.Value {
	if v.Kind == lexicon.KindArray {
		p.List = v
		for _, item := range v.Items {
			if holds(item, p.Offset) {
				return p.into(item)
			}
		}
		return nil
	}
	for i := range v.Members {
		m := &v.Members[i]
		switch {
		case m.NameSpan.Start <= p.Offset && p.Offset <= m.NameSpan.End:
			p.Member, p.InName = m, true
			return nil
		case holds(m.Value, p.Offset) && m.Value.Span.Start > m.NameSpan.End:
			p.Member = m
			return p.into(m.Value)
		case m.NameSpan.End < p.Offset && p.Offset < m.Value.Span.Start:
			p.Member = m
			return nil
		}
	}
	return nil
}

// into goes into a value of the member at hand, or an entry of its list.
func (p *place) into(v *lexicon.Value) *lexicon.Value {
	switch v.Kind {
	case lexicon.KindObject:
		role, in := lexicon.RoleNone, lexicon.SlotDefinition
		if p.Member != nil {
			role, in = p.Role.Keys(p.Object).Inside(p.Member.Name), p.around[len(p.around)-1].slot
		}
		if p.Role == lexicon.RoleSchema {
			in = in.Inside(lexicon.TypeByName(p.Object.StringField("type")), p.Member.Name)
		}
		p.enter(v, role, in)
		return v
	case lexicon.KindArray:
		return v
	}
	p.Value = v
	return nil
}

// Schema returns the innermost schema that contains the place, such as the one
// whose list or properties it is in; nil outside of schemas.
func (p *place) Schema() *lexicon.Value {
	for i := len(p.around) - 1; i >= 0; i-- {
		if p.around[i].role == lexicon.RoleSchema {
			return p.around[i].object
		}
	}
	return nil
}

// mention returns the definition that the string at the place names; false when
// there is none.
func (p *place) mention(root *lexicon.Value) (lexicon.Mention, bool) {
	if p.Value == nil || p.Role != lexicon.RoleSchema {
		return lexicon.Mention{}, false
	}
	return lexicon.MentionIn(p.Object, p.Member.Name, p.Value, lexicon.IDOf(root))
}

package lsp

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// cursor is an offset in the text of a schema file, and what the language has there.
type cursor struct {
	offset int32
	object *lexicon.Value  // the innermost object around the offset; nil outside of all
	role   lexicon.Role    // of object
	slot   lexicon.Slot    // of object if it is a schema, or else of the schemas inside
	schema *lexicon.Value  // the innermost schema, such as that whose list or properties object is; nil outside
	member *lexicon.Member // the member of object that the offset is in or at the edge of; nil between members
	inName bool            // the offset is at the name of member
	list   *lexicon.Value  // the array directly in member that contains the offset; nil
	// value is the string, number or word at the offset, or what is Missing there;
	// nil between values, and between a name and its value.
	value *lexicon.Value
}

// cursorAt returns what is at an offset of the file with that root, which ReadBroken may
// have read. The role is that of the root, usually RoleFile.
func cursorAt(root *lexicon.Value, role lexicon.Role, offset int32) cursor {
	c := cursor{offset: offset}
	if root == nil || !holds(root, offset) {
		return c
	}
	c.enter(root, role, lexicon.SlotDefinition)
	for v := root; v != nil; {
		v = c.step(v)
	}
	return c
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
func (c *cursor) enter(v *lexicon.Value, role lexicon.Role, in lexicon.Slot) {
	if v.Kind != lexicon.KindObject {
		return
	}
	if role == lexicon.RoleSchema {
		c.schema = v
	}
	*c = cursor{offset: c.offset, object: v, role: role, slot: in, schema: c.schema}
}

// step goes on from v, which contains the offset, to the value inside it that does;
// nil when there is none.
func (c *cursor) step(v *lexicon.Value) *lexicon.Value {
	if v.Kind == lexicon.KindArray {
		c.list = v
		for _, item := range v.Items {
			if holds(item, c.offset) {
				return c.into(item)
			}
		}
		return nil
	}
	for i := range v.Members {
		m := &v.Members[i]
		switch {
		case m.NameSpan.Start <= c.offset && c.offset <= m.NameSpan.End:
			c.member, c.inName = m, true
			return nil
		case holds(m.Value, c.offset) && m.Value.Span.Start > m.NameSpan.End:
			c.member = m
			return c.into(m.Value)
		case m.NameSpan.End < c.offset && c.offset < m.Value.Span.Start:
			c.member = m
			return nil
		}
	}
	return nil
}

// into goes into a value of the member at hand, or an entry of its list.
func (c *cursor) into(v *lexicon.Value) *lexicon.Value {
	switch v.Kind {
	case lexicon.KindObject:
		role, in := lexicon.RoleNone, lexicon.SlotDefinition
		if c.member != nil {
			role, in = c.role.Keys(c.object).Inside(c.member.Name), c.slot
		}
		if c.role == lexicon.RoleSchema {
			in = in.Inside(lexicon.TypeByName(c.object.StringField("type")), c.member.Name)
		}
		c.enter(v, role, in)
		return v
	case lexicon.KindArray:
		return v
	}
	c.value = v
	return nil
}

// mention returns the definition that the string at the cursor names; false when
// there is none.
func (c *cursor) mention(root *lexicon.Value) (lexicon.Mention, bool) {
	if c.value == nil || c.role != lexicon.RoleSchema {
		return lexicon.Mention{}, false
	}
	return lexicon.MentionIn(c.object, c.member.Name, c.value, lexicon.IDOf(root))
}

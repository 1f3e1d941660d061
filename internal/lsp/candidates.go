package lsp

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// candidate is something that can be written at a cursor.
type candidate struct {
	label string // the key or the text, without quotes
	kind  int
	about string // what it means, in a sentence; may be empty
	// text is the JSON to write instead of the span of the list. Stops are the offsets in it
	// where the author fills something in, in their order.
	text   string
	stops  []int
	target *lexicon.Definition // of a candidateReference; may be nil
	// continues says that there are candidates at the first stop too.
	continues bool
}

// The kinds of candidates, as in the protocol.
const (
	candidateKey       = 10
	candidateValue     = 12
	candidateType      = 14
	candidateProperty  = 5 // the name of a property
	candidateReference = 18
	candidateLexicon   = 15 // a whole file
)

// completion is what can be written at a place in a text.
type completion struct {
	catalog *lexicon.Catalog
	profile diag.Profile
	source  *diag.Source
	root    *lexicon.Value // of the source, read by ReadBroken; may be nil
	// role is that of the root: RoleFile, or RoleNone for data whose $type names a record.
	role     lexicon.Role
	suggests bool // whether to set continues of the candidates

	cursor     cursor
	named      bool      // the key at the cursor has a colon already
	span       diag.Span // what a candidate replaces: the string or word at the cursor
	candidates []candidate
	comma      int32 // where a comma is missing before the candidate; -1 where none is
}

// complete returns what can be written at an offset. The keys and entries that are written
// already are left out.
func (c completion) complete(offset int32) completion {
	c.cursor = cursorAt(c.root, c.role, offset)
	keys, values := c.keys, c.values
	if c.role == lexicon.RoleNone {
		keys, values = c.dataKeys, c.dataValues
	}
	c.span, c.comma = c.replaced(offset), -1
	if c.cursor.object == nil {
		if c.role == lexicon.RoleFile && len(bytes.TrimSpace(c.source.Text)) == 0 {
			c.files()
		}
		return c
	}
	after := bytes.TrimLeft(c.source.Text[c.span.End:], " \t\r\n")
	switch m := c.cursor.member; {
	case c.cursor.inName || m == nil:
		c.named = bytes.HasPrefix(after, []byte(":"))
		keys()
	case c.cursor.value != nil || c.cursor.list != nil:
		values(m)
	}
	if !c.named && len(after) > 0 && strings.IndexByte(",}]\x00", after[0]) < 0 { // what follows needs a comma
		for i := range c.candidates {
			c.candidates[i].text += ","
		}
	}
	before := bytes.TrimRight(c.source.Text[:c.span.Start], " \t\r\n")
	if n := len(before); n > 0 && strings.IndexByte("{[,:", before[n-1]) < 0 {
		c.comma = int32(n)
	}
	for i := range c.candidates {
		c.candidates[i].continues = c.suggests && c.leadsOn(&c.candidates[i])
	}
	return c
}

// leadsOn reports whether there are candidates where the author goes on after a candidate
// is written.
func (c *completion) leadsOn(x *candidate) bool {
	if len(x.stops) == 0 {
		return false
	}
	text := slices.Concat(c.source.Text[:c.span.Start], []byte(x.text), c.source.Text[c.span.End:])
	next := completion{catalog: c.catalog, profile: c.profile, source: &diag.Source{Path: c.source.Path, Text: text}, role: c.role}
	next.root = lexicon.ReadBroken(next.source)
	return len(next.complete(c.span.Start+int32(x.stops[0])).candidates) > 0
}

// replaced returns the span of the string or word at an offset.
func (c *completion) replaced(offset int32) diag.Span {
	switch p := &c.cursor; {
	case p.inName:
		return p.member.NameSpan
	case p.value != nil && !p.value.Missing():
		return p.value.Span
	}
	text := c.source.Text
	start, end := offset, offset
	word := func(b byte) bool { return strings.IndexByte(" \t\r\n"+`{}[],:"`, b) < 0 }
	for start > 0 && word(text[start-1]) {
		start--
	}
	for int(end) < len(text) && word(text[end]) {
		end++
	}
	return diag.Span{Start: start, End: end}
}

// add adds a string as a candidate, and returns it for more to be said of it.
func (c *completion) add(kind int, label, about string) *candidate {
	c.candidates = append(c.candidates, candidate{label: label, kind: kind, about: about, text: quoted(label)})
	return &c.candidates[len(c.candidates)-1]
}

// literal adds JSON that is not a string.
func (c *completion) literal(text string) {
	c.candidates = append(c.candidates, candidate{label: text, kind: candidateValue, text: text})
}

// keys adds the keys that the object at the cursor can have and has not.
func (c *completion) keys() {
	p := &c.cursor
	fields := slices.Clone(p.role.Keys(p.object).Fields())
	slices.SortStableFunc(fields, func(a, b lexicon.Field) int { return cmp.Compare(urgency(a), urgency(b)) })
	for _, f := range fields {
		if f.Since <= c.profile && !c.written(f.Name) && c.belongs(f.Name) {
			c.key(candidateKey, f.Name, f.About, c.template(f))
		}
	}
	switch p.role {
	case lexicon.RoleFile:
		if len(p.object.Members) == 0 {
			c.files()
		}
	case lexicon.RoleDefinitions:
		if !c.written("main") {
			c.key(candidateProperty, "main", "The main definition, which the bare NSID refers to.", `{ "type": "$" }`)
		}
		for m := range lexicon.Mentions(c.root) { // refs to what is still to be defined
			if m.NSID == lexicon.IDOf(c.root) && !c.written(m.Name) && !c.has(m.Name) {
				c.key(candidateProperty, m.Name, "A definition that the file refers to.", `{ "type": "$" }`)
			}
		}
	case lexicon.RoleProperties:
		for _, item := range listOf(p.schema, "required") {
			if item.Kind == lexicon.KindString && !c.written(item.Text) && !c.has(item.Text) {
				c.key(candidateProperty, item.Text, "A required property.", `{ "type": "$" }`)
			}
		}
	}
}

// belongs reports whether the object at the cursor can have a field: a permission has those
// of its resource.
func (c *completion) belongs(field string) bool {
	resource := c.cursor.object.StringField("resource")
	if c.cursor.role != lexicon.RoleSchema || c.cursor.object.StringField("type") != lexicon.TypePermission.String() || resource == "" {
		return true
	}
	resources := lexicon.Resources(field, c.profile)
	return len(lexicon.Resources(field, diag.ProfileATProto)) == 0 || slices.Contains(resources, resource)
}

// urgency orders the keys of an object: those that it must have, then those that it can
// have, and last those that are not part of the language.
func urgency(f lexicon.Field) int {
	switch {
	case f.Required:
		return 0
	case !strings.HasPrefix(f.Name, "$"):
		return 1
	}
	return 2
}

// written reports whether the object at the cursor has another member with that name.
func (c *completion) written(name string) bool {
	m := c.cursor.object.Member(name)
	return m != nil && m != c.cursor.member
}

func listOf(v *lexicon.Value, field string) []*lexicon.Value {
	if list := v.Field(field); list != nil {
		return list.Items
	}
	return nil
}

func (c *completion) has(label string) bool {
	return slices.ContainsFunc(c.candidates, func(x candidate) bool { return x.label == label })
}

// key adds a key, with a value unless there is one; see fill.
func (c *completion) key(kind int, name, about, template string) {
	if candidate := c.add(kind, name, about); !c.named {
		candidate.text += ": "
		candidate.fill(template)
	}
}

// fill adds a value to what the candidate writes. In its template, "$" is what the author
// fills in, and "\\$" a dollar sign.
func (x *candidate) fill(template string) {
	for {
		before, after, found := strings.Cut(template, "$")
		literal, escaped := strings.CutSuffix(before, `\`)
		x.text += literal
		switch {
		case !found:
			return
		case escaped:
			x.text += "$"
		default:
			x.stops = append(x.stops, len(x.text))
		}
		template = after
	}
}

// template returns the value to begin with in a field; see fill.
func (c *completion) template(f lexicon.Field) string {
	switch {
	case f.Name == "lexicon":
		return "1"
	case f.Name == "id":
		if id := c.idOfPath(); id != "" {
			return quoted(id)
		}
	case f.Name == "parameters":
		return `{ "type": "params", "properties": { $ } }`
	case f.Name == "record":
		return `{ "type": "object", "properties": { $ } }`
	case f.Holds == lexicon.RoleBody:
		return `{ "encoding": "application/json", "schema": { "type": "$" } }`
	case f.Holds == lexicon.RoleMessage:
		return `{ "schema": { "type": "union", "refs": [$] } }`
	case f.Holds == lexicon.RoleError:
		return `[{ "name": "$" }]`
	case f.Name == "permissions":
		return `[{ "type": "permission", "resource": "$" }]`
	case f.Holds == lexicon.RoleSchema:
		return `{ "type": "$" }`
	}
	switch f.Kind {
	case lexicon.KindString:
		return `"$"`
	case lexicon.KindBoolean:
		return "true"
	case lexicon.KindObject:
		return "{ $ }"
	case lexicon.KindArray:
		return "[$]"
	}
	return "$"
}

// withoutWritten drops the candidates that the list at the cursor has already.
func (c *completion) withoutWritten() {
	if c.cursor.list == nil {
		return
	}
	c.candidates = slices.DeleteFunc(c.candidates, func(x candidate) bool {
		return slices.ContainsFunc(c.cursor.list.Items, func(item *lexicon.Value) bool {
			return item != c.cursor.value && item.Kind == lexicon.KindString && item.Text == x.label
		})
	})
}

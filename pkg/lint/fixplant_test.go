package lint

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// planter makes mistakes in a file that has none, each of which a fix takes back.
type planter struct {
	*rand.Rand
	d     *lexicon.Document
	nodes []lexicon.Schema
}

// layouts are ways to write the same JSON text.
var layouts = []func(text []byte) []byte{
	func(text []byte) []byte { return text },
	func(text []byte) []byte { return indented(text, "  ") },
	func(text []byte) []byte { return indented(text, "\t") },
	func(text []byte) []byte {
		return bytes.ReplaceAll(indented(text, "    "), []byte("\n"), []byte("\r\n"))
	},
	func(text []byte) []byte { // on one line, with spaces
		lines := bytes.Split(indented(text, ""), []byte("\n"))
		return bytes.ReplaceAll(bytes.ReplaceAll(bytes.Join(lines, []byte(" ")), []byte("{ "), []byte("{")), []byte(" }"), []byte("}"))
	},
}

func indented(text []byte, indent string) []byte {
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", indent); err != nil {
		panic(err)
	}
	return append(b.Bytes(), '\n')
}

func newPlanter(r *rand.Rand, d *lexicon.Document) *planter {
	p := &planter{Rand: r, d: d}
	for _, def := range d.Defs {
		if def.Schema.Type().Primary() {
			p.nodes = append(p.nodes, def.Schema)
		}
		for _, part := range lexicon.Parts(def.Schema) {
			lexicon.Walk(part, func(s lexicon.Schema) bool { p.nodes = append(p.nodes, s); return true })
		}
	}
	return p
}

// mistakes lists the kinds of mistakes. A function returns no edits where there is no
// place for its kind.
func (p *planter) mistakes() []func() []diag.Edit {
	return []func() []diag.Edit{
		p.misspelledKey, p.otherType, p.formatAsType, p.quotedScalar, p.missingComma, p.trailingComma, p.singleQuotes,
		p.jsonSchemaRef, p.textAsRef, p.flag, p.repeatedEntry, p.longRef, p.misspelledFormat, p.misspelledEntry,
		p.noType, p.noVersion, p.textVersion, p.byteOrderMark, p.localToken, p.fragmentAsSegment, p.extraKey, p.comment,
		p.unwrapped,
	}
}

// plant makes one mistake of any kind. It is nil when there is no place for the kind that
// was drawn.
func (p *planter) plant() []diag.Edit {
	all := p.mistakes()
	return all[p.IntN(len(all))]()
}

func (p *planter) node(which func(lexicon.Schema) bool) lexicon.Schema {
	var nodes []lexicon.Schema
	for _, s := range p.nodes {
		if which(s) {
			nodes = append(nodes, s)
		}
	}
	if len(nodes) == 0 {
		return nil
	}
	return nodes[p.IntN(len(nodes))]
}

func (p *planter) ofType(types ...lexicon.Type) lexicon.Schema {
	return p.node(func(s lexicon.Schema) bool { return slices.Contains(types, s.Type()) })
}

func one[T any](p *planter, choices ...T) T { return choices[p.IntN(len(choices))] }

// slip changes one letter of a name, or its case.
func (p *planter) slip(name string) string {
	i := p.IntN(len(name))
	switch p.IntN(4) {
	case 0:
		return strings.ToLower(name)
	case 1:
		return name[:i] + name[i+1:]
	case 2:
		return name[:i] + "x" + name[i+1:]
	}
	return name[:i] + name[i:i+1] + name[i:]
}

func (p *planter) misspelledKey() []diag.Edit {
	s := p.node(func(s lexicon.Schema) bool { return len(s.Base().Value.Members) > 1 })
	if s == nil {
		return nil
	}
	m := &s.Base().Value.Members[1+p.IntN(len(s.Base().Value.Members)-1)]
	name := p.slip(m.Name)
	if name == m.Name {
		return nil
	}
	return []diag.Edit{p.d.Rename(m, name)}
}

func (p *planter) otherType() []diag.Edit {
	others := map[lexicon.Type][]string{
		lexicon.TypeInteger: {"int", "Integer", "number", "interger"}, lexicon.TypeBoolean: {"bool", "Boolean"}, lexicon.TypeString: {"text", "String", "sting"},
		lexicon.TypeArray: {"list", "Array", "arrray"}, lexicon.TypeUnion: {"oneOf"}, lexicon.TypeObject: {"Object", "objct"}, lexicon.TypeUnknown: {"any", "unkown"},
		lexicon.TypeCIDLink: {"cidlink", "link"}, lexicon.TypeBytes: {"byte"}, lexicon.TypeRef: {"Ref"}, lexicon.TypeBlob: {"blobb"},
	}
	s := p.node(func(s lexicon.Schema) bool { return others[s.Type()] != nil })
	if s == nil {
		return nil
	}
	return []diag.Edit{p.d.ReplaceText(s.Base().Value.Field("type"), one(p, others[s.Type()]...))}
}

func (p *planter) formatAsType() []diag.Edit {
	s, _ := p.node(func(s lexicon.Schema) bool {
		text, ok := s.(*lexicon.String)
		return ok && text.Format != ""
	}).(*lexicon.String)
	if s == nil || s.Format == "cid" {
		return nil
	}
	return []diag.Edit{p.d.ReplaceText(s.Value.Field("type"), s.Format), p.d.Remove(s.Value.Field("format"))}
}

func (p *planter) quotedScalar() []diag.Edit {
	s := p.ofType(lexicon.TypeInteger, lexicon.TypeString, lexicon.TypeArray, lexicon.TypeBoolean, lexicon.TypeUnion, lexicon.TypeBytes)
	if s == nil {
		return nil
	}
	for i := range s.Base().Value.Members {
		if v := s.Base().Value.Members[i].Value; v.Kind == lexicon.KindNumber || v.Kind == lexicon.KindBoolean {
			return []diag.Edit{p.d.ReplaceText(v, v.Text)}
		}
	}
	return nil
}

func (p *planter) link(which func(*lexicon.Link) bool) *lexicon.Link {
	var links []*lexicon.Link
	for _, def := range p.d.Defs {
		for l := range lexicon.Links(def.Schema) {
			if which(l) {
				links = append(links, l)
			}
		}
	}
	if len(links) == 0 {
		return nil
	}
	return one(p, links...)
}

func (p *planter) jsonSchemaRef() []diag.Edit {
	l := p.link(func(l *lexicon.Link) bool { return l.Target != nil })
	switch {
	case l == nil:
		return nil
	case !l.Local():
		return []diag.Edit{p.d.ReplaceText(l.Value, "lex:"+l.Text)}
	}
	return []diag.Edit{p.d.ReplaceText(l.Value, one(p, "#/defs/", "#/definitions/", "")+l.Name)}
}

func (p *planter) textAsRef() []diag.Edit {
	s, _ := p.ofType(lexicon.TypeRef).(*lexicon.Ref)
	if s == nil || s.Link == nil || len(s.Value.Members) > 2 {
		return nil
	}
	return []diag.Edit{p.d.ReplaceText(s.Value, s.Link.Text)}
}

func (p *planter) flag() []diag.Edit {
	s, _ := p.ofType(lexicon.TypeObject).(*lexicon.Object)
	if s == nil {
		return nil
	}
	field := one(p, "required", "nullable")
	list := s.Value.Field(field)
	if list == nil || len(list.Items) == 0 {
		return nil
	}
	entry := one(p, list.Items...)
	property := s.Property(entry.Text)
	if property == nil {
		return nil
	}
	return []diag.Edit{p.d.RemoveEntry(entry), p.d.Insert(property.Key.Value, lexicon.RoleSchema, field, "true")}
}

func (p *planter) list() *lexicon.Value {
	s := p.ofType(lexicon.TypeObject, lexicon.TypeParams, lexicon.TypeString, lexicon.TypeUnion, lexicon.TypeBlob)
	if s == nil {
		return nil
	}
	list := s.Base().Value.Field(one(p, "required", "nullable", "enum", "knownValues", "refs", "accept"))
	if list == nil || len(list.Items) == 0 || list.Kind != lexicon.KindArray {
		return nil
	}
	return list
}

func (p *planter) repeatedEntry() []diag.Edit {
	list := p.list()
	if list == nil {
		return nil
	}
	return []diag.Edit{p.d.Append(list, one(p, list.Items...).Text)}
}

func (p *planter) longRef() []diag.Edit {
	l := p.link(func(l *lexicon.Link) bool {
		return l.Target != nil && l.Text == l.String() || l.Local() && l.Target != nil
	})
	if l == nil {
		return nil
	}
	return []diag.Edit{p.d.ReplaceText(l.Value, l.Full())}
}

func (p *planter) misspelledFormat() []diag.Edit {
	s, _ := p.ofType(lexicon.TypeString).(*lexicon.String)
	if s == nil || s.Format == "" {
		return nil
	}
	name := p.slip(s.Format)
	if lexicon.FormatByName(name, diag.ProfileATProto) != syntax.FormatNone {
		return nil
	}
	return []diag.Edit{p.d.ReplaceText(s.Value.Field("format"), name)}
}

func (p *planter) misspelledEntry() []diag.Edit {
	s := p.ofType(lexicon.TypeObject, lexicon.TypeParams)
	if s == nil {
		return nil
	}
	list := s.Base().Value.Field("required")
	if list == nil || len(list.Items) == 0 {
		return nil
	}
	entry := one(p, list.Items...)
	if entry.Text == "" || s.Base().Value.Field("properties").Field(entry.Text) == nil {
		return nil
	}
	name := p.slip(entry.Text)
	if s.Base().Value.Field("properties").Field(name) != nil {
		return nil
	}
	return []diag.Edit{p.d.ReplaceText(entry, name)}
}

func (p *planter) noType() []diag.Edit {
	s := p.ofType(lexicon.TypeObject, lexicon.TypeArray, lexicon.TypeUnion, lexicon.TypeRef, lexicon.TypeParams)
	if s == nil {
		return nil
	}
	return []diag.Edit{p.d.Remove(s.Base().Value.Field("type"))}
}

func (p *planter) noVersion() []diag.Edit {
	return []diag.Edit{p.d.Remove(p.d.Root.Field("lexicon"))}
}

func (p *planter) textVersion() []diag.Edit {
	return []diag.Edit{p.d.ReplaceText(p.d.Root.Field("lexicon"), "1")}
}

func (p *planter) localToken() []diag.Edit {
	s, _ := p.ofType(lexicon.TypeString).(*lexicon.String)
	if s == nil || s.Format != "" {
		return nil
	}
	for i, entry := range s.KnownValues {
		if name, ok := strings.CutPrefix(entry, string(p.d.ID)+"#"); ok && p.d.Definition(name) != nil {
			return []diag.Edit{p.d.ReplaceText(s.Value.Field("knownValues").Items[i], "#"+name)}
		}
	}
	return nil
}

func (p *planter) fragmentAsSegment() []diag.Edit {
	l := p.link(func(l *lexicon.Link) bool {
		return l.Target != nil && !l.Local() && l.Name != "main" && l.Target.Schema.Type() == lexicon.TypeObject
	})
	if l == nil {
		return nil
	}
	return []diag.Edit{p.d.ReplaceText(l.Value, string(l.NSID)+"."+l.Name)}
}

// unwrapped puts the fields of a record or of a body's schema one level too high.
func (p *planter) unwrapped() []diag.Edit {
	s := p.ofType(lexicon.TypeRecord, lexicon.TypeQuery, lexicon.TypeProcedure)
	if s == nil {
		return nil
	}
	outer, name := s.Base().Value, "record"
	if s.Type() != lexicon.TypeRecord {
		outer, name = outer.Field(one(p, "input", "output")), "schema"
	}
	m := outer.Member(name)
	if m == nil {
		return nil
	}
	var texts []string
	for _, inner := range m.Value.Members {
		switch {
		case inner.Name == "type" && name == "record":
		case outer.Field(inner.Name) != nil:
			return nil
		default:
			texts = append(texts, string(p.d.Source.Text[inner.NameSpan.Start:inner.Value.Span.End]))
		}
	}
	return []diag.Edit{{Source: p.d.Source, Span: diag.Span{Start: m.NameSpan.Start, End: m.Value.Span.End}, New: strings.Join(texts, ", ")}}
}

func (p *planter) extraKey() []diag.Edit {
	s := p.node(func(s lexicon.Schema) bool { return true })
	if s == nil {
		return nil
	}
	name := one(p, "pattern", "uniqueItems", "xNote", "maxSize", "optional", "additionalProperties")
	if s.Base().Value.Field(name) != nil {
		return nil
	}
	return []diag.Edit{p.d.Insert(s.Base().Value, lexicon.RoleSchema, name, one(p, "true", `"x"`, "{}"))}
}

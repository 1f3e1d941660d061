package docs

import (
	"cmp"
	"html/template"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/describe"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// lexicon makes the page of a Lexicon.
func (b *builder) lexicon(d *lexicon.Document) *page {
	p := &page{Path: b.pages[d], Title: string(d.ID), Namespace: d.ID.Group(), Kind: "definitions"}
	for _, other := range b.documents {
		if other.ID.Group() == p.Namespace {
			name := string(other.ID)[len(p.Namespace)+1:]
			p.Siblings = append(p.Siblings, entry{template.HTML(breakable(name)), b.pages[other]})
		}
	}
	about := d.Root.StringField("description")
	main := d.Main()
	if main != nil {
		p.Kind = kindOf(main)
		if own := main.Schema.Base().Description; own != "" && own != about {
			about = strings.TrimSpace(about + "\n\n" + own)
		}
	} else if len(d.Defs) == 1 {
		p.Kind = kindOf(d.Defs[0])
	}
	p.Description = cmp.Or(oneLine(aboutOf(d)), words.Capitalize(p.Kind)+" "+p.Title)
	name := append(say(string(d.ID)+" "), span{text: p.Kind, style: badge})
	p.blocks = append(p.blocks, heading{level: 1, text: append(name, b.documentMarks(d)...)})
	p.blocks = append(p.blocks, b.prose(about)...)
	p.blocks = append(p.blocks, b.faults(d)...)
	p.blocks = append(p.blocks, b.changesLink(d)...)
	defs := slices.DeleteFunc(slices.Clone(d.Defs), func(def *lexicon.Definition) bool { return def == main })
	if main != nil {
		defs = slices.Insert(defs, 0, main)
	}
	anchors := &anchors{used: map[string]bool{}}
	for i, outline := range describe.Outlines(b.catalog, 0, defs...) {
		s := &section{builder: b, page: p, def: defs[i], anchors: anchors}
		s.write(outline.Node)
	}
	if picture := b.neighborhood(d, p.Path); picture != nil {
		p.blocks = append(p.blocks, heading{level: 2, id: "references", text: say("References")}, picture)
	}
	p.blocks = append(p.blocks, code{language: "json", text: string(d.Source.Text), summary: "JSON of this Lexicon"})
	b.search = append(b.search, b.searchable(p, d, anchors))
	return p
}

// faults lists what is wrong with a Lexicon.
func (b *builder) faults(d *lexicon.Document) []block {
	var lines list
	for _, f := range b.Findings {
		if f.Source == d.Source && f.Severity == diag.Error {
			line := spans{}
			if subject := lexicon.SubjectOf(lexicon.ValueAt(f.Location)).Path; subject != "" {
				line = line.mono(oneLine(subject)).add(": ")
			}
			lines = append(lines, line.add(oneLine(f.Message)))
		}
	}
	if lines == nil {
		return nil
	}
	return []block{paragraph{note: true, text: say("This Lexicon has errors, so parts of this page can be wrong or missing:")}, lines}
}

// write adds the section of a definition whose outline is n.
func (s *section) write(n describe.Node) {
	title := say(oneLine(s.def.Name) + " ")
	main := s.def == s.def.Document.Main()
	if main {
		title = say(words.Capitalize(kindOf(s.def)) + " ")
	} else {
		title = append(title, span{text: kindOf(s.def), style: badge})
	}
	title = append(title, s.marks(s.def, "", n)...)
	s.add(heading{level: 2, id: s.anchors.take(defAnchor(s.def.Name)), text: title})
	if !main {
		s.add(s.prose(n.Description)...)
	}
	s.facts(n)
	switch schema := s.def.Schema.(type) {
	case *lexicon.Query, *lexicon.Procedure, *lexicon.Subscription:
		for _, part := range n.Children {
			s.part(part)
		}
	case *lexicon.PermissionSet:
		s.permissions(schema)
	default:
		if record, ok := schema.(*lexicon.Record); ok && record.Object != nil {
			s.add(s.prose(record.Object.Base().Description)...)
		}
		if len(n.Children) > 0 {
			s.heading("Fields")
			s.add(s.fields(n.Children, s.prefix(), ""))
		} else if t := s.def.Schema.Type(); t == lexicon.TypeObject || t == lexicon.TypeRecord {
			s.add(paragraph{text: say("No fields are defined.")})
		}
	}
	s.examples()
	s.uses()
}

// facts adds what is true of the whole definition.
func (s *section) facts(n describe.Node) {
	var text spans
	switch schema := s.def.Schema.(type) {
	case *lexicon.Object, *lexicon.PermissionSet:
	case *lexicon.Record:
		text = recordKey(schema.Key)
	case *lexicon.Query:
		text = inCode("GET /xrpc/" + s.page.Title)
	case *lexicon.Procedure:
		text = inCode("POST /xrpc/" + s.page.Title)
	case *lexicon.Subscription:
		text = say("WebSocket ").mono("/xrpc/" + s.page.Title)
	case *lexicon.Token:
		text = say("A named value without data: ").mono(s.def.Reference().String()).add(".")
	case *lexicon.Union:
		s.variants(schema)
	case *lexicon.Space:
		s.space(schema)
	default:
		text = append(say("Type: "), s.typeOf(n)...).line(s.items(n)).line(s.limits(n))
	}
	if text != nil {
		s.add(paragraph{text: text})
	}
}

// variants lists the variants of a union that is a definition of its own.
func (s *section) variants(u *lexicon.Union) {
	text := "One of these types, or another one (the union is open):"
	if u.Closed {
		text = "One of these types (the union is closed):"
	}
	if len(u.Refs) == 0 {
		text = "Any object with a $type."
	}
	s.add(paragraph{text: say(text)})
	var lines list
	for _, l := range u.Refs {
		line := spans{s.reference(l.Reference)}
		if l.Target != nil && l.Target.Schema.Base().Description != "" {
			line = line.add(": " + oneLine(l.Target.Schema.Base().Description))
		}
		lines = append(lines, line)
	}
	if lines != nil {
		s.add(lines)
	}
}

// part adds a part of a method, or its errors.
func (s *section) part(n describe.Node) {
	s.heading(words.Capitalize(n.Name))
	if n.Name == "errors" {
		t := table{head: []string{"Error", "Description"}}
		for _, e := range n.Children {
			cells := []spans{inCode(oneLine(e.Name)), s.inline(e.Description)}
			t.rows = append(t.rows, row{id: s.anchors.take("error-" + safeAnchor(e.Name)), cells: cells})
		}
		s.add(t)
		return
	}
	if n.Name != "parameters" {
		var text spans
		if n.Encoding != "" {
			text = inCode(oneLine(n.Encoding))
		}
		if n.Type != "" && n.Type != "object" {
			if text != nil {
				text = text.add(", ")
			}
			text = append(text, s.typeOf(n)...)
		}
		if text != nil {
			s.add(paragraph{text: text})
		}
	}
	s.add(s.prose(n.Description)...)
	if body := lexicon.EndpointOf(s.def.Schema).Body(lexicon.PartByName(n.Name)); body != nil && body.Schema != nil {
		if inside := body.Schema.Base().Description; inside != n.Description {
			s.add(s.prose(inside)...)
		}
	}
	if n.ItemDescription != "" {
		s.add(paragraph{text: s.items(n)})
	}
	if len(n.Children) > 0 {
		s.add(s.fields(n.Children, s.prefix()+n.Name+".", "/"+n.Name))
	}
}

// uses adds who refers to the definition, and what it refers to itself.
func (s *section) uses() {
	var users, used []lexicon.Reference
	for _, user := range s.users[s.def] {
		if user != s.def && s.listsUser(user) {
			users = append(users, user.Reference())
		}
	}
	for _, l := range s.def.Links() {
		if l.Target != s.def {
			used = append(used, l.Reference)
		}
	}
	s.listReferences("Used by", users)
	s.listReferences("Uses", used)
}

// listReferences lists references, each once, in the order of their names.
func (s *section) listReferences(title string, refs []lexicon.Reference) {
	if len(refs) == 0 {
		return
	}
	s.heading(title)
	slices.SortFunc(refs, func(x, y lexicon.Reference) int { return cmp.Compare(x.Full(), y.Full()) })
	var lines list
	for _, ref := range slices.Compact(refs) {
		lines = append(lines, spans{s.reference(ref)})
	}
	s.add(lines)
}

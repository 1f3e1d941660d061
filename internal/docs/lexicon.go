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
	p := &page{Path: b.pages[d], Title: string(d.ID), Namespace: d.ID.Group(), Kind: "definitions", taken: map[string]bool{}}
	for _, other := range b.members[p.Namespace] {
		p.Siblings = append(p.Siblings, entry{template.HTML(breakable(other.ID.Name())), b.pages[other]})
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
	p.add(heading{level: 1, text: append(name, b.documentMarks(d)...)})
	p.add(b.prose(about)...)
	p.add(b.faults(d)...)
	p.add(b.changesLink(d)...)
	defs := slices.DeleteFunc(slices.Clone(d.Defs), func(def *lexicon.Definition) bool { return def == main })
	if main != nil {
		defs = slices.Insert(defs, 0, main)
	}
	for i, outline := range describe.Outlines(b.catalog, 0, defs...) {
		s := &section{builder: b, page: p, def: defs[i]}
		s.write(outline.Node)
	}
	if picture := b.neighborhood(d); picture != nil {
		p.add(heading{level: 2, id: "references", text: say("References")}, picture)
	}
	p.add(code{language: "json", text: string(d.Source.Text), summary: "JSON of this Lexicon"})
	b.search = append(b.search, b.searchable(p, d))
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
	s.add(heading{level: 2, id: s.anchor(defAnchor(s.def.Name)), text: title})
	if !main {
		s.add(s.prose(n.Description)...)
	}
	switch schema := s.def.Schema.(type) {
	case *lexicon.Record:
		s.paragraph(recordKey(schema.Key))
		if schema.Object != nil {
			s.add(s.prose(schema.Object.Base().Description)...)
		}
		s.allFields(n)
		s.example("Example", lexicon.PartRecord)
	case *lexicon.Object:
		s.allFields(n)
		s.example("Example", lexicon.PartNone)
	case *lexicon.Query, *lexicon.Procedure, *lexicon.Subscription:
		s.method(n)
	case *lexicon.PermissionSet:
		s.permissions(schema)
	case *lexicon.Token:
		s.paragraph(say("A named value without data: ").mono(s.def.Reference().String()).add("."))
	case *lexicon.Union:
		s.variants(schema)
	case *lexicon.Space:
		s.space(schema)
	default:
		s.paragraph(append(say("Type: "), s.typeOf(n)...).line(s.items(n)).line(s.limits(n)))
		if len(n.Children) > 0 {
			s.allFields(n)
		}
	}
	s.uses()
}

// allFields adds the fields of a definition.
func (s *section) allFields(n describe.Node) {
	if len(n.Children) == 0 {
		s.paragraph(say("No fields are defined."))
		return
	}
	s.heading("Fields")
	s.add(s.fields(n.Children, s.prefix(), ""))
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
	s.paragraph(say(text))
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

// method adds how a method is called, its parts and errors, and examples.
func (s *section) method(n describe.Node) {
	if s.def.Schema.Type() == lexicon.TypeSubscription {
		s.paragraph(say("WebSocket ").mono("/xrpc/" + s.page.Title))
	} else {
		s.paragraph(inCode(s.requestLine()))
	}
	for _, part := range n.Children {
		s.part(part)
	}
	if request := s.request(); request != "" {
		s.heading("Example request")
		s.add(code{language: "text", text: request})
	}
	for _, part := range []lexicon.Part{lexicon.PartInput, lexicon.PartOutput, lexicon.PartMessage} {
		if body := lexicon.EndpointOf(s.def.Schema).Body(part); body != nil && body.Schema != nil {
			s.example("Example "+part.String(), part)
		}
	}
}

// requestLine returns what the request of a method begins with.
func (s *section) requestLine() string {
	if s.def.Schema.Type() == lexicon.TypeProcedure {
		return "POST /xrpc/" + s.page.Title
	}
	return "GET /xrpc/" + s.page.Title
}

// part adds a part of a method, or its errors.
func (s *section) part(n describe.Node) {
	s.heading(words.Capitalize(n.Name))
	if n.Name == "errors" {
		t := table{head: []string{"Error", "Description"}}
		for _, e := range n.Children {
			cells := []spans{inCode(oneLine(e.Name)), s.inline(e.Description)}
			t.rows = append(t.rows, row{id: s.anchor("error-" + safeAnchor(e.Name)), cells: cells})
		}
		s.add(t)
		return
	}
	var text spans
	if n.Encoding != "" {
		text = inCode(oneLine(n.Encoding))
	}
	if n.Name != "parameters" && n.Type != "" && n.Type != "object" {
		if text != nil {
			text = text.add(", ")
		}
		text = append(text, s.typeOf(n)...)
	}
	s.paragraph(text)
	s.add(s.prose(n.Description)...)
	if body := lexicon.EndpointOf(s.def.Schema).Body(lexicon.PartByName(n.Name)); body != nil && body.Schema != nil {
		if inside := body.Schema.Base().Description; inside != n.Description {
			s.add(s.prose(inside)...)
		}
	}
	s.paragraph(s.items(n))
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

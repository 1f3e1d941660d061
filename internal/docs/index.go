package docs

import (
	"fmt"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// index makes the page that lists all Lexicons by namespace.
func (b *builder) index() *page {
	p := &page{Path: "index" + b.extension(), Title: b.Title}
	p.Description = b.Title + ": " + words.Count(len(b.documents), "Lexicon") + "."
	p.add(heading{level: 1, text: say(oneLine(b.Title))})
	summary := say(words.Count(len(b.documents), "Lexicon") + " in " + words.Count(len(b.namespaces), "namespace") + ". ")
	summary = append(summary, span{text: "What refers to what", link: p.Path + "#graph"})
	if b.Changes != nil {
		summary = append(summary.add(" · "), span{text: "What has changed since " + oneLine(b.Changes.Since), link: "changes" + b.extension()})
	}
	p.paragraph(summary)
	for _, name := range b.namespaces {
		p.add(heading{level: 2, id: namespaceAnchor(name), text: say(name)})
		t := table{head: []string{"Lexicon", "Kind", "Description"}}
		for _, d := range b.members[name] {
			t.rows = append(t.rows, row{cells: b.indexCells(d)})
		}
		p.add(t)
	}
	p.add(heading{level: 2, id: "graph", text: say("What refers to what")}, b.references())
	return p
}

// indexCells returns the cells of a Lexicon in the index.
func (b *builder) indexCells(d *lexicon.Document) []spans {
	kind := words.Count(len(d.Defs), "definition")
	if main := d.Main(); main != nil {
		kind = kindOf(main)
	}
	text := b.inline(aboutOf(d))
	if len(text) == 0 && d.Main() == nil {
		names := make([]string, len(d.Defs))
		for i, def := range d.Defs {
			names[i] = oneLine(def.Name)
		}
		const most = 8
		if more := len(names) - most; more > 0 {
			names = append(names[:most], fmt.Sprintf("and %d more", more))
		}
		text = say(strings.Join(names, ", "))
	}
	name := spans{{text: d.ID.Name(), style: mono, link: b.pages[d]}}
	return []spans{append(name, b.documentMarks(d)...), say(kind), text}
}

// searchable returns the entry of a Lexicon in the index that the browser searches.
func (b *builder) searchable(p *page, d *lexicon.Document) searchEntry {
	parts := []string{}
	for _, def := range d.Defs {
		if def.Name != "main" {
			parts = append(parts, defAnchor(def.Name), oneLine(def.Schema.Base().Description))
		}
	}
	return searchEntry{p.Path, p.Title, p.Kind, oneLine(aboutOf(d)), append(parts, p.found...)}
}

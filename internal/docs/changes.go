package docs

import (
	"fmt"
	"strings"

	"github.com/lexsmith/lexsmith/internal/describe"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// fingerprints say what a Lexicon says of each definition and field: by the names of
// definitions, and their names with the paths of fields.
type fingerprints map[[2]string]string

// fingerprintsOf returns the fingerprints of the Lexicons that are not dependencies.
func fingerprintsOf(c *lexicon.Catalog) map[syntax.NSID]fingerprints {
	all := map[syntax.NSID]fingerprints{}
	for _, d := range c.Documents() {
		if d.Dependency || c.Document(d.ID) != d {
			continue
		}
		prints := fingerprints{}
		var add func(def string, n describe.Node, path string)
		add = func(def string, n describe.Node, path string) {
			prints[[2]string{def, path}] = printOf(n)
			for _, child := range n.Children {
				add(def, child, path+"/"+child.Name)
			}
		}
		for i, o := range describe.Outlines(c, 0, d.Defs...) {
			add(d.Defs[i].Name, o.Node, "")
		}
		all[d.ID] = prints
	}
	return all
}

func printOf(n describe.Node) string {
	text := fmt.Sprint(n.Type, n.Required, n.Nullable, n.Encoding, n.Limits())
	for _, r := range n.Refs {
		text += " " + r.Target
	}
	if len(n.Refs) == 0 { // else the description can be that of the target
		text += "\n" + n.Description
	}
	return text
}

// marks says that a definition or, with a path, a field is deprecated, new, or changed.
func (b *builder) marks(def *lexicon.Definition, path string, n describe.Node) spans {
	var all spans
	if lexicon.IsDeprecation(n.Description) {
		all = mark("deprecated")
	}
	if b.Changes == nil || def.Document.Dependency {
		return all
	}
	prints := b.earlier[def.Document.ID]
	earlier, known := prints[[2]string{def.Name, path}]
	_, around := prints[[2]string{def.Name, ""}]
	switch {
	case prints == nil, !known && !around && path != "": // all of it is new
	case !known:
		all = append(all, mark("new")...)
	case earlier != printOf(n):
		all = append(all, mark("changed")...)
	}
	return all
}

func mark(text string) spans { return spans{{text: " "}, {text: text, style: badge}} }

// documentMarks says that a Lexicon is new or changed.
func (b *builder) documentMarks(d *lexicon.Document) spans {
	switch {
	case b.Changes == nil || d.Dependency:
		return nil
	case b.earlier[d.ID] == nil:
		return mark("new")
	}
	for i := range b.Changes.Findings {
		if f := &b.Changes.Findings[i]; f.Change != nil && f.NSID == string(d.ID) {
			return mark("changed")
		}
	}
	return nil
}

// changesLink links the changes of a Lexicon from its page.
func (b *builder) changesLink(d *lexicon.Document) []block {
	if b.documentMarks(d) == nil {
		return nil
	}
	link := span{text: "Changes since " + oneLine(b.Changes.Since), link: "changes" + b.extension() + "#" + changesAnchor(string(d.ID))}
	return []block{paragraph{text: spans{link}}}
}

func changesAnchor(id string) string { return "changes-" + safeAnchor(id) }

// changesPage lists all changes by Lexicon.
func (b *builder) changesPage() *page {
	p := &page{Path: "changes" + b.extension(), Title: "Changes since " + oneLine(b.Changes.Since)}
	p.Description = "What has changed in " + b.Title + " since " + b.Changes.Since + "."
	p.add(heading{level: 1, text: say(p.Title)})
	all := report.Changelog(b.Changes.Findings, b.Changes.Undecided...)
	if len(all) == 0 {
		p.paragraph(say("Nothing has changed."))
	}
	for _, l := range all {
		name := span{text: l.NSID}
		if d := b.catalog.Document(syntax.NSID(l.NSID)); d != nil {
			name.link = b.pages[d]
		}
		p.add(heading{level: 2, id: changesAnchor(l.NSID), text: spans{name}})
		if l.Wording > 0 {
			p.paragraph(say("Only the wording changed (" + words.Count(l.Wording, "description") + ")."))
		}
		for _, g := range l.Groups {
			p.add(heading{level: 3, text: say(g.Title)})
			var lines list
			for _, n := range g.Changes {
				line := changeText(n)
				for _, t := range n.Todo {
					line = line.line(append(spans{{text: t.Who + ":", style: strong}}, quotedAsCode(" "+t.What+".")...))
				}
				lines = append(lines, line)
			}
			p.add(lines)
		}
	}
	return p
}

// changeText returns the sentence of a change.
func changeText(n report.ChangeNote) spans {
	text := n.Text + "."
	if n.Subject == "" {
		return quotedAsCode(words.Capitalize(text))
	}
	return append(inCode(oneLine(n.Subject)), quotedAsCode(n.Joint()+text)...)
}

// quotedAsCode shows what is in quotation marks as code.
func quotedAsCode(text string) spans {
	var all spans
	for i, part := range strings.Split(terminal.Escape(text), `"`) {
		if i%2 == 1 {
			all = all.mono(part)
		} else if part != "" {
			all = all.add(part)
		}
	}
	return all
}

package docs

import (
	"fmt"
	"html/template"
	"strings"

	"github.com/lexsmith/lexsmith/internal/terminal"
)

// page is what both formats show, in their own ways. The template of HTML pages reads its
// exported fields.
type page struct {
	Path        string // of the file, relative to the folder, with slashes
	Title       string
	Kind        string // "record", "query", …; "" for the index and the changes
	Description string // plain text, for search engines and lists
	Namespace   string
	Siblings    []entry // other pages of the namespace
	blocks      []block
	taken       map[string]bool // the anchors of definitions and fields
	found       []string        // for the search: the anchor and the description of each field, in turn
}

func (p *page) add(blocks ...block) { p.blocks = append(p.blocks, blocks...) }

// paragraph adds a text, unless it is empty.
func (p *page) paragraph(text spans) {
	if len(text) > 0 {
		p.add(paragraph{text: text})
	}
}

// anchor gives a definition or field an anchor of its own.
func (p *page) anchor(id string) string {
	unique := id
	for n := 2; p.taken[unique]; n++ {
		unique = fmt.Sprintf("%s-%d", id, n)
	}
	p.taken[unique] = true
	return unique
}

// entry is a line of a menu. Its link is relative to the folder of all pages.
type entry struct {
	Text template.HTML
	Link string
}

// block is a part of a page: a heading, paragraph, list, table, code, or picture.
type block any

type heading struct {
	level int
	id    string // "" for none
	text  spans
}

// paragraph is a text. A note is set apart.
type paragraph struct {
	text spans
	note bool
}

type list []spans

// table has a header, and rows that have an anchor each.
type table struct {
	head []string
	rows []row
}

type row struct {
	id    string // "" for none
	depth int    // of a nested field
	cells []spans
}

// code is a text in a language. It is folded below a summary if that is not empty.
type code struct{ language, text, summary string }

// picture is a graph as SVG: part of a page, and a file of its own.
type picture struct {
	path, label string // of the file, and for people
	graph       *graph
}

// node is a box of a graph: a definition, a Lexicon, or a namespace.
type node struct {
	name string // full
	kind string // "record", "query", …, "lexicon" or "namespace"
	link string
}

// of reports whether a node is a Lexicon, or a definition of it.
func (n node) of(lexicon string) bool {
	return n.name == lexicon || strings.HasPrefix(n.name, lexicon+"#")
}

// graph is who refers to whom, by refs and unions. Nodes and edges are sorted.
type graph struct {
	nodes []node
	edges [][2]int // from, to: indices of nodes; each pair once, none to itself
	focus string   // the Lexicon in the middle; "" for none
}

// spans are a text with links and emphasis.
type spans []span

type span struct {
	text  string
	style style
	link  string // of the folder, such as "com/example/note.html#def-x", or absolute; "" for none
}

type style uint8

// The styles. A lineBreak has no text.
const (
	plain style = iota
	mono
	strong
	emphasis
	badge
	lineBreak
)

func say(text string) spans { return spans{{text: text}} }

// inCode returns a text as code.
func inCode(text string) spans { return spans{{text: text, style: mono}} }

// add appends plain text.
func (s spans) add(text string) spans { return append(s, span{text: text}) }

// mono appends code.
func (s spans) mono(text string) spans { return append(s, span{text: text, style: mono}) }

// line appends others on a new line, if there is anything before.
func (s spans) line(others spans) spans {
	if len(others) == 0 {
		return s
	}
	if len(s) > 0 {
		s = append(s, span{style: lineBreak})
	}
	return append(s, others...)
}

// oneLine returns a text as one line whose characters can all be seen.
func oneLine(text string) string { return terminal.Escape(strings.Join(strings.Fields(text), " ")) }

// paragraphs splits a text where a line is empty.
func paragraphs(text string) []string {
	var all []string
	var current []string
	for line := range strings.Lines(text + "\n\n") {
		if line = strings.TrimSpace(line); line != "" {
			current = append(current, line)
		} else if current != nil {
			all, current = append(all, oneLine(strings.Join(current, " "))), nil
		}
	}
	return all
}

// readable returns a text of several lines whose characters can all be seen.
func readable(text string) string {
	return terminal.EscapeLines(strings.ReplaceAll(text, "\r\n", "\n"))
}

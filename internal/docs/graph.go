package docs

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// maxBoxes is how many boxes a picture can have and still be legible.
const maxBoxes = 60

// nodeFunc returns the node that a definition is part of; false leaves it out.
type nodeFunc func(*lexicon.Definition) (node, bool)

// newGraph makes the graph of definitions and what they refer to: all of it or, with a focus,
// only what is of that Lexicon and its neighbors, without the edges between others.
func newGraph(defs []*lexicon.Definition, nodeOf nodeFunc, focus string) *graph {
	nodes := map[string]node{}
	pairs := map[[2]string]bool{}
	inFocus := func(n node) bool { return focus == "" || n.of(focus) }
	for _, def := range defs {
		from, ok := nodeOf(def)
		if !ok {
			continue
		}
		if inFocus(from) {
			nodes[from.name] = from
		}
		for _, l := range def.Links() {
			if l.Target == nil {
				continue
			}
			if to, ok := nodeOf(l.Target); ok && (inFocus(from) || inFocus(to)) {
				nodes[from.name], nodes[to.name] = from, to
				if to.name != from.name {
					pairs[[2]string{from.name, to.name}] = true
				}
			}
		}
	}
	g := &graph{focus: focus}
	index := map[string]int{}
	for _, name := range slices.Sorted(maps.Keys(nodes)) {
		index[name] = len(g.nodes)
		g.nodes = append(g.nodes, nodes[name])
	}
	for pair := range pairs {
		g.edges = append(g.edges, [2]int{index[pair[0]], index[pair[1]]})
	}
	slices.SortFunc(g.edges, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return g
}

// boxed reports whether a definition is a box of its own: what cannot refer to others is not.
func boxed(def *lexicon.Definition) bool {
	switch def.Schema.Type() {
	case lexicon.TypeToken, lexicon.TypePermissionSet, lexicon.TypeSpace, lexicon.TypeInvalid:
		return false
	}
	return true
}

func (b *builder) byDefinition(def *lexicon.Definition) (node, bool) {
	ref := def.Reference()
	return node{ref.String(), def.Schema.Type().String(), b.link(ref)}, boxed(def)
}

func (b *builder) byLexicon(def *lexicon.Definition) (node, bool) {
	kind := "lexicon"
	if main := def.Document.Main(); main != nil {
		kind = main.Schema.Type().String()
	}
	return node{string(def.Document.ID), kind, b.link(lexicon.Reference{NSID: def.Document.ID, Name: "main"})}, boxed(def)
}

// byNamespace groups by the first segments of NSIDs; at most 0 means all but the name.
func (b *builder) byNamespace(most int) nodeFunc {
	return func(def *lexicon.Definition) (node, bool) {
		name := def.Document.ID.Group()
		link := "index" + b.extension() + "#" + namespaceAnchor(name)
		if segments := strings.Split(name, "."); most > 0 && len(segments) > most {
			name, link = strings.Join(segments[:most], ".")+".*", ""
		}
		if b.pages[def.Document] == "" {
			link = ""
		}
		return node{name, "namespace", link}, true
	}
}

// own returns the definitions of the pages.
func (b *builder) own() []*lexicon.Definition {
	var defs []*lexicon.Definition
	for _, d := range b.documents {
		defs = append(defs, d.Defs...)
	}
	return defs
}

// legible returns the graph of the first grouping with few boxes, and the number of that.
func legible(defs []*lexicon.Definition, focus string, groupings ...nodeFunc) (g *graph, used int) {
	for i, nodeOf := range groupings {
		if g, used = newGraph(defs, nodeOf, focus), i; len(g.nodes) <= maxBoxes {
			break
		}
	}
	return g, used
}

// references is the picture of all references: of definitions or, of a large set, of
// Lexicons or namespaces.
func (b *builder) references() block {
	g, used := legible(b.own(), "", b.byDefinition, b.byLexicon, b.byNamespace(0), b.byNamespace(3), b.byNamespace(2), b.byNamespace(1))
	what := []string{"definitions", "Lexicons", "namespaces"}[min(used, 2)]
	return picture{"graph.svg", fmt.Sprintf("References between %d %s", len(g.nodes), what), g}
}

// neighborhood is the picture of a Lexicon with what refers to it, and what it refers to. It
// is nil where the page says all about that elsewhere.
func (b *builder) neighborhood(d *lexicon.Document) block {
	seen := map[*lexicon.Definition]bool{}
	var defs []*lexicon.Definition
	for _, def := range d.Defs {
		defs = append(defs, def)
		for _, user := range b.users[def] {
			if user.Document != d && !seen[user] && b.listsUser(user) {
				seen[user] = true
				defs = append(defs, user)
			}
		}
	}
	mixed := func(here, elsewhere nodeFunc) nodeFunc {
		return func(def *lexicon.Definition) (node, bool) {
			if def.Document == d {
				return here(def)
			}
			return elsewhere(def)
		}
	}
	g, _ := legible(defs, string(d.ID),
		b.byDefinition, mixed(b.byDefinition, b.byLexicon), b.byLexicon, mixed(b.byLexicon, b.byNamespace(0)))
	if len(g.nodes) < 2 {
		for m := range lexicon.Mentions(d.Root) {
			if m.NSID != d.ID { // in a permission, a space, or a value
				return nil
			}
		}
		if main := d.Main(); main != nil && main.Schema.Type() == lexicon.TypePermissionSet {
			return nil
		}
		return paragraph{text: say("This Lexicon does not refer to others, and no other refers to it.")}
	}
	name := strings.TrimSuffix(b.pages[d], b.extension()) + ".svg"
	return picture{name, fmt.Sprintf("What refers to %s, and what it refers to", d.ID), g}
}

// Graph prints who refers to whom in the Lexicons of a catalog, as a Mermaid flowchart or
// in the DOT language of Graphviz.
func Graph(c *lexicon.Catalog, mermaid bool) string {
	b := newBuilder(c, Options{})
	g := newGraph(b.own(), b.byDefinition, "")
	var out strings.Builder
	if mermaid {
		// The characters that have a meaning in Mermaid.
		entities := strings.NewReplacer(
			`"`, "#34;", "#", "#35;", "&", "#38;", ";", "#59;", "<", "#60;", ">", "#62;", `\`, "#92;", "`", "#96;")
		out.WriteString("flowchart LR\n")
		for i, n := range g.nodes {
			fmt.Fprintf(&out, "  n%d[\"%s\"]\n", i, entities.Replace(oneLine(n.name)))
		}
		for _, e := range g.edges {
			fmt.Fprintf(&out, "  n%d --> n%d\n", e[0], e[1])
		}
		return out.String()
	}
	quote := func(text string) string {
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(oneLine(text)) + `"`
	}
	out.WriteString("digraph lexicons {\n  rankdir=LR;\n  node [shape=box];\n")
	for _, n := range g.nodes {
		fmt.Fprintf(&out, "  %s;\n", quote(n.name))
	}
	for _, e := range g.edges {
		fmt.Fprintf(&out, "  %s -> %s;\n", quote(g.nodes[e[0]].name), quote(g.nodes[e[1]].name))
	}
	out.WriteString("}\n")
	return out.String()
}

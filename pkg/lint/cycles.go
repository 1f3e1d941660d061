package lint

import (
	"cmp"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// cycles has the rules about definitions that cannot exist since they lead back
// to themselves.
var cycles = []*rule{
	{
		Rule: lexicon.Rule{
			Code: "ref-cycle", Group: "refs", Severity: lexicon.Always(lexicon.Error),
			Summary: "references only lead to each other",
			Reason: "A definition of type ref stands for what it leads to. Where the way ends up at its start there is no type at all, " +
				"and nothing can be checked.",
			Spec: "References; Field types > ref",
			Bad: `"size": {"type": "ref", "ref": "#width"},
"width": {"type": "ref", "ref": "#size"}`,
			Good: `"thing": {
  "type": "object",
  "properties": {"size": {"type": "ref", "description": "How large it is.", "ref": "#width"}}
},
"width": {"type": "integer", "description": "In millimetres."}`,
		},
		checks: []check{onCatalog(refCycle)},
	},
	{
		Rule: lexicon.Rule{
			Code: "uninhabitable", Group: "refs", Severity: lexicon.Always(lexicon.Error),
			Summary: "no finite value of the definition exists, since it must contain itself",
			Reason: "Recursion needs an end: a field that may be left out or null, an array that may be empty, or a variant that goes no further. " +
				"Without one every value would be endless.",
			Spec: "Field types > object, array, union",
			Bad: `"node": {
  "type": "object",
  "required": ["next"],
  "properties": {"next": {"type": "ref", "description": "The node after this one.", "ref": "#node"}}
}`,
			Good: `"node": {
  "type": "object",
  "properties": {"next": {"type": "ref", "description": "The node after this one.", "ref": "#node"}}
}`,
		},
		checks: []check{onCatalog(uninhabitable)},
	},
}

// reportIn is Report for checks of the whole catalog: the finding belongs to
// the document d.
func (p *pass) reportIn(d *lexicon.Document, at lexicon.Location, message, help string) *lexicon.Finding {
	f := p.Report(at, message, help)
	f.NSID = string(d.ID)
	return f
}

func refCycle(p *pass) {
	for _, cycle := range refCycles(p.Catalog) {
		cycle = leastFirst(cycle, func(def *lexicon.Definition) *lexicon.Definition { return def })
		first := cycle[0]
		d := first.Document
		if !p.looksAt(d) {
			continue
		}
		chain := newChain(d)
		for _, def := range cycle {
			chain.add(def, "")
		}
		f := p.reportIn(d, linkOf(first), "these refs lead nowhere but to each other: "+chain.close(first), "make one of them the type that is meant")
		if len(cycle) == 1 {
			f.Message = "the ref " + chain.name(first) + " leads only to itself"
			f.Help = "give it the type that is meant"
		}
		for _, def := range cycle[1:] {
			f.Related = append(f.Related, lexicon.Related{Location: linkOf(def), Message: "part of the cycle"})
		}
	}
}

func linkOf(def *lexicon.Definition) lexicon.Location {
	return def.Schema.Base().AtField("ref")
}

// refCycles returns the cycles of definitions of type ref, Dependency ones
// included. No definition is in two of them, since each ref leads to one place.
func refCycles(c *lexicon.Catalog) [][]*lexicon.Definition {
	var found [][]*lexicon.Definition
	var steps map[*lexicon.Definition]int // in the order of the walk, which begins at 1; made when there is a ref
	for _, d := range c.Documents() {
		for _, def := range d.Defs {
			if onward(def) == nil || steps[def] != 0 {
				continue
			}
			if steps == nil {
				steps = map[*lexicon.Definition]int{}
			}
			start := len(steps)
			var walk []*lexicon.Definition
			for def != nil && steps[def] == 0 {
				walk = append(walk, def)
				steps[def] = start + len(walk)
				def = onward(def)
			}
			if def != nil && steps[def] > start {
				found = append(found, walk[steps[def]-start-1:])
			}
		}
	}
	return found
}

// onward returns the definition to which a definition of type ref leads; nil
// for all other types, and where the way ends.
func onward(def *lexicon.Definition) *lexicon.Definition {
	if ref, ok := def.Schema.(*lexicon.Ref); ok && ref.Link != nil {
		return ref.Link.Target
	}
	return nil
}

func uninhabitable(p *pass) {
	for cycle := range newInhabitance(p.Catalog).rootCauses() {
		cycle = leastFirst(cycle, func(s *step) *lexicon.Definition { return s.def })
		d := cycle[0].def.Document
		if !p.looksAt(d) || onlyRefs(cycle) {
			continue
		}
		chain := newChain(d)
		for _, s := range cycle {
			chain.add(s.def, fieldPath(s))
		}
		first := cycle[0]
		f := p.reportIn(d, d.At(first.at), "no finite value of "+chain.name(first.def)+" exists, it must contain itself: "+chain.close(first.def),
			"make a field of the chain optional or nullable, let an array be empty, or open a union")
		for _, s := range cycle[1:] {
			f.Related = append(f.Related, lexicon.Related{Location: s.def.Document.At(s.at), Message: "part of the chain"})
		}
	}
}

// onlyRefs reports whether the cycle is one of refs alone, which ref-cycle
// finds.
func onlyRefs(cycle []*step) bool {
	for _, s := range cycle {
		if s.def.Schema.Type() != lexicon.TypeRef {
			return false
		}
	}
	return true
}

// leastFirst turns a cycle so that it begins at the definition that stands
// first by path and position, one under lint before those of Dependency.
func leastFirst[T any](cycle []T, def func(T) *lexicon.Definition) []T {
	least := 0
	for i := range cycle {
		if compareDefinitions(def(cycle[i]), def(cycle[least])) < 0 {
			least = i
		}
	}
	return append(cycle[least:len(cycle):len(cycle)], cycle[:least]...)
}

func compareDefinitions(a, b *lexicon.Definition) int {
	if a.Document.Dependency != b.Document.Dependency {
		if a.Document.Dependency {
			return 1
		}
		return -1
	}
	return cmp.Or(
		cmp.Compare(a.Document.Source.Path, b.Document.Source.Path),
		cmp.Compare(a.Key.NameSpan.Start, b.Key.NameSpan.Start),
	)
}

// chain spells the way from definition to definition for a message about one
// document. A long one is cut.
type chain struct {
	document *lexicon.Document
	text     strings.Builder
	length   int
}

const longestChain = 8 // definitions that a message names

func newChain(d *lexicon.Document) *chain { return &chain{document: d} }

// name returns the short name of a definition: without the NSID in its own
// document.
func (c *chain) name(def *lexicon.Definition) string {
	name := shortName(def.Name)
	if def.Document == c.document {
		return name
	}
	if def.Name == "main" {
		return string(def.Document.ID)
	}
	return string(def.Document.ID) + "#" + name
}

// shortName returns a name as it stands in a chain: in quotes, and cut, unless
// it is a short one of letters and digits.
func shortName(name string) string {
	const most = 60 // bytes
	if isName(name) && len(name) <= most {
		return name
	}
	return quote(name)
}

// add puts a definition at the end, and the path of the field in it that leads
// on, such as ".next".
func (c *chain) add(def *lexicon.Definition, path string) {
	switch c.length++; {
	case c.length <= longestChain:
		c.text.WriteString(c.name(def) + path + " → ")
	case c.length == longestChain+1:
		c.text.WriteString("… → ")
	}
}

// close returns the text of the chain with its start repeated at the end.
func (c *chain) close(first *lexicon.Definition) string {
	return c.text.String() + c.name(first)
}

// fieldPath returns the path from a definition to the reference that leads on,
// such as ".next" or ".children[]": the names of properties, and brackets for
// the elements of an array. A long one is cut.
func fieldPath(s *step) string {
	const most = 200 // bytes
	var path strings.Builder
	parts := s.at.Path()
	for i := len(s.def.Key.Value.Path()); i < len(parts); i++ {
		switch parts[i] {
		case "properties":
			if i++; i < len(parts) {
				path.WriteString("." + shortName(parts[i]))
			}
		case "items":
			path.WriteString("[]")
		}
		if path.Len() > most {
			return path.String() + "…"
		}
	}
	return path.String()
}

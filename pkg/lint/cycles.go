package lint

import (
	"cmp"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// cycles has the rules about definitions that only lead back to themselves.
var cycles = []*rule{
	{&diag.Rule{
		Code: "ref-cycle", Group: "refs", Severity: diag.Always(diag.Error),
		Summary: "references form a cycle",
		Reason: "A definition of type ref is another name for the definition that it points to. In a cycle there is no " +
			"such definition, so nothing can be validated.",
		Spec: "References; Field types > ref", Page: "specs/lexicon#ref",
		Examples: `«"size": {"type": "ref", "ref": "#width"},
"width": {"type": "ref", "ref": "#size"}|"thing": {
  "type": "object",
  "properties": {"size": {"type": "ref", "ref": "#width", "description": "How large it is."}}
},
"width": {"type": "integer", "description": "In millimeters."}»`,
	}, []check{onCatalog(refCycle)}},
	{&diag.Rule{
		Code: "uninhabitable", Group: "refs", Severity: diag.Always(diag.Error), Spreads: true,
		Summary: "every value of the definition would be infinite",
		Reason: "Recursion needs an end: a property that is optional or nullable, an array that can be empty, or a " +
			"union variant that does not recurse. Otherwise, every value would have to contain itself. A " +
			"property named $bytes or $link cannot be required either, because the data model reserves these names. The schema " +
			"of a required $type must allow a non-empty string, and that of a record's $type must allow the NSID of the record.",
		Spec: "Field types > object, array, union", Page: "specs/lexicon#object",
		Examples: `"node": {
  "type": "object",« "required": ["next"],|»
  "properties": {"next": {"type": "ref", "ref": "#node", "description": "The node after this one."}}
}`,
	}, []check{onCatalog(uninhabitable), on(reservedRequired), on(typeRequired), on(recordType)}},
}

func refCycle(p *pass) {
	for _, cycle := range p.cycles() {
		first := cycle[0]
		if p.Document = first.def.Document; !p.checks(p.Document) || !onlyRefs(cycle) || p.Skip() {
			continue
		}
		f := diag.Finding{
			Location: p.Document.At(first.at),
			Message:  "circular reference: " + words.Quote(first.def.Name) + " refers to itself",
			Help:     "replace the ref with a concrete type, such as an object or a string",
		}
		if len(cycle) > 1 {
			f.Message = "circular reference: " + through(p.Document, cycle)
			f.Help = "replace one of the refs in the cycle with a concrete type, such as an object or a string"
			f.Related = others(cycle, "part of the cycle")
		}
		p.Report(f)
	}
}

func uninhabitable(p *pass) {
	for _, cycle := range p.cycles() {
		first := cycle[0]
		if p.Document = first.def.Document; !p.checks(p.Document) || onlyRefs(cycle) || p.Skip() {
			continue
		}
		p.Report(diag.Finding{
			Location: p.Document.At(first.at),
			Message:  "a value of " + words.Quote(first.def.Name) + " would have to contain itself: " + through(p.Document, cycle),
			Help:     "make a property in the chain optional or nullable, allow an array to be empty, or make a union open",
			Related:  others(cycle, "part of the chain"),
		})
	}
}

// reservedRequired reports properties that are declared and required, but that no object
// of the data model has: {"$bytes": …} and {"$link": …} are not objects.
func reservedRequired(p *pass, s *lexicon.Object) {
	for _, name := range []string{"$bytes", "$link"} {
		i := slices.Index(s.Required, name)
		if i < 0 || s.Property(name) == nil || p.Skip() {
			continue
		}
		p.Report(diag.Finding{
			Location: atEntry(&s.Node, "required", s.Required, i),
			Message:  subject(s) + " has no valid value because it requires " + name + ", a name that the data model reserves",
			Help:     `use the "bytes" or "cid-link" type, or rename the property`,
		})
	}
}

// onlyRefs reports whether the cycle consists of refs alone, which ref-cycle finds.
func onlyRefs(cycle []*step) bool {
	for _, s := range cycle {
		if s.def.Schema.Type() != lexicon.TypeRef {
			return false
		}
	}
	return true
}

// leastFirst rotates a cycle so that it begins at the definition that is first by
// path and position, those to be checked before those of Dependency.
func leastFirst(cycle []*step) {
	least := 0
	for i := range cycle {
		if compareDefinitions(cycle[i].def, cycle[least].def) < 0 {
			least = i
		}
	}
	copy(cycle, slices.Concat(cycle[least:], cycle[:least]))
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

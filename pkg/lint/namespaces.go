package lint

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// namespaces has the rule about names that collide.
var namespaces = []*rule{
	{&diag.Rule{
		Code: "namespace-clash", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a Lexicon and a namespace have the same name",
		Reason: "Code generators create a module for each namespace and a type for each Lexicon, and the two collide " +
			"when they have the same name. The same applies to a definition a.b#c next to a Lexicon a.b.c.",
		Spec: "What the service does, 3", Page: "guides/lexicon-style-guide",
		Examples: `-- com/example/thing.json --
{
  "lexicon": 1, "id": "com.example.thing",
  "defs": {
    "main": {
      "type": "record", "description": "A thing.", "key": "tid",
      "record": {"type": "object", "properties": {}}
    }
  }
}
-- com/example/«thing/label|thingLabel».json --
{
  "lexicon": 1, "id": «"com.example.thing.label"|"com.example.thingLabel"»,
  "defs": {
    "main": {
      "type": "record", "description": "A label on it.", "key": "tid",
      "record": {"type": "object", "properties": {}}
    }
  }
}`,
	}, []check{onCatalog(namespaceClash)}},
}

func namespaceClash(p *pass) {
	groups := map[syntax.NSID]*lexicon.Document{} // one Lexicon of each group, at any depth
	for _, d := range p.Catalog.Documents() {
		for group := d.ID.Group(); group != ""; group = syntax.NSID(group).Group() {
			if groups[syntax.NSID(group)] != nil {
				break
			}
			groups[syntax.NSID(group)] = d
		}
	}
	for _, d := range p.Catalog.Documents() {
		inner := groups[d.ID]
		if inner == nil {
			continue
		}
		if main := d.Main(); main != nil && main.Schema.Type() == lexicon.TypeRecord {
			clash(p, atID(d), d, inner, "the "+string(d.ID)+" record has the same name as the "+string(d.ID)+".* namespace")
		}
		for _, def := range d.Defs {
			if def.Name == "main" {
				continue // its name is the id alone
			}
			if other := p.Catalog.Document(d.ID + "." + syntax.NSID(def.Name)); other != nil {
				clash(p, d.AtKey(def.Key), d, other, "the "+def.Reference().Full()+" definition has the same name as the Lexicon "+string(other.ID))
			}
		}
	}
}

// clash reports that a name in d and the id of other are the same: at the place in
// d, or at other when d is not to be checked.
func clash(p *pass, at diag.Location, d, other *lexicon.Document, message string) {
	there := atID(other)
	if d.Dependency {
		d, other, at, there = other, d, there, at
	}
	if d.Dependency {
		return
	}
	p.Document = d
	p.Report(diag.Finding{
		Location: at,
		Message:  message,
		Help:     "rename whichever is not published yet",
		Related:  related(there, "conflicting name"),
	})
}

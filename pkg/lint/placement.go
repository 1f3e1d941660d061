package lint

import (
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// placement has the rules about which types a definition may have under its
// name, where the profiles differ.
var placement = []*rule{
	{
		Rule: lexicon.Rule{
			Code: "non-main-primary", Group: "style",
			Severity: lexicon.Severities{lexicon.ProfileV1: lexicon.Warning, lexicon.ProfileATProto: lexicon.Error},
			Summary:  "a record, method or permission set is not named main",
			Reason: "A method is called, and a record is stored, by the NSID alone, which means the definition main. " +
				"The network refuses a primary definition under another name.",
			Spec: "Lexicon file, rule 3",
			Bad: `{
  "lexicon": 1,
  "id": "com.example.thing",
  "defs": {
    "thing": {
      "type": "record", "description": "A thing.", "key": "tid",
      "record": {"type": "object", "properties": {}}
    }
  }
}`,
			Good: `{
  "lexicon": 1,
  "id": "com.example.thing",
  "defs": {
    "main": {
      "type": "record", "description": "A thing.", "key": "tid",
      "record": {"type": "object", "properties": {}}
    }
  }
}`,
		},
		checks: []check{onDocument(nonMainPrimary)},
	},
	{
		Rule: lexicon.Rule{
			Code: "not-definable", Group: "style",
			Severity: lexicon.Severities{lexicon.ProfileV1: lexicon.Warning, lexicon.ProfileATProto: lexicon.Error},
			Summary:  "a ref, union or unknown is a named definition",
			Reason: "These types describe a place in other data, not a thing with a name. The specification lets them be defined, the network does not, " +
				"and code generators fail on them.",
			Spec: "Type overview: category meta",
			Bad: `"shape": {"type": "union", "refs": ["#round", "#square"]},
"round": {"type": "object", "properties": {}},
"square": {"type": "object", "properties": {}}`,
			Good: `"piece": {
  "type": "object",
  "properties": {"shape": {"type": "union", "description": "What it looks like.", "refs": ["#round", "#square"]}}
},
"round": {"type": "object", "properties": {}},
"square": {"type": "object", "properties": {}}`,
		},
		checks: []check{onCatalog(notDefinable)},
	},
}

// nonMainPrimary looks at the first primary definition of a file only: any
// further one is multiple-primary.
func nonMainPrimary(p *pass, d *lexicon.Document) {
	var first *lexicon.Definition
	for _, def := range d.Defs {
		if !def.Schema.Type().Primary() {
			continue
		}
		if def.Name == "main" {
			return
		}
		if first == nil {
			first = def
		}
	}
	if first == nil {
		return
	}
	help := `rename it to "main"`
	if d.Main() != nil {
		help = "move it to a file of its own, as the definition main"
	}
	p.Report(d.AtKey(first.Key), "the "+first.Schema.Type().String()+" is named "+quote(first.Name)+", it should be main", help)
}

// notDefinable leaves out what ref-cycle finds.
func notDefinable(p *pass) {
	inCycle := map[*lexicon.Definition]bool{}
	for _, cycle := range refCycles(p.Catalog) {
		for _, def := range cycle {
			inCycle[def] = true
		}
	}
	for _, d := range p.Catalog.Documents() {
		if d.Dependency {
			continue
		}
		for _, def := range d.Defs {
			var help string
			switch def.Schema.Type() {
			case lexicon.TypeRef:
				help = "refer to its target where it is used"
			case lexicon.TypeUnion:
				help = "write the union where it is used, or define an object that has it as a property"
			case lexicon.TypeUnknown:
				help = `write {"type": "unknown"} where it is used`
			default:
				continue
			}
			if !inCycle[def] {
				p.reportIn(d, def.Schema.Base().AtField("type"), syntax.Article(def.Schema.Type().String())+" should not be a definition, found as "+quote(def.Name), help)
			}
		}
	}
}

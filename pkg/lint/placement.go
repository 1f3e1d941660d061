package lint

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// placement has the rules about the types of definitions on which the profiles differ.
var placement = []*rule{
	{&diag.Rule{
		Code: "non-main-primary", Group: "style", Readable: true,
		Severity: diag.Severities{diag.ProfileV1: diag.Warning, diag.ProfileATProto: diag.Error},
		Summary:  "a primary definition is not named main",
		Reason: "Records are stored and methods are called by the NSID alone, which refers to the main definition. " +
			"The network rejects a primary definition with any other name.",
		Spec: "Lexicon file, rule 3", Page: "specs/lexicon#primary-type-definitions",
		Examples: `{
  "lexicon": 1, "id": "com.example.thing",
  "defs": {
    «"thing"|"main"»: {
      "type": "record", "description": "A thing.", "key": "tid",
      "record": {"type": "object", "properties": {}}
    }
  }
}`,
	}, []check{onDocument(nonMainPrimary)}},
	{&diag.Rule{
		Code: "not-definable", Group: "style", Readable: true,
		Severity: diag.Severities{diag.ProfileV1: diag.Warning, diag.ProfileATProto: diag.Error},
		Summary:  "a definition is of type ref, union, or unknown",
		Reason: "These types are meant to be used inside other schemas, not as named definitions. The " +
			"specification allows them as definitions, but the AT Protocol network rejects them and code generators fail " +
			"on them.",
		Spec: "Type overview: category meta", Page: "specs/lexicon#field-type-definitions",
		Examples: `«"shape": {"type": "union", "refs": ["#round", "#square"]}|"piece": {
  "type": "object",
  "properties": {"shape": {"type": "union", "description": "What it looks like.", "refs": ["#round", "#square"]}}
}»,
"round": {"type": "object", "properties": {}},
"square": {"type": "object", "properties": {}}`,
	}, []check{onCatalog(notDefinable)}},
}

// nonMainPrimary checks the first primary definition of a file only: any further one
// is multiple-primary.
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
		help = `move it to its own file and name it "main" there`
	}
	p.Report(diag.Finding{
		Location: d.AtKey(first.Key),
		Message:  "the " + words.Quote(first.Name) + " " + first.Schema.Type().String() + ` should be named "main"`,
		Help:     help,
	})
}

// notDefinable leaves out what ref-cycle finds.
func notDefinable(p *pass) {
	inCycle := map[*lexicon.Definition]bool{}
	for _, cycle := range p.cycles() {
		if onlyRefs(cycle) {
			for _, s := range cycle {
				inCycle[s.def] = true
			}
		}
	}
	for _, d := range p.Catalog.Documents() {
		if d.Dependency {
			continue
		}
		p.Document = d
		for _, def := range d.Defs {
			var help string
			switch def.Schema.Type() {
			case lexicon.TypeRef:
				help = "refer to its target directly, and remove this definition"
			case lexicon.TypeUnion:
				help = "write the union inline where it is used, or define an object with the union as a property"
			case lexicon.TypeUnknown:
				help = `make it an object, or use {"type": "unknown"} in each field that refers to it`
			default:
				continue
			}
			if inCycle[def] || p.Skip() {
				continue
			}
			p.Report(diag.Finding{
				Location: def.Schema.Base().AtField("type"),
				Message:  words.Quote(def.Name) + " is " + def.Schema.Type().Phrase() + ", but a named definition should not be " + def.Schema.Type().Phrase(),
				Help:     help,
			})
		}
	}
}

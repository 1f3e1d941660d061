package lint

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// definitions has the rules about which definitions a file may have.
var definitions = []*rule{
	{
		Rule: lexicon.Rule{
			Code: "multiple-primary", Group: "schema", Severity: lexicon.Always(lexicon.Error),
			Summary: "a file has more than one primary definition",
			Reason: "Records, queries, procedures, subscriptions and permission sets are known by the NSID of their file, " +
				"so a file has room for one. Give each of the others a file of its own.",
			Spec: "Lexicon file, rule 3",
			Bad: `"main": {
  "type": "query",
  "description": "Counts things.",
  "output": {"encoding": "application/json"}
},
"list": {
  "type": "query",
  "description": "Lists things.",
  "output": {"encoding": "application/json"}
}`,
			Good: `-- com/example/countThings.json --
{
  "lexicon": 1,
  "id": "com.example.countThings",
  "defs": {
    "main": {
      "type": "query",
      "description": "Counts things.",
      "output": {"encoding": "application/json"}
    }
  }
}
-- com/example/listThings.json --
{
  "lexicon": 1,
  "id": "com.example.listThings",
  "defs": {
    "main": {
      "type": "query",
      "description": "Lists things.",
      "output": {"encoding": "application/json"}
    }
  }
}`,
		},
		checks: []check{onDocument(multiplePrimary)},
	},
	{
		Rule: lexicon.Rule{
			Code: "not-in-profile", Group: "schema", Severity: lexicon.Severities{lexicon.Off, lexicon.Error},
			Summary: "the AT Protocol network does not know the type here",
			Reason: "The specification has the type null, and unknown as a parameter, but the network's own tools refuse schemas that use them. " +
				"A field that may be null is listed in nullable of its object; a parameter has one of the plain types.",
			Spec: "Field types > null, params",
			Bad: `"thing": {
  "type": "object",
  "properties": {
    "owner": {"type": "null", "description": "Nobody owns it."}
  }
}`,
			Good: `"thing": {
  "type": "object",
  "required": ["owner"],
  "nullable": ["owner"],
  "properties": {
    "owner": {"type": "string", "format": "did", "description": "Who owns it; null: nobody."}
  }
}`,
		},
		checks: []check{on(nullInProfile), on(unknownParameter)},
	},
	{
		Rule: lexicon.Rule{
			Code: "invalid-def-name", Group: "schema", Severity: lexicon.Always(lexicon.Error),
			Summary: "the name of a definition is empty, or holds # or a dot",
			Reason:  "A reference writes the name after a #, behind an NSID whose parts have dots between them. Such a name cannot be referred to.",
			Spec:    "References; Lexicon file: defs",
			Bad:     `"size.unit": {"type": "integer"}`,
			Good:    `"sizeUnit": {"type": "integer"}`,
		},
		checks: []check{onDefinition(defName)},
	},
}

func multiplePrimary(p *pass, d *lexicon.Document) {
	var first *lexicon.Definition
	for _, def := range d.Defs {
		switch t := def.Schema.Type(); {
		case !t.Primary():
		case first == nil:
			first = def
		default:
			f := p.Report(d.AtKey(def.Key), "the "+t.String()+" "+quote(def.Name)+" is one primary definition too many, a file has at most one",
				"give one of them a file of its own, in which it is named main")
			f.Related = []lexicon.Related{{Location: d.AtKey(first.Key), Message: "first primary definition"}}
		}
	}
}

func nullInProfile(p *pass, s *lexicon.Null) {
	help := `for a field that may be null list its name in "nullable" of the object`
	switch {
	case s.Value == p.Definition.Key.Value:
		help = `remove it: a property that may be null is listed in "nullable" of its object`
	case subjectOf(s).item:
		help = "give the items another type: a list on the network has no null in it"
	}
	p.Report(s.AtField("type"), "the type null is not allowed on the network", help)
}

func unknownParameter(p *pass, s *lexicon.Params) {
	for _, property := range s.Properties {
		where, schema := "the parameter ", property.Schema
		if a, ok := schema.(*lexicon.Array); ok {
			where, schema = "the items of the parameter ", a.Items
		}
		if unknown, ok := schema.(*lexicon.Unknown); ok {
			p.Report(unknown.AtField("type"), where+quote(property.Name)+" must not be of type unknown on the network",
				"make it a string, integer or boolean")
		}
	}
}

func defName(p *pass, def *lexicon.Definition) {
	at := p.Document.AtKey(def.Key)
	switch {
	case def.Name == "":
		p.Report(at, "the name of the definition is empty", "give it a name of letters and digits, such as main")
	case strings.ContainsAny(def.Name, "#."):
		p.Report(at, "the name "+quote(def.Name)+" of the definition must not hold # or a dot", "use letters and digits only")
	}
}

package lint

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// unions has the rules about choices that can never grow.
var unions = []*rule{
	{
		Rule: lexicon.Rule{
			Code: "closed-union", Group: "style", Severity: lexicon.Always(lexicon.Info),
			Summary: "a union is closed",
			Reason: "The variants of a closed union are fixed for ever. An open one can gain variants, yours and those of others, and " +
				"programs that do not know one pass it over. Close a union only where an unknown variant would do harm.",
			Spec: "Field types > union, rules 2 and 3",
			Bad: `"shape": {
  "type": "object",
  "properties": {
    "form": {"type": "union", "description": "What it looks like.", "refs": ["#circle"], "closed": true}
  }
},
"circle": {"type": "object", "properties": {}}`,
			Good: `"shape": {
  "type": "object",
  "properties": {
    "form": {"type": "union", "description": "What it looks like.", "refs": ["#circle"]}
  }
},
"circle": {"type": "object", "properties": {}}`,
		},
		checks: []check{on(closedUnion)},
	},
	{
		Rule: lexicon.Rule{
			Code: "closed-enum", Group: "style", Severity: lexicon.Always(lexicon.Info),
			Summary: "a string or integer has an enum",
			Reason: "An enum is a closed set: no value can ever be added or taken away. The knownValues of a string list the usual " +
				"values and leave room for others.",
			Spec: "Field types > string: enum, knownValues; integer: enum",
			Bad:  `"color": {"type": "string", "enum": ["red", "green"]}`,
			Good: `"color": {"type": "string", "knownValues": ["red", "green"], "maxLength": 32}`,
		},
		checks: []check{on(closedStrings), on(closedIntegers)},
	},
}

func closedUnion(p *pass, union *lexicon.Union) {
	if !union.Closed || len(union.Refs) == 0 {
		return
	}
	p.Report(union.AtField("closed"), subjectOf(union).String()+" is a closed union: no variant can ever be added",
		`drop "closed", unless an unknown variant would do harm`)
}

func closedStrings(p *pass, s *lexicon.String) {
	if len(s.Enum) == 0 || gives(s, "knownValues") {
		return
	}
	p.Report(s.AtField("enum"), subjectOf(s).String()+" has an enum: no value can ever be added",
		`use "knownValues", which leaves room for other values`)
}

func closedIntegers(p *pass, i *lexicon.Integer) {
	if len(i.Enum) == 0 {
		return
	}
	p.Report(i.AtField("enum"), subjectOf(i).String()+" has an enum: no value can ever be added",
		`use a string with "knownValues", or tell what the numbers mean in the description`)
}

package lint

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// unions has the rules about sets of variants and values that can never grow.
var unions = []*rule{
	{&diag.Rule{
		Code: "closed-union", Group: "style", Severity: diag.Always(diag.Info),
		Summary: "a union is closed",
		Reason: "The variants of a closed union can never change. An open union can be extended, by you and " +
			"by others, and programs skip unknown variants. Close a union only where an unknown variant " +
			"would be harmful.",
		Spec: "Field types > union, rules 2 and 3", Page: "specs/lexicon#union",
		Examples: `"shape": {
  "type": "object",
  "properties": {"form": {"type": "union", "description": "What it looks like.", "refs": ["#circle"]«, "closed": true|»}}
},
"circle": {"type": "object", "properties": {}}`,
	}, []check{on(closedUnion)}},
	{&diag.Rule{
		Code: "closed-enum", Group: "style", Severity: diag.Always(diag.Info),
		Summary: "a string or integer has an enum",
		Reason: "An enum is closed: no value can ever be added or removed. The knownValues of a string list the " +
			"usual values and leave room for others.",
		Spec: "Field types > string: enum, knownValues; integer: enum", Page: "specs/lexicon#string",
		Examples: `"color": {"type": "string", «"enum": ["red", "green"]|"knownValues": ["red", "green"], "maxLength": 32»}`,
	}, []check{on(closedStrings), on(closedIntegers)}},
}

func closedUnion(p *pass, union *lexicon.Union) {
	if !union.Closed || len(union.Refs) == 0 || p.Skip() {
		return
	}
	p.Report(diag.Finding{
		Location: union.AtField("closed"),
		Message:  subject(union) + " is a closed union, so no variant can ever be added",
		Help:     `remove "closed", unless accepting an unknown variant would be harmful`,
	})
}

func closedStrings(p *pass, s *lexicon.String) {
	if len(s.Enum) > 0 && !gives(s, "knownValues") {
		reportEnum(p, s, `use "knownValues", which leaves room for other values`)
	}
}

func closedIntegers(p *pass, i *lexicon.Integer) {
	if len(i.Enum) > 0 {
		reportEnum(p, i, `use a string with "knownValues", or explain the numbers in the description`)
	}
}

func reportEnum(p *pass, s lexicon.Schema, help string) {
	if p.Skip() {
		return
	}
	p.Report(diag.Finding{
		Location: s.Base().AtField("enum"),
		Message:  subject(s) + " has an enum, so no value can ever be added",
		Help:     help,
	})
}

package lint

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// targets has the rules about what a reference leads to.
var targets = []*rule{
	{&diag.Rule{
		Code: "ref-target", Group: "refs", Severity: diag.Always(diag.Error),
		Summary: "a reference points to a definition of an unsuitable type",
		Reason: "Tokens, methods, and permission sets do not describe data, so a field cannot contain one. The " +
			"variants of a union are distinguished by $type, so each must be an object or a record that is a named " +
			"definition.",
		Spec: "Type overview; Field types > union, rule 5", Page: "specs/lexicon#ref",
		Examples: `"item": {
  "type": "object",
  "properties": {«"state": {"type": "union", "description": "How far it is.", "refs": ["#open", "#done"]}|
    "state": {
      "type": "string", "description": "How far it is.",
      "knownValues": ["com.example.defs#open", "com.example.defs#done"]
    }
  »}
},
"open": {"type": "token", "description": "Not finished."},
"done": {"type": "token", "description": "Finished."}`,
	}, []check{on(refTarget), on(variantTarget)}},
	{&diag.Rule{
		Code: "duplicate-union-ref", Group: "refs", Severity: diag.Always(diag.Warning),
		Summary: "a union lists the same variant twice",
		Reason: "The second entry has no effect. An NSID with #main and one without refer to the same definition, and so do " +
			"#name and the full name.",
		Spec: "References; Field types > union", Page: "specs/lexicon#union",
		Fix: diag.FixHelp{Safe: "removes the later entry"},
		Examples: `"item": {
  "type": "object",
  "properties": {"shape": {"type": "union", "description": "What it looks like.", "refs": ["#round", «"#round"|"#square"»]}}
},
"round": {"type": "object", "properties": {}}«|,
"square": {"type": "object", "properties": {}}»`,
	}, []check{on(duplicateUnionRef)}},
}

func refTarget(p *pass, s *lexicon.Ref) {
	if s.Link == nil || s.Link.Target == nil || isData(s.Link.Target.Schema.Type()) || p.Skip() {
		return
	}
	target := s.Link.Target
	f := diag.Finding{
		Location: p.Document.At(s.Link.Value),
		Message:  "a ref must point to a definition that describes data, but " + words.Quote(s.Link.Text) + " is " + target.Schema.Type().Phrase(),
		Help:     "refer to a definition that describes data",
		Related:  definedHere(target),
	}
	switch target.Schema.Type() {
	case lexicon.TypeToken:
		f.Help = tokenHelp(target)
	case lexicon.TypeQuery, lexicon.TypeProcedure, lexicon.TypeSubscription:
		f.Help = "move the data to a named definition, and refer to it from both places"
	}
	p.Report(f)
}

func variantTarget(p *pass, s *lexicon.Union) {
	for _, l := range s.Refs {
		if l.Target == nil {
			continue
		}
		var help string
		switch schema := l.Target.Schema.(type) {
		case *lexicon.Object, *lexicon.Record, *lexicon.Invalid:
			continue
		case *lexicon.Token:
			help = tokenHelp(l.Target)
		case *lexicon.Ref:
			help = "list the target of the ref instead"
			if schema.Link != nil {
				help = "list " + words.Quote(schema.Link.String()) + ", which it refers to"
			}
		case *lexicon.Union:
			help = "list the variants of that union here instead"
		case *lexicon.Unknown:
			help = "make " + words.Quote(l.Target.Name) + " an object"
		case *lexicon.Query, *lexicon.Procedure, *lexicon.Subscription, *lexicon.PermissionSet:
			help = "list only definitions that describe data"
		default:
			help = `define an object with one property of that type, and list that object in "refs" instead`
		}
		if p.Skip() {
			continue
		}
		p.Report(diag.Finding{
			Location: p.Document.At(l.Value),
			Message:  "a union variant must be an object or a record, but " + words.Quote(l.Text) + " is " + l.Target.Schema.Type().Phrase(),
			Help:     help,
			Related:  definedHere(l.Target),
		})
	}
}

// tokenHelp says how to refer to a token.
func tokenHelp(token *lexicon.Definition) string {
	return "use a string, and list " + words.Quote(token.Reference().String()) + " in its knownValues"
}

// definedHere points to the name of a definition.
func definedHere(def *lexicon.Definition) []diag.Related {
	return related(def.Document.AtKey(def.Key), "defined here")
}

func duplicateUnionRef(p *pass, s *lexicon.Union) {
	if len(s.Refs) < 2 {
		return
	}
	first := make(map[lexicon.Reference]*lexicon.Link, len(s.Refs))
	for _, l := range s.Refs {
		before := first[l.Reference]
		if before == nil {
			first[l.Reference] = l
			continue
		}
		if p.Skip() {
			continue
		}
		message := "the union lists " + words.Quote(l.Text) + " twice"
		if l.Text != before.Text {
			message = "the union lists the same variant twice: " + words.Quote(l.Text) + " is the same as " + words.Quote(before.Text)
		}
		p.Report(diag.Finding{
			Location: p.Document.At(l.Value),
			Message:  message,
			Help:     "remove one of them",
			Related:  related(p.Document.At(before.Value), "first listed here"),
			Fix:      removeEntry(p, p.Document.At(l.Value), true),
		})
	}
}

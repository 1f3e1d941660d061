package lint

import (
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// targetRules has the rules about what a reference leads to.
var targetRules = []*rule{
	{&diag.Rule{
		Code: "ref-target", Group: "refs", Severity: diag.Always(diag.Error),
		Summary: "a reference points to a definition of an unsuitable type",
		Reason: "Tokens, methods, permission sets, and spaces do not describe data, so a field cannot contain one. The " +
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
	}, []check{on(func(p *pass, s *lexicon.Ref) {
		if s.Link != nil && s.Link.Target != nil && !isData(s.Link.Target.Schema.Type()) {
			p.report(p.value(s.Link.Value), func(f *diag.Finding) {
				target := s.Link.Target
				f.Message = "a ref must point to a definition that describes data, but " + words.Quote(s.Link.Text) + " is " + target.Schema.Type().Phrase()
				f.Help = "refer to a definition that describes data"
				f.Related = definedHere(target)
				switch target.Schema.Type() {
				case lexicon.TypeToken:
					f.Help = tokenHelp(target)
				case lexicon.TypeQuery, lexicon.TypeProcedure, lexicon.TypeSubscription:
					f.Help = "move the data to a named definition, and refer to it from both places"
				}
			})
		}
	}), on(func(p *pass, s *lexicon.Union) {
		for _, l := range s.Refs {
			if l.Target != nil && !isVariant(l.Target.Schema.Type()) && l.Target.Schema.Type() != lexicon.TypeInvalid {
				p.report(p.value(l.Value), func(f *diag.Finding) {
					f.Message = "a union variant must be an object or a record, but " + words.Quote(l.Text) + " is " + l.Target.Schema.Type().Phrase()
					f.Help = variantHelp(l.Target)
					f.Related = definedHere(l.Target)
				})
			}
		}
	})}},
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
	}, []check{on(func(p *pass, s *lexicon.Union) {
		reference := func(l *lexicon.Link) lexicon.Reference { return l.Reference }
		repeated(s.Refs, reference, func(i, first int) {
			l, before := s.Refs[i], s.Refs[first]
			p.report(p.value(l.Value), func(f *diag.Finding) {
				f.Message = "the union lists " + words.Quote(l.Text) + " twice"
				if l.Text != before.Text {
					f.Message = "the union lists the same variant twice: " + words.Quote(l.Text) + " is the same as " + words.Quote(before.Text)
				}
				f.Help = "remove one of them"
				f.Related = related(p.Document.At(before.Value), "first listed here")
				f.Fix = removeEntry(p, f.Location, true)
			})
		})
	})}},
	{&diag.Rule{
		Code: "redundant-main", Group: "refs", Severity: diag.Always(diag.Info),
		Summary: `a reference ends in "#main"`,
		Reason: "A bare NSID already refers to the main definition. The $type of data is always the bare NSID, so " +
			"a single spelling is easier to search for.",
		Spec: "References", Page: "specs/lexicon#ref",
		Fix: diag.FixHelp{Safe: "writes the bare NSID", Harmless: true},
		Examples: `-- com/example/defs.json --
{
  "lexicon": 1, "id": "com.example.defs",
  "defs": {
    "visit": {
      "type": "object",
      "properties": {"place": {"type": "ref", "description": "Where it was.", "ref": «"com.example.point#main"|"com.example.point"»}}
    }
  }
}
-- com/example/point.json --
{"lexicon": 1, "id": "com.example.point", "defs": {"main": {"type": "object", "properties": {}}}}`,
	}, onReferences(func(p *pass, l *lexicon.Link) {
		if d := p.home(l.Reference); l.Name == "main" && l.Text != l.String() && d != p.Document && (d == nil || l.Target != nil) {
			reportSpelling(p, l, l.String())
		}
	})},
	{&diag.Rule{
		Code: "full-local-ref", Group: "refs", Severity: diag.Always(diag.Info),
		Summary: "a reference repeats the id of its own file",
		Reason:  "Within a file, #name is enough, and it stays correct if the id of the file changes.",
		Spec:    "References", Page: "specs/lexicon#ref",
		Fix: diag.FixHelp{Safe: "removes the NSID before the #", Harmless: true},
		Examples: `"order": {
  "type": "object",
  "properties": {"total": {"type": "ref", "description": "What it costs.", "ref": «"com.example.defs#price"|"#price"»}}
},
"price": {"type": "integer", "description": "In cents."}`,
	}, onReferences(func(p *pass, l *lexicon.Link) {
		if l.NSID == p.Document.ID && !l.Local() && l.Target != nil {
			reportSpelling(p, l, "#"+l.Name)
		}
	})},
}

// variantHelp says what to list in place of a definition that cannot be a variant.
func variantHelp(target *lexicon.Definition) string {
	switch schema := target.Schema.(type) {
	case *lexicon.Token:
		return tokenHelp(target)
	case *lexicon.Ref:
		if schema.Link != nil {
			return "list " + words.Quote(schema.Link.String()) + ", which it refers to"
		}
		return "list the target of the ref instead"
	case *lexicon.Union:
		return "list the variants of that union here instead"
	case *lexicon.Unknown:
		return "make " + words.Quote(target.Name) + " an object"
	case *lexicon.Query, *lexicon.Procedure, *lexicon.Subscription, *lexicon.PermissionSet, *lexicon.Space:
		return "list only definitions that describe data"
	}
	return `define an object with one property of that type, and list that object in "refs" instead`
}

// tokenHelp says how to refer to a token.
func tokenHelp(token *lexicon.Definition) string {
	return "use a string, and list " + words.Quote(token.Reference().String()) + " in its knownValues"
}

func reportSpelling(p *pass, l *lexicon.Link, short string) {
	p.report(p.value(l.Value), func(f *diag.Finding) {
		f.Message = words.Quote(l.Text) + " is the long form of " + words.Quote(short)
		f.Help = "use " + words.Quote(short)
		f.Fix = replaceText(p, l.Value, short, true)
	})
}

// tokenRules has the rules about the strings that name tokens.
var tokenRules = []*rule{
	{&diag.Rule{
		Code: "known-string-local-ref", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "an entry of knownValues or enum is a local reference",
		Reason: "Entries of knownValues and enum are compared with the data byte for byte and are not resolved. " +
			"The value of a token is its full name: NSID#name, or the NSID alone for main.",
		Spec: "Field types > token", Page: "specs/lexicon#token",
		Fix: diag.FixHelp{
			Safe:     "writes the full name of the token in knownValues",
			Unsafe:   "writes the full name of the token in an enum, which changes the valid values",
			Harmless: true,
		},
		Examples: `"report": {
  "type": "object",
  "properties": {"level": {"type": "string", "description": "How bad it is.", "knownValues": [«"#low"|"com.example.defs#low"»]}}
},
"low": {"type": "token", "description": "Can wait."}`,
	}, []check{on(func(p *pass, s *lexicon.String) {
		for entry, at := range namedValues(s) {
			name, local := strings.CutPrefix(entry, "#")
			if !local || !syntax.IsName(name) {
				continue
			}
			def := p.Document.Definition(name)
			if def != nil || !isColor(name) {
				p.report(at, func(f *diag.Finding) {
					f.Message = words.Quote(entry) + " is not a full name, so it matches only the literal string " + words.Quote(entry) + " in data"
					f.Help = "remove the #, or define a token and use its full name"
					if def != nil && p.Document.ID != "" {
						full := def.Reference().String()
						f.Help = "use the full name, " + words.Quote(full)
						inEnum := lexicon.ValueAt(f.Location).Parent() == s.Value.Field("enum") // which then has other valid values
						f.Fix = replaceEntry(p, f.Location, full, !inEnum)
					}
				})
			}
		}
	})}},
	{&diag.Rule{
		Code: "unresolved-token", Group: "refs", Severity: diag.Always(diag.Warning),
		Summary: "an entry of knownValues or enum refers to a definition that does not exist",
		Reason: "If a string lists NSID#name, readers look up the definition to learn what it means. Only names in " +
			"loaded Lexicons are checked.",
		Spec: "Field types > token", Page: "specs/lexicon#token",
		Examples: `"report": {
  "type": "object",
  "properties": {"level": {"type": "string", "description": "How bad it is.", "knownValues": [«"com.example.defs#lwo"|"com.example.defs#low"»]}}
},
"low": {"type": "token", "description": "Can wait."}`,
	}, []check{on(func(p *pass, s *lexicon.String) {
		// Only NSID#name is checked: text without a # can just as well be a
		// domain name, or the name of a Lexicon as such.
		for entry, at := range namedValues(s) {
			if strings.IndexByte(entry, '#') <= 0 {
				continue
			}
			ref, err := lexicon.ParseReference(entry, p.Document.ID)
			if err != nil {
				continue
			}
			d := p.home(ref)
			if d != nil && !p.mayBeCutOff(ref) && d.Definition(ref.Name) == nil && p.Catalog.Definition(ref) == nil {
				p.report(at, func(f *diag.Finding) {
					f.Message = words.Quote(entry) + " is not defined"
					f.Help, _ = p.existing(ref, d, false, func(def *lexicon.Definition) bool { return def.Schema.Type() == lexicon.TypeToken })
				})
			}
		}
	})}},
}

// isColor reports whether #name is a color as CSS writes it.
func isColor(name string) bool {
	switch len(name) {
	case 3, 4, 6, 8:
		return strings.Trim(name, "0123456789abcdefABCDEF") == ""
	}
	return false
}

package lint

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

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
	}, []check{on(knownStringLocalRef)}},
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

func knownStringLocalRef(p *pass, s *lexicon.String) {
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
}

// isColor reports whether #name is a color as CSS writes it.
func isColor(name string) bool {
	switch len(name) {
	case 3, 4, 6, 8:
		return strings.Trim(name, "0123456789abcdefABCDEF") == ""
	}
	return false
}

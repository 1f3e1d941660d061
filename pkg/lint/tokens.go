package lint

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// tokens has the rules about the strings that name tokens.
var tokens = []*rule{
	{
		Rule: lexicon.Rule{
			Code: "known-string-local-ref", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "a value of a string is a local reference",
			Reason: "Entries of knownValues and enum are the strings that data holds, byte for byte; they are not resolved. " +
				"The value of a token is its global identifier: NSID#name, or the NSID alone for main.",
			Spec: "Field types > token",
			Bad: `"report": {
  "type": "object",
  "properties": {"level": {"type": "string", "description": "How bad it is.", "knownValues": ["#low"]}}
},
"low": {"type": "token", "description": "Can wait."}`,
			Good: `"report": {
  "type": "object",
  "properties": {"level": {"type": "string", "description": "How bad it is.", "knownValues": ["com.example.defs#low"]}}
},
"low": {"type": "token", "description": "Can wait."}`,
		},
		checks: []check{on(knownStringLocalRef)},
	},
	{
		Rule: lexicon.Rule{
			Code: "unresolved-token", Group: "refs", Severity: lexicon.Always(lexicon.Warning),
			Summary: "a value of a string names a definition that does not exist",
			Reason: "Where a string lists NSID#name in knownValues or enum, readers look the name up to learn what it means. " +
				"Only names in Lexicons that are loaded are checked.",
			Spec: "Field types > token",
			Bad: `"report": {
  "type": "object",
  "properties": {"level": {"type": "string", "description": "How bad it is.", "knownValues": ["com.example.defs#lwo"]}}
},
"low": {"type": "token", "description": "Can wait."}`,
			Good: `"report": {
  "type": "object",
  "properties": {"level": {"type": "string", "description": "How bad it is.", "knownValues": ["com.example.defs#low"]}}
},
"low": {"type": "token", "description": "Can wait."}`,
		},
		checks: []check{on(unresolvedToken)},
	},
}

// namedValues calls f for each entry of knownValues and enum.
func namedValues(s *lexicon.String, f func(entry string, at func() lexicon.Location)) {
	for i, entry := range s.KnownValues {
		f(entry, func() lexicon.Location { return atEntry(&s.Node, "knownValues", s.KnownValues, i) })
	}
	for i, entry := range s.Enum {
		f(entry, func() lexicon.Location { return atEntry(&s.Node, "enum", s.Enum, i) })
	}
}

func knownStringLocalRef(p *pass, s *lexicon.String) {
	namedValues(s, func(entry string, at func() lexicon.Location) {
		name, local := strings.CutPrefix(entry, "#")
		if !local || !isName(name) {
			return
		}
		def := p.Document.Definition(name)
		if def == nil && isColor(name) {
			return
		}
		if p.surplus() {
			return
		}
		help := "define the token and write its full name, NSID#" + name + ", or drop the #"
		if def != nil && p.Document.ID != "" {
			help = "write the full name: " + quote(def.Reference().String())
		}
		p.Report(at(), quote(entry)+" is not a global name: data would have to hold these very characters", help)
	})
}

// isColor reports whether #name is a colour as CSS writes them.
func isColor(name string) bool {
	switch len(name) {
	case 3, 4, 6, 8:
		return strings.Trim(name, "0123456789abcdefABCDEF") == ""
	}
	return false
}

// unresolvedToken looks at NSID#name only: a text without # may just as well
// be a domain name, or the name of a Lexicon as such.
func unresolvedToken(p *pass, s *lexicon.String) {
	namedValues(s, func(entry string, at func() lexicon.Location) {
		if strings.IndexByte(entry, '#') <= 0 {
			return
		}
		ref, err := lexicon.ParseReference(entry, p.Document.ID)
		if err != nil {
			return
		}
		d := p.home(ref)
		if d == nil || p.mayBeCutOff(ref) || d.Definition(ref.Name) != nil || p.surplus() {
			return
		}
		p.Report(at(), quote(entry)+" names nothing: "+string(ref.NSID)+" has no definition "+quote(ref.Name), existing(ref, d, false))
	})
}

package lint

import (
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// translations checks the translations of texts for people, whose keys are language tags:
// those of the field "title" are in "title:lang".
func translations(p *pass, s lexicon.Schema, fields ...string) {
	for _, translated := range fields {
		field := translated + ":lang"
		v := s.Base().Value.Field(field)
		if v == nil {
			continue
		}
		for i := range v.Members {
			m := &v.Members[i]
			err := syntax.FormatLanguage.Check(m.Name)
			switch {
			case m.Duplicate || p.Document.CutOff(m.Value):
			case err != nil:
				p.report(p.key(m), func(f *diag.Finding) {
					f.Message = "the key " + words.Quote(m.Name) + " in " + words.Quote(field) + " is not a valid language tag: " + syntax.Reason(err)
					f.Help = `use a language tag, such as "en" or "pt-BR"`
					if meant := syntax.FormatLanguage.Suggest(m.Name); meant != "" {
						f.Help = "use " + words.Quote(meant)
					}
				})
			case m.Value.Kind != lexicon.KindString:
				p.reportf(p.value(m.Value), "write a translation of the "+translated,
					"the %q translation in %q must be a string", m.Name, field)
			}
		}
	}
}

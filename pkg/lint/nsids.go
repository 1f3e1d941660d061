package lint

import (
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// wantedLexicons says which Lexicons the entries of a list must name.
type wantedLexicons struct {
	namespace string // what their ids begin with; entries that do not are passed over
	what      string // "a record"
	suits     func(main lexicon.Type) bool
}

// suitsMain reports whether a main definition, which may be nil, is of a wanted type. One
// that could not be read is assumed to be.
func (w *wantedLexicons) suitsMain(main *lexicon.Definition) bool {
	return main != nil && (main.Schema.Type() == lexicon.TypeInvalid || w.suits(main.Schema.Type()))
}

// nameLexicons reports the entries of a list of NSIDs in a schema that name a loaded Lexicon
// of another type, or one that is not loaded and similar to a wanted one. The field can
// also be a text, the only entry.
func nameLexicons(p *pass, n *lexicon.Node, field string, nsids []string, wanted wantedLexicons) {
	for i, text := range nsids {
		if !strings.HasPrefix(text, wanted.namespace) {
			continue
		}
		main := lexicon.Reference{NSID: syntax.NSID(text), Name: "main"}
		d, def := p.Catalog.Document(main.NSID), p.Catalog.Definition(main)
		meant := ""
		switch {
		case d == nil:
			if meant = wanted.nearest(p, main); meant == "" {
				continue
			}
		case d.Partial || wanted.suitsMain(def):
			continue
		}
		p.report(entryOf(n, field, nsids, i), func(f *diag.Finding) {
			if meant != "" {
				f.Message = words.Quote(text) + " is not loaded and may be misspelled"
				f.Help = "did you mean " + words.Quote(meant) + "?"
				return
			}
			found := " has no main definition"
			if def != nil {
				found = " is " + def.Schema.Type().Phrase()
			}
			f.Message = "each entry in " + words.Quote(field) + " must refer to " + wanted.what + ", but " + words.Quote(text) + found
			f.Help = "use the NSID of " + wanted.what + ", or remove the entry"
			if n.Value.Field(field).Kind != lexicon.KindArray {
				f.Message = strings.TrimPrefix(f.Message, "each entry in ")
				f.Help = "use the NSID of " + wanted.what
			}
			f.Related = related(atID(d), string(d.ID)+" is defined here")
		})
	}
}

// nearest returns the id of a wanted Lexicon that was probably intended by one that is not
// loaded: one with a similar id, or with the same name in another group of the namespace; ""
// when there is none.
func (w *wantedLexicons) nearest(p *pass, main lexicon.Reference) string {
	if p.ExplicitFiles || !syntax.IsNSID(string(main.NSID)) || !p.search() || p.mayBeCutOff(main) {
		return ""
	}
	suits := func(id syntax.NSID) bool {
		return strings.HasPrefix(string(id), w.namespace) && w.suitsMain(p.Catalog.Document(id).Main())
	}
	if near, ok := p.Catalog.Nearest(main); ok && suits(near.NSID) {
		return string(near.NSID)
	}
	if w.namespace == "" {
		return "" // the same name in another domain is another thing
	}
	for _, id := range p.Catalog.Namesakes(main.NSID.Name()) {
		if suits(id) {
			return string(id)
		}
	}
	return ""
}

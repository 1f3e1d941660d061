package lsp

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// mention is a mention of a definition and the file that has it.
type mention struct {
	lexicon.Mention
	source *lexicon.Source
}

// mentions are all mentions in the Lexicons of a snapshot, by what they name.
type mentions map[lexicon.Reference][]mention

// findMentions finds those in files with syntax errors too: a text that is broken in one
// place still names definitions in others.
func findMentions(s *snapshot) *mentions {
	all := mentions{}
	for _, d := range s.catalog.Documents() {
		root := d.Root
		if d.Partial {
			root = readTree(d.Source.Text)
		}
		for m := range lexicon.Mentions(root) {
			all[m.Reference] = append(all[m.Reference], mention{m, d.Source})
		}
	}
	return &all
}

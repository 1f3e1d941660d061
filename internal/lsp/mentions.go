package lsp

import (
	"path/filepath"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// mention is a mention of a definition and the file that has it.
type mention struct {
	lexicon.Mention
	source *lexicon.Source
}

// mentions are all mentions in the Lexicons of a snapshot, by what they name.
type mentions map[lexicon.Reference][]mention

func findMentions(s *snapshot) *mentions {
	all := mentions{}
	for _, d := range s.catalog.Documents() {
		root := d.Root
		if b := s.buffers[filepath.FromSlash(d.Source.Path)]; d.Partial && b != nil {
			root = b.tree()
		}
		for m := range lexicon.Mentions(root) {
			all[m.Reference] = append(all[m.Reference], mention{m, d.Source})
		}
	}
	return &all
}

package lsp

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// mention is a mention of a definition and the file that has it.
type mention struct {
	lexicon.Mention
	source *diag.Source
}

// mentions are all mentions in the Lexicons of a snapshot, by what they name.
type mentions map[lexicon.Reference][]mention

// findMentions finds those in files with syntax errors too: a text that is broken
// somewhere still names definitions elsewhere.
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

// mentionsOf returns the mentions of a definition in the project of the file, and in the
// others that load it from the same file or do not load any. Those in a file of several projects are of the
// first one.
func (f *file) mentionsOf(ref lexicon.Reference) []mention {
	found := (*f.mentions())[ref]
	def := f.definition(ref)
	if def == nil {
		return found
	}
	for _, s := range f.others {
		if d := s.catalog.Document(ref.NSID); d != nil && d.Source.Path != def.Document.Source.Path {
			continue
		}
		known := map[string]bool{}
		for _, m := range found {
			known[m.source.Path] = true
		}
		found = slices.Clip(found)
		for _, m := range (*s.mentions())[ref] {
			if !known[m.source.Path] {
				found = append(found, m)
			}
		}
	}
	return found
}

// owned reports whether a file is in a project, and not only a dependency of projects.
func (f *file) owned(path string) bool {
	return slices.ContainsFunc(append([]*snapshot{f.snapshot}, f.others...), func(s *snapshot) bool {
		d := s.catalog.DocumentAt(path)
		return d != nil && !d.Dependency
	})
}

package lsp

import (
	"cmp"
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
func findMentions(s *snapshot) mentions {
	all := mentions{}
	for _, d := range s.catalog.Documents() {
		for m := range lexicon.Mentions(treeOf(d)) {
			all[m.Reference] = append(all[m.Reference], mention{m, d.Source})
		}
	}
	return all
}

// treeOf returns the text of a document, however broken.
func treeOf(d *lexicon.Document) *lexicon.Value {
	if d.Partial {
		return readTree(d.Source.Text)
	}
	return d.Root
}

// mentionsOf returns the mentions of a definition in the projects that share its document.
// Those in a file of several projects are of the first one.
func (f *file) mentionsOf(ref lexicon.Reference) (found []mention) {
	def := f.definition(ref)
	if def == nil {
		return f.mentions()[ref]
	}
	first := map[string]*snapshot{} // by path
	for _, s := range f.sharing(def.Document) {
		for _, m := range s.mentions()[ref] {
			first[m.source.Path] = cmp.Or(first[m.source.Path], s)
			if first[m.source.Path] == s {
				found = append(found, m)
			}
		}
	}
	return found
}

// all returns the projects, that of the file first.
func (f *file) all() []*snapshot { return append([]*snapshot{f.snapshot}, f.others...) }

// sharing returns the project of the file, and the others that load a document from the same
// file or have no other Lexicon of its id.
func (f *file) sharing(document *lexicon.Document) []*snapshot {
	return slices.DeleteFunc(f.all(), func(s *snapshot) bool {
		d := s.catalog.Document(document.ID)
		return s != f.snapshot && d != nil && d.Source.Path != document.Source.Path
	})
}

// owned reports whether a file is in a project, and not only a dependency of projects.
func (f *file) owned(path string) bool {
	return slices.ContainsFunc(f.all(), func(s *snapshot) bool {
		d := s.catalog.DocumentAt(path)
		return d != nil && !d.Dependency
	})
}

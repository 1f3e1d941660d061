package docs

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// Changes are what has changed since an earlier revision.
type Changes struct {
	Since string // the revision
}

func (b *builder) changed(d *lexicon.Document) []block     { return nil }
func (b *builder) documentMarks(d *lexicon.Document) spans { return nil }
func (s *section) marks(def *lexicon.Definition, path, description string) spans {
	if lexicon.IsDeprecation(description) {
		return spans{{text: " "}, {text: "deprecated", style: badge}}
	}
	return nil
}
func (b *builder) changesPage() *page { return nil }

package registry

import (
	"path/filepath"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// OldRevision is what the paths of the old side of Sides begin with, before a colon.
const OldRevision = "vendored"

// Compared reports whether the file is to be compared with what it becomes. An edited
// file that becomes the revision of the manifest again is no update.
func (e *Entry) Compared() bool {
	return (e.Action == Update || e.Action == Overwrite && !e.CID.Equals(e.Old)) && e.old != nil && e.Changes()
}

// Sides returns the Lexicons of a plan before and after it, to be compared: those that
// are compared, and the others, with the support, to resolve references in. They are nil
// when none is.
func (p *Plan) Sides(profile diag.Profile, support []*lexicon.Document) (old, new *lexicon.Catalog) {
	if !slices.ContainsFunc(p.Entries, (*Entry).Compared) {
		return nil, nil
	}
	var sides [2][]*lexicon.Document
	for _, e := range p.Entries {
		compared := e.Compared()
		for i, text := range [][]byte{e.old, e.text} {
			path := filepath.ToSlash(e.Path)
			if i == 0 && compared {
				path = OldRevision + ":" + path
			}
			if text == nil {
				continue
			}
			d := lexicon.Parse(&diag.Source{Path: path, Text: text}, profile)
			d.Dependency = !compared
			sides[i] = append(sides[i], d)
		}
	}
	for i := range sides {
		for _, s := range support {
			d := lexicon.Parse(s.Source, profile)
			d.Dependency = true
			sides[i] = append(sides[i], d)
		}
	}
	return lexicon.NewCatalog(sides[0]...), lexicon.NewCatalog(sides[1]...)
}

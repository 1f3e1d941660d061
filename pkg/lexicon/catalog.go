package lexicon

import (
	"slices"
	"sync"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Catalog is a set of Lexicons in which all references are resolved. It is read-only
// and safe for concurrent use.
type Catalog struct {
	documents []*Document
	*index
	skipped []string // paths that reports show

	once  sync.Once
	users users // made by Replace

	asked func(syntax.NSID) // see Watched; usually nil
}

// NewCatalog makes a catalog of documents and resolves their references. Of several
// documents with the same id those that are not a Dependency are used, in their order, or
// else the first. A document belongs to one catalog only, and to those that Replace makes
// of it.
func NewCatalog(documents ...*Document) *Catalog {
	c := &Catalog{documents: documents, index: newIndex(documents)}
	c.link(documents)
	return c
}

// resolve returns the definition that a link in the document d refers to. One in d comes
// before one in another document with the same id.
func (c *Catalog) resolve(d *Document, l *Link) *Definition {
	if l.NSID == d.ID {
		if def := d.Definition(l.Name); def != nil || l.Local() {
			return def
		}
	}
	return c.Definition(l.Reference)
}

// Documents returns the documents in the order in which they were given or found. The
// slice must not be modified.
func (c *Catalog) Documents() []*Document { return c.documents }

// Document returns the Lexicon with that id; nil when it is not loaded.
func (c *Catalog) Document(id syntax.NSID) *Document {
	if c.asked != nil {
		c.asked(id)
	}
	if same := c.byID[id]; len(same) > 0 {
		return c.documents[same[0]]
	}
	return nil
}

// DocumentAt returns the first document with that path; nil when there is none.
func (c *Catalog) DocumentAt(path string) *Document {
	if at, ok := c.byPath(c.documents)[path]; ok {
		return c.documents[at]
	}
	return nil
}

// Watched returns the same catalog, which calls asked with the id of each Lexicon that is
// looked up. It calls asked with "" where a result depends on the ids of all Lexicons. So
// a caller knows what its own result depends on, besides the targets of links.
func (c *Catalog) Watched(asked func(syntax.NSID)) *Catalog {
	return &Catalog{documents: c.documents, index: c.index, skipped: c.skipped, asked: asked}
}

// Definition returns the definition that ref names; nil when its Lexicon is not loaded
// or does not have it. Of several documents with the same id, the first that has it
// counts.
func (c *Catalog) Definition(ref Reference) *Definition {
	if c.Document(ref.NSID) == nil {
		return nil
	}
	for _, at := range c.byID[ref.NSID] {
		if def := c.documents[at].Definition(ref.Name); def != nil {
			return def
		}
	}
	return nil
}

// Files returns the number of Lexicons that are not a Dependency.
func (c *Catalog) Files() int {
	n := 0
	for _, d := range c.documents {
		if !d.Dependency {
			n++
		}
	}
	return n
}

// Skipped returns the number of files that Load skipped because they are not Lexicons,
// without those of Dependency inputs.
func (c *Catalog) Skipped() int { return len(c.skipped) }

// SkippedAt returns the path of a skipped file for which match is true; "" for none.
func (c *Catalog) SkippedAt(match func(path string) bool) string {
	if i := slices.IndexFunc(c.skipped, match); i >= 0 {
		return c.skipped[i]
	}
	return ""
}

// link resolves the references of documents, which are part of the catalog.
func (c *Catalog) link(documents []*Document) {
	for _, d := range documents {
		for _, def := range d.Defs {
			def.links = slices.Collect(Links(def.Schema))
			for _, l := range def.links {
				l.Target = c.resolve(d, l)
			}
		}
	}
	for _, d := range documents {
		for _, def := range d.Defs {
			if _, ok := def.Schema.(*Ref); ok && def.leads == nil {
				chain(def)
			}
		}
	}
}

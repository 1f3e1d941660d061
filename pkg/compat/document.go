package compat

import (
	"bytes"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

var ruleLexiconRemoved = &diag.Rule{
	Code: "lexicon-removed", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "a Lexicon was removed",
	Reason: "Records, references in other Lexicons, and client code still use its NSID, but nothing defines which data is valid " +
		"there. Keep the file, and begin its description with \"Deprecated\".",
	Spec: "Versioning, 3", Page: evolution,
	Examples: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {"main": {"type": "object", "properties": {}}}}
-- old/com/example/other.json --
{"lexicon": 1, "id": "com.example.other", "defs": {"main": {"type": "integer"}}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {"main": {"type": "object", "properties": {}}}}«|
-- new/com/example/other.json --
{"lexicon": 1, "id": "com.example.other", "defs": {"main": {"type": "integer"}}}»`,
}

var ruleLexiconAdded = &diag.Rule{
	Code: "lexicon-added", Group: "diff", Severity: diag.Always(diag.Info),
	Summary: "a Lexicon was added",
	Reason: "Nothing has been written under its NSID yet, so a new Lexicon breaks nothing. To make a breaking " +
		"change, publish the changed schema under a new NSID, and keep the old one. If the old side refers to the Lexicon " +
		"but does not have it, the references there are resolved with the copy of the new side.",
	Spec: "Versioning, 4", Page: evolution,
	Examples: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {"main": {"type": "object", "properties": {}}}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {"main": {"type": "object", "properties": {}}}}«
-- new/com/example/other.json --
{"lexicon": 1, "id": "com.example.other", "defs": {"main": {"type": "integer"}}}|»`,
}

var ruleDefRemoved = &diag.Rule{
	Code: "def-removed", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "a definition was removed",
	Reason: "Other Lexicons may refer to the definition, and the $type of existing values may refer to it. Keep it, and begin its " +
		"description with \"Deprecated\".",
	Spec: "Versioning, 3", Page: evolution,
	Examples: inOld + `"main": {"type": "object", "properties": {}},
"view": {"type": "object", "properties": {}}` + inNew + `"main": {"type": "object", "properties": {}}«|,
"view": {"type": "object", "properties": {}}»`,
}

var ruleDefAdded = &diag.Rule{
	Code: "def-added", Group: "diff", Severity: diag.Always(diag.Info),
	Summary: "a definition was added",
	Reason:  "No data or reference uses it yet, so nothing breaks.",
	Spec:    "Versioning, 3", Page: evolution,
	Examples: inOld + `"main": {"type": "object", "properties": {}}` + inNew + `"main": {"type": "object", "properties": {}}«,
"view": {"type": "object", "properties": {}}|»`,
}

var ruleRevision = &diag.Rule{
	Code: "revision", Group: "diff", Severity: diag.Always(diag.Warning),
	Summary: "the revision decreased or was removed",
	Reason:  "The revision shows which of two copies of a Lexicon is newer. Increase it with each change, or never set it.",
	Spec:    "Lexicon file: revision", Page: "specs/lexicon#lexicon-files",
	Examples: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "revision": 3, "defs": {"main": {"type": "token"}}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "revision": «2|3», "defs": {"main": {"type": "token"}}}`,
}

// compareLexicons compares the Lexicons of two sides, each sorted by id.
func (c *comparison) compareLexicons(olds, news []*lexicon.Document) {
	for _, n := range news {
		if o := c.old.Document(n.ID); o != nil && !o.Dependency && !c.unaffected[n.ID] {
			c.at(site{document: n}, nil, func(s *scope) {
				s.compareRevision(o, n)
				s.compareDescription(o, n, o.Root, n.Root, o.Description, n.Description)
			})
			c.compareDefinitions(o, n, nil)
		}
	}
	removed, added := c.lackedBy(c.new, olds), c.lackedBy(c.old, news)
	counterparts := relocated(removed, added)
	used := c.outside(c.old)
	for _, n := range added {
		c.added(n, counterparts[n], used)
	}
	used = c.outside(c.new)
	for _, o := range removed {
		c.removed(o, counterparts[o], used)
	}
}

// lackedBy returns those of some Lexicons that the other side does not have. A file there
// whose id could not be read may be any of them.
func (c *comparison) lackedBy(side *lexicon.Catalog, documents []*lexicon.Document) (lacked []*lexicon.Document) {
	unnamed := slices.ContainsFunc(side.Documents(), isUnnamed)
	for _, d := range documents {
		switch other := side.Document(d.ID); {
		case other != nil && !other.Dependency:
		case unnamed:
			c.undecided[d.ID] = true
			c.broken.blameUnnamed(side)
		default:
			lacked = append(lacked, d)
		}
	}
	return lacked
}

// added reports a Lexicon that only the new side has, and that may be one of the old side
// under another id. The old side may use another document of its id to resolve references.
func (c *comparison) added(n, before *lexicon.Document, used map[lexicon.Reference]bool) {
	o := c.old.Document(n.ID)
	ch := change{rule: ruleLexiconAdded, new: idOf(n), message: "the Lexicon " + string(n.ID) + " was added"}
	if before != nil {
		ch.message += "; it looks like a rename of " + string(before.ID)
	}
	c.report(site{document: n}, ch)
	if o != nil {
		c.compareDefinitions(o, n, used)
	}
}

// removed reports a Lexicon that only the old side has, and that may be one of the new side
// under another id. The new side may use another document of its id to resolve references.
func (c *comparison) removed(o, after *lexicon.Document, used map[lexicon.Reference]bool) {
	n := c.new.Document(o.ID)
	ch := change{
		rule: ruleLexiconRemoved, breaks: both, old: idOf(o), explains: []reason{{name: string(o.ID)}}, message: "the Lexicon " + string(o.ID) + " was removed",
		help: `published schemas should never be removed; to discourage the use of this Lexicon, keep it and begin its description with "Deprecated"`,
	}
	if path := c.new.SkippedAt(func(path string) bool { return isPlaceOf(path, o) }); path != "" {
		ch.help = path + " is not a Lexicon in the new version; fix or restore the file"
	}
	if after != nil {
		ch.message += "; it looks like it was renamed to " + string(after.ID)
		ch.help = "existing data has the old name; keep " + string(o.ID) + ` too, and begin its description with "Deprecated"`
		ch.related = []diag.Related{{Location: idOf(after).location(), Message: "the new name"}}
	}
	c.report(site{document: o}, ch)
	if n != nil {
		c.compareDefinitions(o, n, used)
	}
}

// isPlaceOf reports whether a path of the new side is where the Lexicon d was on the old
// one, or where its id belongs.
func isPlaceOf(path string, d *lexicon.Document) bool {
	id := string(d.ID)
	inRevision := func(path string) string { return path[strings.LastIndexByte(path, ':')+1:] }
	return inRevision(path) == inRevision(d.Source.Path) || strings.HasSuffix("/"+path, "/"+id+".json") ||
		strings.HasSuffix("/"+path, "/"+strings.ReplaceAll(id, ".", "/")+".json")
}

// idOf returns the place of the id of a document, which could be read even if
// nothing around it is valid.
func idOf(d *lexicon.Document) place {
	id := d.Root.Field("id")
	return place{document: d, node: id, value: id}
}

// compareDefinitions compares the definitions of two documents, only used ones unless that is nil.
func (c *comparison) compareDefinitions(o, n *lexicon.Document, used map[lexicon.Reference]bool) {
	for _, nd := range n.Defs {
		if c.ctx.Err() != nil {
			return
		}
		if used != nil && !used[nd.Reference()] {
			continue
		}
		switch od := o.Definition(nd.Name); {
		case od == nil:
			c.report(site{document: n, definition: nd}, change{
				rule: ruleDefAdded, new: atKey(nd.Schema, nd.Schema), old: openingOf(o, o.Root, "defs"),
				message: "the " + words.Quote(nd.Name) + " definition was added",
			})
		case !isUnchanged(od, nd):
			c.at(site{document: n, definition: nd}, nil, func(s *scope) { s.compareSchemas(od.Schema, nd.Schema) })
		}
	}
	for _, od := range o.Defs {
		if n.Definition(od.Name) == nil && (used == nil || used[od.Reference()]) {
			c.report(site{document: n, definition: od}, change{
				rule: ruleDefRemoved, breaks: both, new: openingOf(n, n.Root, "defs"), old: atKey(od.Schema, od.Schema), explains: []reason{{name: od.Reference().String()}},
				message: "the " + words.Quote(od.Name) + " definition was removed",
				help:    `existing schemas and data may still use it; to discourage the use of the definition, keep it and begin its description with "Deprecated"`,
			})
		}
	}
}

// isUnchanged reports whether two definitions of one name plainly have the same text. What
// their references lead to is compared by itself, unless it is or was null and the field
// is nullable.
func isUnchanged(o, n *lexicon.Definition) bool {
	text := n.Document.Text(n.Key.Value)
	return bytes.Equal(o.Document.Text(o.Key.Value), text) &&
		!bytes.Contains(text, []byte("nullable")) && bytes.IndexByte(text, '\\') < 0
}

func (s *scope) compareRevision(o, n *lexicon.Document) {
	if o.Revision == n.Revision {
		return
	}
	ch := change{
		rule: ruleDescriptionChanged, new: fieldOf(n, n.Root, "revision"), old: fieldOf(o, o.Root, "revision"),
		message: changeWords("the revision", o.Revision.String(), n.Revision.String()),
	}
	if o.Revision.Set && (!n.Revision.Set || n.Revision.Value < o.Revision.Value) {
		ch.rule, ch.severity = ruleRevision, diag.Warning
		if n.Revision.Set {
			ch.message = "the revision decreased from " + o.Revision.String() + " to " + n.Revision.String()
		}
		ch.help = "increase the revision each time the Lexicon changes"
	}
	s.report(ch)
}

package compat

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// The limits of what changes list as affected: each of them, and all together unless
// there are very many. A file of 2,000 definitions that 2,000 records use would give
// millions of entries.
const (
	maxAffects    = 1000
	maxAllAffects = 100_000
	minAffects    = 10
)

// affect fills in which records and methods reach each change, by their sites, and turns
// errors into warnings where all of them are experimental.
func (c *comparison) affect(findings []diag.Finding, sites []site) {
	if len(findings) == 0 {
		return
	}
	most := min(max(maxAllAffects/len(findings), minAffects), maxAffects)
	g := c.graph(sites)
	g.findUsers(most + 1)
	known := map[site][]diag.Affected{}
	for i := range findings {
		f, at := &findings[i], sites[i]
		if at.definition == nil && f.Rule != ruleLexiconRemoved {
			soften(f, at, "") // about the file as a whole, or a new one
			continue
		}
		affects, ok := known[at]
		if !ok {
			affects = g.affected(at)
			known[at] = affects
		}
		f.Change.Affects = affects[:min(len(affects), most)]
		f.Change.AffectsMore = len(affects) > most
		soften(f, at, g.settledUser(at))
	}
}

// graph has the definitions of both sides together, by their names, as far as they may
// reach a change.
type graph map[lexicon.Reference]*vertex

// vertex is a definition and what it refers to, other than as a method.
type vertex struct {
	uses   []*vertex
	roots  []*root // it is these
	wanted bool    // a change is in it

	// Of the roots from which references lead to it:
	users   []*root     // the first ones, if it is wanted
	count   int         // how many there are, as far as they were counted
	last    *root       // the one that was counted last
	settled syntax.NSID // the Lexicon of the first one that is not experimental
}

// root is a record, or a part of a method, and what it refers to.
type root struct {
	diag.Affected
	nsid syntax.NSID
	uses []*vertex
}

func (c *comparison) graph(sites []site) graph {
	g := graph{}
	for _, side := range []*lexicon.Catalog{c.old, c.new} {
		for _, d := range side.Documents() {
			if c.unaffected[d.ID] {
				continue
			}
			for _, def := range d.Defs {
				g.add(def)
			}
		}
	}
	for _, at := range sites {
		for _, def := range at.definitions() {
			g.vertex(def.Reference()).wanted = true
		}
	}
	return g
}

func (g graph) add(def *lexicon.Definition) {
	v := g.vertex(def.Reference())
	if lexicon.EndpointOf(def.Schema) == nil {
		for _, l := range def.Links() {
			v.uses = append(v.uses, g.vertex(l.Reference))
		}
		if record, ok := def.Schema.(*lexicon.Record); ok && record.Object != nil {
			v.root(def, lexicon.PartRecord).uses = []*vertex{v}
		}
		return
	}
	for part, s := range lexicon.Parts(def.Schema) {
		r := v.root(def, part)
		for l := range lexicon.Links(s) {
			r.uses = append(r.uses, g.vertex(l.Reference))
		}
	}
}

func (g graph) vertex(ref lexicon.Reference) *vertex {
	v := g[ref]
	if v == nil {
		v = &vertex{}
		g[ref] = v
	}
	return v
}

// root returns the root that a part of a definition is.
func (v *vertex) root(def *lexicon.Definition, part lexicon.Part) *root {
	affected := affectedPart(def.Reference(), part)
	for _, r := range v.roots {
		if r.Affected == affected {
			return r
		}
	}
	r := &root{Affected: affected, nsid: def.Document.ID}
	v.roots = append(v.roots, r)
	return r
}

// findUsers finds the users of each definition with a change, most at most, in the order
// of reports.
//
// What more roots than that have reached is not entered again, since they have also
// reached what it refers to. So the work does not grow with the number of roots times
// that of definitions.
func (g graph) findUsers(most int) {
	var roots []*root
	for _, v := range g {
		roots = append(roots, v.roots...)
	}
	slices.SortFunc(roots, func(a, b *root) int { return compareAffected(a.Affected, b.Affected) })
	var open []*vertex
	for _, r := range roots {
		experimental := isExperimental(r.nsid)
		open = append(open[:0], r.uses...)
		for len(open) > 0 {
			v := open[len(open)-1]
			open = open[:len(open)-1]
			if v.last == r || v.count == most && (experimental || v.settled != "") {
				continue
			}
			v.last = r
			if v.settled == "" && !experimental {
				v.settled = r.nsid
			}
			if v.count < most {
				v.count++
				if v.wanted {
					v.users = append(v.users, r)
				}
			}
			open = append(open, v.uses...)
		}
	}
}

// definitions returns the definitions that a change at the site is about.
func (at site) definitions() []*lexicon.Definition {
	if at.definition == nil {
		return at.document.Defs
	}
	return []*lexicon.Definition{at.definition}
}

// affected returns the records and methods that reach what changed, sorted.
func (g graph) affected(at site) (all []diag.Affected) {
	for _, def := range at.definitions() {
		v := g.vertex(def.Reference())
		reach := v.users
		if at.part != lexicon.PartNone {
			all = append(all, affectedPart(def.Reference(), at.part))
		} else {
			reach = slices.Concat(v.roots, reach)
		}
		for _, r := range reach {
			all = append(all, r.Affected)
		}
	}
	slices.SortFunc(all, compareAffected)
	return slices.Compact(all)
}

// settledUser returns a Lexicon that reaches what changed and is not experimental.
func (g graph) settledUser(at site) syntax.NSID {
	for _, def := range at.definitions() {
		if user := g.vertex(def.Reference()).settled; user != "" {
			return user
		}
	}
	return ""
}

func compareAffected(a, b diag.Affected) int {
	return cmp.Or(cmp.Compare(a.Ref, b.Ref), cmp.Compare(a.Part, b.Part))
}

// affectedPart names a part as reports do.
func affectedPart(ref lexicon.Reference, part lexicon.Part) diag.Affected {
	name := part.String()
	if part == lexicon.PartError {
		name = "errors"
	}
	return diag.Affected{Ref: ref.String(), Part: name}
}

// soften turns an error in an experimental Lexicon into a warning unless another one,
// user, reaches it (Versioning in the specification, 5).
func soften(f *diag.Finding, at site, user syntax.NSID) {
	own := at.document.ID
	if f.Severity != diag.Error || !isExperimental(own) {
		return
	}
	if user != "" {
		f.Message += " (an error because " + string(user) + " uses " + string(own) + ", an experimental Lexicon)"
		return
	}
	f.Severity = diag.Warning
	f.Message += softened(string(own))
}

// softened is what soften adds to the message of a warning.
func softened(nsid string) string { return " (only a warning because " + nsid + " is experimental)" }

// isExperimental reports whether the name of a Lexicon says that it may break.
func isExperimental(id syntax.NSID) bool { return id.Experimental() != "" }

// unaffected returns the Lexicons that both sides have once, with the same text, and
// that refer, directly or through others, only to such Lexicons, or to some that
// neither side has. Nothing about them has changed.
func unaffected(old, new *lexicon.Catalog) map[syntax.NSID]bool {
	same := map[syntax.NSID]bool{}
	for _, d := range new.Documents() {
		if o := old.Document(d.ID); o != nil && bytes.Equal(o.Source.Text, d.Source.Text) {
			same[d.ID] = true
		}
	}
	var open []syntax.NSID // affected, and so are their users
	for _, side := range []*lexicon.Catalog{old, new} {
		for _, d := range side.Documents() {
			if !same[d.ID] || side.Document(d.ID) != d {
				open = append(open, d.ID)
			}
		}
	}
	if len(open) == 0 {
		return same
	}
	users := map[syntax.NSID][]syntax.NSID{}
	for id := range same {
		for _, def := range new.Document(id).Defs {
			for _, l := range def.Links() {
				users[l.NSID] = append(users[l.NSID], id)
			}
		}
	}
	for ; len(open) > 0; open = open[1:] {
		delete(same, open[0])
		open = append(open, users[open[0]]...)
		delete(users, open[0])
	}
	return same
}

// outside returns the definitions that the Lexicons of a side refer to, directly or through
// others, but that are in none of them: Dependency documents have them, or they are not
// loaded. Where the other side has them itself, that can change which data is valid.
func (c *comparison) outside(side *lexicon.Catalog) map[lexicon.Reference]bool {
	used := map[lexicon.Reference]bool{}
	var open []*lexicon.Definition
	for _, d := range ownDocuments(side) {
		if !c.unaffected[d.ID] { // the others refer to nothing that only one side has
			open = append(open, d.Defs...)
		}
	}
	for ; len(open) > 0; open = open[1:] {
		for _, l := range open[0].Links() {
			if d := side.Document(l.NSID); used[l.Reference] || d != nil && !d.Dependency {
				continue
			}
			used[l.Reference] = true
			if l.Target != nil {
				open = append(open, l.Target)
			}
		}
	}
	return used
}

// ownDocuments returns the documents of a side that are compared, sorted by id, each
// id once.
func ownDocuments(c *lexicon.Catalog) []*lexicon.Document {
	var all []*lexicon.Document
	for _, d := range c.Documents() {
		if !d.Dependency && d.ID != "" && c.Document(d.ID) == d {
			all = append(all, d)
		}
	}
	slices.SortFunc(all, func(a, b *lexicon.Document) int { return cmp.Compare(a.ID, b.ID) })
	return all
}

package compat

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// root is a record, or a part of a method, and what it refers to.
type root struct {
	diag.Affected
	definition int
	uses       []int
}

// reach knows which definitions refer to which, on both sides together, as far as they
// may reach a change. Each has a number.
type reach struct {
	number map[lexicon.Reference]int
	uses   [][]int // of each definition that references can name
	roots  []root
	at     map[diag.Affected]int // in roots
	own    map[int][]int         // the roots that each definition has itself
}

func (c *comparison) reach() *reach {
	r := &reach{number: map[lexicon.Reference]int{}, at: map[diag.Affected]int{}, own: map[int][]int{}}
	for _, side := range []*lexicon.Catalog{c.old, c.new} {
		for _, d := range side.Documents() {
			if c.unaffected[d.ID] {
				continue
			}
			for _, def := range d.Defs {
				r.add(def)
			}
		}
	}
	return r
}

func (r *reach) add(def *lexicon.Definition) {
	id := r.id(def.Reference())
	for part, s := range lexicon.Parts(def.Schema) {
		var uses []int
		for l := range lexicon.Links(s) {
			uses = append(uses, r.id(l.Reference))
		}
		if part == lexicon.PartNone || part == lexicon.PartRecord {
			r.uses[id] = append(r.uses[id], uses...)
		}
		if part == lexicon.PartNone {
			continue
		}
		affected := affectedPart(def.Reference(), part)
		i, known := r.at[affected]
		if !known {
			i = len(r.roots)
			r.at[affected] = i
			r.own[id] = append(r.own[id], i)
			r.roots = append(r.roots, root{Affected: affected, definition: id})
		}
		r.roots[i].uses = append(r.roots[i].uses, uses...)
	}
}

func (r *reach) id(ref lexicon.Reference) int {
	id, ok := r.number[ref]
	if !ok {
		id = len(r.uses)
		r.number[ref] = id
		r.uses = append(r.uses, nil)
	}
	return id
}

// sorted returns the roots in the order of reports.
func (r *reach) sorted() []int {
	order := make([]int, len(r.roots))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return compareAffected(r.roots[a].Affected, r.roots[b].Affected) })
	return order
}

// reachedBy returns, for each definition of a set, which of the roots references lead
// to it from: the first ones, most at most. A record reaches itself.
//
// What more roots than that have reached is not entered again, since they have also
// reached what it refers to. So the work does not grow with the number of roots times
// that of definitions.
func (r *reach) reachedBy(wanted map[int]bool, roots []int, most int) map[int][]int {
	by := map[int][]int{}
	last := make([]int, len(r.uses)) // the root, from 1, that reached each definition last
	count := make([]int, len(r.uses))
	var queue []int
	for _, i := range roots {
		root := &r.roots[i]
		queue = append(queue[:0], root.uses...)
		if root.Part == lexicon.PartRecord.String() {
			queue = append(queue, root.definition)
		}
		for len(queue) > 0 {
			id := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			if last[id] == i+1 || count[id] == most {
				continue
			}
			last[id] = i + 1
			count[id]++
			if wanted[id] {
				by[id] = append(by[id], i)
			}
			queue = append(queue, r.uses[id]...)
		}
	}
	return by
}

// The limits of what changes list as affected: each of them, and all together unless
// there are very many. A file of 2,000 definitions that 2,000 records use would give
// millions of entries.
const (
	maxAffects    = 1000
	maxAllAffects = 100_000
	minAffects    = 10
)

// affect fills in which records and methods reach each change, and turns errors
// into warnings where all of them are experimental.
func (c *comparison) affect(findings []diag.Finding) {
	if len(findings) == 0 {
		return
	}
	r := c.reach()
	wanted := map[int]bool{}
	for _, at := range c.sites {
		for _, def := range at.definitions() {
			wanted[r.id(def.Reference())] = true
		}
	}
	roots := r.sorted()
	most := min(max(maxAllAffects/len(findings), minAffects), maxAffects)
	by := r.reachedBy(wanted, roots, most+1)
	settled := r.reachedBy(wanted, slices.DeleteFunc(roots, func(i int) bool { return isExperimental(r.roots[i].id()) }), 1)
	known := map[site][]diag.Affected{}
	for i := range findings {
		f, at := &findings[i], c.sites[i]
		if at.definition == nil && f.Rule != ruleLexiconRemoved && !f.Change.Undecided {
			soften(f, at, "") // about the file as a whole, or a new one
			continue
		}
		affects, ok := known[at]
		if !ok {
			affects = r.affected(at, by)
			known[at] = affects
		}
		f.Change.Affects = affects[:min(len(affects), most)]
		f.Change.AffectsMore = len(affects) > most
		soften(f, at, r.settled(at, settled))
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
func (r *reach) affected(at site, by map[int][]int) []diag.Affected {
	var all []diag.Affected
	for _, def := range at.definitions() {
		id := r.id(def.Reference())
		if at.part != lexicon.PartNone {
			all = append(all, affectedPart(def.Reference(), at.part))
		} else {
			for _, i := range r.own[id] {
				all = append(all, r.roots[i].Affected)
			}
		}
		for _, i := range by[id] {
			all = append(all, r.roots[i].Affected)
		}
	}
	slices.SortFunc(all, compareAffected)
	return slices.Compact(all)
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

// id returns the id of the Lexicon of a root.
func (r *root) id() string {
	id, _, _ := strings.Cut(r.Ref, "#")
	return id
}

// settled returns the id of a Lexicon that reaches what changed and is not
// experimental; "" when there is none.
func (r *reach) settled(at site, by map[int][]int) string {
	if isExperimental(string(at.document.ID)) {
		for _, def := range at.definitions() {
			for _, i := range by[r.id(def.Reference())] {
				return r.roots[i].id()
			}
		}
	}
	return ""
}

// soften turns an error in an experimental Lexicon into a warning unless another one,
// user, reaches it (Versioning in the specification, 5).
func soften(f *diag.Finding, at site, user string) {
	own := string(at.document.ID)
	if f.Severity != diag.Error || !isExperimental(own) {
		return
	}
	if user != "" {
		f.Message += " (an error because " + user + " uses " + own + ", an experimental Lexicon)"
		return
	}
	f.Severity = diag.Warning
	f.Message += " (only a warning because " + own + " is experimental)"
}

// isExperimental reports whether the name of a Lexicon says that it may break.
func isExperimental(id string) bool { return syntax.NSID(id).Experimental() != "" }

// uses is a set of definitions that the Lexicons of a side refer to, directly or through
// others, but that are in none of them: Dependency documents have them, or they are not
// loaded. Where the other side has them itself, that can change which data is valid.
type uses map[lexicon.Reference]bool

func (c *comparison) usesOf(side *lexicon.Catalog) uses {
	used := uses{}
	var open []*lexicon.Definition
	for _, d := range revision(side) {
		if !c.unaffected[d.ID] { // the others refer to nothing that only one side has
			open = append(open, d.Defs...)
		}
	}
	for ; len(open) > 0; open = open[1:] {
		for l := range lexicon.Links(open[0].Schema) {
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

func (u uses) has(def *lexicon.Definition) bool { return u[def.Reference()] }

// unaffected returns the Lexicons that both sides have once, with the same text, and
// that refer, directly or through others, only to such Lexicons, or to some that
// neither side has. Nothing about them has changed.
func unaffected(old, new *lexicon.Catalog) map[syntax.NSID]bool {
	same := map[syntax.NSID]*lexicon.Document{}
	for _, d := range new.Documents() {
		if o := old.Document(d.ID); o != nil && bytes.Equal(o.Source.Text, d.Source.Text) {
			same[d.ID] = d
		}
	}
	result := make(map[syntax.NSID]bool, len(same))
	for id := range same {
		result[id] = true
	}
	var open []syntax.NSID // affected, and so are their users
	for _, side := range []*lexicon.Catalog{old, new} {
		for _, d := range side.Documents() {
			if same[d.ID] == nil || side.Document(d.ID) != d {
				delete(result, d.ID)
				open = append(open, d.ID)
			}
		}
	}
	if len(open) == 0 {
		return result
	}
	users := usersOf(same)
	for ; len(open) > 0; open = open[1:] {
		for _, id := range users[open[0]] {
			if result[id] {
				delete(result, id)
				open = append(open, id)
			}
		}
	}
	return result
}

// usersOf returns, for each id, the Lexicons that refer to it.
func usersOf(documents map[syntax.NSID]*lexicon.Document) map[syntax.NSID][]syntax.NSID {
	users := make(map[syntax.NSID][]syntax.NSID, len(documents))
	for id, d := range documents {
		for _, def := range d.Defs {
			for l := range lexicon.Links(def.Schema) {
				if l.NSID != id {
					users[l.NSID] = append(users[l.NSID], id)
				}
			}
		}
	}
	return users
}

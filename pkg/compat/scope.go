package compat

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// pair is an old and a new schema that are compared.
type pair struct{ old, new lexicon.Schema }

// lead is a pair that references lead to. If an inline schema became a ref, this is the
// ref: its target may be in a file that did not change.
type lead struct {
	pair
	ref *lexicon.Ref
}

// scope compares two schemas and everything inside them. Its methods go down
// both sides; what becomes of the differences is up to the comparer.
type scope struct {
	*comparison
	site
	comparer comparer
	next     []lead
	through  *lexicon.Ref // the ref of the lead that is followed
}

// comparer decides what becomes of the differences that a scope finds: reporter
// reports them, differ keeps what they break.
type comparer interface {
	// change takes a difference.
	change(*scope, change)
	// skip notes that something changed that is not valid on a side.
	skip(*scope)
	// refs takes two refs to different definitions, and the schemas of these.
	refs(s *scope, o, n *lexicon.Ref, targets pair)
	// renames takes the fields that only one side has, and returns those that
	// count as removed and as added.
	renames(s *scope, o, n view, removed, added []*fieldView) (gone, new []*fieldView)
	// follow goes where the references in a scope lead, after everything else in it:
	// unlike nesting, chains of references have no limit.
	follow(*scope)
}

// report hands a difference to the comparer.
func (s *scope) report(ch change) { s.comparer.change(s, ch) }

// uncompared notes that something changed that cannot be compared because one of some places
// is not valid.
func (s *scope) uncompared(places ...place) {
	s.blame(places...)
	s.comparer.skip(s)
}

// skip passes over two nodes, of which one is not valid.
func (s *scope) skip(o, n node) {
	if !sameValue(o.Base().Value, n.Base().Value) {
		s.uncompared(atNode(o), atNode(n))
	}
}

// skipField passes over a field of which one side is not valid.
func (s *scope) skipField(o, n node, name string) {
	if !sameValue(o.Base().Value.Field(name), n.Base().Value.Field(name)) {
		s.uncompared(atField(o, name), atField(n, name))
	}
}

// in compares a part of a primary definition.
func (s *scope) in(part lexicon.Part, compare func(*scope)) {
	s.at(site{s.document, s.definition, part}, s.comparer, compare)
}

// at compares something, and what references in it lead to.
func (c *comparison) at(at site, comparer comparer, compare func(*scope)) {
	s := &scope{comparison: c, site: at, comparer: comparer}
	compare(s)
	comparer.follow(s)
}

// reporter is the comparer that reports every difference where it is.
type reporter struct{}

func (reporter) change(s *scope, ch change) {
	ch.through = s.through
	s.comparison.report(s.site, ch)
}

func (reporter) skip(s *scope) { s.undecided[s.document.ID] = true }

func (reporter) refs(s *scope, o, n *lexicon.Ref, targets pair) { s.refChange(o, n, targets) }

func (reporter) renames(s *scope, o, n view, removed, added []*fieldView) (gone, new []*fieldView) {
	return s.renames(o, n, removed, added)
}

func (reporter) follow(s *scope) {
	met := map[lead]bool{}
	for len(s.next) > 0 && s.ctx.Err() == nil {
		l := s.next[0]
		s.next = s.next[1:]
		if !met[l] {
			met[l] = true
			s.through = l.ref
			s.shapes(l.old, l.new)
		}
	}
}

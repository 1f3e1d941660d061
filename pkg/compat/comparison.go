package compat

import (
	"cmp"
	"context"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// comparison is one call of Compare: the two sides, and what was found so far.
type comparison struct {
	ctx      context.Context
	old, new *lexicon.Catalog
	profile  diag.Profile
	// unaffected has the Lexicons in which nothing has changed.
	unaffected map[syntax.NSID]bool

	broken    broken // what is not valid
	found     diag.Collector
	sites     []site                          // of each finding, in the same order
	reasons   map[*diag.Change][]reason       // which faults of values each change explains
	newFields map[lexicon.Schema]*diag.Change // the fields of the new side, and the change that says so
	verdicts  map[pair]*verdict               // on the targets of refs
	undecided map[syntax.NSID]bool            // see Report
	copies    map[syntax.NSID]bool            // the Lexicons that only one side has, and both use

	// work is how many more bytes may be compared of schemas that are inline on
	// one side and named on the other.
	work       int
	signatures map[lexicon.Schema]string // of such schemas, beyond that
}

func newComparison(ctx context.Context, old, new *lexicon.Catalog, profile diag.Profile) *comparison {
	const least, factor = 1 << 20, 16 // few real schemas come near
	c := &comparison{
		ctx: ctx, old: old, new: new, profile: profile,
		broken:   broken{values: map[documentValue]fault{}, causes: map[fault]bool{}},
		verdicts: map[pair]*verdict{}, undecided: map[syntax.NSID]bool{}, copies: map[syntax.NSID]bool{},
		reasons: map[*diag.Change][]reason{}, newFields: map[lexicon.Schema]*diag.Change{},
		work: least, signatures: map[lexicon.Schema]string{},
	}
	for _, side := range []*lexicon.Catalog{old, new} {
		for _, d := range side.Documents() {
			c.work += factor * len(d.Source.Text)
		}
	}
	return c
}

// site is what a change is filed under: which definition it was found in, or in
// which part of it. What the change affects follows from that.
type site struct {
	document   *lexicon.Document   // of the new side, or of the old one where the new has none
	definition *lexicon.Definition // nil: the document as a whole
	part       lexicon.Part
}

// change is one difference between two schemas.
type change struct {
	rule     *diag.Rule
	synonym  *diag.Rule // a rule whose overrides apply to the change too
	breaks   diag.Direction
	severity diag.Severity // Off: error if it breaks anything, else info
	new, old place
	message  string
	help     string
	hint     diag.Hint
	related  []diag.Related
	// undecided says that a side is not loaded, so that the change may break
	// less than it says.
	undecided bool
	// explains says which faults of values the change is the reason of; nil for those of
	// the field that is its new place.
	explains []reason
	added    lexicon.Schema // of the field that the change adds; usually nil
}

// pair is an old and a new schema that are compared.
type pair struct{ old, new lexicon.Schema }

// lead is a pair that references lead to. If an inline schema became a ref, this is the
// ref: its target may be in a file that did not change.
type lead struct {
	pair
	ref *lexicon.Ref
}

// scope compares two schemas and everything inside them. Its methods go down both sides.
type scope struct {
	*comparison
	site
	into    *verdict // keeps what differences break; nil: they are reported
	next    []lead
	through *lexicon.Ref // the ref of the lead that is followed
}

// at compares something, and then what references in it lead to: unlike nesting, chains
// of references have no limit.
func (c *comparison) at(at site, into *verdict, compare func(*scope)) {
	s := &scope{comparison: c, site: at, into: into}
	compare(s)
	if into != nil {
		for _, l := range s.next {
			into.leads = append(into.leads, l.pair)
		}
		return
	}
	met := map[lead]bool{}
	for ; len(s.next) > 0 && s.ctx.Err() == nil; s.next = s.next[1:] {
		if l := s.next[0]; !met[l] {
			met[l] = true
			s.through = l.ref
			s.compareResolved(l.old, l.new)
		}
	}
}

// report reports a change that is not in two schemas.
func (c *comparison) report(at site, ch change) { (&scope{comparison: c, site: at}).report(ch) }

// in compares a part of a primary definition.
func (s *scope) in(part lexicon.Part, compare func(*scope)) {
	s.at(site{s.document, s.definition, part}, s.into, compare)
}

// report keeps a change as a finding, or what it breaks.
func (s *scope) report(ch change) {
	switch {
	case s.broken.has(ch.old) || s.broken.has(ch.new):
		if ch.rule != ruleDescriptionChanged {
			s.uncompared(ch.old, ch.new)
		}
		return
	case s.into != nil:
		s.into.add(ch)
		return
	case ch.severity == diag.Off && ch.breaks != 0:
		ch.severity = diag.Error
	case ch.severity == diag.Off:
		ch.severity = diag.Info
	}
	reasons := ch.reasons()
	if s.through != nil {
		reasons = via(s.through, reasons)
		ch.related = append(ch.related, diag.Related{Location: ch.new.location(), Message: "in " + s.through.Link.Reference.String() + ", which replaced the inline schema"})
		ch.message += " (in " + s.through.Link.Reference.String() + ")"
		ch.new = atField(s.through, "ref")
	}
	if s.found.Skip(ch.rule, ch.severity, ch.new.source()) {
		return
	}
	in := cmp.Or(ch.new.document, ch.old.document)
	known := &diag.Change{Breaks: ch.breaks, Undecided: ch.undecided, Old: ch.old.location()}
	if ch.severity > diag.Info && ch.breaks&diag.Backward != 0 {
		s.reasons[known] = reasons
	}
	if ch.added != nil {
		s.newFields[ch.added] = known
	}
	s.found.Add(diag.Finding{
		Rule: ch.rule, Synonym: ch.synonym, Severity: ch.severity, Message: ch.message, Help: ch.help, Hint: ch.hint,
		Location: ch.new.location(), Related: ch.related,
		NSID: string(in.ID), Change: known,
	})
	s.sites = append(s.sites, s.site)
}

// uncompared notes that something changed that cannot be compared because one of some places
// is not valid.
func (s *scope) uncompared(places ...place) {
	s.broken.blame(places...)
	if s.into != nil {
		s.into.skipped = true
	} else {
		s.undecided[s.document.ID] = true
	}
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

// result completes the findings with what they affect, and returns them.
func (c *comparison) result() ([]diag.Finding, []diag.Omission) {
	findings, omitted := c.found.Findings(), c.found.Omitted()
	c.affect(findings, c.sites)
	for i := range omitted {
		like := &omitted[i].Like
		*like = findings[slices.IndexFunc(findings, func(f diag.Finding) bool { return f.Change == like.Change })]
	}
	c.merge(findings)
	return findings, omitted
}

// merge joins findings that say the same about the same place, and thus affect the same: the
// first gets what the others break, which diag.SortFindings drops. They occur where an inline
// schema became a ref to a definition of which several parts differ in the same way.
func (c *comparison) merge(findings []diag.Finding) {
	type key struct {
		source        *diag.Source
		span          diag.Span
		rule          *diag.Rule
		message, nsid string // the NSID for findings without a place
	}
	firsts := make(map[key]*diag.Finding, len(findings))
	for i := range findings {
		f := &findings[i]
		k := key{f.Source, f.Span, f.Rule, f.Message, f.NSID}
		first := firsts[k]
		if first == nil {
			firsts[k] = f
			continue
		}
		first.Severity = max(first.Severity, f.Severity)
		first.Change.Breaks |= f.Change.Breaks
		c.reasons[first.Change] = append(c.reasons[first.Change], c.reasons[f.Change]...)
		delete(c.reasons, f.Change)
	}
}

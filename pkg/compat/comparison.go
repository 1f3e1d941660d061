package compat

import (
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// comparison is a comparison under way.
type comparison struct {
	old, new *lexicon.Catalog
	profile  lexicon.Profile

	// Where the comparison is: in which document and definition of the new
	// side, or of the old one where the new has none, and in which part.
	document   *lexicon.Document
	definition *lexicon.Definition
	part       lexicon.Part
	oldOnly    bool

	// active has the pairs that are being compared further up: they are taken
	// to be equal, which is right unless a difference is found on the way.
	active map[pair]bool
	// aside, when not nil, takes the changes found instead of found.
	aside *[]change
	refs  map[pair]verdict

	found   []lexicon.Finding
	origins []origin // of each finding, in the same order
}

// pair is an old and a new schema held against each other.
type pair struct{ old, new lexicon.Schema }

// origin is where a change was found; what it affects follows from that.
type origin struct {
	definition *lexicon.Definition
	part       lexicon.Part
	old        bool // the definition is of the old side
}

// change is one difference between two schemas.
type change struct {
	rule     *lexicon.Rule
	synonym  *lexicon.Rule // a rule whose overrides hold for the change too
	breaks   lexicon.Direction
	severity lexicon.Severity // Off: what follows from breaks
	new, old lexicon.Location
	message  string
	help     string
	related  []lexicon.Related
}

// report takes a change down. One without a severity is an error if it breaks
// anything, else an info.
func (c *comparison) report(ch change) {
	if c.aside != nil {
		*c.aside = append(*c.aside, ch)
		return
	}
	if ch.severity == lexicon.Off {
		ch.severity = lexicon.Info
		if ch.breaks != 0 {
			ch.severity = lexicon.Error
		}
	}
	f := lexicon.Finding{
		Rule: ch.rule, Synonym: ch.synonym, Severity: ch.severity, Message: ch.message, Help: ch.help, Location: ch.new, Related: ch.related,
		Change: &lexicon.Change{Breaks: ch.breaks, Old: ch.old},
	}
	if c.document != nil {
		f.NSID = string(c.document.ID)
	}
	c.found = append(c.found, f)
	c.origins = append(c.origins, origin{c.definition, c.part, c.oldOnly})
}

// capture returns the changes that compare finds, instead of reporting them.
func (c *comparison) capture(compare func()) []change {
	outer := c.aside
	var changes []change
	c.aside = &changes
	compare()
	c.aside = outer
	return changes
}

// breaks joins the directions of changes.
func breaks(changes []change) (all lexicon.Direction) {
	for _, ch := range changes {
		all |= ch.breaks
	}
	return all
}

// documents compares two revisions of a Lexicon.
func (c *comparison) documents(o, n *lexicon.Document) {
	c.document, c.definition, c.part = n, nil, lexicon.PartNone
	c.revision(o, n)
	c.describe(o.Description, n.Description, o.At(o.Root), n.At(n.Root), o.Root, n.Root)
	for _, nd := range n.Defs {
		c.definition = nd
		if od := o.Definition(nd.Name); od != nil {
			c.pair(od.Schema, nd.Schema)
		} else if !o.Partial {
			c.report(change{rule: ruleDefAdded, new: n.AtKey(nd.Key), message: "the definition " + quote(nd.Name) + " is new"})
		}
	}
	if n.Partial {
		return
	}
	c.oldOnly = true
	for _, od := range o.Defs {
		if n.Definition(od.Name) == nil {
			c.definition = od
			c.report(change{
				rule: ruleDefRemoved, breaks: both, new: n.AtOpening(n.Root.Field("defs")), old: o.AtKey(od.Key),
				message: "the definition " + quote(od.Name) + " is gone",
				help:    "keep it, and mark it deprecated in its description: references and $type values name it",
			})
		}
	}
	c.oldOnly = false
}

func (c *comparison) revision(o, n *lexicon.Document) {
	if o.Revision == n.Revision {
		return
	}
	ch := change{
		rule: ruleDescriptionChanged, new: at(n, n.Root, "revision"), old: at(o, o.Root, "revision"),
		message: "revision changed from " + o.Revision.String() + " to " + n.Revision.String(),
	}
	if o.Revision.Set && (!n.Revision.Set || n.Revision.Value < o.Revision.Value) {
		ch.rule, ch.severity = ruleRevision, lexicon.Warning
		ch.help = "a later revision has a greater number"
	}
	c.report(ch)
}

// at returns the location of a field, or of the object where it is missing.
func at(d *lexicon.Document, v *lexicon.Value, field string) lexicon.Location {
	if f := v.Field(field); f != nil {
		return d.At(f)
	}
	return d.AtOpening(v)
}

// atField returns the location of a field of a schema, or of its opening brace.
func atField(s lexicon.Schema, field string) lexicon.Location {
	n := s.Base()
	return at(n.Document(), n.Value, field)
}

// describe compares two descriptions.
func (c *comparison) describe(old, new string, oldAt, newAt lexicon.Location, o, n *lexicon.Value) {
	if old == new {
		return
	}
	if v := o.Field("description"); v != nil {
		oldAt.Span, oldAt.Pointer = v.Span, v.Pointer()
	} else {
		oldAt.Span.End = oldAt.Span.Start + 1
	}
	if v := n.Field("description"); v != nil {
		newAt.Span, newAt.Pointer = v.Span, v.Pointer()
	} else {
		newAt.Span.End = newAt.Span.Start + 1
	}
	message := "the description changed"
	switch {
	case isDeprecation(new) && !isDeprecation(old):
		message = "is deprecated now"
	case old == "":
		message = "a description was added"
	case new == "":
		message = "the description is gone"
	}
	c.report(change{rule: ruleDescriptionChanged, new: newAt, old: oldAt, message: message})
}

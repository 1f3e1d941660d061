package lint

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// pass is what a check can ask, and its only way to report.
type pass struct {
	Options
	Catalog *lexicon.Catalog
	// Document is the file at hand. A check of the whole catalog sets it before
	// it reports.
	Document *lexicon.Document
	// Definition is the definition at hand; nil in checks of whole files.
	Definition *lexicon.Definition
	// Part is the part of a primary definition that contains the node at hand:
	// PartNone in other definitions and at the primary itself.
	Part lexicon.Part

	rule   *wanted
	stored func(*lexicon.Definition) bool // see storedDefinitions
	// nameless are the files that end, or break off, before their id.
	nameless func() []*lexicon.Document
	byName   func() map[string][]*lexicon.Document // by the last segment of their id
	mentions func(*lexicon.Catalog, *lexicon.Document) []*lexicon.Definition
	cycles   func() [][]*step             // of definitions, see inhabitance.rootCauses
	meant    map[lexicon.Reference]string // what references to Lexicons that are not loaded mean
	searches int                          // for similar names so far

	found   diag.Collector
	counted int // findings that are not in found
}

func (p *pass) result() Result { return Result{p.found.Findings(), p.found.Omitted(), p.counted} }

// add adds a finding that is complete.
func (p *pass) add(f diag.Finding) {
	switch p.interest(f.Rule, f.Severity) {
	case Keep:
		p.found.Add(f)
	case Count:
		p.counted++
	}
}

// search reports whether a check may search for a similar name. There is a limit for
// each file, since a search costs more than anything else in a finding.
func (p *pass) search() bool {
	const most = 200
	p.searches++
	return p.searches <= most
}

// Report adds a finding of the check's rule about Document. The check gives the
// location, the message, the help and related places; Report fills in the rule,
// the NSID and the severity, which is that of the rule under the profile. Where the
// check gives a lower severity, that one holds.
func (p *pass) Report(f diag.Finding) {
	f.Rule = p.rule.Rule
	f.Severity = p.severity(f.Severity)
	f.NSID = string(p.Document.ID)
	if p.selects(p.Document) {
		p.add(f)
	}
}

// Skip reports whether one more finding of the check's rule about Document would be
// dropped or only counted: there are too many already, or nobody asked to see it. It
// counts such a finding, so a check calls it once for each finding, when it knows that
// it has one to report, and before it builds it.
func (p *pass) Skip() bool { return p.skipAt(diag.Off) }

// skipAt is Skip for a finding of at most the given severity.
func (p *pass) skipAt(most diag.Severity) bool {
	severity := p.severity(most)
	interest := p.rule.interest[severity]
	switch {
	case interest == Drop || !p.selects(p.Document):
		return true
	case interest == Count:
		p.counted++
		return true
	}
	return p.found.Skip(p.rule.Rule, severity, p.Document.Source)
}

// severity returns the severity of the check's rule under the profile, or most
// where that is lower; Off sets no maximum.
func (p *pass) severity(most diag.Severity) diag.Severity {
	severity := p.rule.Severity[p.Profile]
	if most != diag.Off {
		severity = min(severity, most)
	}
	return severity
}

// Stored reports whether data of the node at hand can be part of a record.
func (p *pass) Stored() bool {
	return p.Part == lexicon.PartRecord || p.stored(p.Definition)
}

// fieldOrParameter is what a message calls a property of the node at hand.
func (p *pass) fieldOrParameter() string {
	if p.Part == lexicon.PartParams {
		return "parameter"
	}
	return "field"
}

// storedDefinitions returns the definitions that records refer to, directly or through
// other definitions.
func storedDefinitions(c *lexicon.Catalog) map[*lexicon.Definition]bool {
	stored := map[*lexicon.Definition]bool{}
	for _, d := range c.Documents() {
		for _, def := range d.Defs {
			if record, ok := def.Schema.(*lexicon.Record); ok && record.Object != nil {
				lexicon.Reach(record.Object, stored, containsData)
			}
		}
	}
	return stored
}

// containsData reports whether a reference to a definition can stand for data of
// that definition.
func containsData(def *lexicon.Definition) bool {
	t := def.Schema.Type()
	return !t.Primary() || t == lexicon.TypeRecord
}

package lint

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// pass is what a check may ask, and its one way to report.
type pass struct {
	Catalog *lexicon.Catalog
	Profile lexicon.Profile
	// ExplicitFiles says that the files were named one by one, so that others which
	// refer to them may not be loaded.
	ExplicitFiles bool
	// Dependency says that the Dependency documents are checked too.
	Dependency bool
	// Document is the file at hand; nil in a check of the whole catalog.
	Document *lexicon.Document
	// Definition is the definition at hand; nil in checks of whole files.
	Definition *lexicon.Definition
	// Part is the part of a primary definition in which the node at hand
	// stands: PartNone in other definitions and at the primary itself.
	Part lexicon.Part

	rule  *rule
	reach *reach
	// nameless are the files whose text is cut off before the id.
	nameless []*lexicon.Document
	meant    map[lexicon.Reference]string // references for which a near one was looked for

	found []lexicon.Finding
	read  int           // how many of found are the parser's, which counts them itself
	open  bool          // the last one is not counted yet: its severity may change
	count map[tally]int // with those that were dropped; nil while no kind can have too many
}

// tally is what findings are counted by: a rule, its severity in the finding
// and the file.
type tally struct {
	rule     *lexicon.Rule
	severity lexicon.Severity
	source   *lexicon.Source
}

func tallyOf(f *lexicon.Finding) tally { return tally{f.Rule, f.Severity, f.Source} }

// Report makes a finding of the check's rule with the severity that the rule
// has under the profile. The check may lower the severity of the finding
// returned, and add related places; the pointer is good until the next Report.
// Beyond lexicon.MaxFindings of the rule on one file a finding is dropped.
func (p *pass) Report(at lexicon.Location, message, help string) *lexicon.Finding {
	f := lexicon.Finding{
		Rule: &p.rule.Rule, Severity: p.rule.Severity[p.Profile], Message: message, Help: help, Location: at,
	}
	if p.Document != nil {
		f.NSID = string(p.Document.ID)
	}
	p.settle()
	p.found, p.open = append(p.found, f), true
	return &p.found[len(p.found)-1]
}

// settle counts the last finding, now that its severity is final, and drops it
// when there are too many of its kind.
func (p *pass) settle() {
	if !p.open {
		return
	}
	p.open = false
	last := len(p.found) - 1
	if last < lexicon.MaxFindings {
		return
	}
	p.countUp(last)
	kind := tallyOf(&p.found[last])
	if p.count[kind]++; p.count[kind] > lexicon.MaxFindings {
		p.found = p.found[:last]
	}
}

// countUp begins to count, with the first n findings.
func (p *pass) countUp(n int) {
	if p.count != nil {
		return
	}
	p.count = map[tally]int{}
	for i := p.read; i < n; i++ {
		p.count[tallyOf(&p.found[i])]++
	}
}

// surplus reports whether one more finding on the document at hand, with the
// severity that the rule has, is one too many, and counts it as dropped then.
// Checks of long lists ask it before the work of making one.
func (p *pass) surplus() bool {
	p.settle()
	if len(p.found) < lexicon.MaxFindings {
		return false
	}
	p.countUp(len(p.found))
	kind := tally{&p.rule.Rule, p.rule.Severity[p.Profile], p.Document.Source}
	if p.count[kind] < lexicon.MaxFindings {
		return false
	}
	p.count[kind]++
	return true
}

// result returns what was found, and what was dropped.
func (p *pass) result() Result {
	p.settle()
	r := Result{Findings: p.found}
	if p.count == nil {
		return r
	}
	for i := p.read; i < len(p.found); i++ {
		kind := tallyOf(&p.found[i])
		if n := p.count[kind] - lexicon.MaxFindings; n > 0 {
			r.Omitted = append(r.Omitted, lexicon.Omission{Like: p.found[i], Count: n})
			delete(p.count, kind)
		}
	}
	return r
}

// looksAt reports whether a document is one of those that are checked.
func (p *pass) looksAt(d *lexicon.Document) bool { return !d.Dependency || p.Dependency }

// Stored reports whether data of the node at hand can be part of a record.
func (p *pass) Stored() bool {
	return p.Part == lexicon.PartRecord || p.reach.stored[p.Definition]
}

// Sent reports whether data of the node at hand can be part of the input of a
// procedure.
func (p *pass) Sent() bool {
	return p.Part == lexicon.PartInput || p.reach.sent[p.Definition]
}

package lint

import (
	"fmt"
	"io"
	"iter"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// pass is what a check can ask, and its only way to report.
type pass struct {
	Options
	facts
	// Document is the file at hand. A check of the whole catalog sets it before
	// it reports.
	Document *lexicon.Document
	// Definition is the definition at hand; nil in checks of whole files.
	Definition *lexicon.Definition
	// Part is the part of a primary definition that contains the node at hand:
	// PartNone in other definitions and at the primary itself.
	Part lexicon.Part

	active   *activeRule                  // at hand
	meant    map[lexicon.Reference]string // what references to Lexicons that are not loaded mean
	searches int                          // for similar names so far
	found    diag.Collector
	last     diag.Finding // the last one in found that a check has made; here so as not to be allocated
	counted  int          // findings that are not in found
}

// facts are what checks ask about the whole catalog. Each is found out once.
type facts struct {
	Catalog  *lexicon.Catalog
	stored   func(*lexicon.Definition) bool                // whether records refer to it, directly or through others
	nameless func() []*lexicon.Document                    // the files that end, or break off, before their id
	mentions func(*lexicon.Document) []*lexicon.Definition // see mentionsIn
	cycles   func() [][]step                               // see endlessCycles
}

// step is a definition in a cycle, and its reference to the next one.
type step struct {
	def *lexicon.Definition
	at  *lexicon.Value
}

// activeRule is a rule, and what to do with its findings of each severity.
type activeRule struct {
	*diag.Rule
	interest [diag.Error + 1]Interest
}

// documents ranges over the files of the catalog that are not Dependency, and makes each
// the one at hand.
func (p *pass) documents() iter.Seq[*lexicon.Document] {
	return func(yield func(*lexicon.Document) bool) {
		for _, d := range p.Catalog.Documents() {
			if d.Dependency {
				continue
			}
			if p.Document = d; !yield(d) {
				return
			}
		}
	}
}

// place is a location that is found out when it is needed.
type place func() diag.Location

// The places of a value of the file at hand, of the brace that opens it, and of a name.
func (p *pass) value(v *lexicon.Value) place {
	return func() diag.Location { return p.Document.At(v) }
}

func (p *pass) opening(v *lexicon.Value) place {
	return func() diag.Location { return p.Document.AtOpening(v) }
}

func (p *pass) key(m *lexicon.Member) place {
	return func() diag.Location { return p.Document.AtKey(m) }
}

// report adds a finding of the rule at hand about Document. The function gives it a
// message, help and what else it has. It is only called if the finding is to be kept: not
// if there are too many already, or nobody asked to see it.
func (p *pass) report(at place, fill func(*diag.Finding)) { p.reportAs(diag.Error, at, fill) }

// reportf is report for a finding that has only a message and help. Once the finding is to be
// kept, the message is made as by fmt.Sprintf, except that %q quotes as words.Quote does.
func (p *pass) reportf(at place, help, message string, args ...any) {
	p.report(at, func(f *diag.Finding) {
		for i, arg := range args {
			if text, ok := arg.(string); ok {
				args[i] = quotable(text)
			}
		}
		f.Message, f.Help = fmt.Sprintf(message, args...), help
	})
}

// quotable is a text that %q quotes as words.Quote does.
type quotable string

// Format writes the text.
func (q quotable) Format(out fmt.State, verb rune) {
	text := string(q)
	if verb == 'q' {
		text = words.Quote(text)
	}
	io.WriteString(out, text)
}

// reportAs is report for a finding of at most the given severity. Otherwise, its severity
// is that of the rule under the profile.
func (p *pass) reportAs(most diag.Severity, at place, fill func(*diag.Finding)) {
	severity := min(most, p.active.Severity[p.Profile])
	switch interest := p.active.interest[severity]; {
	case interest == Drop || !p.selects(p.Document):
	case interest == Count:
		p.counted++
	case !p.found.Skip(p.active.Rule, severity, p.Document.Source):
		p.last = diag.Finding{Rule: p.active.Rule, Severity: severity, NSID: string(p.Document.ID), Location: at()}
		fill(&p.last)
		p.found.Add(p.last)
	}
}

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

// isStored reports whether data of the node at hand can be part of a record.
func (p *pass) isStored() bool {
	return p.Part == lexicon.PartRecord || p.stored(p.Definition)
}

// fieldOrParameter is what a message calls a property of the node at hand.
func (p *pass) fieldOrParameter() string {
	if p.Part == lexicon.PartParams {
		return "parameter"
	}
	return "field"
}

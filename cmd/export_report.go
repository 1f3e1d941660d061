package cmd

import (
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/convert"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// newReport begins the report. It goes to standard error where the document goes
// to standard output.
func (o *exportOptions) newReport(p *project) (*report.Report, error) {
	options, err := p.reportOptions("export", slices.Concat(lexicon.Rules(), lint.Rules()))
	if err != nil {
		return nil, err
	}
	if o.output == "" {
		options.Out = p.streams.Err
		options.Color = p.color == "always"
		options.Width = 0
	}
	return report.New(options)
}

// findings returns why a selection must not be exported: what lint finds in it,
// from --fail-on on, of the schemas of -L only what is an error by itself, since
// style is the matter of their authors; and, unless they are allowed, the
// references to Lexicons that are not loaded.
func (o *exportOptions) findings(p *project, set *schemas, s *convert.Selection) ([]lexicon.Finding, error) {
	all, err := lint.Lint(p.ctx, set.Catalog, lint.Options{Profile: p.profile, Workers: p.jobs, ExplicitFiles: set.named, Dependency: true})
	if err != nil {
		return nil, err
	}
	in := newExported(set, s)
	failOn, _ := lexicon.SeverityByName(p.failOn)
	var found []lexicon.Finding
	for _, f := range all.Findings {
		if d := in.documents[f.Source]; d != nil && d.Dependency && f.Severity < lexicon.Error {
			continue
		}
		judged := f
		if f.Rule != lint.RuleUnresolvedExternalRef && in.holds(&f, len(o.refs) == 0) && p.policy.Apply(&judged) && judged.Severity >= failOn {
			found = append(found, f)
		}
	}
	if !o.allowUnresolved {
		found = append(found, unresolved(s)...)
	}
	return lexicon.SortFindings(found), nil
}

// unresolved reports references to Lexicons that are not loaded.
func unresolved(s *convert.Selection) []lexicon.Finding {
	var found []lexicon.Finding
	for _, u := range s.Unresolved {
		d := u.In.Document
		found = append(found, lexicon.Finding{
			Rule: lint.RuleUnresolvedExternalRef, Severity: lexicon.Error, Location: d.At(u.Link.Value), NSID: string(d.ID),
			Message: "the Lexicon " + string(u.Link.NSID) + " is not loaded",
			Help:    "load it with -L, or take any value there with --allow-unresolved",
		})
	}
	return found
}

// unread returns what ended the reading of the Lexicons in which the definitions
// stand that were asked for and are missing.
func unread(set *schemas, refs []lexicon.Reference) []lexicon.Finding {
	var found []lexicon.Finding
	for _, ref := range refs {
		if d := set.Document(ref.NSID); d != nil && d.Partial && set.Definition(ref) == nil {
			found = append(found, d.Found...)
		}
	}
	return lexicon.SortFindings(found)
}

// exported tells which findings are about what is exported.
type exported struct {
	documents   map[*lexicon.Source]*lexicon.Document
	definitions map[*lexicon.Definition]bool
	reached     map[*lexicon.Document]bool
	ids         map[syntax.NSID]bool // of those that are reached
}

func newExported(set *schemas, s *convert.Selection) *exported {
	in := &exported{
		documents:   map[*lexicon.Source]*lexicon.Document{},
		definitions: map[*lexicon.Definition]bool{},
		reached:     map[*lexicon.Document]bool{},
		ids:         map[syntax.NSID]bool{},
	}
	for _, d := range set.Documents() {
		in.documents[d.Source] = d
	}
	for _, def := range s.Definitions {
		in.definitions[def] = true
		in.reached[def.Document] = true
		in.ids[def.Document.ID] = true
	}
	return in
}

// holds reports whether a finding is about a definition that is exported, or
// about a file as a whole: one with such a definition or, when everything is
// exported, any that is not Dependency.
func (in *exported) holds(f *lexicon.Finding, everything bool) bool {
	d := in.documents[f.Source]
	if d == nil {
		return true
	}
	if rest, ok := strings.CutPrefix(f.Pointer, "/defs/"); ok {
		name, _, _ := strings.Cut(rest, "/")
		name = strings.NewReplacer("~1", "/", "~0", "~").Replace(name)
		if def := d.Definition(name); def != nil {
			return in.definitions[def]
		}
	}
	return in.reached[d] || !d.Dependency && (everything || in.ids[d.ID])
}

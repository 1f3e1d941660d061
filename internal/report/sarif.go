package report

import (
	"bufio"
	"strings"

	"github.com/lexsmith/lexsmith/internal/build"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// sourceRoot is the conventional name of the repository root in SARIF.
const sourceRoot = "%SRCROOT%"

// sarifPrinter writes a SARIF 2.1.0 log with one run.
type sarifPrinter struct {
	encoder
	options *Options
	indices map[*diag.Rule]int
}

func newSARIFPrinter(out *bufio.Writer, o *Options) printer {
	p := &sarifPrinter{
		encoder: newEncoder(out),
		options: o,
		indices: make(map[*diag.Rule]int, len(o.Rules)),
	}
	p.write(`{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0",` + "\n" +
		`"runs":[{"tool":{"driver":{"name":"lexsmith","version":`)
	p.value(o.Version)
	p.write(`,"informationUri":`)
	p.value(build.Repository)
	p.begin(`,"rules":[`)
	for i, rule := range o.Rules {
		p.indices[rule] = i
		p.item(newSARIFRule(rule, o))
	}
	p.write("]}},\n\"columnKind\":\"utf16CodeUnits\",\n")
	if o.Root != "" {
		p.write(`"originalUriBaseIds":{"` + sourceRoot + `":{"description":{"text":"root of the repository"}}},` + "\n")
	}
	p.begin(`"results":[`)
	return p
}

func (p *sarifPrinter) finding(f *diag.Finding) {
	r := sarifResult{
		RuleID:     f.Rule.Code,
		Level:      severityNames[f.Severity].sarif,
		Message:    sarifText{fullMessage(f)},
		Locations:  []sarifLocation{},
		Properties: sarifProperties(f),
	}
	if i, ok := p.indices[f.Rule]; ok {
		r.RuleIndex = &i
	}
	if main := p.location(f.Place(), ""); main != nil { // code scanning refuses results without one
		r.Locations = append(r.Locations, *main)
	}
	relate := func(l *diag.Location, message string) {
		if location := p.location(l, message); location != nil {
			r.Related = append(r.Related, *location)
		}
	}
	if f.Data != nil {
		relate(&f.Data.Constraint, strings.TrimSpace("schema "+f.Data.Schema))
	}
	if f.Change != nil {
		relate(&f.Change.Old, "old")
	}
	for i := range f.Related {
		relate(&f.Related[i].Location, f.Related[i].Message)
	}
	if accepted(f) {
		r.Suppressions = []sarifSuppression{{"external", "accepted", f.Accepted.Reason}}
	}
	if f.Fix != nil && f.Fix.Creates == nil { // which the edits alone would lose
		r.Fixes = []sarifFix{p.fix(f.Fix)}
	}
	p.item(&r)
}

// fix returns a fix in SARIF form. Its edits are sorted, so those of a file follow each
// other.
func (p *sarifPrinter) fix(fix *diag.Fix) sarifFix {
	s := sarifFix{Description: sarifText{fix.Title}}
	for i, e := range fix.Edits {
		at := p.location(&diag.Location{Source: e.Source, Span: e.Span}, "").Physical
		if i == 0 || e.Source != fix.Edits[i-1].Source {
			s.Changes = append(s.Changes, sarifChange{Artifact: at.Artifact})
		}
		change := &s.Changes[len(s.Changes)-1]
		change.Replacements = append(change.Replacements, sarifReplacement{*at.Region, sarifText{e.New}})
	}
	return s
}

func (p *sarifPrinter) close(o *outcome) error {
	p.write("],\n\"properties\":{\"command\":")
	p.value(p.options.Command)
	p.write(`,"profile":`)
	p.value(p.options.Profile.String())
	p.write(`,"summary":`)
	p.value(newJSONSummary(o))
	p.write("}}]}\n")
	return nil
}

// location returns a place in SARIF form, nil when there is no file.
func (p *sarifPrinter) location(l *diag.Location, message string) *sarifLocation {
	if l.Source == nil {
		return nil
	}
	path, inside := p.options.relative(l.Source.Path)
	location := &sarifLocation{}
	location.Physical.Artifact.URI = uri(path)
	if inside {
		location.Physical.Artifact.BaseID = sourceRoot
	}
	if start, end := positions(l); start.Line > 0 {
		location.Physical.Region = &sarifRegion{
			StartLine:   start.Line,
			StartColumn: l.Source.UTF16Column(l.Span.Start),
			EndLine:     end.Line,
			EndColumn:   l.Source.UTF16Column(max(l.Span.Start, l.Span.End)),
		}
	}
	if l.Pointer != "" {
		segments := diag.SplitPointer(l.Pointer)
		location.Logical = []sarifLogical{{segments[len(segments)-1], l.Pointer}}
	}
	if message != "" {
		location.Message = &sarifText{message}
	}
	return location
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifRule struct {
	ID      string    `json:"id"`
	Short   sarifText `json:"shortDescription"`
	Full    sarifText `json:"fullDescription"`
	HelpURI string    `json:"helpUri"`
	Help    sarifText `json:"help"`
	Default struct {
		Enabled bool   `json:"enabled"`
		Level   string `json:"level"`
	} `json:"defaultConfiguration"`
	Properties struct {
		Group string `json:"group"`
	} `json:"properties"`
}

func newSARIFRule(rule *diag.Rule, o *Options) *sarifRule {
	severity := rule.Severity[o.Profile]
	r := &sarifRule{
		ID: rule.Code, Short: sarifText{rule.Summary}, Full: sarifText{rule.Reason},
		HelpURI: build.RulePage(rule.Code), Help: sarifText{ruleHelp(rule)},
	}
	r.Default.Enabled, r.Default.Level = severity != diag.Off, severityNames[severity].sarif
	r.Properties.Group = rule.Group
	return r
}

// ruleHelp returns everything known about a rule, for people who read it outside
// a terminal.
func ruleHelp(rule *diag.Rule) string {
	var parts []string
	add := func(title, text string) {
		if text = strings.TrimSpace(text); text != "" {
			parts = append(parts, title+text)
		}
	}
	add("", rule.Reason)
	add("Avoid:\n", rule.Bad())
	add("Prefer:\n", rule.Good())
	add("Specification: ", rule.Spec)
	add("Page: ", rule.URL())
	return strings.Join(parts, "\n\n")
}

type sarifResult struct {
	RuleID     string          `json:"ruleId"`
	RuleIndex  *int            `json:"ruleIndex,omitempty"`
	Level      string          `json:"level"`
	Message    sarifText       `json:"message"`
	Locations  []sarifLocation `json:"locations"`
	Related    []sarifLocation `json:"relatedLocations,omitempty"`
	Fixes      []sarifFix      `json:"fixes,omitempty"`
	Properties *jsonFinding    `json:"properties,omitempty"`

	Suppressions []sarifSuppression `json:"suppressions,omitempty"`
}

// sarifSuppression says why a result is not reported as a problem.
type sarifSuppression struct {
	Kind          string `json:"kind"`
	Status        string `json:"status"`
	Justification string `json:"justification"`
}

type sarifFix struct {
	Description sarifText     `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
}

type sarifChange struct {
	Artifact     sarifArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  sarifRegion `json:"deletedRegion"`
	Inserted sarifText   `json:"insertedContent"`
}

type sarifArtifact struct {
	URI    string `json:"uri"`
	BaseID string `json:"uriBaseId,omitempty"`
}

type sarifLocation struct {
	Physical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	} `json:"physicalLocation"`
	Logical []sarifLogical `json:"logicalLocations,omitempty"`
	Message *sarifText     `json:"message,omitempty"`
}

// sarifRegion is a region. Its end column is exclusive in SARIF too.
type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
}

type sarifLogical struct {
	Name               string `json:"name"`
	FullyQualifiedName string `json:"fullyQualifiedName"`
}

// sarifProperties returns what SARIF has no property for, as it is in JSON reports.
func sarifProperties(f *diag.Finding) *jsonFinding {
	j := newJSONFinding(f)
	if j.NSID == "" && f.Data == nil && f.Change == nil {
		return nil
	}
	return &jsonFinding{
		NSID: j.NSID, Record: j.Record, Schema: j.Schema, Breaks: j.Breaks, Affects: j.Affects, AffectsMore: j.AffectsMore, Data: j.Data,
	}
}

package convert

import (
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// BlockerOptions says what blocks an export.
type BlockerOptions struct {
	// Unresolved is the rule that reports references to Lexicons that are not
	// loaded; nil if there is none. Its findings never block; each of
	// Selection.Unresolved does, as an error of this rule, unless AllowUnresolved
	// is set.
	Unresolved      *diag.Rule
	AllowUnresolved bool
	// Blocks decides whether a finding about the selection is severe enough; nil
	// takes those that are errors.
	Blocks func(*diag.Finding) bool
}

// Blockers returns the findings for which the selection must not be exported, in
// the order of reports. They are those of found, which should be what linting
// the catalog with its Dependency documents gives, that are about a selected
// definition or about a file that may hold one, and the unresolved references.
// Permission sets and spaces never block, since no target has a form for them.
//
// In a Dependency document only errors block: its style is up to its authors.
func (s *Selection) Blockers(found []diag.Finding, o BlockerOptions) []diag.Finding {
	blocks := o.Blocks
	if blocks == nil {
		blocks = func(f *diag.Finding) bool { return f.Severity >= diag.Error }
	}
	documents := map[*diag.Source]*lexicon.Document{}
	for _, d := range s.catalog.Documents() {
		documents[d.Source] = d
	}
	var blockers []diag.Finding
	for i := range found {
		f := &found[i]
		isUnresolved := o.Unresolved != nil && f.Rule.Code == o.Unresolved.Code
		if !isUnresolved && s.concerns(f, documents[f.Source]) && blocks(f) {
			blockers = append(blockers, *f)
		}
	}
	if o.Unresolved != nil && !o.AllowUnresolved {
		for _, u := range s.Unresolved {
			blockers = append(blockers, u.finding(o.Unresolved))
		}
	}
	return diag.SortFindings(blockers)
}

// finding reports the reference.
func (u Unresolved) finding(rule *diag.Rule) diag.Finding {
	d := u.In.Document
	return diag.Finding{
		Rule: rule, Severity: diag.Error, Location: d.At(u.Link.Value), NSID: string(d.ID),
		Message: "the Lexicon " + string(u.Link.NSID) + " is not loaded",
		Help:    "load that Lexicon, or allow unresolved references",
		Hint:    diag.HintFetchLexicon{NSID: u.Link.NSID},
	}
}

// isExported reports whether any target has a form for the definition.
func isExported(def *lexicon.Definition) bool {
	t := def.Schema.Type()
	return t != lexicon.TypePermissionSet && t != lexicon.TypeSpace
}

// concerns reports whether a finding in a document is about a selected definition that is
// exported, or about a file as a whole that has one or could have one.
func (s *Selection) concerns(f *diag.Finding, d *lexicon.Document) bool {
	switch {
	case d == nil:
		return true
	case d.Dependency && f.Severity < diag.Error:
		return false
	case f.Foreign && len(s.LeftOut) > 0:
		return false
	}
	if path := diag.SplitPointer(f.Pointer); len(path) > 1 && path[0] == "defs" {
		if def := d.Definition(path[1]); def != nil {
			return isExported(def) && s.has(def)
		}
	}
	return !d.Dependency && s.couldHold(d) || slices.ContainsFunc(s.Definitions, func(def *lexicon.Definition) bool {
		return isExported(def) && (def.Document == d || !d.Dependency && def.Document.ID == d.ID)
	})
}

// couldHold reports whether a document would, without its faults, have a
// definition that is selected.
func (s *Selection) couldHold(d *lexicon.Document) bool {
	if s.wanted == nil {
		return false
	}
	return d.Partial || len(d.Defs) == 0 || slices.ContainsFunc(d.Defs, func(def *lexicon.Definition) bool {
		return isExported(def) && s.wanted(def)
	})
}

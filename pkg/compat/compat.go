package compat

import (
	"context"
	"maps"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Options says how to compare.
type Options struct {
	Profile diag.Profile
	// Old and New are what lint found on each side. Where a side has an error,
	// nothing is said to change; the error itself is reported along with the
	// changes. Without them, only what cannot be read counts as not valid.
	Old, New Faults
}

// Report is what changed between two revisions of a set of Lexicons.
type Report struct {
	// Findings has every change, sorted, and the findings of lint in the options.
	// Those have no Change. Their errors are infos, except those that are new, and warnings
	// where they are why a change could not be compared.
	Findings []diag.Finding
	// Omitted counts the changes beyond the first diag.MaxFindings of a rule, a
	// severity and a file, which are not in Findings.
	Omitted []diag.Omission
	// Partial says that a side has errors, so that changes may be missing.
	Partial bool
	// Undecided lists, sorted, the Lexicons in which something changed that is not
	// valid on a side, so that it is not known whether that breaks anything. Where that
	// is because a Lexicon is not loaded, the Change of a finding is undecided instead.
	Undecided []syntax.NSID
	// OnlyOld and OnlyNew list, sorted, the Lexicons that one side refers to and lacks, and
	// that only the other side has: its copy says what the references of both sides mean.
	OnlyOld, OnlyNew []syntax.NSID

	comparison *comparison
}

// Compare returns every change from the Lexicons of old to those of new, by
// their ids: file names and order do not matter. Dependency documents serve to
// resolve references only. Where one side has such a document and the other a Lexicon of
// its own, what references lead to is compared. References to a Lexicon that only one side
// has mean the same on both. Neither catalog is changed. The error is that of ctx when it
// is done before the comparison is.
func Compare(ctx context.Context, old, new *lexicon.Catalog, options Options) (Report, error) {
	fullOld, onlyNew := supplement(old, new)
	fullNew, onlyOld := supplement(new, old)
	c := newComparison(ctx, fullOld, fullNew, options.Profile)
	for _, id := range slices.Concat(onlyOld, onlyNew) {
		c.copies[id] = true
	}
	c.unaffected = unaffected(old, new)                         // a shared copy is a change where it was missing
	for _, faults := range []Faults{options.Old, options.New} { // those of a shared copy are on both sides
		c.broken.add(fullOld, faults.Findings)
		c.broken.add(fullNew, faults.Findings)
	}
	c.compareLexicons(ownDocuments(fullOld), ownDocuments(fullNew))
	if err := ctx.Err(); err != nil {
		return Report{}, err
	}
	findings, omitted := c.result()
	notes, more := faultNotes(options.Old, options.New, c.broken)
	return Report{
		Findings:  diag.SortFindings(append(findings, notes...)),
		Omitted:   append(omitted, more...),
		Partial:   diag.HasErrors(options.Old.Findings) || diag.HasErrors(options.New.Findings) || isPartial(old) || isPartial(new),
		Undecided: slices.Sorted(maps.Keys(c.undecided)),
		OnlyOld:   onlyOld, OnlyNew: onlyNew,
		comparison: c,
	}, nil
}

// isPartial reports whether something in the files of a side could not be read.
func isPartial(side *lexicon.Catalog) bool {
	return slices.ContainsFunc(side.Documents(), func(d *lexicon.Document) bool {
		return isUnnamed(d) || !d.Dependency && (d.Partial || diag.HasErrors(d.Found))
	})
}

// Rules returns the rules on changes, in the order of the documentation, as a
// new slice. One of them, params-required, is never the Rule of a finding, only
// its Synonym.
func Rules() []*diag.Rule {
	return []*diag.Rule{
		ruleLexiconRemoved, ruleLexiconAdded, ruleDefRemoved, ruleDefAdded, ruleTypeChange, ruleRecordKeyType,
		ruleFieldAddedRequired, ruleFieldAdded, ruleFieldRemoved, ruleFieldRenamed, ruleObjectRequired, ruleObjectNullable,
		ruleConstValue, ruleEnumValues, ruleKnownValues, ruleIntegerRange, ruleStringLength, ruleBytesLength, ruleArrayLength,
		ruleBlobSize, ruleBlobAccept, ruleStringFormat, ruleDefaultValue,
		ruleUnionOpenClosed, ruleUnionClosedRefs, ruleUnionRefs, ruleRefChange,
		ruleParamsRequired, ruleBodyAdded, ruleBodyRemoved, ruleBodyEncoding, ruleBodySchemaAdded, ruleBodySchemaRemoved,
		ruleSubprotocolChanged, rulePermissions, ruleSpaceCollections, ruleErrorsRemoved, ruleErrorsAdded,
		ruleRevision, ruleDescriptionChanged, ruleBreaksData, ruleFieldInUse,
	}
}

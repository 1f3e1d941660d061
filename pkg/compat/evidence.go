package compat

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

var ruleBreaksData = &diag.Rule{
	Code: "breaks-data", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "real data become invalid, although the rules allow the change",
	Reason: "Values in the data are valid under the old schema and invalid under the new one, and no other finding explains it. For example, " +
		"extra fields are allowed, so people may already use the name of a new optional field for something else. Use another name.",
	Spec: "Versioning; Field types > object: extra fields", Page: evolution,
	Examples: usedWeight + `"light"}`,
}

var ruleFieldInUse = &diag.Rule{
	Code: "field-in-use", Group: "diff", Severity: diag.Always(diag.Info),
	Summary: "data already have a field of the name that is added",
	Reason: "People already write a field of this name, because extra fields are allowed. Its values are valid under the new schema, but may mean " +
		"something else. Look at some of them.",
	Spec: "Versioning, 3: new fields must be optional", Page: evolution,
	Examples: usedWeight + `3}`,
}

// usedWeight is a field that is added, and that data have already.
const usedWeight = inOld + `"main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {
  "size": {"type": "integer"}
}}}` + inNew + `"main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {
  "size": {"type": "integer"}«,
  "weight": {"type": "integer"}|»
}}}` + "\n-- data --\n" + `{"$type": "com.example.thing", "size": 3, "weight": `

// Evidence adds to a report what real data say about its changes.
type Evidence struct {
	report *Report
	most   int // examples of a finding; 0: no limit
	explanations
	values map[string]int       // by $type
	places map[any]*unexplained // by the value in the new schemas or, where a fault has none, by $type
	order  []*unexplained
	inUse  map[lexicon.Schema]*diag.Evidence // of new fields
}

// unexplained is a place where values become invalid for no reason that the report has.
type unexplained struct {
	diag.Finding
	site  site
	field lexicon.Schema // the new field that has the place; nil for none
}

// Evidence begins to collect evidence, which is in the report after Close. A finding names the
// first broken values, so many at most; 0 means all.
func (r *Report) Evidence(most int) *Evidence {
	return &Evidence{
		report: r, most: most, explanations: newExplanations(r.comparison.reasons, r.Findings, r.comparison.new),
		values: map[string]int{}, places: map[any]*unexplained{}, inUse: map[lexicon.Schema]*diag.Evidence{},
	}
}

// Validator returns a validator of the records of both sides, see validate.Schemas.Since.
// It skips the types in which nothing has changed, and those that neither side has. The
// catalogs are those that were compared.
func (e *Evidence) Validator(old, new *lexicon.Catalog, options validate.Options) *validate.Validator {
	before := validate.Compile(old, options)
	options.Trail, options.Watch = true, map[lexicon.Schema]bool{}
	for field := range e.report.comparison.newFields {
		options.Watch[field] = true
	}
	unaffected := e.report.comparison.unaffected
	return validate.Compile(new, options).Since(before, func(name string) bool {
		id, _, _ := strings.Cut(name, "#")
		nsid := syntax.NSID(id)
		return unaffected[nsid] || old.Document(nsid) == nil && new.Document(nsid) == nil && syntax.IsNSID(id)
	})
}

// Add adds a value that was not skipped. Faults are the errors that the new side finds in
// it, if the old side finds none.
func (e *Evidence) Add(value *validate.Result, faults []diag.Finding) {
	collection := value.Collection
	if e.values[collection] == 0 {
		collection = strings.Clone(collection) // which shares the memory of the data
	}
	e.values[collection]++
	for i, w := range value.Watched {
		if slices.ContainsFunc(value.Watched[:i], func(before validate.Watched) bool { return before.Schema == w.Schema }) {
			continue // a value counts once
		}
		data := e.inUse[w.Schema]
		if data == nil {
			data = &diag.Evidence{Types: map[string]int{}}
			e.inUse[w.Schema] = data
		}
		data.InUse++
		data.Types[w.Type]++
	}
	var broken []*diag.Evidence
	for i := range faults {
		f := &faults[i]
		data := e.about(f, value)
		if slices.Contains(broken, data) {
			continue
		}
		broken = append(broken, data)
		if data.Broken++; e.most == 0 || len(data.Examples) < e.most {
			data.Examples = append(data.Examples, exampleOf(f))
		}
	}
}

// about returns the evidence that a fault of a value belongs to.
func (e *Evidence) about(f *diag.Finding, value *validate.Result) *diag.Evidence {
	if change := e.of(f); change != nil {
		if change.Data == nil {
			change.Data = &diag.Evidence{}
		}
		return change.Data
	}
	place := f.Data.Constraint
	field := e.newField(f)
	if field != nil && (place.Value == nil || place.Source != field.Base().Document().Source) {
		place = field.Base().At() // it refers to another file
	}
	named, key := f.Data.Schema, any(place.Value)
	if key == nil {
		named, key = cmp.Or(value.Collection, named), value.Collection
	}
	found := e.places[key]
	if found == nil {
		found = e.unexplained(place, field, named)
		e.places[key] = found
		e.order = append(e.order, found)
	}
	return found.Change.Data
}

// newField returns the outermost field that the new side adds and that a fault is in; nil for
// none.
func (e *Evidence) newField(f *diag.Finding) (field lexicon.Schema) {
	outer := f.Data.Trail
	for added := range e.report.comparison.newFields {
		if i := slices.Index(outer, diag.Element(added.Base().Value)); i >= 0 {
			field, outer = added, outer[:i]
		}
	}
	return field
}

// unexplained begins the finding on a place in the definition that is named.
func (e *Evidence) unexplained(place diag.Location, field lexicon.Schema, named string) *unexplained {
	u := &unexplained{field: field, Finding: diag.Finding{
		Rule: ruleBreaksData, Location: place,
		Message: "existing values become invalid, although the rules allow the change",
		Help:    "revert this change; for other values, add a new optional field",
		Change:  &diag.Change{Breaks: diag.Backward, Data: &diag.Evidence{}},
	}}
	if field != nil {
		u.Message = "existing values have another " + fieldName(field) + " field, which the new schema rejects"
		u.Help = "give the new field another name, because people already use this one for something else"
		u.Change.Old = e.report.comparison.newFields[field].Old
		named = field.Base().Definition.Reference().String()
	}
	if place.Source == nil {
		u.Message = "existing " + named + " values become invalid, although the rules allow the change"
	}
	ref, _ := lexicon.ParseReference(named, "")
	def := cmp.Or(e.report.comparison.new.Definition(ref), e.report.comparison.old.Definition(ref))
	u.NSID = string(ref.NSID)
	if def != nil {
		u.site = site{document: def.Document, definition: def}
		if isRecord(def.Schema) {
			u.site.part = lexicon.PartRecord
		}
	}
	return u
}

// fieldName is how messages call a field.
func fieldName(field lexicon.Schema) string { return words.Quote(field.Base().Value.Name()) }

// Close completes the findings of the report.
func (e *Evidence) Close() {
	findings := e.report.Findings
	places := map[*diag.Change]diag.Location{}
	for i := range findings {
		f := &findings[i]
		if f.Change == nil {
			continue
		}
		places[f.Change] = f.Location
		backward := f.Change.Breaks&diag.Backward != 0
		switch {
		case f.Change.Data == nil && (backward || f.Severity == diag.Error):
			f.Change.Data = &diag.Evidence{}
		case f.Change.Data == nil:
			continue
		case f.Severity == diag.Warning && backward:
			f.Severity, f.Message = diag.Error, strings.TrimSuffix(f.Message, softened(f.NSID))
		}
		f.Change.Data.Values = e.reached(f)
	}
	broken := e.breaking()
	e.report.Findings = diag.SortFindings(findings, broken, e.fieldsInUse(places))
}

// reached returns the number of values of the types that reach the place of a finding.
func (e *Evidence) reached(f *diag.Finding) (n int) {
	for _, a := range f.Change.Affects {
		if a.Part == lexicon.PartRecord.String() {
			n += e.values[a.Ref]
		}
	}
	return n
}

// breaking returns the findings on what nothing else explains. They are errors in experimental
// Lexicons, too.
func (e *Evidence) breaking() (findings []diag.Finding) {
	var sites []site
	for _, u := range e.order {
		if u.site.document != nil {
			findings = append(findings, u.Finding)
			sites = append(sites, u.site)
		}
	}
	e.report.comparison.affect(findings, sites)
	for _, u := range e.order {
		if u.site.document == nil {
			u.Change.Affects = []diag.Affected{{Ref: u.NSID, Part: lexicon.PartRecord.String()}}
			findings = append(findings, u.Finding)
		}
		if use := e.inUse[u.field]; use != nil {
			u.Change.Data.InUse, u.Change.Data.Types = use.InUse, use.Types
		}
	}
	for _, u := range e.order {
		delete(e.inUse, u.field)
	}
	for i := range findings {
		f := &findings[i]
		f.Severity, f.Change.Data.Values = diag.Error, e.reached(f)
	}
	return findings
}

// fieldsInUse returns the findings on new fields whose names values already have.
func (e *Evidence) fieldsInUse(places map[*diag.Change]diag.Location) (findings []diag.Finding) {
	for field, data := range e.inUse {
		added := e.report.comparison.newFields[field]
		place, ok := places[added]
		if !ok {
			place = field.Base().At()
		}
		f := diag.Finding{
			Rule: ruleFieldInUse, Severity: diag.Info, Location: place, NSID: string(field.Base().Document().ID),
			Message: "the name " + fieldName(field) + " is already in use in the data",
			Help:    "check that it means the same",
			Change:  &diag.Change{Old: added.Old, Affects: added.Affects, AffectsMore: added.AffectsMore, Data: data},
		}
		data.Values = e.reached(&f)
		findings = append(findings, f)
	}
	return findings
}

// exampleOf returns the fault of a value as an example.
func exampleOf(f *diag.Finding) diag.Example {
	example := diag.Example{Path: f.Path(), Record: f.Data.Record, Pointer: f.Pointer, Message: f.Message}
	if f.Source != nil && !f.NoPosition {
		example.Line = f.Source.Position(f.Span.Start).Line
	}
	return example
}

package compat

import (
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// The examples of the rules below, and how they end.
const (
	ofSize = `"properties": {
  "size": {"type": "integer"}
}}`
	optionalSize = `"main": {"type": "object", ` + ofSize
	requiredSize = `"main": {"type": "object", "required": ["size"], ` + ofSize
	nullableSize = `"main": {"type": "object", "nullable": ["size"], ` + ofSize

	ofSizeAndWeight = `"properties": {
  "size": {"type": "integer"},
  "weight": {"type": "integer"}
}}`
	sizeAndWeight         = `"main": {"type": "object", ` + ofSizeAndWeight
	sizeAndRequiredWeight = `"main": {"type": "object", "required": ["weight"], ` + ofSizeAndWeight

	ofParam = `"properties": {
  "q": {"type": "string", "maxLength": 64}
}}}`
	optionalParam = `"main": {"type": "query", "parameters": {"type": "params", ` + ofParam
	requiredParam = `"main": {"type": "query", "parameters": {"type": "params", "required": ["q"], ` + ofParam
)

var ruleFieldAddedRequired = &diag.Rule{
	Code: "field-added-required", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "a required field was added",
	Reason: "Existing data lacks the field and becomes invalid. Make the field optional, and let software that reads it handle its " +
		"absence.",
	Spec: "Versioning, 3: new fields must be optional", Page: evolution,
	Examples: inOld + optionalSize + inNew + "«" + sizeAndRequiredWeight + "|" + optionalSize + "»",
}

var ruleFieldAdded = &diag.Rule{
	Code: "field-added", Group: "diff", Severity: diag.Always(diag.Info),
	Summary: "an optional field was added",
	Reason: "Existing data stays valid without the field, and old software ignores it. Some data may already have an extra field of " +
		"that name, with any value, because extra fields are allowed.",
	Spec: "Versioning, 3: new fields must be optional", Page: evolution,
	Examples: inOld + optionalSize + inNew + "«" + sizeAndWeight + "|" + optionalSize + "»",
}

var ruleFieldRemoved = &diag.Rule{
	Code: "field-removed", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "a field was removed",
	Reason: "Old software rejects data without a field that it requires. An optional field may be removed, but data with it " +
		"remains: never reuse its name with another type. It is better to keep the field and begin its description with " +
		"\"Deprecated\".",
	Spec: "Versioning, 3: non-optional fields cannot be removed", Page: evolution,
	Examples: inOld + sizeAndRequiredWeight + inNew + "«" + optionalSize + "|" + sizeAndRequiredWeight + "»",
}

var ruleObjectRequired = &diag.Rule{
	Code: "object-required", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "a field became required or optional",
	Reason: "Existing data may lack a field that becomes required. Old software rejects data without a field that it requires, so a " +
		"required field must not become optional either.",
	Spec: "Versioning, 2 and 3", Page: evolution,
	Examples: inOld + "«" + optionalSize + inNew + requiredSize + "|" + requiredSize + inNew + requiredSize + "»",
}

var ruleObjectNullable = &diag.Rule{
	Code: "object-nullable", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "a field became nullable, or is no longer nullable",
	Reason: "A field that is null differs from a field that is omitted. Old software rejects null in a field that becomes " +
		"nullable, and existing data may have null in a field that is no longer nullable.",
	Spec: "Field types > object: nullable; Versioning, 2", Page: evolution,
	Examples: inOld + "«" + optionalSize + inNew + nullableSize + "|" + nullableSize + inNew + nullableSize + "»",
}

var ruleParamsRequired = &diag.Rule{
	Code: "params-required", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "a parameter became required or optional, or a required one was added",
	Reason: "Old callers do not send a parameter that becomes required, and old servers reject calls without a parameter that they require. " +
		"Such changes are reported as object-required and field-added-required. Use the code params-required to override or " +
		"ignore only the findings about parameters.",
	Spec: "Field types > params: required; Versioning, 3", Page: "specs/lexicon#params",
	Examples: inOld + optionalParam + inNew + "«" + requiredParam + "|" + optionalParam + "»",
}

// compareObject compares two objects, or two blocks of parameters.
func (s *scope) compareObject(old, new lexicon.Schema) {
	o, n := newView(old), newView(new)
	var removed, added []*fieldView
	for _, f := range n.fields {
		if before := o.byName[f.name]; before != nil {
			s.compareField(o, n, before, f)
		} else {
			added = append(added, f)
		}
	}
	for _, f := range o.fields {
		if n.byName[f.name] == nil {
			removed = append(removed, f)
		}
	}
	if s.into == nil {
		removed, added = s.renames(o, n, removed, added)
	}
	for _, f := range added {
		s.fieldAdded(n, o, f)
	}
	for _, f := range removed {
		s.fieldRemoved(n, o, f)
	}
}

func (s *scope) fieldAdded(n, o view, f *fieldView) {
	ch := change{rule: ruleFieldAdded, new: n.at(f), old: o.atProperties(), message: "the optional " + s.called(f) + " was added", added: f.schema}
	if f.required != nil {
		ch.rule, ch.synonym, ch.breaks = ruleFieldAddedRequired, s.synonym(), diag.Backward
		ch.new, ch.explains = n.entry("required", f.required), missingField(n.node, f.name)
		ch.message = "the required " + s.called(f) + " was added"
		ch.help = "make it optional; " + s.earlier("does not", "do not") + " include it"
	}
	s.report(ch)
}

func (s *scope) fieldRemoved(n, o view, f *fieldView) {
	ch := change{
		rule: ruleFieldRemoved, severity: diag.Warning, new: n.atProperties(), old: o.at(f), message: "the optional " + s.called(f) + " was removed",
		help: `keep the ` + s.thing() + `, and begin its description with "Deprecated"; if you remove it, never reuse the name with a different type`,
	}
	if f.required != nil {
		ch.severity, ch.breaks = diag.Off, diag.Forward
		ch.message = "the required " + s.called(f) + " was removed"
		ch.help = `keep the ` + s.thing() + `, and begin its description with "Deprecated"; old software rejects data without it`
	}
	s.report(ch)
}

// synonym returns the rule whose overrides apply to required parameters too.
func (at site) synonym() *diag.Rule {
	if at.part == lexicon.PartParams {
		return ruleParamsRequired
	}
	return nil
}

// compareField compares a field that both sides have.
func (s *scope) compareField(o, n view, before, after *fieldView) {
	if (before.required != nil) != (after.required != nil) {
		ch := change{
			rule: ruleObjectRequired, synonym: s.synonym(), breaks: diag.Forward,
			new: n.entry("required", after.required), old: o.entry("required", before.required),
			message: "the " + s.called(after) + " became optional", help: "keep it required; old software rejects data without it",
		}
		if after.required != nil {
			ch.breaks, ch.message = diag.Backward, "the "+s.called(after)+" became required"
			ch.explains = missingField(n.node, after.name)
			ch.help = "leave it optional; " + s.earlier("might not", "might not") + " include it"
		}
		s.report(ch)
	}
	if (before.nullable != nil) != (after.nullable != nil) && before.schema != nil && after.schema != nil {
		s.compareNullable(o, n, before, after)
	}
	switch {
	case before.schema != nil && after.schema != nil:
		if breaks, ok := nullBreaks(before, after); ok {
			s.describeNodes(before.schema.Base(), after.schema.Base())
			s.changedType(before.schema, after.schema, breaks)
		} else {
			s.compareSchemas(before.schema, after.schema)
		}
	case before.schema == nil && after.schema != nil:
		s.report(change{
			rule: ruleTypeChange, breaks: diag.Backward, new: n.at(after), old: o.at(before), explains: inside(after.schema),
			message: "a schema was added for the required " + s.called(after), help: newFieldHelp,
		})
	case before.schema != nil:
		s.report(change{
			rule: ruleTypeChange, breaks: diag.Forward, new: n.at(after), old: o.at(before),
			message: "the schema of the required " + s.called(after) + " was removed", help: "restore the schema",
		})
	}
}

func (s *scope) compareNullable(o, n view, before, after *fieldView) {
	ch := change{rule: ruleObjectNullable, new: n.entry("nullable", after.nullable), old: o.entry("nullable", before.nullable)}
	if after.nullable != nil {
		ch.message = "the " + words.Quote(after.name) + " field became nullable"
		ch.help = "revert this change, and omit the field from data instead of setting it to null; old software rejects null"
		if !isNull(before.schema) {
			ch.breaks = diag.Forward
		}
	} else {
		ch.message = "the " + words.Quote(after.name) + " field is no longer nullable"
		ch.help = "keep it nullable; " + s.earlier("may", "may") + " contain null"
		if !isNull(after.schema) {
			ch.breaks = diag.Backward
		}
		for _, r := range inside(after.schema) {
			ch.explains = append(ch.explains, reason{at: r.at, rule: validate.RuleNullNotAllowed, name: after.name})
		}
	}
	s.report(ch)
}

// nullBreaks returns what changing a field to or from null breaks when null is
// valid on the other side too; false for every other change.
func nullBreaks(before, after *fieldView) (diag.Direction, bool) {
	old, new := lexicon.Resolve(before.schema), lexicon.Resolve(after.schema)
	switch {
	case old == nil || new == nil || isInvalid(old) || isInvalid(new) || isNull(old) == isNull(new):
		return 0, false
	case isNull(new):
		return directions(!isEmpty(old), false), before.nullable != nil
	}
	return directions(false, !isEmpty(new)), after.nullable != nil
}

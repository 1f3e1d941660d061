package compat

import (
	"iter"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// The examples of the rules below.
const (
	optionalSize = `"main": {"type": "object", "properties": {
  "size": {"type": "integer"}
}}`
	requiredSize = `"main": {"type": "object", "required": ["size"], "properties": {
  "size": {"type": "integer"}
}}`
	nullableSize = `"main": {"type": "object", "nullable": ["size"], "properties": {
  "size": {"type": "integer"}
}}`
	sizeAndWeight = `"main": {"type": "object", "properties": {
  "size": {"type": "integer"},
  "weight": {"type": "integer"}
}}`
	sizeAndRequiredWeight = `"main": {"type": "object", "required": ["weight"], "properties": {
  "size": {"type": "integer"},
  "weight": {"type": "integer"}
}}`
	optionalParam = `"main": {"type": "query", "parameters": {"type": "params", "properties": {
  "q": {"type": "string", "maxLength": 64}
}}}`
	requiredParam = `"main": {"type": "query", "parameters": {"type": "params", "required": ["q"], "properties": {
  "q": {"type": "string", "maxLength": 64}
}}}`
)

var ruleFieldAddedRequired = &lexicon.Rule{
	Code: "field-added-required", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "a required field was added",
	Reason: "Existing data lacks the field and becomes invalid. Make the field optional, and let software that reads it handle its " +
		"absence.",
	Spec: "Versioning, 3: new fields must be optional", Page: evolution,
	Bad:  inOld + optionalSize + inNew + sizeAndRequiredWeight,
	Good: inOld + optionalSize + inNew + optionalSize,
}

var ruleFieldAdded = &lexicon.Rule{
	Code: "field-added", Group: "diff", Severity: lexicon.Always(lexicon.Info),
	Summary: "an optional field was added",
	Reason: "Existing data lacks the field and stays valid; old software ignores it. Some data may already have an extra field of " +
		"that name, with any value, because extra fields are allowed.",
	Spec: "Versioning, 3: new fields must be optional", Page: evolution,
	Bad:  inOld + optionalSize + inNew + sizeAndWeight,
	Good: inOld + optionalSize + inNew + optionalSize,
}

var ruleFieldRemoved = &lexicon.Rule{
	Code: "field-removed", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "a field was removed",
	Reason: "Old software rejects data without a field that it requires. An optional field may be removed, but data with it " +
		"remains: never reuse its name with another type. It is better to keep the field and begin its description with " +
		"Deprecated.",
	Spec: "Versioning, 3: non-optional fields cannot be removed", Page: evolution,
	Bad:  inOld + sizeAndRequiredWeight + inNew + optionalSize,
	Good: inOld + sizeAndRequiredWeight + inNew + sizeAndRequiredWeight,
}

var ruleObjectRequired = &lexicon.Rule{
	Code: "object-required", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "a field became required or optional",
	Reason: "Existing data may lack a field that becomes required. Old software rejects data without a field that it requires, so a " +
		"required field must not become optional either.",
	Spec: "Versioning, 2 and 3", Page: evolution,
	Bad:  inOld + optionalSize + inNew + requiredSize,
	Good: inOld + requiredSize + inNew + requiredSize,
}

var ruleObjectNullable = &lexicon.Rule{
	Code: "object-nullable", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "a field became nullable, or is no longer nullable",
	Reason: "null is a value, and not the same as leaving the field out. Old software rejects null in a field that becomes " +
		"nullable, and existing data may have null in a field that is no longer nullable.",
	Spec: "Field types > object: nullable; Versioning, 2", Page: evolution,
	Bad:  inOld + optionalSize + inNew + nullableSize,
	Good: inOld + nullableSize + inNew + nullableSize,
}

var ruleParamsRequired = &lexicon.Rule{
	Code: "params-required", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "a parameter became required or optional, or a required one was added",
	Reason: "Old callers do not send a parameter that becomes required, and old servers reject calls without one that they require. " +
		"Such changes are reported as object-required and field-added-required. Use the name params-required to override or " +
		"ignore the ones on parameters only.",
	Spec: "Field types > params: required; Versioning, 3", Page: "specs/lexicon#params",
	Bad:  inOld + optionalParam + inNew + requiredParam,
	Good: inOld + optionalParam + inNew + optionalParam,
}

// view is what objects and params have in common.
type view struct {
	node   lexicon.Schema // where findings point; of a missing params block the method
	fields []fieldView
	byName map[string]int // in fields; nil while there are few
	params bool
}

// fieldView is a property or parameter.
type fieldView struct {
	name     string
	schema   lexicon.Schema // nil: required without a schema, any value will do
	key      *lexicon.Member
	required *lexicon.Value // its entry in the list required; nil when it is not in it
	nullable *lexicon.Value // its entry in the list nullable; nil when it is not in it
}

func viewOfObject(o *lexicon.Object) view { return newView(o, o.Properties, false) }

// viewOfParams takes nil for a method without parameters; the method then
// stands for the block.
func viewOfParams(p *lexicon.Params, method lexicon.Schema) view {
	if p == nil {
		return view{node: method, params: true}
	}
	return newView(p, p.Properties, true)
}

func newView(node lexicon.Schema, properties []*lexicon.Property, params bool) view {
	required, nullable := node.Base().Value.Field("required"), node.Base().Value.Field("nullable")
	v := view{node: node, params: params, fields: make([]fieldView, 0, len(properties))}
	if len(properties)+entries(required) > fewFields {
		v.byName = make(map[string]int, len(properties))
	}
	for _, p := range properties {
		v.add(fieldView{name: p.Name, schema: p.Schema, key: p.Key})
	}
	for entry := range names(required) {
		f := v.field(entry.Text)
		if f == nil {
			f = v.add(fieldView{name: entry.Text})
		}
		if f.required == nil {
			f.required = entry
		}
	}
	if params {
		return v // the list nullable means nothing there
	}
	for entry := range names(nullable) {
		if f := v.field(entry.Text); f != nil && f.nullable == nil {
			f.nullable = entry
		}
	}
	return v
}

// fewFields is up to how many fields a search beats a map.
const fewFields = 16

func entries(list *lexicon.Value) int {
	if list == nil {
		return 0
	}
	return len(list.Items)
}

// names ranges over the texts in a list, which may be missing.
func names(list *lexicon.Value) iter.Seq[*lexicon.Value] {
	return func(yield func(*lexicon.Value) bool) {
		for i := range entries(list) {
			if item := list.Items[i]; item.Kind == lexicon.KindString && !yield(item) {
				return
			}
		}
	}
}

func (v *view) add(f fieldView) *fieldView {
	if v.byName != nil {
		v.byName[f.name] = len(v.fields)
	}
	v.fields = append(v.fields, f)
	return &v.fields[len(v.fields)-1]
}

// field returns the field of that name; nil when there is none.
func (v *view) field(name string) *fieldView {
	if v.byName != nil {
		if i, ok := v.byName[name]; ok {
			return &v.fields[i]
		}
		return nil
	}
	for i := range v.fields {
		if v.fields[i].name == name {
			return &v.fields[i]
		}
	}
	return nil
}

// what names a field in messages.
func (v view) what() string {
	if v.params {
		return "parameter"
	}
	return "field"
}

// inside returns the location of the properties, where a field is gone from.
func (v view) inside() lexicon.Location {
	at := atField(v.node, "properties")
	at.Span.End = min(at.Span.End, at.Span.Start+1)
	return at
}

// at returns the location of a field: its key, or where its name is required.
func (v view) at(f *fieldView) lexicon.Location {
	if f.key != nil {
		return v.node.Base().Document().AtKey(f.key)
	}
	return v.entry("required", f.required)
}

// entry returns the location of a name in the list required or nullable; where
// it is not in it that of the list, or of the object when there is no list.
func (v view) entry(list string, entry *lexicon.Value) lexicon.Location {
	if entry == nil {
		return atField(v.node, list)
	}
	return v.node.Base().Document().At(entry)
}

// object compares two objects, or two blocks of parameters.
func (c *comparison) object(o, n view) {
	var removed, added []*fieldView
	for i := range n.fields {
		f := &n.fields[i]
		if before := o.field(f.name); before != nil {
			c.field(o, n, before, f)
		} else {
			added = append(added, f)
		}
	}
	for i := range o.fields {
		if f := &o.fields[i]; n.field(f.name) == nil {
			removed = append(removed, f)
		}
	}
	removed, added = c.renames(o, n, removed, added)
	for _, f := range added {
		c.fieldAdded(n, o, f)
	}
	for _, f := range removed {
		c.fieldRemoved(n, o, f)
	}
}

func (c *comparison) fieldAdded(n, o view, f *fieldView) {
	ch := change{rule: ruleFieldAdded, new: n.at(f), old: o.inside(), message: "the optional " + n.what() + " " + quote(f.name) + " is new"}
	if f.required != nil {
		ch.rule, ch.synonym, ch.breaks = ruleFieldAddedRequired, n.synonym(), lexicon.Backward
		ch.new = n.entry("required", f.required)
		ch.message = "the required " + n.what() + " " + quote(f.name) + " is new"
		ch.help = "make it optional: " + c.earlier() + " does not have it"
	}
	c.report(ch)
}

func (c *comparison) fieldRemoved(n, o view, f *fieldView) {
	ch := change{
		rule: ruleFieldRemoved, severity: lexicon.Warning, new: n.inside(), old: o.at(f), message: "the optional " + n.what() + " " + quote(f.name) + " is gone",
		help: "its name must never come back with another type: better keep it, and mark it deprecated in its description",
	}
	if f.required != nil {
		ch.severity, ch.breaks = lexicon.Off, lexicon.Forward
		ch.message = "the required " + n.what() + " " + quote(f.name) + " is gone"
		ch.help = "keep it, and mark it deprecated in its description: old software refuses data without it"
	}
	c.report(ch)
}

// synonym returns the rule whose overrides hold for required parameters too.
func (v view) synonym() *lexicon.Rule {
	if v.params {
		return ruleParamsRequired
	}
	return nil
}

// field compares a field that both sides have.
func (c *comparison) field(o, n view, before, after *fieldView) {
	if (before.required != nil) != (after.required != nil) {
		ch := change{rule: ruleObjectRequired, synonym: n.synonym(), new: n.entry("required", after.required), old: o.entry("required", before.required)}
		if after.required != nil {
			ch.breaks = lexicon.Backward
			ch.message = "the " + n.what() + " " + quote(after.name) + " became required"
			ch.help = "leave it optional: " + c.earlier() + " may lack it"
		} else {
			ch.breaks = lexicon.Forward
			ch.message = "the " + n.what() + " " + quote(after.name) + " became optional"
			ch.help = "leave it required: old software refuses data without it"
		}
		c.report(ch)
	}
	if (before.nullable != nil) != (after.nullable != nil) && before.schema != nil && after.schema != nil {
		c.nullable(o, n, before, after)
	}
	switch {
	case before.schema != nil && after.schema != nil:
		c.pair(before.schema, after.schema)
	case before.schema == nil && after.schema != nil:
		c.report(change{
			rule: ruleTypeChange, breaks: lexicon.Backward, new: n.at(after), old: o.at(before),
			message: "the " + n.what() + " " + quote(after.name) + " was required without a schema and now has one", help: newFieldHelp,
		})
	case before.schema != nil:
		c.report(change{
			rule: ruleTypeChange, breaks: lexicon.Forward, new: n.at(after), old: o.at(before),
			message: "the " + n.what() + " " + quote(after.name) + " is required but has no schema any more", help: "keep its schema",
		})
	}
}

func (c *comparison) nullable(o, n view, before, after *fieldView) {
	ch := change{rule: ruleObjectNullable, new: n.entry("nullable", after.nullable), old: o.entry("nullable", before.nullable)}
	if after.nullable != nil {
		ch.message = "the field " + quote(after.name) + " became nullable"
		ch.help = "leave the field out instead of null: old software refuses null"
		if !isNull(before.schema) {
			ch.breaks = lexicon.Forward
		}
	} else {
		ch.message = "the field " + quote(after.name) + " is not nullable any more"
		ch.help = "leave it nullable: " + c.earlier() + " may have null"
		if !isNull(after.schema) {
			ch.breaks = lexicon.Backward
		}
	}
	c.report(ch)
}

// isNull reports whether a schema accepts null by itself.
func isNull(s lexicon.Schema) bool {
	target, _ := follow(s)
	return target != nil && target.Type() == lexicon.TypeNull
}

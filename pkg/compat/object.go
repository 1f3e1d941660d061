package compat

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// view is what objects and params have in common.
type view struct {
	node   lexicon.Schema // where findings point; of a missing params block the method
	fields []fieldView
	params bool
}

// fieldView is a property or parameter.
type fieldView struct {
	name     string
	schema   lexicon.Schema // nil: required without a schema, any value will do
	key      *lexicon.Member
	required bool
	nullable bool
}

func viewOfObject(o *lexicon.Object) view {
	return newView(o, o.Properties, o.Required, o.Nullable, false)
}

// viewOfParams takes nil for a method without parameters; the method then
// stands for the block.
func viewOfParams(p *lexicon.Params, method lexicon.Schema) view {
	if p == nil {
		return view{node: method, params: true}
	}
	return newView(p, p.Properties, p.Required, nil, true)
}

func newView(node lexicon.Schema, properties []*lexicon.Property, required, nullable []string, params bool) view {
	v := view{node: node, params: params}
	index := make(map[string]int, len(properties))
	for _, p := range properties {
		index[p.Name] = len(v.fields)
		v.fields = append(v.fields, fieldView{name: p.Name, schema: p.Schema, key: p.Key})
	}
	for _, name := range required {
		i, ok := index[name]
		if !ok {
			i = len(v.fields)
			index[name] = i
			v.fields = append(v.fields, fieldView{name: name, nullable: true})
		}
		v.fields[i].required = true
	}
	for _, name := range nullable {
		if i, ok := index[name]; ok {
			v.fields[i].nullable = true
		}
	}
	return v
}

func (v view) field(name string) *fieldView {
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
	return v.entry("required", f.name)
}

// entry returns the location of a name in the list required or nullable, of the
// list when it is not in it, or of the object when there is no list.
func (v view) entry(list, name string) lexicon.Location {
	n := v.node.Base()
	field := n.Value.Field(list)
	if field == nil {
		return v.inside()
	}
	for _, item := range field.Items {
		if item.Kind == lexicon.KindString && item.Text == name {
			return n.Document().At(item)
		}
	}
	return n.Document().At(field)
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
	if f.required {
		ch.rule, ch.synonym, ch.breaks = ruleFieldAddedRequired, n.synonym(), lexicon.Backward
		ch.message = "the required " + n.what() + " " + quote(f.name) + " is new"
		ch.help = "make it optional: what was written before does not have it"
	}
	c.report(ch)
}

func (c *comparison) fieldRemoved(n, o view, f *fieldView) {
	ch := change{
		rule: ruleFieldRemoved, severity: lexicon.Warning, new: n.inside(), old: o.at(f), message: "the optional " + n.what() + " " + quote(f.name) + " is gone",
		help: "its name must never come back with another type: better keep it, and mark it deprecated in its description",
	}
	if f.required {
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
	if before.required != after.required {
		ch := change{rule: ruleObjectRequired, synonym: n.synonym(), new: n.entry("required", after.name), old: o.entry("required", after.name)}
		if after.required {
			ch.breaks = lexicon.Backward
			ch.message = "the " + n.what() + " " + quote(after.name) + " became required"
			ch.help = "leave it optional: what was written before may lack it"
		} else {
			ch.breaks = lexicon.Forward
			ch.message = "the " + n.what() + " " + quote(after.name) + " became optional"
			ch.help = "leave it required: old software refuses data without it"
		}
		c.report(ch)
	}
	if before.nullable != after.nullable && before.schema != nil && after.schema != nil {
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
	ch := change{rule: ruleObjectNullable, new: n.entry("nullable", after.name), old: o.entry("nullable", after.name)}
	if after.nullable {
		ch.message = "the field " + quote(after.name) + " became nullable"
		ch.help = "leave the field out instead of null: old software refuses null"
		if !isNull(before.schema) {
			ch.breaks = lexicon.Forward
		}
	} else {
		ch.message = "the field " + quote(after.name) + " is not nullable any more"
		ch.help = "leave it nullable: what was written before may have null"
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

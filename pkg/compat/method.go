package compat

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// in compares a part of a primary definition.
func (c *comparison) in(part lexicon.Part, compare func()) {
	outer := c.part
	c.part = part
	c.apart(compare)
	c.part = outer
}

// record compares two records.
func (c *comparison) record(o, n *lexicon.Record) {
	c.in(lexicon.PartRecord, func() {
		if o.Key != n.Key && o.Key != "" && n.Key != "" {
			c.report(change{
				rule: ruleRecordKeyType, breaks: directions(!keyTakes(n.Key, o.Key), !keyTakes(o.Key, n.Key)),
				new: atField(n, "key"), old: atField(o, "key"),
				message: "key changed from " + quote(o.Key) + " to " + quote(n.Key),
				help:    "records keep their keys: define a new record instead",
			})
		}
		if o.Object != nil && n.Object != nil {
			c.pair(o.Object, n.Object)
		}
	})
}

// keyTakes reports whether every record key of one key type is one of another.
func keyTakes(outer, inner string) bool {
	if literal, ok := strings.CutPrefix(inner, "literal:"); ok {
		return validate.CheckRecordKey(outer, literal) == nil
	}
	return outer == "any" || outer == inner
}

func (c *comparison) query(o, n *lexicon.Query) {
	c.endpoint(o, n, &o.Endpoint, &n.Endpoint)
	c.body(o, n, o.Output, n.Output, lexicon.PartOutput)
}

func (c *comparison) procedure(o, n *lexicon.Procedure) {
	c.endpoint(o, n, &o.Endpoint, &n.Endpoint)
	c.body(o, n, o.Input, n.Input, lexicon.PartInput)
	c.body(o, n, o.Output, n.Output, lexicon.PartOutput)
}

func (c *comparison) subscription(o, n *lexicon.Subscription) {
	c.endpoint(o, n, &o.Endpoint, &n.Endpoint)
	c.in(lexicon.PartMessage, func() {
		switch {
		case broken(o, "message", o.Message != nil) || broken(n, "message", n.Message != nil):
		case o.Message != nil && n.Message != nil:
			c.describeNodes(&o.Message.Node, &n.Message.Node)
			if o.Message.Schema != nil && n.Message.Schema != nil {
				c.pair(o.Message.Schema, n.Message.Schema)
			}
		case n.Message != nil:
			c.bodyAdded(o, n, lexicon.PartMessage)
		case o.Message != nil:
			c.bodyRemoved(o, n, lexicon.PartMessage)
		}
	})
}

// broken reports whether a field is there but could not be read.
func broken(s lexicon.Schema, field string, read bool) bool {
	return !read && s.Base().Value.Field(field) != nil
}

// endpoint compares parameters and errors of two methods.
func (c *comparison) endpoint(o, n lexicon.Schema, before, after *lexicon.Endpoint) {
	if !broken(o, "parameters", before.Parameters != nil) && !broken(n, "parameters", after.Parameters != nil) {
		c.in(lexicon.PartParams, func() {
			if before.Parameters != nil && after.Parameters != nil {
				c.describeNodes(&before.Parameters.Node, &after.Parameters.Node)
			}
			c.object(viewOfParams(before.Parameters, o), viewOfParams(after.Parameters, n))
		})
	}
	c.in(lexicon.PartError, func() { c.errors(o, n, before.Errors, after.Errors) })
}

// errors compares the declared errors, by their names.
func (c *comparison) errors(o, n lexicon.Schema, before, after []*lexicon.ErrorDef) {
	was, is := errorsByName(before), errorsByName(after)
	for _, e := range after {
		switch old := was[e.Name]; {
		case is[e.Name] != e:
		case old != nil:
			c.describeNodes(&old.Node, &e.Node)
		default:
			c.report(change{rule: ruleErrorsAdded, new: e.AtField("name"), old: atField(o, "errors"), message: "the error " + quote(e.Name) + " is declared now"})
		}
	}
	for _, e := range before {
		if was[e.Name] == e && is[e.Name] == nil {
			c.report(change{rule: ruleErrorsRemoved, new: atField(n, "errors"), old: e.AtField("name"), message: "the error " + quote(e.Name) + " is not declared any more"})
		}
	}
}

// errorsByName returns the first error of each name.
func errorsByName(list []*lexicon.ErrorDef) map[string]*lexicon.ErrorDef {
	all := make(map[string]*lexicon.ErrorDef, len(list))
	for _, e := range list {
		if all[e.Name] == nil && e.Name != "" {
			all[e.Name] = e
		}
	}
	return all
}

// body compares an input or output of two methods.
func (c *comparison) body(o, n lexicon.Schema, before, after *lexicon.Body, part lexicon.Part) {
	c.in(part, func() {
		switch {
		case broken(o, part.String(), before != nil) || broken(n, part.String(), after != nil):
		case before != nil && after != nil:
			c.describeNodes(&before.Node, &after.Node)
			c.encoding(before, after)
			c.bodySchema(before, after)
		case after != nil:
			c.bodyAdded(o, n, part)
		case before != nil:
			c.bodyRemoved(o, n, part)
		}
	})
}

func (c *comparison) bodyAdded(o, n lexicon.Schema, part lexicon.Part) {
	ch := change{rule: ruleBodyAdded, new: atField(n, part.String()), old: atField(o, part.String()), message: "the " + part.String() + " is new"}
	if part == lexicon.PartInput {
		ch.breaks = lexicon.Backward
		ch.help = "give the method a new name, such as " + quote(c.nextName()) + ": old callers send no body"
	} else {
		ch.severity = lexicon.Warning
		ch.help = "old callers do not expect it; they should ignore it"
	}
	c.report(ch)
}

func (c *comparison) bodyRemoved(o, n lexicon.Schema, part lexicon.Part) {
	ch := change{
		rule: ruleBodyRemoved, breaks: lexicon.Forward, new: atField(n, part.String()), old: atField(o, part.String()), message: "the " + part.String() + " is gone",
		help: "keep it, or give the method a new name, such as " + quote(c.nextName()),
	}
	if part == lexicon.PartInput {
		ch.breaks = both
	}
	c.report(ch)
}

func (c *comparison) encoding(o, n *lexicon.Body) {
	before, errOld := syntax.ParseEncoding(o.Encoding)
	after, errNew := syntax.ParseEncoding(n.Encoding)
	if o.Encoding == n.Encoding || errOld != nil || errNew != nil {
		return
	}
	d := directions(!after.Contains(before), !before.Contains(after))
	if d == 0 {
		return // another spelling of the same set
	}
	c.report(change{
		rule: ruleBodyEncoding, breaks: d, new: n.AtField("encoding"), old: o.AtField("encoding"),
		message: "the encoding changed from " + quote(o.Encoding) + " to " + quote(n.Encoding),
		help:    "give the method a new name, such as " + quote(c.nextName()),
	})
}

func (c *comparison) bodySchema(o, n *lexicon.Body) {
	switch {
	case o.Schema != nil && n.Schema != nil:
		c.pair(o.Schema, n.Schema)
	case n.Schema != nil:
		c.report(change{
			rule: ruleBodySchemaAdded, breaks: lexicon.Backward, severity: lexicon.Warning, new: n.AtField("schema"), old: o.At(),
			message: "the body has a schema now", help: "make sure that what is sent today fits it",
		})
	case o.Schema != nil:
		c.report(change{
			rule: ruleBodySchemaRemoved, breaks: lexicon.Forward, new: n.At(), old: o.AtField("schema"),
			message: "the body has no schema any more", help: "keep the schema: old software refuses what does not fit it",
		})
	}
}

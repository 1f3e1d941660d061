package compat

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

var ruleRecordKeyType = &diag.Rule{
	Code: "record-key-type", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "the record key type changed",
	Reason: "The keys of existing records have the old type. The new type may reject them, or old software may reject keys of the new " +
		"type. Define a new record type instead.",
	Spec: "Primary types > record: key; Versioning, 2", Page: "specs/record-key",
	Examples: inOld + `"main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {}}}` + inNew + `"main": {"type": "record", "key": «"any"|"tid"», "record": {"type": "object", "properties": {}}}`,
}

var ruleErrorsRemoved = &diag.Rule{
	Code: "errors-removed", Group: "diff", Severity: diag.Always(diag.Info),
	Summary: "a declared error was removed",
	Reason: "Servers may return errors that are not declared, so the list restricts nothing. Callers that handle the error " +
		"keep working.",
	Spec: "Errors", Page: "specs/lexicon#query-and-procedure-http-api",
	Examples: inOld + `"main": {"type": "query", "errors": [{"name": "NotFound"}, {"name": "TooMany"}]}` + inNew + `"main": {"type": "query", "errors": [«|{"name": "TooMany"}, »{"name": "NotFound"}]}`,
}

var ruleErrorsAdded = &diag.Rule{
	Code: "errors-added", Group: "diff", Severity: diag.Always(diag.Info),
	Summary: "a declared error was added",
	Reason:  "Callers must handle unknown errors anyway, so declaring one breaks nothing.",
	Spec:    "Errors", Page: "specs/lexicon#query-and-procedure-http-api",
	Examples: inOld + `"main": {"type": "query", "errors": [{"name": "NotFound"}]}` + inNew + `"main": {"type": "query", "errors": [{"name": "NotFound"}«, {"name": "TooMany"}|»]}`,
}

// record compares two records.
func (s *scope) record(o, n *lexicon.Record) {
	s.in(lexicon.PartRecord, func(s *scope) {
		switch {
		case o.Key == n.Key:
		case o.Key == "" || n.Key == "":
			s.skipField(o, n, "key")
		default:
			breaks := directions(!keyTakes(n.Key, o.Key), !keyTakes(o.Key, n.Key))
			reason := "old software rejects keys of the new type"
			if breaks != diag.Forward {
				reason = "existing records have keys of the old type"
			}
			s.report(change{
				rule: ruleRecordKeyType, breaks: breaks,
				new: atField(n, "key"), old: atField(o, "key"),
				message: "the record key type changed from " + words.Quote(o.Key) + " to " + words.Quote(n.Key),
				help:    "revert this change, because " + reason + "; if you need the new keys, define a new record type",
			})
		}
		if o.Object != nil && n.Object != nil {
			s.pair(o.Object, n.Object)
		} else {
			s.skipField(o, n, "record")
		}
	})
}

// keyTakes reports whether every record key of one key type is one of another.
func keyTakes(outer, inner string) bool {
	if literal, ok := strings.CutPrefix(inner, "literal:"); ok {
		return syntax.CheckRecordKey(outer, literal) == nil
	}
	return outer == "any" || outer == inner
}

// method compares two queries, procedures or subscriptions.
func (s *scope) method(o, n lexicon.Schema) {
	before, after := lexicon.EndpointOf(o), lexicon.EndpointOf(n)
	s.endpoint(o, n, before, after)
	switch n.Type() {
	case lexicon.TypeSubscription:
		s.body(o, n, before.Message, after.Message, lexicon.PartMessage)
	case lexicon.TypeProcedure:
		s.body(o, n, before.Input, after.Input, lexicon.PartInput)
		fallthrough
	default:
		s.body(o, n, before.Output, after.Output, lexicon.PartOutput)
	}
}

// unreadable reports whether a field exists but could not be read.
func unreadable(s lexicon.Schema, field string, read bool) bool {
	return !read && s.Base().Value.Field(field) != nil
}

// endpoint compares parameters and errors of two methods.
func (s *scope) endpoint(o, n lexicon.Schema, before, after *lexicon.Endpoint) {
	s.in(lexicon.PartParams, func(s *scope) {
		if unreadable(o, "parameters", before.Parameters != nil) || unreadable(n, "parameters", after.Parameters != nil) {
			s.skipField(o, n, "parameters")
			return
		}
		if before.Parameters != nil && after.Parameters != nil {
			s.describeNodes(&before.Parameters.Node, &after.Parameters.Node)
		}
		s.object(viewOfParams(before.Parameters, o), viewOfParams(after.Parameters, n))
	})
	s.in(lexicon.PartError, func(s *scope) { s.errors(o, n, before.Errors, after.Errors) })
}

// errors compares the declared errors, by their names.
func (s *scope) errors(o, n lexicon.Schema, before, after []*lexicon.ErrorDef) {
	was, is := errorsByName(before), errorsByName(after)
	for _, e := range after {
		switch old := was[e.Name]; {
		case is[e.Name] != e:
		case old != nil:
			s.describeNodes(&old.Node, &e.Node)
		default:
			s.report(change{rule: ruleErrorsAdded, new: atField(e, "name"), old: atField(o, "errors"), message: "the " + words.Quote(e.Name) + " error was added"})
		}
	}
	for _, e := range before {
		if was[e.Name] == e && is[e.Name] == nil {
			s.report(change{rule: ruleErrorsRemoved, new: atField(n, "errors"), old: atField(e, "name"), message: "the " + words.Quote(e.Name) + " error was removed"})
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

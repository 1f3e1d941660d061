package compat

import (
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

var ruleRecordKeyType = &diag.Rule{
	Code: "record-key-type", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "the key type of a record or space changed",
	Reason: "The keys of existing records and spaces have the old type. The new type may reject them, or old software may reject keys of the new " +
		"type. Define a new type of record or space instead.",
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

var ruleSubprotocolChanged = &diag.Rule{
	Code: "subprotocol-changed", Group: "diff", Severity: diag.Always(diag.Warning),
	Summary: "the encoding of a stream changed",
	Reason: "The subprotocol is the encoding that clients get unless they request another one. Messages stay the same, but every client that " +
		"does not negotiate gets the new encoding, and usually cannot read it.",
	Spec: "Primary types > subscription (a later addition to the language)", Page: "specs/event-stream#framing",
	Examples: inOld + `"main": {"type": "subscription"}` + inNew + `"main": {"type": "subscription", "subprotocol": «"xrpc.v1.json"|"xrpc.v0.cbor"»}`,
}

// compareSubprotocol compares the encodings of two subscriptions. The default may be made
// explicit. One that cannot be read is an error only in a profile that has the field;
// in another one nothing is said about it.
func (s *scope) compareSubprotocol(o, n *lexicon.Subscription) {
	if unreadable(o, "subprotocol", o.Subprotocol.Set) || unreadable(n, "subprotocol", n.Subprotocol.Set) {
		if s.broken.has(atField(o, "subprotocol")) || s.broken.has(atField(n, "subprotocol")) {
			s.skipField(o, n, "subprotocol")
		}
		return
	}
	if o.Encoding() == n.Encoding() {
		return
	}
	name := func(s *lexicon.Subscription) string {
		if s.Subprotocol.Set {
			return words.Quote(s.Encoding())
		}
		return words.Quote(s.Encoding()) + " (the default)"
	}
	s.report(change{
		rule: ruleSubprotocolChanged, severity: diag.Warning, new: atField(n, "subprotocol"), old: atField(o, "subprotocol"),
		message: "the subprotocol changed from " + name(o) + " to " + name(n),
		help:    "revert this change; clients can request the new encoding when they connect, if the service offers both",
	})
}

// compareRecord compares two records.
func (s *scope) compareRecord(o, n *lexicon.Record) {
	s.in(lexicon.PartRecord, func(s *scope) {
		s.compareKey(o, n, o.Key, n.Key)
		if o.Object != nil && n.Object != nil {
			s.compareSchemas(o.Object, n.Object)
		} else {
			s.skipField(o, n, "record")
		}
	})
}

// compareKey compares the key types of two records or spaces.
func (s *scope) compareKey(o, n lexicon.Schema, old, new string) {
	switch {
	case old == new:
		return
	case old == "" || new == "":
		s.skipField(o, n, "key")
		return
	}
	what := n.Type().String()
	breaks := directions(!keyTakes(new, old), !keyTakes(old, new))
	reason := "old software rejects keys of the new type"
	if breaks != diag.Forward {
		reason = "existing " + what + "s have keys of the old type"
	}
	s.report(change{
		rule: ruleRecordKeyType, breaks: breaks,
		new: atField(n, "key"), old: atField(o, "key"),
		message: "the " + what + " key type changed from " + words.Quote(old) + " to " + words.Quote(new),
		help:    "revert this change, because " + reason + "; if you need the new keys, define a new " + what + " type",
	})
}

// keyTakes reports whether every record key of one key type is one of another.
func keyTakes(outer, inner string) bool {
	if literal, ok := strings.CutPrefix(inner, "literal:"); ok {
		return syntax.CheckRecordKey(outer, literal) == nil
	}
	return outer == "any" || outer == inner
}

// compareMethod compares two queries, procedures or subscriptions.
func (s *scope) compareMethod(o, n lexicon.Schema) {
	before, after := lexicon.EndpointOf(o), lexicon.EndpointOf(n)
	s.compareParameters(o, n, before.Parameters, after.Parameters)
	s.in(lexicon.PartError, func(s *scope) { s.compareErrors(o, n, before.Errors, after.Errors) })
	for _, field := range n.Type().Fields() {
		if part := lexicon.PartByName(field.Name); part != lexicon.PartNone { // a body
			s.compareBody(o, n, before.Body(part), after.Body(part), part)
		}
	}
	if n, ok := n.(*lexicon.Subscription); ok {
		s.compareSubprotocol(o.(*lexicon.Subscription), n)
	}
}

// unreadable reports whether a field exists but could not be read.
func unreadable(s lexicon.Schema, field string, read bool) bool {
	return !read && s.Base().Value.Field(field) != nil
}

// compareParameters compares the parameters of two methods. Changes of a method without
// them are at the method.
func (s *scope) compareParameters(o, n lexicon.Schema, before, after *lexicon.Params) {
	s.in(lexicon.PartParams, func(s *scope) {
		if unreadable(o, "parameters", before != nil) || unreadable(n, "parameters", after != nil) {
			s.skipField(o, n, "parameters")
			return
		}
		if before != nil && after != nil {
			s.describeNodes(&before.Node, &after.Node)
		}
		if before != nil {
			o = before
		}
		if after != nil {
			n = after
		}
		s.compareObject(o, n)
	})
}

// compareErrors compares the declared errors, by their names.
func (s *scope) compareErrors(o, n lexicon.Schema, before, after []*lexicon.ErrorDef) {
	was := map[string]*lexicon.ErrorDef{}
	for _, e := range slices.Backward(before) { // the first of a name counts
		was[e.Name] = e
	}
	for _, e := range lacking(nil, after, nameOfError) {
		switch old := was[e.Name]; {
		case e.Name == "": // not valid
		case old != nil:
			s.describeNodes(&old.Node, &e.Node)
		default:
			s.report(change{rule: ruleErrorsAdded, new: atField(e, "name"), old: atField(o, "errors"), message: "the " + words.Quote(e.Name) + " error was added"})
		}
	}
	for _, e := range lacking(after, before, nameOfError) {
		if e.Name != "" {
			s.report(change{rule: ruleErrorsRemoved, new: atField(n, "errors"), old: atField(e, "name"), message: "the " + words.Quote(e.Name) + " error was removed"})
		}
	}
}

func nameOfError(e *lexicon.ErrorDef) string { return e.Name }

// The examples of the rules below.
const (
	outputWithoutSchema = `"main": {"type": "query", "output": {"encoding": "application/json"}}`
	outputWithSchema    = `"main": {"type": "query", "output": {"encoding": "application/json", "schema": {"type": "object", "properties": {
  "size": {"type": "integer"}
}}}}`
	inputWithSchema = `"main": {"type": "procedure", "input": {"encoding": "application/json", "schema": {"type": "object", "properties": {
  "size": {"type": "integer"}
}}}}`
)

var ruleBodyAdded = &diag.Rule{
	Code: "body-added", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "a body was added to a method",
	Reason: "Old callers send no input, so a procedure cannot start to require one; define a new method, such as putThingV2. An " +
		"output or message may be added, with a warning, because old callers do not expect it.",
	Spec: "Primary types > query and procedure: input; Versioning, 3 and 4", Page: evolution,
	Examples: inOld + "«" + `"main": {"type": "procedure"}` + inNew + inputWithSchema + "|" + inputWithSchema + inNew + inputWithSchema + "»",
}

var ruleBodyRemoved = &diag.Rule{
	Code: "body-removed", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "a body was removed from a method",
	Reason: "Old callers expect the output or the messages, or still send the input. Define a new method, such " +
		"as getThingV2.",
	Spec: "Primary types > query and procedure: output; Versioning, 3 and 4", Page: evolution,
	Examples: inOld + outputWithSchema + inNew + "«" + `"main": {"type": "query"}` + "|" + outputWithSchema + "»",
}

var ruleBodyEncoding = &diag.Rule{
	Code: "body-encoding", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "the encoding of a body changed",
	Reason: "Existing clients and servers send or expect the old encoding. The sets of MIME types are compared; */* " +
		"contains all of them. Define a new method, such as getThingV2.",
	Spec: "Primary types > query and procedure: encoding; Versioning, 2", Page: evolution,
	Examples: inOld + `"main": {"type": "query", "output": {"encoding": «"image/png"|"image/png, image/jpeg"»}}` + inNew + `"main": {"type": "query", "output": {"encoding": «"image/*"|"image/jpeg, image/png"»}}`,
}

var ruleBodySchemaAdded = &diag.Rule{
	Code: "body-schema-added", Group: "diff", Severity: diag.Always(diag.Warning),
	Summary: "a schema was added to a body",
	Reason:  "Any JSON was valid before. A first schema may be added, but the bodies that are sent today may not match it.",
	Spec:    "Primary types > query and procedure: schema; Versioning, 2", Page: evolution,
	Examples: inOld + "«" + outputWithoutSchema + inNew + outputWithSchema + "|" + outputWithSchema + inNew + outputWithSchema + "»",
}

var ruleBodySchemaRemoved = &diag.Rule{
	Code: "body-schema-removed", Group: "diff", Severity: diag.Always(diag.Error),
	Summary: "a schema was removed from a body",
	Reason:  "Old software still rejects bodies that do not match the old schema. Keep the schema.",
	Spec:    "Primary types > query and procedure: schema; Versioning, 2", Page: evolution,
	Examples: inOld + outputWithSchema + inNew + "«" + outputWithoutSchema + "|" + outputWithSchema + "»",
}

// compareBody compares an input, an output or the messages of two methods.
func (s *scope) compareBody(o, n lexicon.Schema, before, after *lexicon.Body, part lexicon.Part) {
	s.in(part, func(s *scope) {
		switch {
		case unreadable(o, part.String(), before != nil) || unreadable(n, part.String(), after != nil):
			s.skipField(o, n, part.String())
		case before != nil && after != nil:
			s.describeNodes(&before.Node, &after.Node)
			s.compareEncoding(before, after)
			s.bodySchema(before, after)
		case after != nil:
			s.bodyAdded(o, n, part)
		case before != nil:
			s.bodyRemoved(o, n, part)
		}
	})
}

// bodyName is how messages call the body of a part.
func bodyName(part lexicon.Part) string {
	if part == lexicon.PartMessage {
		return "message schema"
	}
	return part.String()
}

func (s *scope) bodyAdded(o, n lexicon.Schema, part lexicon.Part) {
	ch := change{rule: ruleBodyAdded, new: atField(n, part.String()), old: atField(o, part.String()), message: words.Article(bodyName(part)) + " was added to the " + n.Type().String()}
	if part == lexicon.PartInput {
		ch.breaks = diag.Backward
		ch.help = "define a new method, such as " + words.Quote(s.nextName()) + "; existing clients send no body"
	} else {
		ch.severity = diag.Warning
		ch.help = "make sure that existing clients ignore the output"
		if part == lexicon.PartMessage {
			ch.help = "make sure that existing clients can handle messages that match the schema"
		}
	}
	s.report(ch)
}

func (s *scope) bodyRemoved(o, n lexicon.Schema, part lexicon.Part) {
	ch := change{
		rule: ruleBodyRemoved, breaks: diag.Forward, new: atField(n, part.String()), old: atField(o, part.String()), message: "the " + bodyName(part) + " was removed from the " + n.Type().String(),
		help: "revert this change; if you need the new behavior, define a new method, such as " + words.Quote(s.nextName()),
	}
	if part == lexicon.PartInput {
		ch.breaks = both
	}
	s.report(ch)
}

func (s *scope) compareEncoding(o, n *lexicon.Body) {
	if o.Encoding == n.Encoding {
		return
	}
	before, errOld := syntax.ParseEncoding(o.Encoding)
	after, errNew := syntax.ParseEncoding(n.Encoding)
	if errOld != nil || errNew != nil {
		s.skipField(o, n, "encoding")
		return
	}
	old, new := syntax.NewMIMESet(before), syntax.NewMIMESet(after)
	d := directions(!new.Contains(old), !old.Contains(new))
	if d == 0 {
		return // another spelling of the same set
	}
	s.report(change{
		rule: ruleBodyEncoding, breaks: d, new: atField(n, "encoding"), old: atField(o, "encoding"),
		message: "the encoding changed from " + words.Quote(o.Encoding) + " to " + words.Quote(n.Encoding),
		help:    "revert this change; if you need the new behavior, define a new method, such as " + words.Quote(s.nextName()),
	})
}

// bodies is what help calls the data of an input or output.
func (at site) bodies() string {
	if at.part == lexicon.PartInput {
		return "requests"
	}
	return "responses"
}

func (s *scope) bodySchema(o, n *lexicon.Body) {
	switch {
	case o.Schema != nil && n.Schema != nil:
		s.compareSchemas(o.Schema, n.Schema)
	case s.part == lexicon.PartMessage: // without a schema, not valid
	case n.Schema != nil:
		s.report(change{
			rule: ruleBodySchemaAdded, breaks: diag.Backward, severity: diag.Warning, new: atField(n, "schema"), old: atNode(o),
			message: "a schema was added to the " + s.part.String(), help: "make sure that current " + s.bodies() + " match the schema",
		})
	case o.Schema != nil:
		s.report(change{
			rule: ruleBodySchemaRemoved, breaks: diag.Forward, new: atNode(n), old: atField(o, "schema"),
			message: "the schema was removed from the " + s.part.String(), help: "restore the schema; old software rejects " + s.bodies() + " that do not match it",
		})
	}
}

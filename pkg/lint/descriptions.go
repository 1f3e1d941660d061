package lint

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// descriptionRules has the rules about what a schema tells its readers.
var descriptionRules = []*rule{
	{&diag.Rule{
		Code: "missing-primary-description", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a record, query, procedure, subscription, or space has no description",
		Reason: "Generated code and documentation show the description of the definition first. For a method, also " +
			"say whether it requires authentication. If only the file has a description, which is not " +
			"shown there, the severity is info. Permission sets have a title and detail instead.",
		Spec: "Fields common to all definitions: description", Page: "guides/lexicon-style-guide",
		Fix: diag.FixHelp{Placeholder: "inserts a description"},
		Examples: `"main": {
  "type": "record", «|"description": "Something that its owner wants to show.", »"key": "tid",
  "record": {"type": "object", "properties": {"size": {"type": "integer", "description": "In bytes."}}}
}`,
	}, []check{onDefinition(func(p *pass, def *lexicon.Definition) {
		typ := def.Schema.Type()
		if !typ.Primary() || typ == lexicon.TypePermissionSet || !undescribed(def.Schema) {
			return
		}
		most, overview := diag.Warning, p.Document.Description
		if record, ok := def.Schema.(*lexicon.Record); ok && record.Object != nil {
			overview += record.Object.Description
		}
		if strings.TrimSpace(overview) != "" {
			most = diag.Info
		}
		p.reportAs(most, p.opening(def.Key.Value), func(f *diag.Finding) {
			f.Message = "the " + nameOf(def) + typ.String() + " has no description"
			f.Help = `add a "description" that explains its purpose in one or two sentences`
			if most == diag.Info {
				f.Help = `give the ` + typ.String() + ` a "description" too; readers of the definition do not see the description of the file`
			}
			f.Fix = placeholder(p, def.Key.Value, [2]string{"description", `"What it is for."`})
		})
	})}},
	{&diag.Rule{
		Code: "undescribed-token", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a token has no description",
		Reason: "A token has no data, so only its description says what it means. Without a description, different " +
			"programs will use the token for different things.",
		Spec: "Field types > token: its description states its meaning", Page: "specs/lexicon#token",
		Examples: `"sold": {"type": "token"«|, "description": "Somebody has bought it."»}`,
	}, []check{on(func(p *pass, token *lexicon.Token) {
		if undescribed(token) {
			p.reportf(p.opening(token.Value), `add a "description" that says what the token means`,
				"the %s token has no description", subjectOf{token})
		}
	})}},
	{&diag.Rule{
		Code: "missing-field-description", Group: "style", Severity: diag.Always(diag.Info),
		Summary: "a property or parameter has no description",
		Reason: "A name alone is often ambiguous: the URI or count of what? In which unit? A field that " +
			"refers to a definition with a description, or an array of such a definition, does not need one.",
		Spec: "Fields common to all definitions: description", Page: "guides/lexicon-style-guide",
		Examples: `"thing": {"type": "object", "properties": {"size": {"type": "integer"«|, "description": "In bytes."»}}}`,
	}, onProperties(func(p *pass, property *lexicon.Property) {
		if undescribed(property.Schema) && !explained(p, property.Schema) {
			p.reportf(p.opening(property.Schema.Base().Value), `add a "description" that says what the value means`,
				"%q has no description", property.Name)
		}
	})},
	{&diag.Rule{
		Code: "endpoint-output-undefined", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a query or procedure declares no output",
		Reason: "Callers cannot know what to expect, and fields can be added later only to a declared body. A " +
			"query without output is useless. A procedure may not need an output, so the severity is info for procedures. If there is " +
			"nothing to return yet, declare an object without properties.",
		Spec: "Primary types > query and procedure: output", Page: "specs/lexicon#query-and-procedure-http-api",
		Examples: `{
  "lexicon": 1, "id": "com.example.countThings",
  "defs": {
    "main": {«"type": "query", "description": "Counts all things."|
      "type": "query", "description": "Counts all things.",
      "output": {
        "encoding": "application/json",
        "schema": {
          "type": "object",
          "properties": {"count": {"type": "integer", "description": "How many there are."}}
        }
      }
    »}
  }
}`,
	}, []check{
		on(func(p *pass, s *lexicon.Query) { outputDeclared(p, s, diag.Warning) }),
		on(func(p *pass, s *lexicon.Procedure) { outputDeclared(p, s, diag.Info) }),
	}},
	{&diag.Rule{
		Code: "subscription-no-messages", Group: "style", Readable: true,
		Severity: diag.Severities{diag.ProfileV1: diag.Warning, diag.ProfileATProto: diag.Error},
		Summary:  "a subscription declares no messages",
		Reason: "Only the author of a stream can interpret undescribed messages. The specification allows " +
			"it, but the network does not.",
		Spec: "Primary types > subscription: message", Page: "specs/lexicon#subscription-event-stream",
		Examples: `{
  "lexicon": 1, "id": "com.example.subscribeThings",
  "defs": {
    "main": «{"type": "subscription", "description": "Tells of things as they come and go."}|{
      "type": "subscription", "description": "Tells of things as they come and go.",
      "message": {"schema": {"type": "union", "refs": ["#gone"]}}
    },
    "gone": {
      "type": "object",
      "properties": {"seq": {"type": "integer", "description": "Number of the message in the stream."}}
    }»
  }
}`,
	}, []check{on(func(p *pass, subscription *lexicon.Subscription) {
		if !gives(subscription, "message") {
			p.reportf(p.opening(subscription.Value),
				`add "message": {"schema": {"type": "union", "refs": […]}}, with an object definition for each kind of message`,
				"the %ssubscription declares no messages", nameOf(p.Definition))
		}
	})}},
}

// undescribed reports whether a node has no description. A description of a wrong
// type, or with a misspelled key, is an error of its own.
func undescribed(s lexicon.Schema) bool {
	if _, ok := s.(*lexicon.Invalid); ok || strings.TrimSpace(s.Base().Description) != "" {
		return false
	}
	v := s.Base().Value.Field("description")
	return v != nil && v.Kind == lexicon.KindString || !gives(s, "description")
}

// explained reports whether the items of an array, or the definition that a
// reference names, have a description. What could not be read counts as having one.
func explained(p *pass, s lexicon.Schema) bool {
	switch s := s.(type) {
	case *lexicon.Array:
		return !undescribed(s.Items) || explained(p, s.Items)
	case *lexicon.Ref:
		if s.Link != nil && s.Link.Target == nil {
			return p.mayBeCutOff(s.Link.Reference)
		}
		return s.Link == nil || !undescribed(s.Link.Target.Schema)
	}
	return false
}

// outputDeclared reports a method without output, with at most the given severity.
func outputDeclared(p *pass, method lexicon.Schema, most diag.Severity) {
	if !gives(method, "output") {
		p.reportAs(most, p.opening(method.Base().Value), func(f *diag.Finding) {
			f.Message = "the " + nameOf(p.Definition) + method.Type().String() + " declares no output"
			f.Help = `add an "output", such as {"encoding": "application/json", "schema": {"type": "object", "properties": {}}}`
		})
	}
}

// nameOf returns the name of a definition as it precedes a word; "" where the
// file has no valid id.
func nameOf(def *lexicon.Definition) string {
	if def.Document.ID == "" {
		return ""
	}
	return def.Reference().String() + " "
}

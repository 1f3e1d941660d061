package lint

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// descriptions has the rules about what a schema tells its readers.
var descriptions = []*rule{
	{
		Rule: lexicon.Rule{
			Code: "missing-primary-description", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "a record, query, procedure or subscription has no description",
			Reason: "The description of the definition is what generated code and documentation show first. For a method, say also " +
				"whether it needs authentication. A description of the whole file is not shown there; with one, this is only an info. " +
				"A permission-set has its title and detail instead.",
			Spec: "Fields common to all definitions: description",
			Bad: `"main": {
  "type": "record",
  "key": "tid",
  "record": {
    "type": "object",
    "properties": {
      "size": {"type": "integer", "description": "In bytes."}
    }
  }
}`,
			Good: `"main": {
  "type": "record",
  "description": "Something that its owner wants to show.",
  "key": "tid",
  "record": {
    "type": "object",
    "properties": {
      "size": {"type": "integer", "description": "In bytes."}
    }
  }
}`,
		},
		checks: []check{onDefinition(primaryDescription)},
	},
	{
		Rule: lexicon.Rule{
			Code: "undescribed-token", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "a token has no description",
			Reason: "A token has no data: what it means stands in its description and nowhere else. Without one, two programs will " +
				"use it for two things.",
			Spec: "Field types > token: its description states its meaning",
			Bad:  `"sold": {"type": "token"}`,
			Good: `"sold": {"type": "token", "description": "Somebody has bought it."}`,
		},
		checks: []check{on(tokenDescription)},
	},
	{
		Rule: lexicon.Rule{
			Code: "missing-field-description", Group: "style", Severity: lexicon.Always(lexicon.Info),
			Summary: "a property or parameter has no description",
			Reason: "A name alone is often ambiguous, above all a general one: the uri of what, the count of what, in which unit? " +
				"A field that refers to a definition with a description, or an array of such, needs none of its own.",
			Spec: "Fields common to all definitions: description",
			Bad: `"thing": {
  "type": "object",
  "properties": {"size": {"type": "integer"}}
}`,
			Good: `"thing": {
  "type": "object",
  "properties": {"size": {"type": "integer", "description": "In bytes."}}
}`,
		},
		checks: onProperties(fieldDescription),
	},
	{
		Rule: lexicon.Rule{
			Code: "endpoint-output-undefined", Group: "style", Severity: lexicon.Always(lexicon.Warning),
			Summary: "a query or procedure declares no output",
			Reason: "A caller cannot know what comes back, and fields can be added later only to a body that is declared. A query " +
				"without output is of no use; a procedure can well do without, so for it this is an info. Where there is nothing to " +
				"say, an object without properties leaves room for later.",
			Spec: "Primary types > query and procedure: output",
			Bad: `{
  "lexicon": 1,
  "id": "com.example.countThings",
  "defs": {
    "main": {
      "type": "query",
      "description": "Counts all things."
    }
  }
}`,
			Good: `{
  "lexicon": 1,
  "id": "com.example.countThings",
  "defs": {
    "main": {
      "type": "query",
      "description": "Counts all things.",
      "output": {
        "encoding": "application/json",
        "schema": {
          "type": "object",
          "properties": {
            "count": {"type": "integer", "description": "How many there are."}
          }
        }
      }
    }
  }
}`,
		},
		checks: []check{on(queryOutput), on(procedureOutput)},
	},
	{
		Rule: lexicon.Rule{
			Code: "subscription-no-messages", Group: "style",
			Severity: lexicon.Severities{lexicon.ProfileV1: lexicon.Warning, lexicon.ProfileATProto: lexicon.Error},
			Summary:  "a subscription declares no messages",
			Reason: "A stream whose messages are not described can be read by nobody but its author. The specification allows it; " +
				"the network does not.",
			Spec: "Primary types > subscription: message",
			Bad: `{
  "lexicon": 1,
  "id": "com.example.subscribeThings",
  "defs": {
    "main": {
      "type": "subscription",
      "description": "Tells of things as they come and go."
    }
  }
}`,
			Good: `{
  "lexicon": 1,
  "id": "com.example.subscribeThings",
  "defs": {
    "main": {
      "type": "subscription",
      "description": "Tells of things as they come and go.",
      "message": {"schema": {"type": "union", "refs": ["#gone"]}}
    },
    "gone": {
      "type": "object",
      "properties": {
        "seq": {"type": "integer", "description": "Number of the message in the stream."}
      }
    }
  }
}`,
		},
		checks: []check{on(subscriptionMessages)},
	},
}

// undescribed reports whether a node says nothing about itself. A description
// of a wrong type, or in other letters, is a fault of its own.
func undescribed(s lexicon.Schema) bool {
	if _, ok := s.(*lexicon.Invalid); ok || strings.TrimSpace(s.Base().Description) != "" {
		return false
	}
	v := s.Base().Value.Field("description")
	return v != nil && v.Kind == lexicon.KindString || v == nil && !gives(s, "description")
}

func primaryDescription(p *pass, def *lexicon.Definition) {
	typ := def.Schema.Type()
	if !typ.Primary() || typ == lexicon.TypePermissionSet || !undescribed(def.Schema) {
		return
	}
	overview := strings.TrimSpace(p.Document.Description) != ""
	if record, ok := def.Schema.(*lexicon.Record); ok && record.Object != nil {
		overview = overview || strings.TrimSpace(record.Object.Description) != ""
	}
	help := `add a "description" that says what it is for, in one or two sentences`
	if overview {
		help = `give the ` + typ.String() + ` a "description" too: readers of the definition do not see the other one`
	}
	f := p.Report(p.Document.AtOpening(def.Key.Value), "the "+typ.String()+nameOf(def)+" has no description", help)
	if overview {
		f.Severity = min(f.Severity, lexicon.Info)
	}
}

func tokenDescription(p *pass, token *lexicon.Token) {
	if undescribed(token) {
		p.Report(p.Document.AtOpening(token.Value), "the token "+subjectOf(token).String()+" has no description",
			`add a "description" that says what the token means`)
	}
}

func fieldDescription(p *pass, property *lexicon.Property) {
	if !undescribed(property.Schema) || explained(p, property.Schema) {
		return
	}
	p.Report(p.Document.AtOpening(property.Schema.Base().Value), quote(property.Name)+" has no description",
		`add a "description" that says what the value means`)
}

// explained reports whether the items of an array, or the definition that a
// reference names, have a description. What is broken or cut off counts as having
// one.
func explained(p *pass, s lexicon.Schema) bool {
	switch s := s.(type) {
	case *lexicon.Array:
		return !undescribed(s.Items) || explained(p, s.Items)
	case *lexicon.Ref:
		switch {
		case s.Link == nil:
			return true
		case s.Link.Target == nil:
			return p.mayBeCutOff(s.Link.Reference)
		}
		return !undescribed(s.Link.Target.Schema)
	}
	return false
}

func queryOutput(p *pass, query *lexicon.Query) { outputDeclared(p, query, query.Output) }

func procedureOutput(p *pass, procedure *lexicon.Procedure) {
	if f := outputDeclared(p, procedure, procedure.Output); f != nil {
		f.Severity = min(f.Severity, lexicon.Info)
	}
}

// outputDeclared reports a method without output; nil when it has one.
func outputDeclared(p *pass, method lexicon.Schema, output *lexicon.Body) *lexicon.Finding {
	if output != nil || gives(method, "output") {
		return nil
	}
	return p.Report(p.Document.AtOpening(method.Base().Value),
		"the "+method.Type().String()+" "+quote(p.Definition.Reference().String())+" declares no output",
		`add an "output" with an encoding, such as {"encoding": "application/json", "schema": {"type": "object", "properties": {}}}`)
}

func subscriptionMessages(p *pass, subscription *lexicon.Subscription) {
	if subscription.Message != nil || gives(subscription, "message") {
		return
	}
	p.Report(p.Document.AtOpening(subscription.Value),
		"the subscription "+quote(p.Definition.Reference().String())+" declares no messages",
		`add "message": {"schema": {"type": "union", "refs": […]}} with an object definition for each kind of message`)
}

// nameOf returns the name of a definition as it follows a word; "" where the
// file has no valid id.
func nameOf(def *lexicon.Definition) string {
	if def.Document.ID == "" {
		return ""
	}
	return " " + quote(def.Reference().String())
}

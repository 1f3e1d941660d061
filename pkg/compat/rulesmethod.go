package compat

import "github.com/lexsmith/lexsmith/pkg/lexicon"

var ruleParamsRequired = &lexicon.Rule{
	Code: "params-required", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "a parameter became required or optional, or a new one is required",
	Reason: "Old callers do not send a parameter that becomes required, and old servers refuse calls without one that they require. " +
		"Such changes are reported as object-required and field-added-required: this name stands for those of them that are on parameters, " +
		"in --severity and in lexsmith.yaml.",
	Spec: "Field types > params: required; Versioning, 3",
	Bad: `-- old/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "parameters": {"type": "params", "properties": {
    "q": {"type": "string", "maxLength": 64}
  }}}
}}
-- new/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "parameters": {"type": "params", "required": ["q"], "properties": {
    "q": {"type": "string", "maxLength": 64}
  }}}
}}`,
	Good: `-- old/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "parameters": {"type": "params", "properties": {
    "q": {"type": "string", "maxLength": 64}
  }}}
}}
-- new/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "parameters": {"type": "params", "properties": {
    "q": {"type": "string", "maxLength": 64}
  }}}
}}`,
}

var ruleBodyAdded = &lexicon.Rule{
	Code: "body-added", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "a method has a body that it had not",
	Reason: "Old callers send no input, so a procedure cannot begin to want one: give it a new name, such as putThingV2. An output or message can come, " +
		"and is a warning: old callers do not expect it.",
	Spec: "Primary types > query and procedure: input; Versioning, 3 and 4",
	Bad: `-- old/com/example/putThing.json --
{"lexicon": 1, "id": "com.example.putThing", "defs": {
  "main": {"type": "procedure"}
}}
-- new/com/example/putThing.json --
{"lexicon": 1, "id": "com.example.putThing", "defs": {
  "main": {"type": "procedure", "input": {"encoding": "application/json", "schema": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}}}
}}`,
	Good: `-- old/com/example/putThing.json --
{"lexicon": 1, "id": "com.example.putThing", "defs": {
  "main": {"type": "procedure", "input": {"encoding": "application/json", "schema": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}}}
}}
-- new/com/example/putThing.json --
{"lexicon": 1, "id": "com.example.putThing", "defs": {
  "main": {"type": "procedure", "input": {"encoding": "application/json", "schema": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}}}
}}`,
}

var ruleBodyRemoved = &lexicon.Rule{
	Code: "body-removed", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "a method has lost a body",
	Reason: "Old callers wait for the output or the messages, and send an input that is not wanted any more. Give the method a new name, " +
		"such as getThingV2.",
	Spec: "Primary types > query and procedure: output; Versioning, 3 and 4",
	Bad: `-- old/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "output": {"encoding": "application/json", "schema": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}}}
}}
-- new/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query"}
}}`,
	Good: `-- old/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "output": {"encoding": "application/json", "schema": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}}}
}}
-- new/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "output": {"encoding": "application/json", "schema": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}}}
}}`,
}

var ruleBodyEncoding = &lexicon.Rule{
	Code: "body-encoding", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "the encoding of a body changed",
	Reason: "The other side sends or expects what the encoding said before. The sets of MIME types are compared, and */* holds all. " +
		"Give the method a new name, such as getThingV2.",
	Spec: "Primary types > query and procedure: encoding; Versioning, 2",
	Bad: `-- old/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "output": {"encoding": "image/png"}}
}}
-- new/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "output": {"encoding": "image/*"}}
}}`,
	Good: `-- old/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "output": {"encoding": "image/png, image/jpeg"}}
}}
-- new/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "output": {"encoding": "image/jpeg, image/png"}}
}}`,
}

var ruleBodySchemaAdded = &lexicon.Rule{
	Code: "body-schema-added", Group: "diff", Severity: lexicon.Always(lexicon.Warning),
	Summary: "a body has a schema that had none",
	Reason:  "Any JSON was valid before. A first restriction may come, but what is sent today may break it.",
	Spec:    "Primary types > query and procedure: schema; Versioning, 2",
	Bad: `-- old/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "output": {"encoding": "application/json"}}
}}
-- new/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "output": {"encoding": "application/json", "schema": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}}}
}}`,
	Good: `-- old/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "output": {"encoding": "application/json", "schema": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}}}
}}
-- new/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "output": {"encoding": "application/json", "schema": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}}}
}}`,
}

var ruleBodySchemaRemoved = &lexicon.Rule{
	Code: "body-schema-removed", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "a body has no schema any more",
	Reason:  "Old software refuses what does not fit the schema that it knows. Keep the schema.",
	Spec:    "Primary types > query and procedure: schema; Versioning, 2",
	Bad: `-- old/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "output": {"encoding": "application/json", "schema": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}}}
}}
-- new/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "output": {"encoding": "application/json"}}
}}`,
	Good: `-- old/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "output": {"encoding": "application/json", "schema": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}}}
}}
-- new/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "output": {"encoding": "application/json", "schema": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}}}
}}`,
}

var ruleErrorsRemoved = &lexicon.Rule{
	Code: "errors-removed", Group: "diff", Severity: lexicon.Always(lexicon.Info),
	Summary: "an error is not declared any more",
	Reason:  "Servers may answer with errors that are not declared, so the list restricts nothing. Callers that handle the error keep working.",
	Spec:    "Errors",
	Bad: `-- old/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "errors": [{"name": "NotFound"}, {"name": "TooMany"}]}
}}
-- new/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "errors": [{"name": "NotFound"}]}
}}`,
	Good: `-- old/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "errors": [{"name": "NotFound"}, {"name": "TooMany"}]}
}}
-- new/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "errors": [{"name": "TooMany"}, {"name": "NotFound"}]}
}}`,
}

var ruleErrorsAdded = &lexicon.Rule{
	Code: "errors-added", Group: "diff", Severity: lexicon.Always(lexicon.Info),
	Summary: "an error is declared that was not",
	Reason:  "Callers should expect errors that they do not know, so declaring one breaks nothing.",
	Spec:    "Errors",
	Bad: `-- old/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "errors": [{"name": "NotFound"}]}
}}
-- new/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "errors": [{"name": "NotFound"}, {"name": "TooMany"}]}
}}`,
	Good: `-- old/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "errors": [{"name": "NotFound"}]}
}}
-- new/com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "errors": [{"name": "NotFound"}]}
}}`,
}

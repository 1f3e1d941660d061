package compat

import "github.com/lexsmith/lexsmith/pkg/lexicon"

var ruleConstValue = &lexicon.Rule{
	Code: "const-value", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "a fixed value was added, removed or changed",
	Reason: "Old data has another value than a new const, and old software refuses what is not the old one. A const is a closed set of one value, " +
		"not a limit that may be added later.",
	Spec: "Versioning, 2; Field types: const",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer", "const": 1}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer", "const": 2}
  }}
}}`,
	Good: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer", "const": 1}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer", "const": 1}
  }}
}}`,
}

var ruleEnumValues = &lexicon.Rule{
	Code: "enum-values", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "the closed set of values changed",
	Reason: "Old software refuses a value that it does not know, and old data may have one that is gone. An enum is another kind of field, " +
		"not a limit that may be added later. Use knownValues where the set will grow.",
	Spec: "Versioning, 2; Field types > string: enum",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "colour": {"type": "string", "enum": ["red"]}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "colour": {"type": "string", "enum": ["red", "blue"]}
  }}
}}`,
	Good: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "colour": {"type": "string", "enum": ["red", "blue"]}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "colour": {"type": "string", "enum": ["blue", "red"]}
  }}
}}`,
}

var ruleKnownValues = &lexicon.Rule{
	Code: "known-values", Group: "diff", Severity: lexicon.Always(lexicon.Info),
	Summary: "the known values changed",
	Reason:  "Other values remain valid, so known values may come and go. Software should expect those it does not know.",
	Spec:    "Field types > string: knownValues",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "colour": {"type": "string", "knownValues": ["red"]}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "colour": {"type": "string", "knownValues": ["red", "blue"]}
  }}
}}`,
	Good: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "colour": {"type": "string", "knownValues": ["red", "blue"]}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "colour": {"type": "string", "knownValues": ["blue", "red"]}
  }}
}}`,
}

var ruleDefaultValue = &lexicon.Rule{
	Code: "default-value", Group: "diff", Severity: lexicon.Always(lexicon.Warning),
	Summary: "a default value changed",
	Reason: "Every value stays valid, but where the field is left out, software that fills in the default does something else than before. Keep it, " +
		"or say in the description what changed.",
	Spec: "Field types: default",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer", "default": 1}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer", "default": 2}
  }}
}}`,
	Good: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer", "default": 1}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer", "default": 1}
  }}
}}`,
}

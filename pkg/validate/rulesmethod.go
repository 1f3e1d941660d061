package validate

import "github.com/lexsmith/lexsmith/pkg/lexicon"

var ruleUnionVariant = &lexicon.Rule{
	Code: "union-variant", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "the message fits no variant of its union",
	Reason: "A message of a subscription may leave $type out, so each variant is tried. None fits: shown are the faults of the closest one. " +
		"Writing $type says which one is meant.",
	Spec: "When $type is required, 2; Events, 2",
	Bad: `-- com/example/watch.json --
{"lexicon": 1, "id": "com.example.watch", "defs": {
  "main": {"type": "subscription", "message": {
    "schema": {"type": "union", "refs": ["#sale", "#note"]}
  }},
  "sale": {"type": "object", "required": ["price"], "properties": {
    "price": {"type": "integer"}
  }},
  "note": {"type": "object", "required": ["text"], "properties": {
    "text": {"type": "string"}
  }}
}}
-- data.json (--ref com.example.watch --part message) --
{"price": "12"}`,
	Good: `-- com/example/watch.json --
{"lexicon": 1, "id": "com.example.watch", "defs": {
  "main": {"type": "subscription", "message": {
    "schema": {"type": "union", "refs": ["#sale", "#note"]}
  }},
  "sale": {"type": "object", "required": ["price"], "properties": {
    "price": {"type": "integer"}
  }},
  "note": {"type": "object", "required": ["text"], "properties": {
    "text": {"type": "string"}
  }}
}}
-- data.json (--ref com.example.watch --part message) --
{"price": 12}`,
}

var ruleUnknownParam = &lexicon.Rule{
	Code: "unknown-param", Group: "validate", Severity: lexicon.Always(lexicon.Warning),
	Summary: "the method has no parameter of that name",
	Reason:  "A server passes over a parameter that it does not know, so the call does something else than its author meant. Mostly the name is mistyped.",
	Spec:    "Field types > params; Validation rules, 2",
	Bad: `-- com/example/listThings.json --
{"lexicon": 1, "id": "com.example.listThings", "defs": {
  "main": {"type": "query", "parameters": {"type": "params", "properties": {
    "limit": {"type": "integer"}
  }}}
}}
-- query.txt (--ref com.example.listThings --part params) --
lmit=50`,
	Good: `-- com/example/listThings.json --
{"lexicon": 1, "id": "com.example.listThings", "defs": {
  "main": {"type": "query", "parameters": {"type": "params", "properties": {
    "limit": {"type": "integer"}
  }}}
}}
-- query.txt (--ref com.example.listThings --part params) --
limit=50`,
}

var ruleUnknownError = &lexicon.Rule{
	Code: "unknown-error", Group: "validate", Severity: lexicon.Always(lexicon.Info),
	Summary: "the error is not one that the method declares",
	Reason: "Servers may answer with errors that no schema names, such as InvalidRequest, so this is no fault. " +
		"Where the method itself raises the error, declare it: callers learn from errors what to expect.",
	Spec: "Errors",
	Bad: `-- com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "errors": [{"name": "NotFound"}]}
}}
-- data.json (--ref com.example.getThing --part error) --
{"error": "ThingGone", "message": "no such thing"}`,
	Good: `-- com/example/getThing.json --
{"lexicon": 1, "id": "com.example.getThing", "defs": {
  "main": {"type": "query", "errors": [{"name": "NotFound"}]}
}}
-- data.json (--ref com.example.getThing --part error) --
{"error": "NotFound", "message": "no such thing"}`,
}

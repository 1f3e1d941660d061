package validate

import "github.com/lexsmith/lexsmith/pkg/lexicon"

var ruleRecordKey = &lexicon.Rule{
	Code: "record-key", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "the record key is not of the type that the schema demands",
	Reason: "The field key of a record says which keys its records are stored under: tid is a timestamp of 13 characters, nsid a name, literal:VALUE just that value, " +
		"any whatever a record key can be.",
	Spec: "Primary types > record: key",
	Bad: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}}
}}
-- data.json (--rkey lamp) --
{"$type": "com.example.thing", "size": 3}`,
	Good: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}}
}}
-- data.json (--rkey 3jzfcijpj2z2a) --
{"$type": "com.example.thing", "size": 3}`,
}

var ruleExtraField = &lexicon.Rule{
	Code: "extra-field", Group: "validate", Severity: lexicon.Always(lexicon.Warning),
	Summary: "the schema does not name the field",
	Reason: "Extra fields are allowed and kept, but a later revision of the schema may give the name another type. " +
		"This is reported only with --extra-fields, and finds mistyped names of optional fields.",
	Spec: "Validation rules, 2 and 3",
	Bad: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}
}}
-- data.json (--ref com.example.thing --extra-fields warning) --
{"sise": 3}`,
	Good: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}
}}
-- data.json (--ref com.example.thing --extra-fields warning) --
{"size": 3}`,
}

var ruleLegacyForm = &lexicon.Rule{
	Code: "legacy-form", Group: "validate", Severity: lexicon.Always(lexicon.Info),
	Summary: "the value has an old form that is accepted with --legacy",
	Reason: "Old records have blobs with only cid and mimeType, and datetimes without a timezone. They are invalid, yet a reader of the network meets them. " +
		"With --legacy they pass; what is written anew has the form of today.",
	Spec: "String formats > datetime, rule 3; When $type is required, 3",
	Bad: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "madeAt": {"type": "string", "format": "datetime"}
  }}
}}
-- data.json (--ref com.example.thing --legacy) --
{"madeAt": "2021-04-30T10:00:00.000"}`,
	Good: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "madeAt": {"type": "string", "format": "datetime"}
  }}
}}
-- data.json (--ref com.example.thing --legacy) --
{"madeAt": "2021-04-30T10:00:00.000Z"}`,
}

var ruleCaseVerdict = &lexicon.Rule{
	Code: "case-verdict", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "a case has not the verdict that it expects",
	Reason: "With --cases each line is a unit test of a schema: a value, and whether it is valid. The finding says that the schema judges otherwise, or that the case cannot be run; " +
		"the faults of the value stand beside it. Mend the schema where it is too strict or too lax, else the case.",
	Spec: "Validation rules, 1",
	Bad: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "rating": {"type": "integer", "minimum": 1, "maximum": 5}
  }}
}}
-- cases.ndjson (--cases) --
{"name": "six stars", "ref": "com.example.thing", "value": {"rating": 6}}`,
	Good: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "rating": {"type": "integer", "minimum": 1, "maximum": 5}
  }}
}}
-- cases.ndjson (--cases) --
{"name": "six stars", "ref": "com.example.thing", "value": {"rating": 6}, "valid": false}`,
}

var ruleDatetimePractice = &lexicon.Rule{
	Code: "datetime-practice", Group: "validate", Severity: lexicon.Always(lexicon.Off),
	Summary: "the datetime is not UTC with milliseconds",
	Reason:  "The best practice is UTC, written with Z, and at least three digits behind the second: such texts sort by time. Off by default, since every other form is valid too.",
	Spec:    "String formats > datetime, rule 6",
	Bad: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "madeAt": {"type": "string", "format": "datetime"}
  }}
}}
-- data.json (--ref com.example.thing --severity datetime-practice=warning) --
{"madeAt": "2026-04-30T12:00:00+02:00"}`,
	Good: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "madeAt": {"type": "string", "format": "datetime"}
  }}
}}
-- data.json (--ref com.example.thing --severity datetime-practice=warning) --
{"madeAt": "2026-04-30T10:00:00.000Z"}`,
}

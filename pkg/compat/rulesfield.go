package compat

import "github.com/lexsmith/lexsmith/pkg/lexicon"

var ruleTypeChange = &lexicon.Rule{
	Code: "type-change", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "a schema is of another type",
	Reason: "Data of the old type is invalid under the new schema and the other way round; only unknown takes what other types do. " +
		"Add an optional field of the new type beside the old one, or define the changed schema under a new NSID.",
	Spec: "Versioning, 3: types cannot change",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "string", "maxLength": 20}
  }}
}}`,
	Good: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}
}}`,
}

var ruleRecordKeyType = &lexicon.Rule{
	Code: "record-key-type", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "the record key type changed",
	Reason: "Records are stored under keys of the old type, and the new one refuses some of them, or the old software the new ones. " +
		"Define a new record instead.",
	Spec: "Primary types > record: key; Versioning, 2",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "record", "key": "any", "record": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}}
}}`,
	Good: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}}
}}`,
}

var ruleFieldAddedRequired = &lexicon.Rule{
	Code: "field-added-required", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "a new field is required",
	Reason: "What was written before lacks the field, and is invalid under the new schema. Make it optional, " +
		"and let software that reads it cope with its absence.",
	Spec: "Versioning, 3: new fields must be optional",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "required": ["weight"], "properties": {
    "size": {"type": "integer"},
    "weight": {"type": "integer"}
  }}
}}`,
	Good: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}
}}`,
}

var ruleFieldAdded = &lexicon.Rule{
	Code: "field-added", Group: "diff", Severity: lexicon.Always(lexicon.Info),
	Summary: "a new field is optional",
	Reason: "Old data lacks it and stays valid; old software ignores it. Mind that some data may hold a field of that name already, with any value: " +
		"extra fields are allowed.",
	Spec: "Versioning, 3: new fields must be optional",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer"},
    "weight": {"type": "integer"}
  }}
}}`,
	Good: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}
}}`,
}

var ruleFieldRemoved = &lexicon.Rule{
	Code: "field-removed", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "a field is gone",
	Reason: "Old software refuses data without a field that it requires. One that was optional may go, yet data with it lives on: " +
		"never bring the name back with another type. Better keep the field, and let its description begin with Deprecated.",
	Spec: "Versioning, 3: non-optional fields cannot be removed",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "required": ["weight"], "properties": {
    "size": {"type": "integer"},
    "weight": {"type": "integer"}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}
}}`,
	Good: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "required": ["weight"], "properties": {
    "size": {"type": "integer"},
    "weight": {"type": "integer"}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "required": ["weight"], "properties": {
    "size": {"type": "integer"},
    "weight": {"type": "integer"}
  }}
}}`,
}

var ruleFieldRenamed = &lexicon.Rule{
	Code: "field-renamed", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "a field has another name",
	Reason: "Data under the old name is not read any more, and old software does not see the new one. Keep the old field and add the new one as optional. " +
		"The finding stands in place of a removal and an addition; where the two fields have nothing to do with each other, " +
		"bring the new one in a later change.",
	Spec: "Versioning, 3: fields cannot be renamed",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer"},
    "colour": {"type": "string", "maxLength": 20}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer"},
    "color": {"type": "string", "maxLength": 20}
  }}
}}`,
	Good: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer"},
    "colour": {"type": "string", "maxLength": 20}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer"},
    "colour": {"type": "string", "maxLength": 20}
  }}
}}`,
}

var ruleObjectRequired = &lexicon.Rule{
	Code: "object-required", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "a field became required, or optional",
	Reason: "What was written before may lack a field that becomes required. Old software refuses data without a field that it requires, " +
		"so none may become optional either.",
	Spec: "Versioning, 2 and 3",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "required": ["size"], "properties": {
    "size": {"type": "integer"}
  }}
}}`,
	Good: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "required": ["size"], "properties": {
    "size": {"type": "integer"}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "required": ["size"], "properties": {
    "size": {"type": "integer"}
  }}
}}`,
}

var ruleObjectNullable = &lexicon.Rule{
	Code: "object-nullable", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "a field may be null, or may not any more",
	Reason: "Null is a value of its own, not the same as leaving the field out. Old software refuses it in a field that becomes nullable, " +
		"and old data may have it in one that no longer is.",
	Spec: "Field types > object: nullable; Versioning, 2",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "nullable": ["size"], "properties": {
    "size": {"type": "integer"}
  }}
}}`,
	Good: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "nullable": ["size"], "properties": {
    "size": {"type": "integer"}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "nullable": ["size"], "properties": {
    "size": {"type": "integer"}
  }}
}}`,
}

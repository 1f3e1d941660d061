package validate

import "github.com/lexsmith/lexsmith/pkg/lexicon"

// Rules returns the rules that values are held against, in the order of the
// documentation.
func Rules() []*lexicon.Rule {
	return []*lexicon.Rule{
		ruleDataModel,
		ruleSchemaNotFound, ruleSchemaInvalid,
		ruleTypeMissing, ruleTypeMismatch, ruleRefTypeMismatch, ruleTypeSyntax, ruleTypeMainFragment,
		ruleValueType, ruleMissingRequired, ruleNullNotAllowed,
		ruleConst, ruleEnum, ruleRange, ruleLength, ruleGraphemes, ruleFormat, ruleAccept, ruleMaxSize,
		ruleUnionVariant, ruleRecordKey, ruleUnknownParam, ruleUnknownError,
		ruleExtraField, ruleLegacyForm, ruleCaseVerdict, ruleDatetimePractice,
		lexicon.RuleInvalidCBOR,
	}
}

var ruleDataModel = &lexicon.Rule{
	Code: "data-model", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "the value is outside the data model",
	Reason: "The data model has no fractions and no integers beyond 64 bits, and what is no such value cannot be stored or hashed, whatever the schema. " +
		"The same goes for an object with $bytes, $link or $type that is not written as these are, and for a query string that does not decode to text. " +
		"Scale a fraction to an integer, or write it as a string.",
	Spec: "What the service does, 2; Field types > unknown",
	Bad: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}}
}}
-- data.json --
{"$type": "com.example.thing", "size": 1.5}`,
	Good: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}}
}}
-- data.json --
{"$type": "com.example.thing", "size": 1500}`,
}

var ruleSchemaNotFound = &lexicon.Rule{
	Code: "schema-not-found", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "the schema of the value is not loaded",
	Reason: "Without the schema nothing can be said of the value. Load it with -L, or accept such values with --allow-unknown; " +
		"where its Lexicon is loaded and has no such definition, the reference is wrong.",
	Spec: "References",
	Bad: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}}
}}
-- data.json --
{"$type": "com.example.widget", "size": 3}`,
	Good: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}}
}}
-- data.json --
{"$type": "com.example.thing", "size": 3}`,
}

var ruleSchemaInvalid = &lexicon.Rule{
	Code: "schema-invalid", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "the schema that the value reaches cannot be used",
	Reason: "An unknown type, an array without items or a ref that leads nowhere describes no value, so the data cannot be checked there. " +
		"lexsmith lint says what is wrong with the schema. Faults of schemas that no value reaches do not matter here.",
	Spec: "Type overview; Field types",
	Bad: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "tags": {"type": "array"}
  }}
}}
-- data.json (--ref com.example.thing) --
{"tags": ["new"]}`,
	Good: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "tags": {"type": "array", "items": {"type": "string"}}
  }}
}}
-- data.json (--ref com.example.thing) --
{"tags": ["new"]}`,
}

var ruleTypeMissing = &lexicon.Rule{
	Code: "type-missing", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "an object that needs $type has none",
	Reason: "Records, the variants of a union and blobs always name their type: nothing else tells a reader what they are. " +
		"Only the messages of a subscription may leave it out, and a plain ref needs none.",
	Spec: "When $type is required",
	Bad: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}}
}}
-- data.json --
{"size": 3}`,
	Good: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}}
}}
-- data.json --
{"$type": "com.example.thing", "size": 3}`,
}

var ruleTypeMismatch = &lexicon.Rule{
	Code: "type-mismatch", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "$type names another type than the schema allows",
	Reason: "A record is of the type that its place demands, and a closed union has no variants but those it lists, for all time. " +
		"Correct the name, or check the value against the right definition with --ref.",
	Spec: "Field types > union, rules 3 and 5; Primary types > record",
	Bad: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "cover": {"type": "union", "refs": ["#color", "#photo"], "closed": true}
  }},
  "color": {"type": "object", "properties": {"name": {"type": "string"}}},
  "photo": {"type": "object", "properties": {"file": {"type": "blob"}}}
}}
-- data.json (--ref com.example.thing) --
{"cover": {"$type": "com.example.thing#sound", "name": "sea"}}`,
	Good: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "cover": {"type": "union", "refs": ["#color", "#photo"], "closed": true}
  }},
  "color": {"type": "object", "properties": {"name": {"type": "string"}}},
  "photo": {"type": "object", "properties": {"file": {"type": "blob"}}}
}}
-- data.json (--ref com.example.thing) --
{"cover": {"$type": "com.example.thing#color", "name": "sea"}}`,
}

var ruleRefTypeMismatch = &lexicon.Rule{
	Code: "ref-type-mismatch", Group: "validate", Severity: lexicon.Always(lexicon.Warning),
	Summary: "$type contradicts the schema of a plain ref",
	Reason: "A plain ref has one target, so its value needs no $type, and one that names another type is a mistake of the writer or of the schema. " +
		"Leave it out. The value is checked against the target of the ref all the same.",
	Spec: "When $type is required; Field types > ref",
	Bad: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "maker": {"type": "ref", "ref": "#person"}
  }},
  "person": {"type": "object", "properties": {"name": {"type": "string"}}}
}}
-- data.json (--ref com.example.thing) --
{"maker": {"$type": "com.example.shop", "name": "Ada"}}`,
	Good: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "maker": {"type": "ref", "ref": "#person"}
  }},
  "person": {"type": "object", "properties": {"name": {"type": "string"}}}
}}
-- data.json (--ref com.example.thing) --
{"maker": {"name": "Ada"}}`,
}

var ruleTypeSyntax = &lexicon.Rule{
	Code: "type-syntax", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "$type is not the name of a type",
	Reason: "In data a type is named in full, NSID or NSID#name: the short form #name means a definition of the same file, and data stands in no file. " +
		"A blob, bytes or a link is never a variant of a union.",
	Spec: "Field types > union, rule 5; References",
	Bad: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "cover": {"type": "union", "refs": ["#color", "#photo"]}
  }},
  "color": {"type": "object", "properties": {"name": {"type": "string"}}},
  "photo": {"type": "object", "properties": {"file": {"type": "blob"}}}
}}
-- data.json (--ref com.example.thing) --
{"cover": {"$type": "#color", "name": "sea"}}`,
	Good: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "cover": {"type": "union", "refs": ["#color", "#photo"]}
  }},
  "color": {"type": "object", "properties": {"name": {"type": "string"}}},
  "photo": {"type": "object", "properties": {"file": {"type": "blob"}}}
}}
-- data.json (--ref com.example.thing) --
{"cover": {"$type": "com.example.thing#color", "name": "sea"}}`,
}

var ruleTypeMainFragment = &lexicon.Rule{
	Code: "type-main-fragment", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "$type spells a main definition with #main",
	Reason:  "A main definition has one name in data, the NSID alone. Readers compare names byte for byte, so the long form is another type to them. Remove #main.",
	Spec:    "References",
	Bad: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}}
}}
-- data.json --
{"$type": "com.example.thing#main", "size": 3}`,
	Good: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}}
}}
-- data.json --
{"$type": "com.example.thing", "size": 3}`,
}

var ruleValueType = &lexicon.Rule{
	Code: "value-type", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "the value has another type than the schema",
	Reason: "Nothing is converted: the string \"3\" is no integer, and 0 is not false. In a query string an integer is plain digits, " +
		"a boolean is true or false, and only an array can be given more than once.",
	Spec: "Type overview",
	Bad: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}
}}
-- data.json (--ref com.example.thing) --
{"size": "3"}`,
	Good: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer"}
  }}
}}
-- data.json (--ref com.example.thing) --
{"size": 3}`,
}

var ruleMissingRequired = &lexicon.Rule{
	Code: "missing-required", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "a required field is missing",
	Reason:  "A field in required is there in every value, though it may be empty or 0. Names are case-sensitive: Name is another field than name.",
	Spec:    "Field types > object, params: required",
	Bad: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "required": ["name"], "properties": {
    "name": {"type": "string"}
  }}
}}
-- data.json (--ref com.example.thing) --
{"Name": "Lamp"}`,
	Good: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "required": ["name"], "properties": {
    "name": {"type": "string"}
  }}
}}
-- data.json (--ref com.example.thing) --
{"name": ""}`,
}

var ruleNullNotAllowed = &lexicon.Rule{
	Code: "null-not-allowed", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "null stands where the schema does not allow it",
	Reason: "A field that is null and a field that is left out mean different things. Null is allowed for the properties that nullable lists, " +
		"where the type is null, and anywhere inside unknown data. Else leave the field out.",
	Spec: "Field types > object: nullable",
	Bad: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "nullable": ["note"], "properties": {
    "name": {"type": "string"},
    "note": {"type": "string"}
  }}
}}
-- data.json (--ref com.example.thing) --
{"name": null}`,
	Good: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "nullable": ["note"], "properties": {
    "name": {"type": "string"},
    "note": {"type": "string"}
  }}
}}
-- data.json (--ref com.example.thing) --
{"note": null}`,
}

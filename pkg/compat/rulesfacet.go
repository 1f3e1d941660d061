package compat

import "github.com/lexsmith/lexsmith/pkg/lexicon"

var ruleIntegerRange = &lexicon.Rule{
	Code: "integer-range", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "the range of an integer changed",
	Reason: "What was written before may break a tighter limit, and old software refuses what a looser one allows, so that a limit never changes. " +
		"A first limit may come on a field that had none, and is a warning: data may be beyond it. Leave the limit, or add a new optional field.",
	Spec: "Versioning, 2; Field types > integer: minimum, maximum",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer", "maximum": 10}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer", "maximum": 20}
  }}
}}`,
	Good: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer", "maximum": 10}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer", "maximum": 10}
  }}
}}`,
}

var ruleStringLength = &lexicon.Rule{
	Code: "string-length", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "the length limits of a string changed",
	Reason: "What was written before may break a tighter limit, and old software refuses what a looser one allows, so that a limit never changes. " +
		"A first limit may come on a field that had none, and is a warning: data may be beyond it. Leave the limit, or add a new optional field.",
	Spec: "Versioning, 2; Field types > string: minLength, maxLength, minGraphemes, maxGraphemes",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "name": {"type": "string", "maxLength": 64}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "name": {"type": "string", "maxLength": 32}
  }}
}}`,
	Good: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "name": {"type": "string", "maxLength": 64}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "name": {"type": "string", "maxLength": 64}
  }}
}}`,
}

var ruleBytesLength = &lexicon.Rule{
	Code: "bytes-length", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "the length limits of bytes changed",
	Reason: "What was written before may break a tighter limit, and old software refuses what a looser one allows, so that a limit never changes. " +
		"A first limit may come on a field that had none, and is a warning: data may be beyond it. Leave the limit, or add a new optional field.",
	Spec: "Versioning, 2; Field types > bytes: minLength, maxLength",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "hash": {"type": "bytes", "maxLength": 32}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "hash": {"type": "bytes", "maxLength": 64}
  }}
}}`,
	Good: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "hash": {"type": "bytes", "maxLength": 32}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "hash": {"type": "bytes", "maxLength": 32}
  }}
}}`,
}

var ruleArrayLength = &lexicon.Rule{
	Code: "array-length", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "the length limits of an array changed",
	Reason: "What was written before may break a tighter limit, and old software refuses what a looser one allows, so that a limit never changes. " +
		"A first limit may come on a field that had none, and is a warning: data may be beyond it. Leave the limit, or add a new optional field.",
	Spec: "Versioning, 2; Field types > array: minLength, maxLength",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "sizes": {"type": "array", "items": {"type": "integer"}, "maxLength": 4}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "sizes": {"type": "array", "items": {"type": "integer"}, "maxLength": 8}
  }}
}}`,
	Good: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "sizes": {"type": "array", "items": {"type": "integer"}, "maxLength": 4}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "sizes": {"type": "array", "items": {"type": "integer"}, "maxLength": 4}
  }}
}}`,
}

var ruleBlobSize = &lexicon.Rule{
	Code: "blob-size", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "the size limit of a blob changed",
	Reason: "What was written before may break a tighter limit, and old software refuses what a looser one allows, so that a limit never changes. " +
		"A first limit may come on a field that had none, and is a warning: data may be beyond it. Leave the limit, or add a new optional field.",
	Spec: "Versioning, 2; Field types > blob: maxSize",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "photo": {"type": "blob", "accept": ["image/*"], "maxSize": 1000}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "photo": {"type": "blob", "accept": ["image/*"], "maxSize": 2000}
  }}
}}`,
	Good: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "photo": {"type": "blob", "accept": ["image/*"], "maxSize": 1000}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "photo": {"type": "blob", "accept": ["image/*"], "maxSize": 1000}
  }}
}}`,
}

var ruleBlobAccept = &lexicon.Rule{
	Code: "blob-accept", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "the accepted MIME types of a blob changed",
	Reason: "What was written before may break a tighter limit, and old software refuses what a looser one allows, so that a limit never changes. " +
		"A first limit may come on a field that had none, and is a warning: data may be beyond it. Leave the limit, or add a new optional field.",
	Spec: "Versioning, 2; Field types > blob: accept",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "photo": {"type": "blob", "accept": ["image/png"], "maxSize": 1000}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "photo": {"type": "blob", "accept": ["image/*"], "maxSize": 1000}
  }}
}}`,
	Good: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "photo": {"type": "blob", "accept": ["image/png"], "maxSize": 1000}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "photo": {"type": "blob", "accept": ["image/png"], "maxSize": 1000}
  }}
}}`,
}

var ruleStringFormat = &lexicon.Rule{
	Code: "string-format", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "the format of a string changed",
	Reason: "What was written before may break a tighter limit, and old software refuses what a looser one allows, so that a limit never changes. " +
		"A first limit may come on a field that had none, and is a warning: data may be beyond it. " +
		"Which format holds the texts of which other is known, so that did to at-identifier breaks old software only. Leave the limit, " +
		"or add a new optional field.",
	Spec: "Versioning, 2; String formats",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "author": {"type": "string", "format": "did"}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "author": {"type": "string", "format": "at-identifier"}
  }}
}}`,
	Good: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "author": {"type": "string", "format": "did"}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "author": {"type": "string", "format": "did"}
  }}
}}`,
}

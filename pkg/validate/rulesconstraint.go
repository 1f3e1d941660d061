package validate

import "github.com/lexsmith/lexsmith/pkg/lexicon"

var ruleConst = &lexicon.Rule{
	Code: "const", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "the value is not the fixed one",
	Reason:  "A field with const has that value and no other, so write it. Texts are compared byte for byte.",
	Spec:    "Field types > boolean, integer, string: const",
	Bad: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "version": {"type": "integer", "const": 2}
  }}
}}
-- data.json (--ref com.example.thing) --
{"version": 3}`,
	Good: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "version": {"type": "integer", "const": 2}
  }}
}}
-- data.json (--ref com.example.thing) --
{"version": 2}`,
}

var ruleEnum = &lexicon.Rule{
	Code: "enum", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "the value is not in the closed set",
	Reason:  "An enum lists all values that are allowed, for all time; knownValues only suggest. Texts are compared byte for byte, the case of letters included.",
	Spec:    "Field types > integer, string: enum",
	Bad: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "state": {"type": "string", "enum": ["open", "sold"]}
  }}
}}
-- data.json (--ref com.example.thing) --
{"state": "Sold"}`,
	Good: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "state": {"type": "string", "enum": ["open", "sold"]}
  }}
}}
-- data.json (--ref com.example.thing) --
{"state": "sold"}`,
}

var ruleRange = &lexicon.Rule{
	Code: "range", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "the integer is below its minimum or above its maximum",
	Reason:  "Minimum and maximum are themselves allowed; nothing beyond them is. A value in another unit or scale is the usual cause.",
	Spec:    "Field types > integer: minimum, maximum",
	Bad: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "rating": {"type": "integer", "minimum": 1, "maximum": 5}
  }}
}}
-- data.json (--ref com.example.thing) --
{"rating": 6}`,
	Good: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "rating": {"type": "integer", "minimum": 1, "maximum": 5}
  }}
}}
-- data.json (--ref com.example.thing) --
{"rating": 5}`,
}

var ruleLength = &lexicon.Rule{
	Code: "length", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "the value is too short or too long",
	Reason: "minLength and maxLength count the UTF-8 bytes of a text, the raw bytes of bytes, and the elements of an array. " +
		"A text that looks short can have many bytes: é has two, an emoji four or more.",
	Spec: "Field types > string, bytes, array; Limits",
	Bad: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "name": {"type": "string", "maxLength": 8}
  }}
}}
-- data.json (--ref com.example.thing) --
{"name": "Crêpière"}`,
	Good: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "name": {"type": "string", "maxLength": 8}
  }}
}}
-- data.json (--ref com.example.thing) --
{"name": "Crêpes"}`,
}

var ruleGraphemes = &lexicon.Rule{
	Code: "graphemes", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "the text has too few or too many graphemes",
	Reason: "minGraphemes and maxGraphemes count what readers see as characters: an emoji of several code points is one, " +
		"and so is a letter with its accents.",
	Spec: "Field types > string, rule 3; Limits",
	Bad: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "emoji": {"type": "string", "maxGraphemes": 1}
  }}
}}
-- data.json (--ref com.example.thing) --
{"emoji": "ok"}`,
	Good: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "emoji": {"type": "string", "maxGraphemes": 1}
  }}
}}
-- data.json (--ref com.example.thing) --
{"emoji": "👍🏽"}`,
}

var ruleFormat = &lexicon.Rule{
	Code: "format", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "the text is not of its format",
	Reason: "A format fixes the syntax of a text, dates included: there is no 31 April. Whether what it names exists, or an application can use it, is not looked at. " +
		"A format that the language does not know restricts nothing.",
	Spec: "String formats",
	Bad: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "madeAt": {"type": "string", "format": "datetime"}
  }}
}}
-- data.json (--ref com.example.thing) --
{"madeAt": "2026-04-31T10:00:00.000Z"}`,
	Good: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "madeAt": {"type": "string", "format": "datetime"}
  }}
}}
-- data.json (--ref com.example.thing) --
{"madeAt": "2026-04-30T10:00:00.000Z"}`,
}

var ruleAccept = &lexicon.Rule{
	Code: "accept", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "the blob is of a MIME type that the schema does not accept",
	Reason: "accept lists the types, or patterns of them, that readers of the schema are ready for. Case and parameters do not count. " +
		"Convert the file, or correct mimeType where it is wrong.",
	Spec: "Field types > blob: accept",
	Bad: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "photo": {"type": "blob", "accept": ["image/*"]}
  }}
}}
-- data.json (--ref com.example.thing) --
{"photo": {
  "$type": "blob",
  "ref": {"$link": "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku"},
  "mimeType": "text/plain",
  "size": 2048
}}`,
	Good: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "photo": {"type": "blob", "accept": ["image/*"]}
  }}
}}
-- data.json (--ref com.example.thing) --
{"photo": {
  "$type": "blob",
  "ref": {"$link": "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku"},
  "mimeType": "image/png",
  "size": 2048
}}`,
}

var ruleMaxSize = &lexicon.Rule{
	Code: "max-size", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "the blob is larger than the schema allows",
	Reason:  "maxSize is the greatest number of bytes that a blob may have; the size that it declares counts. Compress the file, or make it smaller.",
	Spec:    "Field types > blob: maxSize; Limits",
	Bad: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "photo": {"type": "blob", "maxSize": 100000}
  }}
}}
-- data.json (--ref com.example.thing) --
{"photo": {
  "$type": "blob",
  "ref": {"$link": "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku"},
  "mimeType": "image/png",
  "size": 250000
}}`,
	Good: `-- com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "photo": {"type": "blob", "maxSize": 100000}
  }}
}}
-- data.json (--ref com.example.thing) --
{"photo": {
  "$type": "blob",
  "ref": {"$link": "bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku"},
  "mimeType": "image/png",
  "size": 95000
}}`,
}

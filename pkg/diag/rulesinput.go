package diag

// RuleJSONSyntax is raised by every reader of JSON texts.
var RuleJSONSyntax = &Rule{
	Code: "json-syntax", Group: "input", Readable: true, Severity: Always(Error),
	Summary: "the text is not valid JSON",
	Fix: FixHelp{
		Safe:   "inserts missing commas, removes trailing ones, and puts strings in double quotes",
		Unsafe: "removes comments, and moves each Lexicon in a file but the first to a file of its own",
	},
	Reason: "A Lexicon is a JSON file in UTF-8. Comments, trailing commas, single quotes, and text after the " +
		"value are not valid JSON, even if an editor accepts them. Comments and trailing commas are skipped " +
		"so that the rest of the file can be checked.",
	Spec: "What the service does, 3", Page: "specs/lexicon#lexicon-files",
	Examples: `{
  "lexicon": 1,« // the version|»
  "id": "com.example.size",
  "defs": {
    "main": {"type": "integer"}
  }
}`,
}

// RuleTooDeep is raised by every reader, of JSON and of CBOR.
var RuleTooDeep = &Rule{
	Code: "too-deep", Group: "input", Readable: true, Severity: Always(Error),
	Summary: "objects and arrays are nested more than 1000 levels deep",
	Reason: "Programs that read such a file can run out of stack space, and no real schema or record is that deep. " +
		"Deeper levels are not checked.",
	Spec: "What the service does, 2", Page: "specs/data-model",
	Examples: `«"deep": […1001…]|"flat": {"type": "integer"}»`,
}

// RuleDuplicateKey is raised by every reader of JSON texts.
var RuleDuplicateKey = &Rule{
	Code: "duplicate-key", Group: "input", Severity: Always(Error),
	Summary: "an object has the same key twice",
	Reason: "Programs disagree on which of the two values to use and silently ignore the other one. Only the " +
		"first is checked.",
	Spec: "Lexicon file: each key of defs is a distinct short name", Page: "specs/data-model",
	Examples: `"size": {"type": "integer"}, «"size"|"sized"»: {"type": "boolean"}`,
}

// RuleByteOrderMark is raised by every reader of JSON texts.
var RuleByteOrderMark = &Rule{
	Code: "byte-order-mark", Group: "input", Readable: true, Severity: Always(Warning),
	Summary: "the file begins with a byte-order mark",
	Fix:     FixHelp{Safe: "removes the byte-order mark"},
	Reason:  "UTF-8 does not need a byte-order mark, and many JSON parsers reject files that begin with one. The mark is skipped here.",
	Spec:    "What the service does, 3", Page: "specs/data-model",
	Examples: "«" + "\uFEFF" + `{"lexicon": 1, "id": "com.example.size", "defs": {"main": {"type": "integer"}}}` + "|" + `{"lexicon": 1, "id": "com.example.size", "defs": {"main": {"type": "integer"}}}` + "»",
}

// RuleInvalidCBOR is raised by every reader of DAG-CBOR. No schema is in CBOR, so
// Rules does not list it: the packages that read data do.
var RuleInvalidCBOR = &Rule{
	Code: "invalid-cbor", Group: "validate", Severity: Always(Error),
	Summary: "the bytes are not DAG-CBOR",
	Reason: "DAG-CBOR has exactly one encoding for each value, so that a value has one hash: heads are in their shortest form, lengths are definite, " +
		"keys are sorted text strings, and the only tag is 42. To check an event stream frame, remove the frame header and check only the message. " +
		"Write the data with a DAG-CBOR library: a general CBOR library does not follow these rules by default.",
	Spec: "What the service does, 2", Page: "specs/data-model",
	Examples: `-- schema --
{"type": "integer"}
-- CBOR data in hex --
«1805|05»`,
}

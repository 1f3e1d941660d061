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

// RuleCIDMismatch is raised for blocks of CAR files, and for records in JSON that come with
// their CID. As RuleInvalidCBOR, it is listed by the packages that read data.
var RuleCIDMismatch = &Rule{
	Code: "cid-mismatch", Group: "validate", Severity: Always(Error),
	Summary: "a block or record does not match the hash in its CID",
	Reason: "The block was changed, or its CID was computed from different bytes. The content of the block is still checked. " +
		"Download the file again, or fix the program that wrote it. For a record in JSON, this is only a warning, " +
		"because servers do not write all old records to JSON as they are stored.",
	Spec: "Field types > cid-link", Page: "specs/repository",
	Examples: `-- CAR file in hex --
3aa265726f6f747381d82a582500017112208a4cfae26164ad3a220c173f22fb8c42f101
90688417d8d014012def1fcdee746776657273696f6e01
9101017112208a4cfae26164ad3a220c173f22fb8c42f10190688417d8d014012def1fcd
ee74a663646964736469643a7765623a6578616d706c652e636f6d637265766d336a7a66
63696a706a327a32«62|61»63736967406464617461d82a582500017112209dfefe61dd76ea3d
cae5023880b08379d57adf20482d6fdbe2759289f647677b6470726576f6677665727369
6f6e03
2b017112209dfefe61dd76ea3dcae5023880b08379d57adf20482d6fdbe2759289f64767
7ba2616580616cf6`,
}

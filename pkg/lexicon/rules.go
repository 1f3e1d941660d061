package lexicon

import "github.com/lexsmith/lexsmith/pkg/diag"

// Rules returns the rules that reading a file can raise, in the order of the
// documentation: those of the group input, then those of the parser. The slice is the
// caller's.
func Rules() []*diag.Rule {
	return []*diag.Rule{
		diag.RuleJSONSyntax, diag.RuleTooDeep, diag.RuleDuplicateKey, diag.RuleByteOrderMark,
		ruleWrongType, ruleMissingField, ruleLexiconVersion, ruleInvalidNSID, ruleNoDefinitions,
		RuleUnknownType, ruleMisplacedType, ruleRecordNotObject, ruleParamsPropertyType,
		ruleBodySchemaType, ruleMessageNotUnion, ruleInputOnQuery, ruleInvalidRef,
		RuleUnexpectedField, ruleNullableOnParams, RulePermissionIgnored,
	}
}

var ruleWrongType = &diag.Rule{
	Code: "wrong-type", Group: "schema", Severity: diag.Always(diag.Error),
	Summary: "a field of a schema has the wrong JSON type",
	Reason: "Each field of the language has one JSON type. A field of a different type is ignored, so it has " +
		"no effect.",
	Spec: "Resources and their fields: column Type", Page: "specs/lexicon#field-type-definitions",
	Fix: diag.FixHelp{
		Safe:   "removes the quotation marks around a number or a boolean, wraps a single value in a list, turns a reference written as a string into a ref and the name of an error into an object, and turns a list of null and another type into a nullable property",
		Unsafe: "turns an NSID into a ref, and moves each Lexicon in an array or object but the first to a file of its own",
	},
	Examples: `"title": {"type": "string", "maxLength": «"64"|64»}`,
}

var ruleMissingField = &diag.Rule{
	Code: "missing-field", Group: "schema", Severity: diag.Always(diag.Error),
	Summary: "a required field is missing",
	Reason: "The schema is incomplete without this field: an array without items, for example, does not say what " +
		"its elements are. Field names are case-sensitive.",
	Spec: "Resources and their fields: column Required", Page: "specs/lexicon#field-type-definitions",
	Fix: diag.FixHelp{
		Safe:   "renames a key that differs from the field in case or by one letter, adds the language version, adds a type that is clear from the other keys, and moves the fields of a record into record, or definitions into defs",
		Unsafe: "renames a key that is less similar, and moves properties that are beside properties into it",
	},
	Examples: `"tags": {"type": "array", «|"items": {"type": "integer"}, »"maxLength": 8}`,
}

var ruleLexiconVersion = &diag.Rule{
	Code: "lexicon-version", Group: "schema", Readable: true, Severity: diag.Always(diag.Error),
	Summary: "the lexicon field is not 1",
	Reason: "The field specifies the version of the Lexicon language, and 1 is the only version. Put the version of your own " +
		"schema in the revision field.",
	Spec: "Lexicon file; Versioning, 1", Page: "specs/lexicon#lexicon-files",
	Examples: `{"lexicon": «2|1», "id": "com.example.size"«|, "revision": 2», "defs": {"main": {"type": "integer"}}}`,
}

var ruleInvalidNSID = &diag.Rule{
	Code: "invalid-nsid", Group: "schema", Severity: diag.Always(diag.Error),
	Summary: "the id of the file, or a collection of a space, is not a valid NSID",
	Reason: "The id is the global name of the schema: a reversed domain name with at least two segments, then " +
		"a name of ASCII letters and digits that begins with a letter.",
	Spec: "Lexicon file: id", Page: "specs/nsid",
	Examples: `{"lexicon": 1, "id": «"example.my_size"|"com.example.mySize"», "defs": {"main": {"type": "integer"}}}`,
}

var ruleNoDefinitions = &diag.Rule{
	Code: "no-definitions", Group: "schema", Severity: diag.Always(diag.Error),
	Summary: "the file has no definitions",
	Reason:  "A Lexicon must contain at least one definition.",
	Spec:    "Lexicon file, rule 1; Errors, rule 4", Page: "specs/lexicon#lexicon-files",
	Examples: `{"lexicon": 1, "id": "com.example.size", "defs": {«|"main": {"type": "integer"}»}}`,
}

// RuleUnknownType is raised by a type that does not exist, and by what is left out because of
// one: see Catalog.LeftOut.
var RuleUnknownType = &diag.Rule{
	Code: "unknown-type", Group: "schema", Severity: diag.Always(diag.Error),
	Summary: "the type does not exist",
	Reason: "The Lexicon language has a fixed set of types. The data model does not support floating-point numbers, so number and " +
		"float do not exist, and a date is a string in the datetime format.",
	Spec: "Type overview", Page: "specs/lexicon#field-type-definitions",
	Fix: diag.FixHelp{
		Safe:   "corrects a type that is misspelled or abbreviated, or that is the name of a format",
		Unsafe: "replaces a type from another language, such as number, with the nearest one in Lexicon",
	},
	Examples: `"price": {"type": «"number"|"integer", "description": "Price in cents."»}`,
}

var ruleMisplacedType = &diag.Rule{
	Code: "misplaced-type", Group: "schema", Severity: diag.Always(diag.Error),
	Summary: "a type is not allowed here",
	Reason: "The parameters field must be of type params, which is not allowed anywhere else. Records " +
		"and methods are definitions, never fields. A token is a name rather than data: list it in the " +
		"knownValues of a string.",
	Spec: "Field types > params, token; Primary types", Page: "specs/lexicon#field-type-definitions",
	Examples: `"thing": «{"type": "object", "properties": {"state": {"type": "token", "description": "State of the thing."}}}|{
  "type": "object",
  "properties": {
    "state": {"type": "string", "description": "State of the thing.", "knownValues": ["com.example.thing#sold"]}
  }
},
"sold": {"type": "token", "description": "Somebody has bought it."}»`,
}

var ruleRecordNotObject = &diag.Rule{
	Code: "record-not-object", Group: "schema", Severity: diag.Always(diag.Error),
	Summary: "the schema of a record is not of type object",
	Reason: "A record is an object that the repository stores with its $type. To choose between several " +
		"forms, use a property of type union.",
	Spec: "Primary types > record", Page: "specs/lexicon#record",
	Examples: `"main": {«"type": "record", "description": "A thing.", "key": "tid", "record": {"type": "union", "refs": ["#shape"]}|
  "type": "record", "description": "A thing.", "key": "tid",
  "record": {
    "type": "object",
    "properties": {"shape": {"type": "union", "description": "What it looks like.", "refs": ["#shape"]}}
  }
»},
"shape": {"type": "object", "properties": {}}`,
}

var ruleParamsPropertyType = &diag.Rule{
	Code: "params-property-type", Group: "schema", Severity: diag.Always(diag.Error),
	Summary: "a parameter has a type that a query string cannot represent",
	Reason: "Parameters are part of the URL, so each must be a boolean, integer, string, unknown, or an array of one of these. " +
		"References are not allowed.",
	Spec: "Field types > params", Page: "specs/lexicon#params",
	Examples: `"main": {
  "type": "query", "description": "Lists things.",
  "parameters": {
    "type": "params",
    "properties": {«"near": {"type": "ref", "ref": "#place", "description": "Where to look."}}
  },
  "output": {"encoding": "application/json"}
},
"place": {"type": "object", "properties": {}|"latitude": {"type": "integer", "description": "In millionths of a degree."}}
  },
  "output": {"encoding": "application/json"}
»}`,
}

var ruleBodySchemaType = &diag.Rule{
	Code: "body-schema-type", Group: "schema", Severity: diag.Always(diag.Error),
	Summary: "the schema of a body is not an object, a ref, or a union",
	Reason: "A JSON body must be an object, so that fields can be added later. Wrap lists and single values in an " +
		"object.",
	Spec: "Primary types > query and procedure: schema", Page: "specs/lexicon#query-and-procedure-http-api",
	Examples: `"main": {
  "type": "query", "description": "Counts things.",
  "output": {«"encoding": "application/json", "schema": {"type": "integer"}|
    "encoding": "application/json",
    "schema": {"type": "object", "properties": {"count": {"type": "integer", "description": "How many there are."}}}
  »}
}`,
}

var ruleMessageNotUnion = &diag.Rule{
	Code: "message-not-union", Group: "schema", Severity: diag.Always(diag.Error),
	Summary: "the schema of a subscription's messages is not a union",
	Reason: "Messages are distinguished by their type, and new ones are added over time. Define each one as a named " +
		"object and list it in the refs of a union.",
	Spec: "Primary types > subscription: message.schema", Page: "specs/lexicon#subscription-event-stream",
	Examples: `"main": {
  "type": "subscription", "description": "Tells what happens.",
  "message": {"schema": {"type": «"object", "properties": {}}}
|"union", "refs": ["#sold"]}}
},
"sold": {"type": "object", "properties": {}»}`,
}

var ruleInputOnQuery = &diag.Rule{
	Code: "input-on-query", Group: "schema", Severity: diag.Always(diag.Error),
	Summary: "a query has an input",
	Reason: "A query is an HTTP GET request, which has no body. Use a procedure for a call that changes " +
		"something, and parameters for a call that only reads.",
	Spec: "Primary types > query and procedure: input", Page: "specs/lexicon#query-and-procedure-http-api",
	Examples: `"main": {
  "type": «"query", "description": "Finds things."|"procedure", "description": "Files a search."»,
  "input": {"encoding": "application/json"},
  "output": {"encoding": "application/json"}
}`,
}

var ruleInvalidRef = &diag.Rule{
	Code: "invalid-ref", Group: "schema", Severity: diag.Always(diag.Error),
	Summary: "a reference is malformed",
	Reason: "Refer to the main definition of a Lexicon by its NSID, to another definition as NSID#name, and to a " +
		"definition in the same file as #name.",
	Spec: "References", Page: "specs/lexicon#ref",
	Fix: diag.FixHelp{
		Safe: "rewrites a reference that is in the style of JSON Schema, has the prefix lex:, or lacks the #",
	},
	Examples: `"thing": {
  "type": "object",
  "properties": {"size": {"type": "ref", "description": "How large it is.", "ref": «"size"|"#size"»}}
},
"size": {"type": "integer"}`,
}

// RuleUnexpectedField is raised by a key that the language does not have.
var RuleUnexpectedField = &diag.Rule{
	Code: "unexpected-field", Group: "style", Severity: diag.Always(diag.Warning),
	Summary: "a key is not allowed here",
	Reason: "The key has no effect: for example, a misspelled limit is not enforced, and a misspelled " +
		"nullable does not allow null. Names are case-sensitive, and each constraint applies to certain " +
		"types only.",
	Spec: "Resources and their fields; Validation rules, 2", Page: "specs/lexicon#field-type-definitions",
	Fix: diag.FixHelp{
		Safe:   "renames a key that differs from a field in case or by one letter, moves required or nullable from the schema of a property to the list in its object, and moves the schema of a body into schema, or definitions into defs",
		Unsafe: "renames a key that is less similar or comes from another language, moves properties that are beside properties into it, and removes a key that has no effect if its value is a scalar or empty",
	},
	Examples: `"name": {"type": "string", «"maxlength"|"maxLength"»: 64, "minLength": 1}`,
}

var ruleNullableOnParams = &diag.Rule{
	Code: "nullable-on-params", Group: "style", Severity: diag.Always(diag.Warning),
	Summary: "a params object has a nullable list",
	Reason: "A query string cannot represent null, so the list has no effect. A parameter that is not in " +
		"required can be omitted.",
	Spec: "Field types > params: no nullable field", Page: "specs/lexicon#params",
	Fix: diag.FixHelp{Unsafe: "removes the list if it is empty"},
	Examples: `"main": {
  "type": "query", "description": "Lists things.",
  "parameters": {«
    "type": "params", "nullable": ["limit"],
    "properties": {"limit": {"type": "integer", "description": "How many at most."}}
  |"type": "params", "properties": {"limit": {"type": "integer", "description": "How many at most."}}»},
  "output": {"encoding": "application/json"}
}`,
}

// RulePermissionIgnored is raised by a permission that servers ignore.
var RulePermissionIgnored = &diag.Rule{
	Code: "permission-ignored", Group: "style", Severity: diag.Always(diag.Warning),
	Summary: "servers ignore a permission",
	Reason: "A permission set can contain permissions only for the repo and rpc resources. Servers ignore permissions for any other " +
		"resource, and permissions with a field that their resource does not support. Such a permission grants nothing.",
	Spec: "Not in the specification; a later addition to the AT Protocol", Page: "specs/permission",
	Examples: `"main": {
  "type": "permission-set", "title": "Photos", "detail": "Create photos.",
  "permissions": [
    {"type": "permission", "resource": "repo", "collection": ["com.example.photo"]«, "aud": "*"|»}
  ]
}`,
}

package compat

import "github.com/lexsmith/lexsmith/pkg/lexicon"

var ruleLexiconRemoved = &lexicon.Rule{
	Code: "lexicon-removed", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "a Lexicon is gone",
	Reason: "Its NSID stays in records, in references of others and in the code of clients, and nothing says any more what is valid there. Keep the file, " +
		"and let its description begin with Deprecated.",
	Spec: "Versioning, 3",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "name": {"type": "string", "maxLength": 64}
  }}
}}
-- old/com/example/other.json --
{"lexicon": 1, "id": "com.example.other", "defs": {
  "main": {"type": "integer"}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "name": {"type": "string", "maxLength": 64}
  }}
}}`,
	Good: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "name": {"type": "string", "maxLength": 64}
  }}
}}
-- old/com/example/other.json --
{"lexicon": 1, "id": "com.example.other", "defs": {
  "main": {"type": "integer"}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "name": {"type": "string", "maxLength": 64}
  }}
}}
-- new/com/example/other.json --
{"lexicon": 1, "id": "com.example.other", "defs": {
  "main": {"type": "integer"}
}}`,
}

var ruleLexiconAdded = &lexicon.Rule{
	Code: "lexicon-added", Group: "diff", Severity: lexicon.Always(lexicon.Info),
	Summary: "a Lexicon is new",
	Reason: "Nothing is written under its NSID yet, so a new Lexicon breaks nothing. It is also what a breaking change becomes: " +
		"the changed schema under a new name, beside the old one.",
	Spec: "Versioning, 4",
	Bad: `-- old/com/example/thing.json --
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
}}
-- new/com/example/other.json --
{"lexicon": 1, "id": "com.example.other", "defs": {
  "main": {"type": "integer"}
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

var ruleDefRemoved = &lexicon.Rule{
	Code: "def-removed", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "a definition is gone",
	Reason: "Other Lexicons may refer to the definition, and data of a union may name it as its $type. Keep it, " +
		"and let its description begin with Deprecated.",
	Spec: "Versioning, 3",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "name": {"type": "string", "maxLength": 64}
  }},
  "view": {"type": "object", "properties": {
    "views": {"type": "integer"}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "name": {"type": "string", "maxLength": 64}
  }}
}}`,
	Good: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "name": {"type": "string", "maxLength": 64}
  }},
  "view": {"type": "object", "properties": {
    "views": {"type": "integer"}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "name": {"type": "string", "maxLength": 64}
  }},
  "view": {"type": "object", "properties": {
    "views": {"type": "integer"}
  }}
}}`,
}

var ruleDefAdded = &lexicon.Rule{
	Code: "def-added", Group: "diff", Severity: lexicon.Always(lexicon.Info),
	Summary: "a definition is new",
	Reason:  "Nothing refers to it yet in data that is valid, so it breaks nothing.",
	Spec:    "Versioning, 3",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "name": {"type": "string", "maxLength": 64}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "name": {"type": "string", "maxLength": 64}
  }},
  "view": {"type": "object", "properties": {
    "views": {"type": "integer"}
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

var ruleRevision = &lexicon.Rule{
	Code: "revision", Group: "diff", Severity: lexicon.Always(lexicon.Warning),
	Summary: "the revision went down or away",
	Reason:  "The number tells third parties which of two copies of a Lexicon is the later one. Raise it with each change, or leave it out from the start.",
	Spec:    "Lexicon file: revision",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "revision": 3, "defs": {
  "main": {"type": "object", "properties": {
    "name": {"type": "string", "maxLength": 64}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "revision": 2, "defs": {
  "main": {"type": "object", "properties": {
    "name": {"type": "string", "maxLength": 64}
  }}
}}`,
	Good: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "revision": 3, "defs": {
  "main": {"type": "object", "properties": {
    "name": {"type": "string", "maxLength": 64}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "revision": 3, "defs": {
  "main": {"type": "object", "properties": {
    "name": {"type": "string", "maxLength": 64}
  }}
}}`,
}

var ruleDescriptionChanged = &lexicon.Rule{
	Code: "description-changed", Group: "diff", Severity: lexicon.Always(lexicon.Info),
	Summary: "a text for readers changed, or the revision went up",
	Reason: "Descriptions restrict nothing, so they may change. One that begins with Deprecated is how a definition or field is taken out of use: " +
		"it is called deprecated here, and nothing else changes.",
	Spec: "Fields common to all definitions: description",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer", "description": "How large it is."}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer", "description": "Deprecated: use extent."}
  }}
}}`,
	Good: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer", "description": "How large it is."}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "size": {"type": "integer", "description": "How large it is."}
  }}
}}`,
}

var rulePermissions = &lexicon.Rule{
	Code: "permissions", Group: "diff", Severity: lexicon.Always(lexicon.Warning),
	Summary: "the permissions of a set changed",
	Reason: "Users grant a permission set by its name. What an application may do changes with the set, so users, and those who wrote the consent screen, " +
		"should hear of it. Give a set with a wider reach a new NSID.",
	Spec: "Versioning, 4 (permission sets are a later addition to the language)",
	Bad: `-- old/com/example/basic.json --
{"lexicon": 1, "id": "com.example.basic", "defs": {
  "main": {"type": "permission-set", "title": "Basic access", "permissions": [
    {"type": "permission", "resource": "repo", "collection": ["com.example.thing"]}
  ]}
}}
-- new/com/example/basic.json --
{"lexicon": 1, "id": "com.example.basic", "defs": {
  "main": {"type": "permission-set", "title": "Basic access", "permissions": [
    {"type": "permission", "resource": "repo", "collection": ["com.example.thing", "com.example.other"]}
  ]}
}}`,
	Good: `-- old/com/example/basic.json --
{"lexicon": 1, "id": "com.example.basic", "defs": {
  "main": {"type": "permission-set", "title": "Basic access", "permissions": [
    {"type": "permission", "resource": "repo", "collection": ["com.example.thing", "com.example.other"]}
  ]}
}}
-- new/com/example/basic.json --
{"lexicon": 1, "id": "com.example.basic", "defs": {
  "main": {"type": "permission-set", "title": "Basic access", "permissions": [
    {"type": "permission", "resource": "repo", "collection": ["com.example.other", "com.example.thing"]}
  ]}
}}`,
}

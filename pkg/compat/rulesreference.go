package compat

import "github.com/lexsmith/lexsmith/pkg/lexicon"

var ruleRefChange = &lexicon.Rule{
	Code: "ref-change", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "a ref leads to another definition",
	Reason: "What the two definitions accept is compared. Where it is the same, the change is only a warning, since the definitions can grow apart later; " +
		"where it differs, it breaks what the difference breaks. Records are told by their $type, so another record is never the same. " +
		"A definition that is not loaded cannot be compared: load it with -L.",
	Spec: "References; Versioning, 2",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "colour": {"type": "ref", "ref": "#red"}
  }},
  "red": {"type": "object", "properties": {
    "shade": {"type": "integer"}
  }},
  "blue": {"type": "object", "properties": {
    "shade": {"type": "integer", "maximum": 9}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "colour": {"type": "ref", "ref": "#blue"}
  }},
  "red": {"type": "object", "properties": {
    "shade": {"type": "integer"}
  }},
  "blue": {"type": "object", "properties": {
    "shade": {"type": "integer", "maximum": 9}
  }}
}}`,
	Good: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "colour": {"type": "ref", "ref": "#red"}
  }},
  "red": {"type": "object", "properties": {
    "shade": {"type": "integer"}
  }},
  "blue": {"type": "object", "properties": {
    "shade": {"type": "integer", "maximum": 9}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "colour": {"type": "ref", "ref": "com.example.thing#red"}
  }},
  "red": {"type": "object", "properties": {
    "shade": {"type": "integer"}
  }},
  "blue": {"type": "object", "properties": {
    "shade": {"type": "integer", "maximum": 9}
  }}
}}`,
}

var ruleUnionOpenClosed = &lexicon.Rule{
	Code: "union-open-closed", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "an open union was closed, or a closed one opened",
	Reason: "An open union may hold variants that the schema does not name, so it cannot be closed; old software refuses them in one that was closed. " +
		"Decide when the union is made, and leave it open unless its variants are all there will ever be.",
	Spec: "Field types > union, rules 2 and 3; Versioning, 6",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "colour": {"type": "union", "refs": ["#red"]}
  }},
  "red": {"type": "object", "properties": {
    "shade": {"type": "integer"}
  }},
  "blue": {"type": "object", "properties": {
    "shade": {"type": "integer", "maximum": 9}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "colour": {"type": "union", "refs": ["#red"], "closed": true}
  }},
  "red": {"type": "object", "properties": {
    "shade": {"type": "integer"}
  }},
  "blue": {"type": "object", "properties": {
    "shade": {"type": "integer", "maximum": 9}
  }}
}}`,
	Good: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "colour": {"type": "union", "refs": ["#red"]}
  }},
  "red": {"type": "object", "properties": {
    "shade": {"type": "integer"}
  }},
  "blue": {"type": "object", "properties": {
    "shade": {"type": "integer", "maximum": 9}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "colour": {"type": "union", "refs": ["#red"], "closed": false}
  }},
  "red": {"type": "object", "properties": {
    "shade": {"type": "integer"}
  }},
  "blue": {"type": "object", "properties": {
    "shade": {"type": "integer", "maximum": 9}
  }}
}}`,
}

var ruleUnionClosedRefs = &lexicon.Rule{
	Code: "union-closed-refs", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "a closed union gained or lost a variant",
	Reason: "The variants of a closed union are fixed for ever: old software refuses a new one, and data may hold one that is gone. " +
		"Add an optional field with an open union.",
	Spec: "Field types > union, rule 3; Versioning, 6",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "colour": {"type": "union", "refs": ["#red"], "closed": true}
  }},
  "red": {"type": "object", "properties": {
    "shade": {"type": "integer"}
  }},
  "blue": {"type": "object", "properties": {
    "shade": {"type": "integer", "maximum": 9}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "colour": {"type": "union", "refs": ["#red", "#blue"], "closed": true}
  }},
  "red": {"type": "object", "properties": {
    "shade": {"type": "integer"}
  }},
  "blue": {"type": "object", "properties": {
    "shade": {"type": "integer", "maximum": 9}
  }}
}}`,
	Good: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "colour": {"type": "union", "refs": ["#red", "#blue"], "closed": true}
  }},
  "red": {"type": "object", "properties": {
    "shade": {"type": "integer"}
  }},
  "blue": {"type": "object", "properties": {
    "shade": {"type": "integer", "maximum": 9}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "colour": {"type": "union", "refs": ["#blue", "#red"], "closed": true}
  }},
  "red": {"type": "object", "properties": {
    "shade": {"type": "integer"}
  }},
  "blue": {"type": "object", "properties": {
    "shade": {"type": "integer", "maximum": 9}
  }}
}}`,
}

var ruleUnionRefs = &lexicon.Rule{
	Code: "union-refs", Group: "diff", Severity: lexicon.Always(lexicon.Error),
	Summary: "an open union lost or gained a variant",
	Reason: "An open union may gain variants, but never lose one: data that holds it would not be checked or understood any more. " +
		"Messages of a subscription may lack $type, and such a message is taken only where a variant fits it, so that losing one breaks old messages, " +
		"and one that only a new variant fits is refused by old software.",
	Spec: "Field types > union, rule 2; Versioning, 6",
	Bad: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "colour": {"type": "union", "refs": ["#red", "#blue"]}
  }},
  "red": {"type": "object", "properties": {
    "shade": {"type": "integer"}
  }},
  "blue": {"type": "object", "properties": {
    "shade": {"type": "integer", "maximum": 9}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "colour": {"type": "union", "refs": ["#red"]}
  }},
  "red": {"type": "object", "properties": {
    "shade": {"type": "integer"}
  }},
  "blue": {"type": "object", "properties": {
    "shade": {"type": "integer", "maximum": 9}
  }}
}}`,
	Good: `-- old/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "colour": {"type": "union", "refs": ["#red", "#blue"]}
  }},
  "red": {"type": "object", "properties": {
    "shade": {"type": "integer"}
  }},
  "blue": {"type": "object", "properties": {
    "shade": {"type": "integer", "maximum": 9}
  }}
}}
-- new/com/example/thing.json --
{"lexicon": 1, "id": "com.example.thing", "defs": {
  "main": {"type": "object", "properties": {
    "colour": {"type": "union", "refs": ["#blue", "com.example.thing#red"]}
  }},
  "red": {"type": "object", "properties": {
    "shade": {"type": "integer"}
  }},
  "blue": {"type": "object", "properties": {
    "shade": {"type": "integer", "maximum": 9}
  }}
}}`,
}

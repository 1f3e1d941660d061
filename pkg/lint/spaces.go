package lint

import (
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// draftAddition is the Spec of the rules about spaces.
const draftAddition = "Not in the specification; a draft addition to the AT Protocol"

// spaceRules has the rules about the type space. The profile v1 does not have the type at all.
var spaceRules = []*rule{
	{&diag.Rule{
		Code: "invalid-space", Group: "schema", Readable: true, Severity: diag.Severities{diag.Off, diag.Error},
		Summary: "a space is not valid",
		Reason: "Users see the name when an application asks for access to a space, so it must not be empty. The keys of its " +
			"translations must be language tags.",
		Spec: draftAddition, Page: "specs/lexicon#primary-type-definitions",
		Examples: `"main": {
  "type": "space", "description": "A room of a club.", "key": "any", "name": «""|"Club room"»,
  "collections": ["com.example.note"]
}`,
	}, []check{on(func(p *pass, s *lexicon.Space) {
		if v := s.Value.Field("name"); v != nil && v.Kind == lexicon.KindString && v.Text == "" {
			p.reportf(p.value(v), "write a short name for the users who grant access", "the name of the space is empty")
		}
		translations(p, s, "name")
	})}},
	{&diag.Rule{
		Code: "space-name-length", Group: "style", Severity: diag.Severities{diag.Off, diag.Warning},
		Summary: "the name of a space is long",
		Reason: "Software may reject a name of more than 64 bytes, or cut it off where users see it. The limit is part of a draft, " +
			"and may change.",
		Spec: draftAddition, Page: "specs/lexicon#primary-type-definitions",
		Examples: `"main": {
  "type": "space", "description": "A room of a club.", "key": "any",
  "name": "Club room«, with everything that members write there and all files that they share|»",
  "collections": ["com.example.note"]
}`,
	}, []check{on(func(p *pass, s *lexicon.Space) {
		const most = 64
		if n := len(s.Name); n > most {
			p.reportf(fieldOf(s, "name"), "shorten the name",
				"the name of the space is %d bytes long, but some software accepts at most %d", int64(n), most)
		}
	})}},
	{&diag.Rule{
		Code: "space-no-collections", Group: "style", Severity: diag.Severities{diag.Off, diag.Warning},
		Summary: "a space lists no collections",
		Reason: "Permissions for a space that list no collections cover those of its definition. If there are none, they cover " +
			"nothing.",
		Spec: draftAddition, Page: "specs/lexicon#primary-type-definitions",
		Examples: `"main": {
  "type": "space", "description": "A room of a club.", "key": "any", "name": "Club room",
  "collections": [«|"com.example.note"»]
}`,
	}, []check{on(func(p *pass, s *lexicon.Space) {
		if isEmpty(s, "collections") {
			p.reportf(fieldOf(s, "collections"), "list the NSIDs of the records to expect in the space",
				"the space lists no collections")
		}
	})}},
	{&diag.Rule{
		Code: "space-target", Group: "style", Severity: diag.Severities{diag.Off, diag.Warning},
		Summary: "a space lists a Lexicon that is misspelled or not a record",
		Reason: "Each collection must be the NSID of a record. A collection whose Lexicon is not loaded is reported only if a " +
			"loaded Lexicon has a similar NSID.",
		Spec: draftAddition, Page: "specs/lexicon#primary-type-definitions",
		Examples: `-- com/example/room.json --
{"lexicon": 1, "id": "com.example.room", "defs": {"main": {
  "type": "space", "description": "A room of a club.", "key": "any", "name": "Club room",
  "collections": [«"com.example.countNotes"|"com.example.note"»]
}}}
-- com/example/countNotes.json --
{"lexicon": 1, "id": "com.example.countNotes", "defs": {"main": {
  "type": "query", "description": "Counts notes.", "output": {"encoding": "application/json"}
}}}`,
	}, []check{on(func(p *pass, s *lexicon.Space) {
		checkTargets(p, &s.Node, recordField("collections", s.Collections))
	})}},
}

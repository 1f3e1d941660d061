package lint

import (
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// recordRules has the rules about what records are and contain.
var recordRules = []*rule{
	{&diag.Rule{
		Code: "invalid-record-key", Group: "schema", Severity: diag.Always(diag.Error),
		Summary: "the key of a record or space is not a valid record key type",
		Reason: "The key field specifies which record keys are allowed: a timestamp (tid), an NSID (nsid), " +
			"any record key (any), or one fixed key, so that an account has only one such record (literal:self).",
		Spec: "Primary types > record: key", Page: "specs/record-key",
		Examples: `"main": {
  "type": "record", "description": "Settings of an account.", "key": «"self"|"literal:self"»,
  "record": {"type": "object", "properties": {}}
}`,
	}, []check{on(recordKeyType[*lexicon.Record]), on(recordKeyType[*lexicon.Space])}},
	{&diag.Rule{
		Code: "embedded-record", Group: "style", Severity: diag.Always(diag.Warning),
		Summary: "a record contains a copy of another record",
		Reason: "A ref to a record does not link to it: data contain the whole other record, a copy that does not change " +
			"with it. A link is a com.atproto.repo.strongRef, which has a URI and a CID, or a string with the at-uri " +
			"format. Replacing a copy with a link later breaks existing data.",
		Spec: "References; Primary types > record", Page: "specs/lexicon#ref",
		Examples: `-- com/example/project.json --
{
  "lexicon": 1, "id": "com.example.project",
  "defs": {
    "main": {
      "type": "record", "description": "A project.", "key": "tid",
      "record": {"type": "object", "properties": {}}
    }
  }
}
-- com/example/task.json --
{
  "lexicon": 1, "id": "com.example.task",
  "defs": {
    "main": {
      "type": "record", "description": "What is to be done.", "key": "tid",
      "record": {
        "type": "object",
        "properties": {"project": {"type": «"ref", "ref": "com.example.project"|"string", "format": "at-uri"», "description": "What it is a part of."}}
      }
    }
  }
}`,
	}, []check{on(func(p *pass, s *lexicon.Ref) {
		if s.Link != nil && s.Link.Target != nil && s.Link.Target.Schema.Type() == lexicon.TypeRecord && p.isStored() {
			p.report(fieldOf(s, "ref"), func(f *diag.Finding) {
				f.Message = subject(s) + " contains a copy of a whole " + string(s.Link.NSID) + " record, not a link to one"
				f.Help = `to link to the record, use "ref": "com.atproto.repo.strongRef", or a string with "format": "at-uri"; ` +
					"if a copy is intended, move the properties to an object that both refer to"
				f.Related = definedHere(s.Link.Target)
			})
		}
	})}},
	{&diag.Rule{
		Code: "object-as-record", Group: "style", Severity: diag.Always(diag.Info),
		Summary: "a main definition looks like a record but is an object",
		Reason: "Only a Lexicon whose main definition is a record can be stored in a repository. The rule looks at objects " +
			"that no loaded Lexicon refers to, and that have the createdAt property of most records. It is not checked if " +
			"you pass individual files instead of folders.",
		Spec: "Primary types > record", Page: "specs/lexicon#record",
		Examples: `{
  "lexicon": 1, "id": "com.example.bookmark",
  "defs": {
    "main": {
      «"type": "object", "description": "A bookmark.",
      "properties": {"createdAt": {"type": "string", "format": "datetime", "description": "When it was made."}}|
      "type": "record", "description": "A bookmark.", "key": "tid",
      "record": {
        "type": "object",
        "properties": {"createdAt": {"type": "string", "format": "datetime", "description": "When it was made."}}
      }»
    }
  }
}`,
	}, []check{onCatalog(func(p *pass) {
		if p.ExplicitFiles {
			return
		}
		looks := map[*lexicon.Definition]bool{} // like a record, and no other definition refers to it
		for d := range p.documents() {
			if main := d.Main(); main != nil && !isDefs(d) {
				if object, ok := main.Schema.(*lexicon.Object); ok && object.Property("createdAt") != nil {
					looks[main] = true
				}
			}
		}
		for _, d := range p.Catalog.Documents() {
			for _, def := range d.Defs {
				for _, l := range def.Links() {
					if l.Target != def {
						delete(looks, l.Target)
					}
				}
			}
		}
		for d := range p.documents() {
			if main := d.Main(); looks[main] {
				p.reportf(fieldOf(main.Schema, "type"),
					`if it is to be stored, write {"type": "record", "key": "tid", "record": {"type": "object", …}}`,
					"the main definition looks like a record but is an object, which cannot be stored in a repository")
			}
		}
	})}},
}

// recordKeyType checks the key type of a record or space.
func recordKeyType[S lexicon.Schema](p *pass, s S) {
	v := s.Base().Value.Field("key")
	if v == nil || v.Kind != lexicon.KindString || slices.Contains(keyTypes, v.Text) {
		return
	}
	key, fixed := strings.CutPrefix(v.Text, literal)
	if fixed && syntax.IsRecordKey(key) {
		return
	}
	p.report(p.value(v), func(f *diag.Finding) {
		switch {
		case fixed && key == "":
			f.Message = "the " + s.Type().String() + ` key type "literal:" has no value`
			f.Help = `write the fixed key after the colon, such as "literal:self"`
		case fixed:
			_, err := syntax.ParseRecordKey(key)
			f.Message = "the fixed " + s.Type().String() + " key " + words.Quote(key) + " is not valid: " + syntax.Reason(err)
			f.Help = "use letters, digits, and the characters . _ ~ : -"
		default:
			f.Message = "unknown " + s.Type().String() + " key type " + words.Quote(v.Text)
			f.Help = recordKeyHelp(v.Text)
		}
	})
}

// literal begins the record key type of a fixed key.
const literal = "literal:"

// keyTypes are the other record key types.
var keyTypes = []string{"tid", "nsid", "any"}

// recordKeyHelp says what may have been intended by a record key type that does
// not exist.
func recordKeyHelp(key string) string {
	switch strings.ToLower(key) {
	case "uuid", "guid", "ulid", "slug", "string", "name", "hash", "cid", "did", "handle", "uri", "url", "id", "key", "rkey", "record-key", "custom", "random":
		return `use "any", which allows every record key`
	case "time", "timestamp", "date", "datetime":
		return `use "tid", which contains the time of creation`
	case "literal":
		return `write the fixed key after a colon, such as "literal:self"`
	}
	if near := words.Nearest(key, keyTypes); near != "" {
		return `did you mean "` + near + `"?`
	}
	if len(key) > len(literal) && strings.EqualFold(key[:len(literal)], literal) {
		return "use " + words.Quote(literal+key[len(literal):])
	}
	if syntax.IsRecordKey(key) {
		return "use " + words.Quote(literal+key) + ` for a fixed key; otherwise use "tid", "nsid", or "any"`
	}
	return `use "tid", or "literal:self" if an account has only one such record`
}

package lint

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// records has the rules about what only records have.
var records = []*rule{
	{
		Rule: lexicon.Rule{
			Code: "invalid-record-key", Group: "schema", Severity: lexicon.Always(lexicon.Error),
			Summary: "the key of a record is no record key type",
			Reason: "It says how records are named in a repository: by a timestamp (tid), by an NSID (nsid), by any record key (any), " +
				"or all by one fixed key, of which there is then one record (literal:self).",
			Spec: "Primary types > record: key",
			Bad: `"main": {
  "type": "record",
  "description": "Settings of an account.",
  "key": "self",
  "record": {"type": "object", "properties": {}}
}`,
			Good: `"main": {
  "type": "record",
  "description": "Settings of an account.",
  "key": "literal:self",
  "record": {"type": "object", "properties": {}}
}`,
		},
		checks: []check{on(recordKey)},
	},
}

// literal begins the record key type of a fixed key.
const literal = "literal:"

func recordKey(p *pass, s *lexicon.Record) {
	v := s.Value.Field("key")
	if v == nil || v.Kind != lexicon.KindString {
		return
	}
	switch v.Text {
	case "tid", "nsid", "any":
		return
	}
	key, fixed := strings.CutPrefix(v.Text, literal)
	if fixed && syntax.IsRecordKey(key) {
		return
	}
	at := p.Document.At(v)
	switch {
	case fixed && key == "":
		p.Report(at, "the record key type literal: has no value", `write the fixed key after it, such as "literal:self"`)
	case fixed:
		_, err := syntax.ParseRecordKey(key)
		p.Report(at, "the value of the record key type is "+err.Error(), "a record key has letters, digits and any of ._~:-")
	default:
		p.Report(at, quote(v.Text)+" is no record key type, which are tid, nsid, any and literal:VALUE", recordKeyHelp(v.Text))
	}
}

// recordKeyHelp says what may have been meant by a record key type that does
// not exist.
func recordKeyHelp(key string) string {
	if near := syntax.Nearest(key, []string{"tid", "nsid", "any"}); near != "" {
		return `did you mean "` + near + `"?`
	}
	if len(key) > len(literal) && strings.EqualFold(key[:len(literal)], literal) {
		return "write literal: in lower case"
	}
	if syntax.IsRecordKey(key) {
		return "for a fixed key write " + quote(literal+key)
	}
	return `"tid" is usual; "literal:self" where an account has one such record`
}

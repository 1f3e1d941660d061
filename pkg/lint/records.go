package lint

import (
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// records has the rule about record keys.
var records = []*rule{
	{&lexicon.Rule{
		Code: "invalid-record-key", Group: "schema", Severity: lexicon.Always(lexicon.Error),
		Summary: "the key of a record is not a valid record key type",
		Reason: "The key field specifies which record keys are allowed: a timestamp (tid), an NSID (nsid), " +
			"any record key (any), or one fixed key, so that an account has only one such record (literal:self).",
		Spec: "Primary types > record: key", Page: "specs/record-key",
		Examples: `"main": {
  "type": "record", "description": "Settings of an account.", "key": «"self"|"literal:self"»,
  "record": {"type": "object", "properties": {}}
}`,
	}, []check{on(recordKey)}},
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
	if fixed && syntax.IsRecordKey(key) || p.Skip() {
		return
	}
	f := lexicon.Finding{Location: p.Document.At(v)}
	switch {
	case fixed && key == "":
		f.Message = `the record key type "literal:" has no value`
		f.Help = `write the fixed key after the colon, such as "literal:self"`
	case fixed:
		_, err := syntax.ParseRecordKey(key)
		f.Message = "the fixed record key " + syntax.Quote(key) + " is not valid: " + syntax.Reason(err)
		f.Help = "use letters, digits, and the characters . _ ~ : -"
	default:
		f.Message = "unknown record key type " + syntax.Quote(v.Text)
		f.Help = recordKeyHelp(v.Text)
	}
	p.Report(f)
}

// recordKeyHelp says what may have been intended by a record key type that does
// not exist.
func recordKeyHelp(key string) string {
	if near := syntax.Nearest(key, []string{"tid", "nsid", "any"}); near != "" {
		return `did you mean "` + near + `"?`
	}
	switch strings.ToLower(key) {
	case "uuid", "guid", "ulid", "slug", "string", "name", "hash", "cid", "did", "handle", "uri", "url", "id", "key", "rkey", "record-key", "custom", "random":
		return `use "any", which allows every record key`
	case "time", "timestamp", "date", "datetime":
		return `use "tid", which contains the time of creation`
	}
	if len(key) > len(literal) && strings.EqualFold(key[:len(literal)], literal) {
		return "use " + syntax.Quote(literal+key[len(literal):])
	}
	if syntax.IsRecordKey(key) {
		return "use " + syntax.Quote(literal+key) + ` for a fixed key; otherwise use "tid", "nsid", or "any"`
	}
	return `use "tid", or "literal:self" if an account has only one such record`
}

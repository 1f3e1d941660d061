package lint

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

func TestRecordKey(t *testing.T) {
	for key, want := range map[string]string{ // help, "" where the key is valid
		`"tid"`: "", `"nsid"`: "", `"any"`: "", `"literal:self"`: "", `"literal:tid"`: "", `"literal:a:b"`: "",
		`1`:                           "", // of a wrong type, found already
		`"self"`:                      `use "literal:self" for a fixed key; otherwise use "tid", "nsid", or "any"`,
		`"TID"`:                       `did you mean "tid"?`,
		`"nsids"`:                     `did you mean "nsid"?`,
		`"Literal:self"`:              `use "literal:self"`,
		`"literal:"`:                  `write the fixed key after the colon, such as "literal:self"`,
		`"literal:."`:                 "use letters, digits, and the characters . _ ~ : -",
		`"literal:a/b"`:               "use letters, digits, and the characters . _ ~ : -",
		`"literal: self"`:             "use letters, digits, and the characters . _ ~ : -",
		`"` + long(513) + `"`:         `use "tid", or "literal:self" if an account has only one such record`,
		`""`:                          `use "tid", or "literal:self" if an account has only one such record`,
		`"my key"`:                    `use "tid", or "literal:self" if an account has only one such record`,
		`"literal:` + long(512) + `"`: "",
	} {
		found := subjectFindings(t, lexicon.ProfileV1, records, `"main": {"type": "record", "key": `+key+`, "record": {"type": "object", "properties": {}}}`)
		switch {
		case want == "" && len(found) != 0:
			t.Errorf("%.40s is refused: %s", key, found[0].Message)
		case want != "" && len(found) != 1:
			t.Errorf("%.40s: %d findings, want 1", key, len(found))
		case want != "" && (found[0].Help != want || found[0].Pointer != "/defs/main/key"):
			t.Errorf("%.40s: help at %s: %s, want %s", key, found[0].Pointer, found[0].Help, want)
		}
	}
	if found := subjectFindings(t, lexicon.ProfileV1, records, `"main": {"type": "record", "record": {"type": "object", "properties": {}}}`); len(found) != 0 {
		t.Errorf("a missing key is found again: %s", found[0].Message)
	}
}

func long(n int) string { return strings.Repeat("o", n) }

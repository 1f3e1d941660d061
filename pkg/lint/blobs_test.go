package lint

import (
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

func TestBlobs(t *testing.T) {
	tests := []struct{ blob, names, not string }{
		{`{"type": "blob"}`, "neither an accept list nor a maxSize", ""},
		{`{"type": "blob", "accept": ["image/png"]}`, "no maxSize", "no accept"},
		{`{"type": "blob", "maxSize": 9}`, "no accept", "no maxSize"},
		{`{"type": "blob", "accept": "image/png"}`, "no maxSize", "no accept"},
		{`{"type": "blob", "accept": ["*/*"], "maxSize": 9}`, "", ""},
		{`{"type": "blob", "accept": ["*/*"], "maxsize": 9}`, "", ""},
	}
	for _, test := range tests {
		found := subjectFindings(t, diag.ProfileV1, blobs, `"file": `+test.blob)
		switch {
		case test.names == "":
			if len(found) != 0 {
				t.Errorf("%s: found %q", test.blob, found[0].Message)
			}
		case len(found) != 1 || found[0].Pointer != "/defs/file" || !strings.Contains(found[0].Message, test.names) ||
			test.not != "" && strings.Contains(found[0].Message, test.not):
			t.Errorf("%s: found %v, want one with %q", test.blob, found, test.names)
		}
	}
}

func TestUnmatchableAccept(t *testing.T) {
	const rule = "warning unmatchable-accept /defs/"
	testSubject(t, diag.ProfileV1, blobs, []subjectCase{
		{"registered", `"a": {"type": "blob", "accept": ["image/jpeg", "image/*", "application/x-own", "*/*"], "maxSize": 9}`, nil},
		{"not registered", `"a": {"type": "blob", "accept": ["image/jpg", "image/png", "AUDIO/MP3"], "maxSize": 9}`, []string{rule + "a/accept/0", rule + "a/accept/2"}},
		{"matched by another entry", `"a": {"type": "blob", "accept": ["image/jpg", "image/jpeg"], "maxSize": 9}, "b": {"type": "blob", "accept": ["image/*", "image/jpg"], "maxSize": 9}`, nil},
		{"empty", `"a": {"type": "blob", "accept": [], "maxSize": 9}`, []string{rule + "a/accept"}},
		{"broken", `"a": {"type": "blob", "accept": [1], "maxSize": 9}, "b": {"type": "blob", "accept": "image/jpg", "maxSize": 9}`, nil},
	})
}

func TestBlobScope(t *testing.T) {
	const blob = `"b": {"type": "blob"}`
	testSubject(t, diag.ProfileV1, blobs, []subjectCase{
		{"record", record(blob), []string{"warning unlimited-blob /defs/main/record/properties/b"}},
		{"what a record contains", record(`"a": {"type": "ref", "ref": "#b"}`) + `, ` + blob, []string{"warning unlimited-blob /defs/b"}},
		{"elsewhere", blob, []string{"info unlimited-blob /defs/b"}},
		{"output", `"main": {"type": "procedure", "output": {"encoding": "application/json", "schema": {"type": "object", "properties": {` + blob + `}}}}`,
			[]string{"info unlimited-blob /defs/main/output/schema/properties/b"}},
	})
}

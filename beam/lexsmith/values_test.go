package lexsmith

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

func init() { //nolint:gochecknoinits // Beam demands that registration ends before main begins
	register.Function1x2(keyed)
}

// keyed splits "KEY RECORD".
func keyed(text string) (string, []byte) {
	key, record, _ := strings.Cut(text, " ")
	return key, []byte(record)
}

// brief returns the values of some fields of JSON objects, those that are there.
func brief(t *testing.T, lines []string, fields ...string) []string {
	t.Helper()
	var all []string
	for _, line := range lines {
		var object map[string]any
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			t.Fatal(err)
		}
		var texts []string
		for _, name := range fields {
			if value, ok := object[name]; ok {
				text, err := json.Marshal(value)
				if err != nil {
					t.Fatal(err)
				}
				texts = append(texts, name+"="+string(text))
			}
		}
		all = append(all, strings.Join(texts, " "))
	}
	return all
}

// Lines are values without a place.
func TestLines(t *testing.T) {
	writeFiles(t, map[string][]byte{"memo.json": []byte(memo)})
	got := run(t, Options{Workers: 2}, pack(t, "memo.json"), func(s beam.Scope) beam.PCollection {
		return Lines(s, beam.Create(s, `{"$type": "com.example.memo", "text": "ok"}`, `{"$type": "com.example.memo", "text": "long <"}`, "{"))
	})
	equal(t, "findings", brief(t, got.findings, "rule", "path", "line", "column", "record"), []string{
		`rule="json-syntax" path="" line=1 column=2`, `rule="length" path="" line=1 column=39`,
	})
	equal(t, "counts", got.counts, []string{
		`{"collection":"","values":1,"valid":0,"invalid":1,"unknown":0,"findings":[{"rule":"json-syntax","severity":"error","count":1}]}`,
		`{"collection":"com.example.memo","values":2,"valid":1,"invalid":1,"unknown":0,"findings":[{"rule":"length","severity":"error","count":1}]}`,
	})
	equal(t, "invalid", got.invalid, []string{
		`{"collection":"com.example.memo","rules":["length"],"text":"{\"$type\": \"com.example.memo\", \"text\": \"long <\"}"}`,
		`{"rules":["json-syntax"],"text":"{"}`,
	})
}

// The key of a record says what its type and its record key must be.
func TestRecords(t *testing.T) {
	const did = "at://did:plc:ewvi7nxzyoun6zhxrhs64oiz/"
	long := "\xa2\x64text\x65abcde\x65$type\x70com.example.memo"
	writeFiles(t, map[string][]byte{"memo.json": []byte(memo)})
	got := run(t, Options{AllowUnknown: true}, pack(t, "memo.json"), func(s beam.Scope) beam.PCollection {
		return Records(s, beam.ParDo(s, keyed, beam.Create(s,
			did+`com.example.memo/3jqfcqzm3fo2j {"$type": "com.example.memo", "text": "ok"}`,
			did+`com.example.memo/self {"$type": "com.example.memo", "text": "ok"}`,
			did+`com.example.other/3jqfcqzm3fo2j {"$type": "com.example.memo", "text": "ok"}`,
			did+`com.example.other/3jqfcqzm3fo2k {"$type": "com.example.other"}`,
			did+`com.example.memo/3jqfcqzm3fo2l `+long,
			`somewhere {"$type": "com.example.memo"}`,
		)))
	})
	equal(t, "findings", brief(t, got.findings, "rule", "path", "line", "record"), []string{
		`rule="length" path="` + did + `com.example.memo/3jqfcqzm3fo2l" record="` + did + `com.example.memo/3jqfcqzm3fo2l"`,
		`rule="missing-required" path="somewhere" line=1`,
		`rule="record-key" path="` + did + `com.example.memo/self" line=1 record="` + did + `com.example.memo/self"`,
		`rule="type-mismatch" path="` + did + `com.example.other/3jqfcqzm3fo2j" line=1 record="` + did + `com.example.other/3jqfcqzm3fo2j"`,
	})
	equal(t, "counts", got.counts, []string{
		`{"collection":"com.example.memo","values":4,"valid":1,"invalid":3,"unknown":0,"findings":[{"rule":"length","severity":"error","count":1},{"rule":"missing-required","severity":"error","count":1},{"rule":"record-key","severity":"error","count":1}]}`,
		`{"collection":"com.example.other","values":2,"valid":0,"invalid":1,"unknown":1,"findings":[{"rule":"type-mismatch","severity":"error","count":1}]}`,
	})
	equal(t, "invalid", brief(t, got.invalid, "collection", "rules", "text", "base64"), []string{
		`collection="com.example.memo" rules=["length"] base64="omR0ZXh0ZWFiY2RlZSR0eXBlcGNvbS5leGFtcGxlLm1lbW8="`,
		`collection="com.example.memo" rules=["record-key"] text="{\"$type\": \"com.example.memo\", \"text\": \"ok\"}"`,
		`collection="com.example.other" rules=["type-mismatch"] text="{\"$type\": \"com.example.memo\", \"text\": \"ok\"}"`,
		`collection="com.example.memo" rules=["missing-required"] text="{\"$type\": \"com.example.memo\"}"`,
	})
}

// A pattern without a match, and options that do not exist, fail.
func TestFailures(t *testing.T) {
	writeFiles(t, map[string][]byte{"memo.json": []byte(memo)})
	_, err := tryRun(t, Options{}, pack(t, "memo.json"), func(s beam.Scope) beam.PCollection { return Files(s, "absent/*.ndjson") })
	if err == nil || !strings.Contains(err.Error(), "no file matches absent/*.ndjson") {
		t.Error(err)
	}
	for want, o := range map[string]Options{"unknown severity": {Severity: []string{"length=none"}}, `unknown profile "v9"`: {Profile: "v9"}} {
		if err := o.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := (&Options{Profile: "v1", Severity: []string{"length=warning"}}).Check(); err != nil {
		t.Error(err)
	}
}

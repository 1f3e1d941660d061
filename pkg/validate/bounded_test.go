package validate

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// bounded is a schema and a value in which "LIST(…)" stands for a list of any length,
// each entry with its number for N, and LONG for a long text.
type bounded struct {
	main, defs string // the main definition, and others if need be
	part       lexicon.Part
	value      string
	options    Options
	key        string // of the record
	cbor       bool
}

const (
	boundedBlob = `{"$type":"blob","ref":{"$link":"bafkreibme22gw2h7y2h7tg2fhqotaqjucnbc24deqo72b6mkl2egezxhvy"},"mimeType":"image/y","size":9}`
	boundedList = `"vN": {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}`
)

// boundedTests have a finding of every rule where as much as possible is long: lists and
// names in the schema, and the value.
var boundedTests = map[*diag.Rule][]bounded{
	RuleDataModel:        {{main: `{"type": "unknown"}`, value: `{"LONG": [LIST(1.5)]}`}},
	RuleTooLarge:         {{main: `{"type": "string"}`, value: `"LONG"`, options: Options{MaxValueSize: 50}}},
	ruleSchemaNotFound:   {{main: `{"type": "ref", "ref": "com.other.thing#LONG"}`, value: `{}`}, {main: `{"type": "array", "items": {"type": "ref", "ref": "com.other.thing"}}`, value: `[LIST({})]`}},
	RuleSchemaInvalid:    {{main: `{"type": "array", "items": {"type": "ref", "ref": "#LONG"}}`, value: `[LIST({})]`}},
	RuleTypeMissing:      {{main: `{"type": "union", "refs": [LIST("#vN")]}`, defs: "LIST(" + boundedList + ")", value: `{}`}},
	RuleTypeMismatch:     {{main: `{"type": "union", "closed": true, "refs": [LIST("#vN")]}`, defs: "LIST(" + boundedList + ")", value: `{"$type": "com.example.thing#LONG"}`}},
	ruleRefTypeMismatch:  {{main: `{"type": "ref", "ref": "#LONG"}`, defs: `"LONG": {"type": "object", "properties": {}}`, value: `{"$type": "com.example.thing#xLONG"}`}},
	RuleTypeSyntax:       {{main: `{"type": "union", "refs": [LIST("#vN")]}`, defs: "LIST(" + boundedList + ")", value: `{"$type": "#LONG"}`}},
	RuleTypeMainFragment: {{main: `{"type": "array", "items": {"type": "union", "refs": [LIST("#vN")]}}`, defs: "LIST(" + boundedList + ")", value: `[LIST({"$type": "com.example.thing#main"})]`}},
	RuleValueType: {{main: `{"type": "integer"}`, value: `"LONG"`}, {main: `{"type": "array", "items": {"type": "integer"}}`, value: `[LIST({"a": [N]})]`},
		{main: `{"type": "array", "items": {"type": "ref", "ref": "com.example.thing"}}`, value: strings.Repeat("[", 999) + `LIST(N)` + strings.Repeat("]", 999)}},
	RuleMissingRequired: {{main: `{"type": "object", "required": [LIST("rN")], "properties": {}}`, value: `{LIST("kN": N)}`}, {main: `{"type": "object", "required": ["LONG"]}`, value: `{}`}},
	RuleNullNotAllowed:  {{main: `{"type": "array", "items": {"type": "string"}}`, value: `[LIST(null)]`}},
	RuleConst:           {{main: `{"type": "string", "const": "LONG"}`, value: `"xLONG"`}},
	RuleEnum:            {{main: `{"type": "string", "enum": [LIST("eN"), "LONG"]}`, value: `"xLONG"`}, {main: `{"type": "integer", "enum": [LIST(N)]}`, value: `-1`}},
	RuleRange:           {{main: `{"type": "array", "items": {"type": "integer", "maximum": -1}}`, value: `[LIST(N)]`}},
	RuleLength:          {{main: `{"type": "string", "maxLength": 5}`, value: `"LONG"`}, {main: `{"type": "array", "maxLength": 5, "items": {"type": "integer"}}`, value: `[LIST(N)]`}},
	RuleGraphemes:       {{main: `{"type": "string", "maxGraphemes": 5}`, value: `"LONG"`}},
	RuleFormat:          {{main: `{"type": "string", "format": "did"}`, value: `"LONG"`}},
	ruleUndecodableCID:  {{main: `{"type": "array", "items": {"type": "string", "format": "cid"}}`, value: `[LIST("bafyreiexample0000000000")]`}},
	RuleAccept:          {{main: `{"type": "array", "items": {"type": "blob", "accept": [LIST("image/xN"), "a/LONG"]}}`, value: `[LIST(` + boundedBlob + `)]`}},
	RuleMaxSize:         {{main: `{"type": "array", "items": {"type": "blob", "maxSize": 1}}`, value: `[LIST(` + boundedBlob + `)]`}},
	ruleUnionVariant: {{main: `{"type": "subscription", "message": {"schema": {"type": "union", "refs": [LIST("#vN")]}}}`, defs: "LIST(" + boundedList + ")", part: lexicon.PartMessage, value: `{"a": [LIST(N)]}`},
		{main: `{"type": "subscription", "message": {"schema": {"type": "union", "refs": ["#v"]}}}`, defs: `"v": {"type": "array", "items": {"type": "integer"}}, "v": {"type": "object", "properties": {"a": {"type": "array", "items": {"type": "string"}}}}`, part: lexicon.PartMessage, value: `{"a": [LIST(N)]}`}},
	ruleRecordKey:        {{main: `{"type": "record", "key": "literal:LONG", "record": {"type": "object", "properties": {}}}`, value: `{"$type": "com.example.thing"}`, key: "x"}},
	RuleUnknownParam:     {{main: `{"type": "query", "parameters": {"type": "params", "properties": {LIST("pN": {"type": "string"})}}}`, part: lexicon.PartParams, value: `{LIST("qN": N), "LONG": 1}`}},
	RuleUnknownError:     {{main: `{"type": "query", "errors": [LIST({"name": "EN"})]}`, part: lexicon.PartError, value: `{"error": "LONG"}`}},
	RuleExtraField:       {{main: `{"type": "object", "properties": {LIST("pN": {"type": "string"})}}`, value: `{LIST("qN": N), "LONG": 1}`, options: Options{ExtraFields: true}}},
	ruleLegacyForm:       {{main: `{"type": "array", "items": {"type": "string", "format": "datetime"}}`, value: `[LIST("2021-04-30T10:00:00")]`, options: Options{Legacy: true}}},
	RuleDatetimePractice: {{main: `{"type": "array", "items": {"type": "string", "format": "datetime"}}`, value: `[LIST("2021-04-30T10:00:00Z")]`, options: Options{DatetimePractice: true}}},

	diag.RuleInvalidCBOR: {{main: `{"type": "unknown"}`, cbor: true, value: "\xa2\x7a\x00\x01\x86\xa0LONG\xf6\x61a\xf6"}},
}

// grown replaces the placeholders of a text.
func grown(text string, n int) string {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, "LIST(")
		b.WriteString(before)
		if !found {
			return strings.ReplaceAll(b.String(), "LONG", strings.Repeat("l", n))
		}
		depth, end := 1, 0
		for ; depth > 0; end++ {
			switch after[end] {
			case '(':
				depth++
			case ')':
				depth--
			}
		}
		for i := range n {
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(strings.ReplaceAll(after[:end-1], "N", fmt.Sprint(i)))
		}
		text = after[end:]
	}
}

// findings returns those of a rule.
func (test *bounded) findings(t *testing.T, rule *diag.Rule, n int) []diag.Finding {
	t.Helper()
	defs := `"main": ` + test.main
	if test.defs != "" {
		defs += ", " + test.defs
	}
	schema := grown(`{"lexicon": 1, "id": "com.example.thing", "defs": {`+defs+`}}`, n)
	document := lexicon.Parse(&diag.Source{Path: "thing.json", Text: []byte(schema)}, diag.ProfileV1)
	schemas := Compile(lexicon.NewCatalog(document), test.options)
	v, err := schemas.Validator(lexicon.Reference{NSID: "com.example.thing", Name: "main"}, test.part)
	if err != nil {
		t.Fatal(err)
	}
	in := Input{Text: []byte(grown(test.value, n)), RecordKey: test.key}
	if test.cbor {
		in.Encoding = CBOR
	}
	found := v.Check(in).Findings
	return slices.DeleteFunc(found, func(f diag.Finding) bool { return f.Rule != rule })
}

// manyWords returns how many bytes a finding has, and how many entries its lists have.
func manyWords(f *diag.Finding) (bytes, entries int) {
	size := func(v any) {
		switch v := v.(type) {
		case string:
			bytes += len(v)
		case []string:
			entries = max(entries, len(v))
			for _, s := range v {
				bytes += min(len(s), 100) // part of the schema
			}
		case []int64:
			entries = max(entries, len(v))
		}
	}
	size(f.Message)
	size(f.Help)
	size(f.Data.Expected)
	size(f.Data.Actual)
	for _, r := range f.Related {
		size(r.Message)
	}
	return bytes, max(entries, len(f.Related)-1)
}

// No message, help, list of alternatives or related place grows with the schema or the
// value, for any rule.
func TestBoundedFindings(t *testing.T) {
	const few, many, mostBytes = 100, 100_000, 2500
	for _, rule := range Rules() {
		if len(boundedTests[rule]) == 0 && rule != ruleCaseVerdict {
			t.Errorf("no test of %s", rule.Code)
		}
		for i, test := range boundedTests[rule] {
			t.Run(fmt.Sprint(rule.Code, i), func(t *testing.T) {
				n := many
				if testing.Short() {
					n = many / 10
				}
				if !test.cbor && len(test.findings(t, rule, few)) == 0 {
					t.Fatal("nothing is found in a small value")
				}
				found := test.findings(t, rule, n)
				if len(found) == 0 || len(found) > diag.MaxFindings {
					t.Fatalf("%d findings", len(found))
				}
				for _, f := range found {
					if bytes, entries := manyWords(&f); bytes > mostBytes || entries > mostListed {
						t.Fatalf("a finding has %d bytes, and %d entries in a list: %.300s\n%.300s", bytes, entries, f.Message, f.Help)
					}
				}
			})
		}
	}
}

// What a finding costs does not grow with the lists of the schema.
func TestBoundedWork(t *testing.T) {
	if underRace {
		t.Skip("the race detector allocates")
	}
	for _, rule := range []*diag.Rule{RuleTypeMissing, RuleTypeMismatch, RuleTypeSyntax, RuleEnum, RuleAccept, RuleMissingRequired, RuleUnknownError} {
		test := boundedTests[rule][0]
		defs := `"main": ` + test.main
		if test.defs != "" {
			defs += ", " + test.defs
		}
		used := func(n int) uint64 {
			schema := strings.ReplaceAll(grown(`{"lexicon": 1, "id": "com.example.thing", "defs": {`+defs+`}}`, n), strings.Repeat("l", n), "l")
			document := lexicon.Parse(&diag.Source{Path: "thing.json", Text: []byte(schema)}, diag.ProfileV1)
			v, err := Compile(lexicon.NewCatalog(document), test.options).Validator(lexicon.Reference{NSID: "com.example.thing", Name: "main"}, test.part)
			if err != nil {
				t.Fatal(err)
			}
			in := Input{Text: []byte(grown(test.value, 3))}
			v.Check(in)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			v.Check(in)
			runtime.ReadMemStats(&after)
			return after.TotalAlloc - before.TotalAlloc
		}
		if small, large := used(100), used(10_000); large > 2*small+10_000 {
			t.Errorf("%s: %d bytes with lists of 100, %d with lists of 10,000", rule.Code, small, large)
		}
	}
}

package compat_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/compat"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// verdicts counts values by what is said about them on the old and the new side.
type verdicts struct{ skipped, both, broken, repaired, invalid int }

// checkData completes a report with the evidence of NDJSON.
func checkData(t testing.TB, report *compat.Report, old, new *lexicon.Catalog, profile diag.Profile, data string) (counts verdicts) {
	t.Helper()
	e := report.Evidence(3)
	v := e.Validator(old, new, validate.Options{Profile: profile})
	for result, err := range v.Lines(t.Context(), strings.NewReader(data), validate.Input{Path: "data", Wrapper: validate.AnyWrapper}, validate.StreamOptions{Workers: 1, Identify: true}) {
		if err != nil {
			t.Fatal(err)
		}
		var faults []diag.Finding
		for _, f := range result.Findings {
			if f.Severity == diag.Error {
				faults = append(faults, f)
			}
		}
		after, before := len(faults) == 0, len(faults) == 0
		if result.Before != nil {
			before = result.Before.Valid()
		}
		switch {
		case result.Skipped:
			counts.skipped++
			continue
		case before && after:
			counts.both++
		case after:
			counts.repaired++
		case before:
			counts.broken++
		default:
			counts.invalid++
		}
		if !before {
			faults = nil
		}
		e.Add(&result, faults)
	}
	e.Close()
	return counts
}

// TestEvidenceLaw checks random revisions with random records: what is broken and repaired
// is exactly what a run of each side says, every broken value is in the evidence of a
// finding, and data weaken none.
func TestEvidenceLaw(t *testing.T) {
	broken := 0
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 7))
		profile := diag.Profile(r.IntN(2))
		before := generate.Schemas(r, profile)
		after := before
		for range 1 + r.IntN(3) {
			after, _ = sound(r, after, profile)
		}
		o, n := newSide(before, profile), newSide(after, profile)
		var lines []string
		for _, s := range []side{o, n} {
			for _, of := range s.subjects() {
				if _, isRecord := of.schema.(*lexicon.Record); !isRecord {
					continue
				}
				for range 6 {
					lines = append(lines, string(generate.JSON(s.value(r, of))))
				}
			}
		}
		records := [2]*validate.Validator{
			validate.Compile(o.catalog, validate.Options{Profile: profile}).Records(), validate.Compile(n.catalog, validate.Options{Profile: profile}).Records(),
		}
		var want verdicts
		for _, line := range lines {
			old, new := records[0].Check(validate.Input{Text: []byte(line)}).Valid(), records[1].Check(validate.Input{Text: []byte(line)}).Valid()
			switch {
			case old && !new:
				want.broken++
			case new && !old:
				want.repaired++
			}
		}
		report := compareWith(t, o.catalog, n.catalog, compat.Options{Profile: profile})
		severities := map[*diag.Change]diag.Severity{}
		for _, f := range report.Findings {
			severities[f.Change] = f.Severity
		}
		got := checkData(t, &report, o.catalog, n.catalog, profile, strings.Join(lines, "\n"))
		if got.broken != want.broken || got.repaired != want.repaired || got.skipped+got.both+got.broken+got.repaired+got.invalid != len(lines) {
			t.Fatalf("seed %d: got %+v of %d, want %+v\n%s", seed, got, len(lines), want, differing(before, after))
		}
		broken += got.broken
		evidence := 0
		for _, f := range report.Findings {
			if was, known := severities[f.Change]; known && f.Severity < was {
				t.Errorf("seed %d: data make %q weaker", seed, f.Message)
			}
			if d := f.Change.Data; d != nil {
				evidence += d.Broken
				if d.Broken > d.Values || len(d.Examples) != min(d.Broken, 3) || d.Broken > 0 && f.Severity != diag.Error {
					t.Errorf("seed %d: %s of %s: %+v", seed, f.Severity, f.Message, d)
				}
			}
		}
		if evidence < got.broken {
			t.Errorf("seed %d: evidence of %d values, but %d are broken\n%s", seed, evidence, got.broken, differing(before, after))
		}
	}
	if broken < 80 {
		t.Errorf("only %d values are broken", broken)
	}
}

// evidenceOf lists what data say about the changes between two records.
func evidenceOf(t *testing.T, old, new string, data ...string) (lines []string) {
	t.Helper()
	o, n := catalog(t, `"main": {"type": "record", "key": "any", "record": `+old+`},`+others), catalog(t, `"main": {"type": "record", "key": "any", "record": `+new+`},`+others)
	report := compareWith(t, o, n, compat.Options{})
	for i := range data {
		data[i] = `{"$type": "com.example.thing", ` + data[i] + `}`
	}
	checkData(t, &report, o, n, diag.ProfileV1, strings.Join(data, "\n"))
	for _, f := range report.Findings {
		if d := f.Change.Data; d != nil && (d.Broken > 0 || d.InUse > 0) {
			lines = append(lines, fmt.Sprintf("%s %s %s %d/%d/%d", f.Severity, f.Rule.Code, f.Pointer, d.Broken, d.InUse, d.Values))
		}
	}
	return lines
}

const others = `
	"strict": {"type": "object", "properties": {"x": {"type": "string", "maxLength": 2}}},
	"loose": {"type": "object", "properties": {"x": {"type": "string"}}}`

func TestEvidence(t *testing.T) {
	object := func(properties string) string { return `{"type": "object", "properties": {` + properties + `}}` }
	const at = "/defs/main/record/properties/"
	for _, test := range []struct {
		name, old, new string
		data           []string
		want           []string
	}{
		{"a constraint", object(`"x": {"type": "string", "maxLength": 9}`), object(`"x": {"type": "string", "maxLength": 3}`),
			[]string{`"x": "abc"`, `"x": "abcd"`, `"x": "abcde"`}, []string{"error string-length " + at + "x/maxLength 2/0/3"}},
		{"a second limit", object(`"x": {"type": "string", "maxLength": 9}`), object(`"x": {"type": "string", "maxGraphemes": 3}`),
			[]string{`"x": "abcd"`}, []string{"error string-length " + at + "x 1/0/1"}},
		{"a warning becomes an error", object(`"x": {"type": "string"}`), object(`"x": {"type": "string", "maxLength": 3}`),
			[]string{`"x": "abcd"`}, []string{"error string-length " + at + "x/maxLength 1/0/1"}},
		{"required", object(`"x": {"type": "string"}, "y": {"type": "string"}`), `{"type": "object", "required": ["x", "y"], "properties": {"x": {"type": "string"}, "y": {"type": "string"}}}`,
			[]string{`"x": "a"`, `"y": "a"`, `"z": 1`}, []string{"error object-required /defs/main/record/required/0 2/0/3", "error object-required /defs/main/record/required/1 2/0/3"}},
		{"nullable", `{"type": "object", "nullable": ["x"], "properties": {"x": {"type": "string"}}}`, object(`"x": {"type": "string"}`),
			[]string{`"x": null`}, []string{"error object-nullable /defs/main/record 1/0/1"}},
		{"a type", object(`"x": {"type": "integer"}`), object(`"x": {"type": "object", "required": ["y"], "properties": {"y": {"type": "string"}}}`),
			[]string{`"x": 1`}, []string{"error type-change " + at + "x/type 1/0/1"}},
		{"inside a type", object(`"x": {"type": "unknown"}`), object(`"x": {"type": "object", "required": ["y"], "properties": {"y": {"type": "string"}}}`),
			[]string{`"x": {}`, `"x": {"y": 3}`}, []string{"error type-change " + at + "x/type 2/0/2"}},
		{"a ref", object(`"x": {"type": "ref", "ref": "#loose"}`), object(`"x": {"type": "ref", "ref": "#strict"}`),
			[]string{`"x": {"x": "abc"}`}, []string{"error ref-change " + at + "x/ref 1/0/1"}},
		{"a variant", object(`"x": {"type": "union", "refs": ["#loose", "#strict"], "closed": true}`), object(`"x": {"type": "union", "refs": ["#strict"], "closed": true}`),
			[]string{`"x": {"$type": "com.example.thing#loose"}`}, []string{"error union-closed-refs " + at + "x/refs 1/0/1"}},
		{"closed", object(`"x": {"type": "union", "refs": ["#strict"]}`), object(`"x": {"type": "union", "refs": ["#strict"], "closed": true}`),
			[]string{`"x": {"$type": "com.example.thing#loose"}`}, []string{"error union-open-closed " + at + "x/closed 1/0/1"}},
		{"a name in use", object(`"x": {"type": "string"}`), object(`"x": {"type": "string"}, "y": {"type": "string"}`),
			[]string{`"y": "a"`, `"y": "b"`, `"x": "c"`}, []string{"info field-in-use " + at + "y 0/2/3"}},
		{"a name in use for something else", object(`"x": {"type": "string"}`), object(`"x": {"type": "string"}, "y": {"type": "string"}`),
			[]string{`"y": 1`, `"y": null`, `"y": "a"`, `"x": "c"`}, []string{"error breaks-data " + at + "y 2/3/4"}},
		{"several faults of a value", object(`"x": {"type": "string", "maxLength": 9}, "y": {"type": "integer"}`), object(`"x": {"type": "string", "maxLength": 3}, "y": {"type": "integer", "maximum": 3}, "z": {"type": "string"}`),
			[]string{`"x": "abcd", "y": 4, "z": 1`}, []string{"error string-length " + at + "x/maxLength 1/0/1", "error integer-range " + at + "y/maximum 1/0/1", "error breaks-data " + at + "z 1/1/1"}},
		{"a value counts once", object(`"x": {"type": "array", "items": {"type": "integer"}}`), object(`"x": {"type": "array", "items": {"type": "integer", "maximum": 1}}`),
			[]string{`"x": [2, 3, 4]`}, []string{"error integer-range " + at + "x/items/maximum 1/0/1"}},
		{"invalid on both sides", object(`"x": {"type": "string", "maxLength": 9}, "y": {"type": "integer"}`), object(`"x": {"type": "string", "maxLength": 3}, "y": {"type": "integer"}`),
			[]string{`"x": "abcd", "y": "a"`}, nil},
	} {
		if got := evidenceOf(t, test.old, test.new, test.data...); !slices.Equal(got, test.want) {
			t.Errorf("%s:\n got %q\nwant %q", test.name, got, test.want)
		}
	}
}

// TestEvidenceWithoutPlace checks values whose Lexicons may be in a file without a valid id,
// so that nothing says that they were removed: each type has a finding of its own.
func TestEvidenceWithoutPlace(t *testing.T) {
	old := catalog(t, `-- one.json --
{"lexicon": 1, "id": "com.example.one", "defs": {"main": {"type": "record", "key": "any", "record": {"type": "object", "properties": {}}}}}
-- two.json --
{"lexicon": 1, "id": "com.example.two", "defs": {"main": {"type": "record", "key": "any", "record": {"type": "object", "properties": {}}}}}
`)
	new := readCatalog(`-- one.json --
{"lexicon": 1, "defs": {}}
`)
	report := compareWith(t, old, new, compat.Options{})
	checkData(t, &report, old, new, diag.ProfileV1, `{"$type": "com.example.one"}
{"$type": "com.example.two"}`)
	var got []string
	for _, f := range report.Findings {
		if f.Change != nil && f.Change.Data != nil {
			got = append(got, fmt.Sprintf("%s %s %d/%d: %s", f.NSID, f.Rule.Code, f.Change.Data.Broken, f.Change.Data.Values, f.Message))
		}
	}
	want := []string{
		"com.example.one breaks-data 1/1: existing com.example.one values become invalid, although the rules allow the change",
		"com.example.two breaks-data 1/1: existing com.example.two values become invalid, although the rules allow the change",
	}
	if !slices.Equal(got, want) {
		t.Errorf("\n got %q\nwant %q", got, want)
	}
}

// What data show to break is an error in an experimental Lexicon too, and its message says
// nothing else: a limit, and a new field whose name people use already. Of new fields inside
// of each other the outermost one is to blame, however often it is asked.
func TestEvidenceExperimental(t *testing.T) {
	inner := `, "inner": {"type": "object", "properties": {`
	old := catalog(t, files("com.temp.thing", recordOf(`"size": {"type": "integer"}, "any": {"type": "unknown"}`)+inner+`}}`))
	new := catalog(t, files("com.temp.thing", recordOf(`"size": {"type": "integer", "maximum": 2}, "any": {"type": "unknown"}, "tag": {"type": "ref", "ref": "#inner"}`)+
		inner+`"name": {"type": "string"}}}`))
	for range 20 {
		report := compareWith(t, old, new, compat.Options{})
		checkData(t, &report, old, new, diag.ProfileV1, `{"$type": "com.temp.thing", "size": 3}
{"$type": "com.temp.thing", "tag": {"name": 1}}`)
		var got []string
		for _, f := range report.Findings {
			if d := f.Change.Data; d != nil && d.Broken > 0 {
				got = append(got, f.Severity.String()+" "+f.Message)
			}
		}
		want := []string{
			"error a maximum of 2 was added",
			`error existing values have another "tag" field, which the new schema rejects`,
		}
		if !slices.Equal(got, want) {
			t.Fatalf("\n got %q\nwant %q", got, want)
		}
	}
}

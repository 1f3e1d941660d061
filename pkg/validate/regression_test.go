package validate_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// TestRegressions has what generated values have found, made small.
func TestRegressions(t *testing.T) {
	files := map[string]string{
		"one.json": `{"lexicon": 1, "id": "com.example.one", "defs": {
			"main": {"type": "object", "properties": {"n": {"type": "integer"}}},
			"first": {"type": "record", "key": "any", "record": {"type": "object", "properties": {}}},
			"word": {"type": "string", "format": "handle"},
			"holder": {"type": "object", "properties": {
				"main": {"type": "ref", "ref": "#main"},
				"absent": {"type": "ref", "ref": "com.example.absent"},
				"choice": {"type": "union", "refs": ["#first"], "closed": true}}},
			"list": {"type": "array", "items": {"type": "ref", "ref": "com.example.two#again"}},
			"advisory": {"type": "object", "required": ["u"], "properties": {"u": {"type": "union", "refs": []}}},
			"keen": {"type": "object", "properties": {"u": {"type": "unknown"}}}}}`,
		"two.json": `{"lexicon": 1, "id": "com.example.two", "defs": {
			"again": {"type": "ref", "ref": "com.example.one#list"},
			"main": {"type": "query", "output": {"encoding": "application/json"}}}}`,
		"broken.json": `{"lexicon": 1, "id": "com.example.broken", "defs": {
			"bad": {"type": "wat"},
			"listed": {"type": "object", "properties": {"x": {"type": "ref", "ref": "#bad"}}},
			"other": {"type": "object", "properties": {"x": {"type": "ref", "ref": "#bad"}}},
			"list": {"type": "array", "items": {"type": "union", "refs": ["#listed"]}}}}`,
		"three.json": `{"lexicon": 1, "id": "com.example.three", "defs": {
			"main": {"type": "subscription", "message": {"schema": {"type": "union", "refs": [
				"com.example.absent", "com.example.one#holder", "com.example.one#keen"]}}}}}`,
	}
	tests := []struct {
		name, ref, part string
		options         validate.Options
		value           string
		want            string // severity, code and pointer of each fault
		unknown         bool
	}{
		{
			name: "nothing more is said of a broken blob", ref: "com.example.one#holder",
			value: `{"main": {"$type": "blob", "ref": 1, "size": -1, "mimeType": "image/png", "n": "x"}}`,
			want:  "error data-model /main/ref, error data-model /main/size",
		},
		{
			name: "a fault inside a list that is itself one", ref: "com.example.one",
			value: `{"$type": [0, 1.5]}`,
			want:  "error data-model /$type, error data-model /$type/1",
		},
		{
			name: "recursion through a named ref", ref: "com.example.two#again",
			value: `[[], [[1]]]`,
			want:  "error value-type /1/0/0",
		},
		{
			name: "a record that is not main goes by its full name", ref: "com.example.one#holder",
			value: `{"choice": {"$type": "com.example.one#first"}}`,
		},
		{
			name: "the same at the top", ref: "com.example.one#first",
			value: `{"$type": "com.example.one"}`,
			want:  "error type-mismatch /$type",
		},
		{
			name: "main spelled out on a plain ref", ref: "com.example.one#holder",
			value: `{"main": {"$type": "com.example.one#main"}}`,
			want:  "warning ref-type-mismatch /main/$type",
		},
		{
			name: "null where the schema is not loaded", ref: "com.example.one#holder",
			value: `{"absent": null}`,
			want:  "error schema-not-found /absent",
		},
		{
			name: "what is refused is not accepted without its schema", ref: "com.example.one#holder",
			options: validate.Options{AllowUnknown: true},
			value:   `{"absent": {"$bytes": ""}}`,
			want:    "error value-type /absent",
		},
		{
			name: "only datetimes follow their practice", ref: "com.example.one#word",
			options: validate.Options{DatetimePractice: true, ExtraFields: true},
			value:   `"jay.example.com"`,
		},
		{
			name: "null as a body without schema", ref: "com.example.two", part: "output", value: `null`,
		},
		{
			name: "a message fits the variant of which there is least to say", ref: "com.example.three", part: "message",
			options: validate.Options{AllowUnknown: true, ExtraFields: true},
			value:   `{"u": 1}`,
		},
		{
			name: "a broken schema behind an unlisted variant, then behind a listed one", ref: "com.example.broken#list",
			value: `[{"$type": "com.example.broken#other", "x": 5}, {"$type": "com.example.broken#listed", "x": 5},
				{"$type": "com.example.broken#listed", "x": 5}, {"$type": "com.example.broken#other", "x": 5}]`,
			want: "error schema-invalid /1/x, warning schema-invalid /0/x",
		},
		{
			name: "a broken schema behind a listed variant, then behind an unlisted one", ref: "com.example.broken#list",
			value: `[{"$type": "com.example.broken#listed", "x": 5}, {"$type": "com.example.broken#other", "x": 5}]`,
			want:  "error schema-invalid /0/x",
		},
		{
			name: "a variant that does not fit leaves no trace", ref: "com.example.three", part: "message",
			options: validate.Options{AllowUnknown: true},
			value:   `{"absent": {}, "u": null, "main": 1}`,
			unknown: true,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			catalog := generate.Catalog(files, test.options.Profile)
			v := validator(t, validate.Compile(catalog, test.options), test.ref, test.part)
			result := v.FullJSON([]byte(test.value))
			var got []string
			for _, f := range result.Findings {
				got = append(got, f.Severity.String()+" "+f.Rule.Code+" "+f.Pointer)
			}
			if slices.Sort(got); strings.Join(got, ", ") != test.want {
				t.Errorf("%s\ngot  %s\nwant %s", test.value, strings.Join(got, ", "), test.want)
			}
			if result.Unknown != test.unknown {
				t.Errorf("%s: unknown = %v", test.value, result.Unknown)
			}
			if clean := v.Clean(validate.Input{Text: []byte(test.value)}); clean != (test.want == "" && !test.unknown) {
				t.Errorf("%s: Clean = %v", test.value, clean)
			}
		})
	}
}

// TestManyFindings would not come to its end if a finding cost as much as the
// value is long.
func TestManyFindings(t *testing.T) {
	const good, bad = 1_000_000, 3000
	files := map[string]string{"one.json": `{"lexicon": 1, "id": "com.example.one", "defs": {
		"main": {"type": "array", "items": {"type": "object", "properties": {"n": {"type": "integer"}}}}}}`}
	schemas := validate.Compile(generate.Catalog(files, diag.ProfileV1), validate.Options{ExtraFields: true})
	text := "[" + strings.Repeat("{},", good) + strings.Repeat(`{"n": "", "m": 1.5},`, bad) + "{}]"
	result := validator(t, schemas, "com.example.one", "").FullJSON([]byte(text))
	if n := len(result.Findings); n != 3*bad {
		t.Fatalf("%d findings, want %d", n, 3*bad)
	}
	if last := result.Findings[3*bad-1].Pointer; last != "/1002999/m" {
		t.Errorf("the last is at %s", last)
	}
}

// TestErrorBeyondTheLimit has so many warnings that findings are left out, and
// behind them an error: it must stay.
func TestErrorBeyondTheLimit(t *testing.T) {
	files := map[string]string{
		"one.json": `{"lexicon": 1, "id": "com.example.one", "defs": {
			"number": {"type": "object", "properties": {"n": {"type": "integer"}}},
			"list": {"type": "array", "items": {"type": "union", "refs": ["#pair"]}},
			"pair": {"type": "object", "properties": {"n": {"type": "integer"}}},
			"ints": {"type": "object", "required": ["n"], "properties": {"n": {"type": "array", "items": {"type": "integer"}}}},
			"open": {"type": "object", "required": ["n"], "properties": {"n": {"type": "array", "items": {"type": "union", "refs": ["#pair"]}}}}}}`,
		"two.json": `{"lexicon": 1, "id": "com.example.two", "defs": {"main": {"type": "subscription",
			"message": {"schema": {"type": "union", "refs": ["com.example.one#ints", "com.example.one#open"]}}}}}`,
	}
	schemas := validate.Compile(generate.Catalog(files, diag.ProfileV1), validate.Options{})
	warnings := strings.Repeat(`{"$type": "com.example.one#number", "n": ""},`, diag.MaxFindings+10)
	list := "[" + warnings + `{"$type": "com.example.one#pair", "n": ""}]`
	if validator(t, schemas, "com.example.one#list", "").FullJSON([]byte(list)).Valid() {
		t.Error("the list is valid, in spite of its last element")
	}
	if validator(t, schemas, "com.example.two", "message").FullJSON([]byte(`{"n": ` + list + `}`)).Valid() {
		t.Error("the message is valid, in spite of its last element")
	}
}

// TestManyRequired leaves out each of more required fields than a word has bits.
func TestManyRequired(t *testing.T) {
	var properties, required, members []string
	for i := range 70 {
		properties = append(properties, fmt.Sprintf(`"p%d": {"type": "integer"}`, i))
		required = append(required, fmt.Sprintf(`"p%d"`, i))
		members = append(members, fmt.Sprintf(`"p%d": 1`, i))
	}
	files := map[string]string{"one.json": `{"lexicon": 1, "id": "com.example.one", "defs": {"main": {"type": "object",
		"properties": {` + strings.Join(properties, ", ") + `}, "required": [` + strings.Join(required, ", ") + `]}}}`}
	v := validator(t, validate.Compile(generate.Catalog(files, diag.ProfileV1), validate.Options{}), "com.example.one", "")
	if text := "{" + strings.Join(members, ", ") + "}"; !v.Clean(validate.Input{Text: []byte(text)}) {
		t.Errorf("%s is not clean", text)
	}
	for i := range members {
		text := "{" + strings.Join(slices.Delete(slices.Clone(members), i, i+1), ", ") + "}"
		found := v.FullJSON([]byte(text)).Findings
		if len(found) != 1 || found[0].Rule.Code != "missing-required" || !strings.Contains(found[0].Message, required[i]) {
			t.Errorf("without p%d:%s", i, listed(found))
		}
		if v.Clean(validate.Input{Text: []byte(text)}) {
			t.Errorf("without p%d it is clean", i)
		}
	}
}

// TestWords has messages that said what was not so.
func TestWords(t *testing.T) {
	files := map[string]string{"one.json": `{"lexicon": 1, "id": "com.example.one", "defs": {
		"main": {"type": "object", "properties": {
			"5": {"type": "integer"}, "": {"type": "integer"}, "-1": {"type": "array", "items": {"type": "integer"}},
			"image": {"type": "blob"}, "none": {"type": "blob", "accept": []},
			"never": {"type": "union", "refs": [], "closed": true}}}}}`}
	v := validator(t, validate.Compile(generate.Catalog(files, diag.ProfileV1), validate.Options{}), "com.example.one", "")
	const link = `{"$link": "bafkreiccldh766hwcnuxnf2wh6jgzepf2nlu2lvcllt63eww5p6chi4ity"}`
	for value, want := range map[string]string{
		`{"5": ""}`:               `"5" must be an integer, but is the string ""`,
		`{"": ""}`:                `"" must be an integer, but is the string ""`,
		`{"-1": [0, ""]}`:         `"-1[1]" must be an integer, but is the string ""`,
		`{"more": {"": 1.5}}`:     `"" is a floating-point number, which the data model does not support`,
		`{"more": {"": [[1.5]]}}`: `""[0][0] is a floating-point number, which the data model does not support`,
		`{"more": [[1.5]]}`:       `"more[0][0]" is a floating-point number, which the data model does not support`,
		`{"image": {"$type": "blob", "mimeType": "a/b", "size": 1}}`:                           `"image" is a blob without "ref"`,
		`{"image": {"$type": "blob", "ref": "bafk", "mimeType": "a/b", "size": 1}}`:            `"ref" must be a link, but is "bafk"`,
		`{"image": {"$type": "blob", "ref": ` + link + `, "mimeType": "png", "size": 1}}`:      `"mimeType" must have the form type/subtype, but is "png"`,
		`{"image": {"$type": "blob", "ref": ` + link + `, "mimeType": "a/b", "size": -1}}`:     `"size" must be a non-negative integer, but is -1`,
		`{"none": {"$type": "blob", "ref": ` + link + `, "mimeType": "image/png", "size": 1}}`: `"none" has the MIME type "image/png", but the schema accepts no type`,
		`{"never": {"$type": "com.example.one"}}`:                                              `"$type" must be a variant of the union, which has none, but is "com.example.one"`,
	} {
		var got []string
		for _, f := range v.FullJSON([]byte(value)).Findings {
			got = append(got, f.Message)
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%s\ngot  %s\nwant %s", value, strings.Join(got, "; "), want)
		}
	}
}

// TestLineBreaksInLinks has CIDs with line breaks, which decoders of base32 skip.
func TestLineBreaksInLinks(t *testing.T) {
	files := map[string]string{"one.json": `{"lexicon": 1, "id": "com.example.one", "defs": {
		"main": {"type": "object", "properties": {"link": {"type": "cid-link"}, "image": {"type": "blob"}}}}}`}
	v := validator(t, validate.Compile(generate.Catalog(files, diag.ProfileV1), validate.Options{}), "com.example.one", "")
	const link = "bafkreiccldh766hwcnuxnf2wh6jgzepf2nlu2lvcllt63eww5p6chi4ity"
	for _, place := range []string{`{"link": {"$link": "%s"}}`, `{"image": {"$type": "blob", "ref": {"$link": "%s"}, "mimeType": "a/b", "size": 1}}`, `{"more": {"$link": "%s"}}`} {
		for cid, want := range map[string]int{link: 0, link[:9] + `\n` + link[9:]: 1, link[:9] + `\r` + link[9:]: 1, link + `\n`: 1} {
			text := fmt.Sprintf(place, cid)
			if found := v.FullJSON([]byte(text)).Findings; len(found) != want {
				t.Errorf("%s: want %d findings, got%s", text, want, listed(found))
			}
		}
	}
}

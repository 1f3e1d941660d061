package stats_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/generate"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/stats"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

func catalog(text string) *lexicon.Catalog {
	return lexicon.NewCatalog(lexicon.Parse(&diag.Source{Text: []byte(text)}, diag.ProfileV1))
}

// summarize counts the values of NDJSON.
func summarize(t testing.TB, c *lexicon.Catalog, text string, workers int) *stats.Summary {
	t.Helper()
	k := stats.NewCollector(c, nil)
	v := validate.Compile(c, validate.Options{AllowUnknown: true}).Observed(k.Observe)
	for _, err := range v.Lines(t.Context(), strings.NewReader(text), validate.Input{Path: "data", Wrapper: validate.AnyWrapper}, validate.StreamOptions{Workers: workers}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	return k.Summary()
}

func spelled(t testing.TB, s *stats.Summary) string {
	t.Helper()
	text, err := json.MarshalIndent(s.Report(stats.Options{Values: true}), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

const things = `{"lexicon": 1, "id": "com.example.thing", "defs": {
	"main": {"type": "record", "key": "any", "record": {"type": "object", "required": ["name"], "nullable": ["note"], "properties": {
		"name": {"type": "string", "maxLength": 10, "maxGraphemes": 5},
		"note": {"type": "string"},
		"size": {"type": "integer", "minimum": 0, "maximum": 100},
		"kind": {"type": "string", "knownValues": ["a", "#tok"]},
		"when": {"type": "string", "format": "datetime"},
		"tags": {"type": "array", "items": {"type": "string"}, "maxLength": 3},
		"part": {"type": "ref", "ref": "#part"},
		"embed": {"type": "union", "refs": ["#part", "#link"]},
		"photo": {"type": "blob", "maxSize": 1000}
	}}},
	"tok": {"type": "token"},
	"part": {"type": "object", "properties": {"id": {"type": "integer"}, "part": {"type": "ref", "ref": "#part"}}},
	"link": {"type": "object", "properties": {"uri": {"type": "string", "format": "uri"}}}}}`

func thing(members string) string {
	if members != "" {
		members = ", " + members
	}
	return `{"$type": "com.example.thing"` + members + "}\n"
}

func TestReport(t *testing.T) {
	text := thing(`"name": "ada", "note": null, "size": 5, "kind": "a", "tags": ["x", "yy"], "mood": "sad"`) +
		thing(`"name": "ʻókina", "size": 500, "kind": "com.example.thing#tok", "when": "today", "part": {"id": 1, "part": {"id": 2}}`) +
		thing(`"kind": "new", "embed": {"$type": "com.example.thing#link", "uri": "no uri", "x": 1}, "mood": 3`) +
		thing(`"name": 3, "embed": {"$type": "com.example.thing#other"}, "photo": {"$type": "blob", "ref": {"$link": "bafkreiccldh766hwcnuxnf2wh6jgzepf2nlu2lvcllt63eww5p6chi4ity"}, "mimeType": "image/png", "size": 7}`) +
		`{"$type": "com.example.absent"}` + "\n"
	types := summarize(t, catalog(things), text, 1).Report(stats.Options{})
	if len(types) != 1 || types[0].Ref != "com.example.thing" || types[0].Values != 4 || types[0].Valid != 1 || types[0].Invalid != 3 {
		t.Fatalf("%+v", types)
	}
	var got []string
	for _, f := range types[0].Fields {
		line := fmt.Sprintf("%s %s %d/%d null %d invalid %d", f.Path, f.Type, f.Count, f.Of, f.Null, f.Invalid)
		for name, r := range map[string]*stats.Range{"bytes": f.Bytes, "range": f.Range, "elements": f.Elements, "sizes": f.Sizes} {
			if r != nil {
				line += fmt.Sprintf(" %s %d-%d", name, r.Min, r.Max)
			}
		}
		for _, s := range []*stats.Seen{f.Seen, f.MIMETypes} {
			if s != nil && s.Distinct > 0 {
				line += fmt.Sprintf(" %v %+v", s.Values, s.Others)
			}
		}
		if f.Format != nil && f.Format.Failed > 0 {
			line += fmt.Sprintf(" %s failed %d", f.Format.Name, f.Format.Failed)
		}
		got = append(got, line)
	}
	want := []string{
		"name string 3/4 null 0 invalid 2 bytes 3-8",
		"note string 1/4 null 1 invalid 0",
		"size integer 2/4 null 0 invalid 1 range 5-500",
		"kind string 3/4 null 0 invalid 0 bytes 1-21 [{a 1 true} {com.example.thing#tok 1 true}] &{Distinct:1 Count:1}",
		"when string 1/4 null 0 invalid 1 bytes 5-5 datetime failed 1",
		"tags array 1/4 null 0 invalid 0 elements 2-2",
		"tags[] string 2/2 null 0 invalid 0 bytes 1-2",
		"part object 1/4 null 0 invalid 0",
		"part.id integer 1/1 null 0 invalid 0 range 1-1",
		"part.part object 1/1 null 0 invalid 0",
		"part.part.id integer 1/1 null 0 invalid 0 range 2-2",
		"part.part.part object 0/1 null 0 invalid 0",
		"embed union 2/4 null 0 invalid 0 [{com.example.thing#link 1 true}] &{Distinct:1 Count:1}",
		"embed<com.example.thing#part>.id integer 0/0 null 0 invalid 0",
		"embed<com.example.thing#part>.part object 0/0 null 0 invalid 0",
		"embed<com.example.thing#link>.uri string 1/1 null 0 invalid 1 bytes 6-6 uri failed 1",
		"photo blob 1/4 null 0 invalid 0 sizes 7-7 [{image/png 1 false}] <nil>",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	extra := fmt.Sprintf("%+v", types[0].ExtraFields)
	if want := "[{Path:embed<com.example.thing#link>.x Count:1 Types:map[number:1] Example:{Path:data Line:3 Record: Pointer:/embed/x}} {Path:mood Count:2 Types:map[number:1 string:1] Example:{Path:data Line:1 Record: Pointer:/mood}}]"; extra != want {
		t.Errorf("extra fields\n got %s\nwant %s", extra, want)
	}
	if shown := summarize(t, catalog(things), text, 1).Report(stats.Options{Values: true})[0].Fields[3].Seen; len(shown.Values) != 3 || shown.Others != nil {
		t.Errorf("with values: %+v", shown)
	}
}

// An occurrence of a field is invalid once, however many faults it has, and wherever in a blob
// they are.
func TestInvalidOnce(t *testing.T) {
	c := catalog(`{"lexicon": 1, "id": "com.example.thing", "defs": {"main": {"type": "record", "key": "any", "record": {"type": "object", "properties": {
		"photo": {"type": "blob", "accept": ["image/*"], "maxSize": 5},
		"name": {"type": "string", "maxLength": 2, "maxGraphemes": 1},
		"part": {"type": "object", "required": ["a", "b"], "properties": {}},
		"tags": {"type": "array", "items": {"type": "string"}}
	}}}}}`)
	text := thing(`"photo": {"$type": "blob", "ref": {"$link": "bafkreiccldh766hwcnuxnf2wh6jgzepf2nlu2lvcllt63eww5p6chi4ity"}, "mimeType": "text/plain", "size": 7},
		"name": "long", "part": {}, "tags": [1, 2]`) + thing(`"photo": {"$type": "blob", "ref": 1, "mimeType": 2, "size": -3}`)
	var got []string
	for _, f := range summarize(t, c, strings.ReplaceAll(text, "\n\t", ""), 1).Report(stats.Options{})[0].Fields {
		got = append(got, fmt.Sprintf("%s %d/%d", f.Path, f.Invalid, f.Count))
	}
	if want := []string{"photo 2/2", "name 1/1", "part 1/1", "tags 0/1", "tags[] 2/2"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The order of values, workers, and parts that are merged, also encoded, do not matter.
func TestMerge(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 11))
		c := generate.Catalog(generate.Schemas(r, diag.ProfileV1), diag.ProfileV1)
		var lines []string
		for _, d := range c.Documents() {
			for _, def := range d.Defs {
				if def.Schema.Type() == lexicon.TypeRecord {
					for range 40 {
						lines = append(lines, string(bytes.ReplaceAll(generate.JSON(generate.Value(r, c, def.Schema)), []byte("\n"), nil))+"\n")
					}
				}
			}
		}
		if lines == nil {
			continue
		}
		text := strings.Join(lines, "")
		want := spelled(t, summarize(t, c, text, 1))
		if got := spelled(t, summarize(t, c, text, 4)); got != want {
			t.Fatalf("seed %d: several workers: got %s\nwant %s", seed, got, want)
		}
		all := stats.NewSummary(c)
		cuts := []int{0, r.IntN(len(lines)), len(lines)}
		for part := len(cuts) - 1; part > 0; part-- {
			padding := strings.Repeat("\n", cuts[part-1]) // lines keep their numbers
			encoded, err := json.Marshal(summarize(t, c, padding+strings.Join(lines[cuts[part-1]:cuts[part]], ""), 1))
			if err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal(encoded, all); err != nil {
				t.Fatal(err)
			}
		}
		if got := spelled(t, all); got != want {
			t.Fatalf("seed %d: merged: got %s\nwant %s", seed, got, want)
		}
	}
}

// What is counted does not point into the data, whose memory is used again.
func TestKeys(t *testing.T) {
	var text strings.Builder
	for n := range 20_000 {
		text.WriteString(thing(fmt.Sprintf(`"name": "ada", "kind": %q, "extra%d": 1`, []string{"a", "com.example.thing#tok", "new"}[n%3], n%3)))
	}
	text.WriteString(strings.Repeat(`{"$type": "com.example.thing#main", "name": "b"}`+"\n", 10)) // another type
	r := summarize(t, catalog(things), text.String(), 2).Report(stats.Options{Values: true})[0]
	want := "[{a 6667 true} {com.example.thing#tok 6667 true} {new 6666 false}]"
	if got := fmt.Sprint(r.Fields[3].Seen.Values); got != want || r.Values != 20_000 {
		t.Errorf("%d values, got %s, want %s", r.Values, got, want)
	}
	for n, e := range r.ExtraFields {
		if e.Path != fmt.Sprintf("extra%d", n) || e.Example.Line != n+1 {
			t.Errorf("%+v", e)
		}
	}
}

// Of too many values and extra fields, only so much is kept, and the report says so.
func TestBounds(t *testing.T) {
	var text strings.Builder
	for n := range 3000 {
		kind := fmt.Sprintf("new%d", n)
		if n%3 == 0 {
			kind = "often"
		}
		text.WriteString(thing(fmt.Sprintf(`"name": "a", "kind": %q, "x%04d": 1`, kind, n)))
	}
	all := summarize(t, catalog(things), text.String(), 2)
	r := all.Report(stats.Options{Values: true})[0]
	if s := r.Fields[3].Seen; s.Exact || s.Error != 150 || s.Distinct != 1001 || s.Others != nil || len(s.Values) == 0 ||
		s.Values[0].Value != "often" || s.Values[0].Count < 1000-s.Error || s.Values[0].Count > 1000+s.Error {
		t.Errorf("%+v", s)
	}
	if s := all.Report(stats.Options{})[0].Fields[3].Seen; s.Others == nil || s.Others.Count != 3000 {
		t.Errorf("%+v", s)
	}
	if one := summarize(t, catalog(things), text.String(), 1); spelled(t, one) != spelled(t, all) {
		t.Error("workers matter")
	}
	if len(r.ExtraFields) != 1000 || r.ExtraFields[999].Path != "x0999" || r.Omitted == nil || r.Omitted.ExtraFields != 2000 {
		t.Errorf("%d extra fields, omitted %+v", len(r.ExtraFields), r.Omitted)
	}
}

// Schemas that contain themselves in several ways have more paths than can be kept. Those
// that are reported do not depend on when the others are dropped.
func TestManyPaths(t *testing.T) {
	const variants = 6
	var refs, defs []string
	for n := range variants {
		refs = append(refs, fmt.Sprintf(`"#v%d"`, n))
	}
	union := `"next": {"type": "union", "refs": [` + strings.Join(refs, ", ") + `]}`
	for n := range variants {
		defs = append(defs, fmt.Sprintf(`"v%d": {"type": "object", "properties": {"f%d": {"type": "string", "maxLength": 1}, %s}}`, n, n, union))
	}
	c := catalog(`{"lexicon": 1, "id": "com.example.thing", "defs": {"main": {"type": "record", "key": "any", "record":
		{"type": "object", "properties": {` + union + `}}}, ` + strings.Join(defs, ", ") + `}}`)
	r := rand.New(rand.NewPCG(1, 2))
	var lines []string
	for range 4000 {
		members := ""
		for range 1 + r.IntN(9) {
			if members != "" {
				members = `, "next": {` + members + `}`
			}
			n := r.IntN(variants)
			members = fmt.Sprintf(`"$type": "com.example.thing#v%d", "f%d": "xx", "x%d": 1`, n, n, r.IntN(3)) + members
		}
		lines = append(lines, thing(`"next": {`+members+`}`))
	}
	text := strings.Join(lines, "")
	one := summarize(t, c, text, 1)
	want := spelled(t, one)
	if got := one.Report(stats.Options{})[0]; len(got.Fields) != 1000 || got.Omitted == nil || got.Omitted.Fields < 1000 {
		t.Errorf("%d fields, omitted %+v", len(got.Fields), got.Omitted)
	}
	encoded, err := json.Marshal(one)
	if err != nil {
		t.Fatal(err)
	}
	if len(encoded) > 8<<20 {
		t.Errorf("the summary has %d bytes", len(encoded))
	}
	if got := spelled(t, summarize(t, c, text, 4)); got != want {
		t.Error("workers matter")
	}
	all := stats.NewSummary(c)
	for _, cut := range [][2]int{{1500, 4000}, {0, 10}, {10, 1500}} {
		all.Merge(summarize(t, c, strings.Repeat("\n", cut[0])+strings.Join(lines[cut[0]:cut[1]], ""), 1))
	}
	if spelled(t, all) != want {
		t.Error("parts matter")
	}
}

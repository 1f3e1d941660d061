package validate

import (
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

const family = "👩‍👩‍👧‍👦" // 25 bytes, 1 grapheme

// summary puts faults into lines for a comparison.
func summary(faults []Fault) []string {
	var lines []string
	for _, f := range faults {
		lines = append(lines, f.Rule.Code+" "+f.Field+": "+f.Message)
	}
	return lines
}

func TestCheckString(t *testing.T) {
	many := strings.Split("abcdefghijklmnopqrstuvwxyz", "")
	tests := []struct {
		name   string
		schema lexicon.String
		text   string
		but    []string
		want   []string
	}{
		{name: "no limits", text: strings.Repeat("a", 9000)},
		{name: "bytes, not characters", schema: lexicon.String{MaxLength: lexicon.Some[int64](3)}, text: "éé",
			want: []string{"length maxLength: is 4 bytes long, but at most 3 are allowed"}},
		{name: "greatest length", schema: lexicon.String{MaxLength: lexicon.Some[int64](4)}, text: "éé"},
		{name: "least length", schema: lexicon.String{MinLength: lexicon.Some[int64](2)}, text: "é"},
		{name: "one byte", schema: lexicon.String{MinLength: lexicon.Some[int64](2)}, text: "a",
			want: []string{"length minLength: is 1 byte long, but at least 2 are required"}},
		{name: "graphemes", schema: lexicon.String{MinGraphemes: lexicon.Some[int64](2)}, text: family,
			want: []string{"graphemes minGraphemes: is 1 grapheme long, but at least 2 are required"}},
		{name: "one grapheme", schema: lexicon.String{MaxGraphemes: lexicon.Some[int64](1)}, text: family},
		{name: "two graphemes", schema: lexicon.String{MaxGraphemes: lexicon.Some[int64](1)}, text: family + family,
			want: []string{"graphemes maxGraphemes: is 2 graphemes long, but at most 1 is allowed"}},
		{name: "limits beyond all", schema: lexicon.String{MinGraphemes: lexicon.Some[int64](math.MinInt64), MaxGraphemes: lexicon.Some[int64](math.MaxInt64)}, text: family},
		{name: "negative limit", schema: lexicon.String{MaxGraphemes: lexicon.Some[int64](-1)},
			want: []string{"graphemes maxGraphemes: is 0 graphemes long, but at most -1 are allowed"}},
		{name: "const of nothing", schema: lexicon.String{Const: lexicon.Some("")}, text: "\x1b",
			want: []string{`const const: must be "", but is "\x1b"`}},
		{name: "case counts", schema: lexicon.String{Enum: []string{"en-GB", "de"}, Format: "language"}, text: "en-gb",
			want: []string{`enum enum: must be "en-GB" or "de", but is "en-gb"`}},
		{name: "enum of one", schema: lexicon.String{Enum: []string{"a"}}, text: "b", want: []string{`enum enum: must be "a", but is "b"`}},
		{name: "empty enum", schema: lexicon.String{Enum: []string{}}, text: "b", want: []string{`enum enum: is "b", but no value is allowed`}},
		{name: "long enum", schema: lexicon.String{Enum: many}, text: "1",
			want: []string{`enum enum: must be "a", "b", "c", "d", "e", "f", or one of 20 more, but is "1"`}},
		{name: "in a long enum", schema: lexicon.String{Enum: many}, text: "z"},
		{name: "format", schema: lexicon.String{Format: "did"}, text: "did:web:example.com"},
		{name: "not of the format", schema: lexicon.String{Format: "tid"}, text: "222222222222",
			want: []string{"format format: is not a valid TID: it is 12 bytes long, but must be 13"}},
		{name: "unknown format", schema: lexicon.String{Format: "date"}, text: "never"},
		{name: "all at once", text: family, schema: lexicon.String{
			Format: "handle", MaxLength: lexicon.Some[int64](1), MinGraphemes: lexicon.Some[int64](2),
			Const: lexicon.Some("a.example"), Enum: []string{"a.example"},
		}, but: []string{"format", "const"}, want: []string{
			"length maxLength: is 25 bytes long, but at most 1 is allowed",
			`enum enum: must be "a.example", but is "` + "👩\u200d👩\u200d👧\u200d👦" + `"`,
			"graphemes minGraphemes: is 1 grapheme long, but at least 2 are required",
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := summary(CheckString(&test.schema, test.text, test.but...))
			for i := range got {
				got[i] = strings.ReplaceAll(got[i], `\u200d`, "\u200d")
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("\n got %q\nwant %q", got, test.want)
			}
		})
	}
}

func TestCheckInteger(t *testing.T) {
	schema := lexicon.Integer{Minimum: lexicon.Some[int64](-1), Maximum: lexicon.Some[int64](math.MaxInt64 - 1)}
	tests := []struct {
		name   string
		schema lexicon.Integer
		n      int64
		but    []string
		want   []string
	}{
		{name: "no limits", n: math.MinInt64},
		{name: "minimum itself", schema: schema, n: -1},
		{name: "maximum itself", schema: schema, n: math.MaxInt64 - 1},
		{name: "below", schema: schema, n: -2, want: []string{"range minimum: is -2, but must be at least -1"}},
		{name: "exact at the end of the range", schema: schema, n: math.MaxInt64,
			want: []string{"range maximum: is 9223372036854775807, but must be at most 9223372036854775806"}},
		{name: "const 0", schema: lexicon.Integer{Const: lexicon.Some[int64](0)}, n: 1, want: []string{"const const: must be 0, but is 1"}},
		{name: "without const", schema: lexicon.Integer{Const: lexicon.Some[int64](0)}, n: 1, but: []string{"const"}},
		{name: "enum", schema: lexicon.Integer{Enum: []int64{1, 2}}, n: 3, want: []string{"enum enum: must be 1 or 2, but is 3"}},
		{name: "in the enum", schema: lexicon.Integer{Enum: []int64{1, 2}}, n: 2},
		{name: "beyond doubles", schema: lexicon.Integer{Enum: []int64{1 << 53}}, n: 1<<53 + 1,
			want: []string{"enum enum: must be 9007199254740992, but is 9007199254740993"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := summary(CheckInteger(&test.schema, test.n, test.but...)); !slices.Equal(got, test.want) {
				t.Errorf("\n got %q\nwant %q", got, test.want)
			}
		})
	}
}

// A quick check allocates nothing, whether the value is valid or not.
func TestScalarAllocations(t *testing.T) {
	if underRace {
		t.Skip("pools do not keep what they get under the race detector")
	}
	catalog := lexicon.NewCatalog(lexicon.Parse(&diag.Source{Text: []byte(`{"lexicon": 1, "id": "com.example.all", "defs": {"main": {"type": "object",
		"required": ["text", "integer", "boolean", "list"], "properties": {
			"text": {"type": "string", "format": "record-key", "maxLength": 64, "maxGraphemes": 6, "enum": ["self", "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"]},
			"integer": {"type": "integer", "minimum": 0, "enum": [1, 2, 3]},
			"boolean": {"type": "boolean", "const": true},
			"list": {"type": "array", "maxLength": 1, "items": {"type": "string", "format": "cid"}}}}}}`)}, diag.ProfileV1))
	v, err := Compile(catalog, Options{}).Validator(lexicon.Reference{NSID: "com.example.all", Name: "main"}, lexicon.PartNone)
	if err != nil {
		t.Fatal(err)
	}
	const good = `{"text": "self", "integer": 3, "boolean": true, "list": ["bafyreiccldh766hwcnuxnf2wh6jgzepf2nlu2lvcllt63eww5p6chi4ity"]}`
	for text, want := range map[string]bool{
		good: true,
		strings.Replace(good, "self", "日本日本日本日本", 1): false,
		strings.Replace(good, "3", "-1", 1):          false,
		strings.Replace(good, "true", "false", 1):    false,
		strings.Replace(good, "[", `["",`, 1):        false,
		strings.Replace(good, "boolean", "more", 1):  false,
	} {
		in := Input{Text: []byte(text)}
		if n := testing.AllocsPerRun(100, func() {
			if v.Clean(in) != want {
				t.Fatalf("%s: Clean = %v", text, !want)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", text, n)
		}
	}
}

// FuzzCheckString compares the verdict, the faults and a second, plain reading of
// the specification.
func FuzzCheckString(f *testing.F) {
	f.Add("alice.example.com", int64(0), int64(300), int64(1), int64(20), uint8(6), "a,b")
	f.Add(family, int64(25), int64(25), int64(1), int64(1), uint8(0), "")
	f.Fuzz(func(t *testing.T, text string, minLength, maxLength, minGraphemes, maxGraphemes int64, format uint8, enum string) {
		if !utf8.ValidString(text) {
			return
		}
		s := &lexicon.String{
			MinLength: lexicon.Some(minLength), MaxLength: lexicon.Some(maxLength),
			MinGraphemes: lexicon.Some(minGraphemes), MaxGraphemes: lexicon.Some(maxGraphemes),
			Format: syntax.Format(format % uint8(len(syntax.Formats())+1)).String(), Enum: strings.Split(enum, ","),
		}
		var want []string
		expect := func(broken bool, field string) {
			if broken {
				want = append(want, field)
			}
		}
		expect(int64(len(text)) > maxLength, "maxLength")
		expect(int64(len(text)) < minLength, "minLength")
		expect(!strings.Contains(","+enum+",", ","+text+",") || strings.Contains(text, ","), "enum")
		expect(syntax.FormatByName(s.Format).Check(text) != nil, "format")
		expect(int64(syntax.Graphemes(text)) > maxGraphemes, "maxGraphemes")
		expect(int64(syntax.Graphemes(text)) < minGraphemes, "minGraphemes")
		var got []string
		for _, fault := range CheckString(s, text) {
			got = append(got, fault.Field)
			if fault.Message == "" || strings.ContainsFunc(fault.Message, func(c rune) bool { return c < ' ' }) {
				t.Errorf("message %q", fault.Message)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q under %+v breaks %v, want %v", text, s, got, want)
		}
	})
}

func BenchmarkStringChecker(b *testing.B) {
	s := &lexicon.String{MaxLength: lexicon.Some[int64](3000), MaxGraphemes: lexicon.Some[int64](300)}
	text := strings.Repeat("A plain sentence of a post. ", 8)
	b.ReportAllocs()
	for b.Loop() {
		CheckString(s, text)
	}
}

package validate

import (
	"bytes"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// searchSchema has a parameter of every type.
const searchSchema = `{"lexicon": 1, "id": "com.example.searchThings", "defs": {"main": {
	"type": "query",
	"parameters": {
		"type": "params",
		"required": ["q"],
		"properties": {
			"q": {"type": "string", "maxLength": 8},
			"limit": {"type": "integer", "minimum": 1, "maximum": 100},
			"exact": {"type": "boolean"},
			"tag": {"type": "array", "maxLength": 3, "items": {"type": "string", "minLength": 1}},
			"year": {"type": "array", "items": {"type": "integer"}},
			"more": {"type": "unknown"}
		}
	}
}}}`

// searchParams returns the validator of the parameters of searchSchema.
func searchParams(t testing.TB) *Validator {
	t.Helper()
	document := lexicon.Parse(&diag.Source{Path: "com/example/searchThings.json", Text: []byte(searchSchema)}, diag.ProfileV1)
	schemas := Compile(lexicon.NewCatalog(document), Options{})
	v, err := schemas.Validator(lexicon.Reference{NSID: "com.example.searchThings", Name: "main"}, lexicon.PartParams)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// pointed renders findings as "rule pointer <text of the span>".
func pointed(result Result) []string {
	var lines []string
	for _, f := range result.Findings {
		lines = append(lines, f.Rule.Code+" "+f.Pointer+" <"+string(f.Source.Text[f.Span.Start:f.Span.End])+">")
	}
	return lines
}

func TestQuery(t *testing.T) {
	v := searchParams(t)
	tests := []struct {
		name, query string
		want        []string
	}{
		{name: "one parameter", query: "q=cats"},
		{name: "question mark and line end", query: "?q=cats\r\n"},
		{name: "all", query: "q=cats&limit=100&exact=false&tag=a&tag=b&year=-1&more=x"},
		{name: "array apart", query: "tag=a&q=cats&tag=b"},
		{name: "empty pairs", query: "&&q=cats&"},
		{name: "empty text", query: "q="},
		{name: "without equals sign", query: "q"},
		{name: "equals sign in a value", query: "q=a=b"},
		{name: "escaped name", query: "%71=cats"},
		{name: "escapes", query: "q=%C3%a9+%26%2B%25"},
		{name: "nothing", query: "", want: []string{"missing-required  <>"}},
		{name: "only a question mark", query: "?", want: []string{"missing-required  <?>"}},
		{name: "second question mark", query: "??q=cats", want: []string{"missing-required  <?>", "unknown-param /?q <?q>"}},
		{name: "bytes after decoding", query: "q=%C3%A9%C3%A9%C3%A9%C3%A9"},
		{name: "too long", query: "q=%C3%A9%C3%A9%C3%A9%C3%A9x", want: []string{"length /q <%C3%A9%C3%A9%C3%A9%C3%A9x>"}},
		{name: "scalar twice", query: "q=a&exact=true&q=b", want: []string{"value-type /q <a&exact=true&q=b>"}},
		{name: "scalar thrice, some of it no text", query: "q=a&q=%zz&q=%FF", want: []string{
			"value-type /q <a&q=%zz&q=%FF>", "data-model /q/1 <%zz>", "data-model /q/2 <%FF>",
		}},
		{name: "number out of range", query: "q=a&limit=0", want: []string{"range /limit <0>"}},
		{name: "minus zero", query: "q=a&year=-0&year=9223372036854775807&year=-9223372036854775808"},
		{name: "spellings of integers", query: "q=a&year=1.0&year=1e3&year=%2B1&year=007&year=&year=-&year=0x1&year=+1", want: []string{
			"value-type /year/0 <1.0>", "value-type /year/1 <1e3>", "value-type /year/2 <%2B1>", "value-type /year/3 <007>",
			"value-type /year/4 <>", "value-type /year/5 <->", "value-type /year/6 <0x1>", "value-type /year/7 <+1>",
		}},
		{name: "integer beyond 64 bits", query: "q=a&limit=9223372036854775808", want: []string{"data-model /limit <9223372036854775808>"}},
		{name: "spellings of booleans", query: "q=a&exact=True", want: []string{"value-type /exact <True>"}},
		{name: "boolean as a number", query: "q=a&exact=1", want: []string{"value-type /exact <1>"}},
		{name: "empty element", query: "q=a&tag=a&tag=", want: []string{"length /tag/1 <>"}},
		{name: "too many elements", query: "tag=a&tag=b&q=a&tag=c&tag=d", want: []string{"length /tag <a&tag=b&q=a&tag=c&tag=d>"}},
		{name: "unknown parameter", query: "q=a&lmit=1&lmit=2", want: []string{"unknown-param /lmit <lmit>"}},
		{name: "names of the data model", query: "q=a&$type=x&$link=y", want: []string{"unknown-param /$type <$type>", "unknown-param /$link <$link>"}},
		{name: "unknown given twice", query: "q=a&more=1&more=2"},
		{name: "broken escape", query: "q=100%", want: []string{"data-model /q <100%>"}},
		{name: "half an escape before the next pair", query: "q=%4&limit=1", want: []string{"data-model /q <%4>"}},
		{name: "escape with a sign", query: "q=%+1", want: []string{"data-model /q <%+1>"}},
		{name: "bytes that are not UTF-8", query: "q=a&tag=%FF", want: []string{"data-model /tag/0 <%FF>"}},
		{name: "half a surrogate pair", query: "q=%ED%A0%80", want: []string{"data-model /q <%ED%A0%80>"}},
		{name: "broken name", query: "q=a&%zz=1", want: []string{"data-model  <%zz>"}},
		{name: "typed JSON", query: ` {"q": "a", "limit": "5"}`, want: []string{`value-type /limit <"5">`}},
		{name: "byte-order mark", query: "\uFEFFq=a&limit=x", want: []string{"byte-order-mark  <\uFEFF>", "value-type /limit <x>"}},
		{name: "byte-order mark before JSON", query: "\uFEFF" + `{"q": "a"}`, want: []string{"byte-order-mark  <\uFEFF>"}},
		{name: "a JSON string", query: `"q=a"`, want: []string{`unknown-param /"q <"q>`, `missing-required  <">`}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			in := Input{Path: "query.txt", Text: []byte(test.query), Encoding: Query}
			if got := pointed(v.Check(in)); !slices.Equal(got, test.want) {
				t.Errorf("%q\n got %q\nwant %q", test.query, got, test.want)
			}
			if clean := v.Clean(in); clean != (test.want == nil) {
				t.Errorf("%q: Clean = %v", test.query, clean)
			}
		})
	}
}

func TestQueryMessages(t *testing.T) {
	v := searchParams(t)
	for query, want := range map[string]string{
		"q=a&q=b":        `"q" is given 2 times, but only array parameters can be repeated`,
		"q=a&limit=ten":  `"limit" must be an integer, but is the string "ten"`,
		"q=a&year=1&s=%": `"s" contains a % that is not followed by two hex digits: "%"`,
		"q=a&%5=":        `the value has a parameter whose name contains a % that is not followed by two hex digits: "%5"`,
		"q=%ff":          `"q" is not valid UTF-8: "\xff"`,
	} {
		found := v.Check(Input{Text: []byte(query), Encoding: Query}).Findings
		if len(found) == 0 || !slices.ContainsFunc(found, func(f diag.Finding) bool { return f.Message == want }) {
			t.Errorf("%s: want %q among %v", query, want, found)
		}
	}
}

func TestQueryLines(t *testing.T) {
	v := searchParams(t)
	tests := []struct {
		line string
		want []string
	}{
		{`"q=cats&tag=a"`, nil},
		{` "?q=cats" `, nil},
		{`{"q": "cats", "limit": 0}`, []string{"range /limit <0>"}},
		{`"q=cats&limit=0"`, []string{"range /limit <0>"}},
		{`"q=cats\u0026limit=0"`, []string{"range /limit <0>"}},
		{`"q=\u00e9\ud83d\ude00\t&limit=\u0030&tag=a"`, []string{`range /limit <\u0030>`}},
		{`"q=\u0061&%ff=1&%ff=2"`, []string{"data-model  <%ff>", "data-model  <%ff>"}},
		{`"{}"`, []string{"unknown-param /{} <{}>", "missing-required  <{>"}},
		{`["q=cats"]`, []string{`value-type  <["q=cats"]>`}},
		{`"q=cats`, []string{`json-syntax  <>`}},
	}
	for _, test := range tests {
		if got := pointed(v.full(&Input{Text: []byte(test.line), line: true})); !slices.Equal(got, test.want) {
			t.Errorf("%s\n got %q\nwant %q", test.line, got, test.want)
		}
	}
}

// FuzzQuery compares the decoding with another reader of forms. It refuses
// semicolons, which are plain characters here.
func FuzzQuery(f *testing.F) {
	for _, seed := range []string{"", "?q=a&b=%20+", "a=1&b&=x&a=%C3%A9", "q=%zz&%=1&q=%ff&r=1", "a=b=c&&"} {
		f.Add([]byte(seed))
	}
	v := searchParams(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		if bytes.ContainsRune(text, ';') {
			return
		}
		r := v.begin()
		defer v.end(r)
		faults := r.ReadQuery(text, (&objectChecker{}).paramType)
		got := url.Values{}
		for k := uint32(1); k < uint32(len(r.Tokens)); k = r.Tokens[k+1].Next {
			name, value := r.Text(k), k+1
			if first, last := value, r.Tokens[value].Next; r.Tokens[value].Kind == datamodel.Array {
				for value = first + 1; value < last; value = r.Tokens[value].Next {
					got[name] = append(got[name], r.Text(value))
				}
				continue
			}
			got[name] = append(got[name], r.Text(value))
		}
		want, err := url.ParseQuery(strings.TrimPrefix(string(text), "?"))
		broken := err != nil
		for name, values := range want {
			for _, value := range append(values, name) {
				broken = broken || !utf8.ValidString(value)
			}
		}
		if broken != (len(faults) > 0) {
			t.Fatalf("%q: faults %v, the other reader says %v", text, faults, err)
		}
		if !broken && got.Encode() != want.Encode() {
			t.Fatalf("%q\n got %q\nwant %q", text, got, want)
		}
		// Whatever it says, it points into the text.
		for _, f := range v.Check(Input{Text: text, Encoding: Query}).Findings {
			if f.Span.Start < 0 || f.Span.End < f.Span.Start || int(f.Span.End) > len(text) {
				t.Fatalf("%q: %s at %v", text, f.Message, f.Span)
			}
		}
	})
}

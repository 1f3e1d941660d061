package jsontree

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

func TestMalformedJSON(t *testing.T) {
	for group, cases := range jsonCases {
		t.Run(group, func(t *testing.T) {
			for _, c := range cases {
				tree, found := read(c.text)
				if got := lines(found); !slices.Equal(got, c.found) {
					t.Errorf("%q:\n got %q\nwant %q", c.text, got, c.found)
				}
				if tree.Partial == c.whole {
					t.Errorf("%q: read to its end: %v, want %v", c.text, !tree.Partial, c.whole)
				}
			}
		})
	}
}

// lines returns findings in the form of the test tables.
func lines(found []diag.Finding) []string {
	var all []string
	for _, f := range found {
		all = append(all, fmt.Sprintf("%s %d-%d %s: %s", f.Rule.Code, f.Span.Start, f.Span.End, f.Pointer, f.Message))
	}
	return all
}

func TestOpenBracketsAreCounted(t *testing.T) {
	_, found := read(strings.Repeat("[", 9))
	if got := found[0].Help; got != "close the 9 objects and arrays that are still open" {
		t.Errorf("help is %q", got)
	}
}

// TestHelp pins help that depends on the mistake.
func TestHelp(t *testing.T) {
	const anyValue = "write an object, an array, a string in double quotes, a number, true, false, or null"
	for text, help := range map[string]string{
		`{"a":1]}`: `write "}" instead`, `[{"a":1]`: `close the object with "}" first`, `[[{"a":[1]]`: `close the object with "}" first`,
		`[1}`: `write "]" instead`, `{"a":[1}`: `close the array with "]" first`, `{"a" => 1}`: `write ":" instead of "=>"`,
		`{"a"="b"}`: `write ":" instead`, `{"a";1}`: `write ":" instead`, `{"a",1}`: "add a colon between the name and its value",
		`{"a":1;"b":2}`: `write "," instead`, `[1;2]`: `write "," instead`, `{"a":1; }`: "remove it", `[1;]`: "remove it",
		`{"a":”x”}`: `use straight double quotes (")`,
		`{"a":“x”}`: `use straight double quotes (")`, `{“a”:1}`: `use straight double quotes (")`,
		`{"a":True}`: "write true", `[FALSE]`: "write false", `[None]`: "write null", `nil`: "write null", `[nilly]`: anyValue, `[NaN]`: anyValue,
	} {
		if _, found := read(text); len(found) != 1 || found[0].Help != help {
			t.Errorf("%s: %+v", text, found)
		}
	}
}

// notText returns the findings on that many bytes, each after a letter, which are
// not valid UTF-8.
func notText(n int) []string {
	found := make([]string, n)
	for i := range found {
		found[i] = fmt.Sprintf("json-syntax %d-%d : invalid UTF-8", 2*i, 2*i+1)
	}
	return found
}

// jsonCase is a malformed text and what reading it finds, each finding as
// "rule start-end pointer: message".
type jsonCase struct {
	text  string
	found []string
	whole bool // the text is read to its end all the same
}

var jsonCases = map[string][]jsonCase{
	"comments and commas": {
		{"[1 // one\n]", []string{`json-syntax 3-9 : JSON does not allow comments`}, true},
		{"[1 // one\r\n]", []string{`json-syntax 3-9 : JSON does not allow comments`}, true},
		{"/* x\ny */{}", []string{`json-syntax 0-9 : JSON does not allow comments`}, true},
		{`["// not /* one"]`, nil, true},
		{`["\" // not"]`, nil, true},
		{`{} // end`, []string{`json-syntax 3-9 : JSON does not allow comments`}, true},
		{`[1,]`, []string{`json-syntax 2-3 : JSON does not allow a trailing comma`}, true},
		{`{"a": 1 , }`, []string{`json-syntax 8-9 : JSON does not allow a trailing comma`}, true},
		{`[1, /* x */ ]`, []string{`json-syntax 2-3 : JSON does not allow a trailing comma`, `json-syntax 4-11 : JSON does not allow comments`}, true},
		{`[[1,],{"a":[2,],},]`, []string{
			`json-syntax 3-4 /0: JSON does not allow a trailing comma`,
			`json-syntax 13-14 /1/a: JSON does not allow a trailing comma`,
			`json-syntax 15-16 /1: JSON does not allow a trailing comma`,
			`json-syntax 17-18 : JSON does not allow a trailing comma`,
		}, true},
		{`{"a": 1, // x` + "\n" + `"a": 2}`, []string{
			`json-syntax 9-13 : JSON does not allow comments`,
			`duplicate-key 14-17 /a: the key "a" appears twice in this object`,
		}, true},
		{`[1, /* x`, []string{`json-syntax 4-8 : JSON does not allow comments`, `json-syntax 8-8 : unexpected end of the JSON text`}, false},
		{`//`, []string{`json-syntax 0-2 : JSON does not allow comments`, `json-syntax 2-2 : unexpected end of the JSON text`}, false},
		{`[/`, []string{`json-syntax 1-2 /0: expected a JSON value, found "/"`}, false},
		{`[1, // x` + "\n" + ` y, "a: "https://example.com"]`, []string{
			`json-syntax 4-8 : JSON does not allow comments`, `json-syntax 10-11 /1: expected a JSON value, found "y"`,
		}, false},
	},
	"missing": {
		{`[1 2]`, []string{`json-syntax 3-4 /1: expected "," or "]", found "2"`}, true},
		{`["a" "b"]`, []string{`json-syntax 5-6 /1: expected "," or "]", found '"'`}, true},
		{`["a""b" "c"]`, []string{`json-syntax 4-5 : expected "," or "]", found '"'`}, false},
		{`[{} {}]`, []string{`json-syntax 4-5 /1: expected "," or "]", found "{"`}, true},
		{`[{}{}]`, []string{`json-syntax 3-4 : expected "," or "]", found "{"`}, false},
		{"[[] // x\n {}\n /* y */ null\n]", []string{
			`json-syntax 4-8 : JSON does not allow comments`, `json-syntax 10-11 /1: expected "," or "]", found "{"`,
			`json-syntax 14-21 : JSON does not allow comments`, `json-syntax 22-23 /2: expected "," or "]", found "null"`,
		}, true},
		{`["a" "b": 1]`, []string{`json-syntax 5-6 : expected "," or "]", found '"'`}, false},
		{`{"a": "b" "c"}`, []string{`json-syntax 10-11 : expected "," or "}", found '"'`}, false},
		{`{"a": [1 2] "b": {"c": 3 "d": 4}}`, []string{
			`json-syntax 9-10 /a/1: expected "," or "]", found "2"`, `json-syntax 12-13 : expected "," or "}", found '"'`,
			`json-syntax 25-26 /b: expected "," or "}", found '"'`,
		}, true},
		{`{"a": "x" 'b': tru, "c": 1 "d": 2}`, []string{
			`json-syntax 10-11 : expected "," or "}", found "'"`, `json-syntax 10-11 : strings must be in double quotes, not single quotes`,
			`json-syntax 15-16 /b: expected a JSON value, found "tru"`,
		}, false},
		{`{"x": {"a": 1]}`, []string{`json-syntax 13-14 /x: expected "," or "}", found "]"`}, false},
		{`{{"a": 1}: 2}`, []string{`json-syntax 1-2 : expected a name in double quotes, found "{"`}, false},
		{`{"a": 1, tru`, []string{`json-syntax 9-10 : expected a name in double quotes, found "tru"`}, false},
		{`[1, /* x */ 2, tru]`, []string{`json-syntax 4-11 : JSON does not allow comments`, `json-syntax 15-16 /2: expected a JSON value, found "tru"`}, false},
		{`[1}`, []string{`json-syntax 2-3 : expected "," or "]", found "}"`}, false},
		{`["a":1]`, []string{`json-syntax 4-5 : expected "," or "]", found ":"`}, false},
		{`{"a":1 "b":2}`, []string{`json-syntax 7-8 : expected "," or "}", found '"'`}, true},
		{`{"a":1 b:2}`, []string{`json-syntax 7-8 : expected "," or "}", found "b"`}, false},
		{`{"a":1:2}`, []string{`json-syntax 6-7 : expected "," or "}", found ":"`}, false},
		{`{"a":1]`, []string{`json-syntax 6-7 : expected "," or "}", found "]"`}, false},
		{`{"a": 1;}`, []string{`json-syntax 7-8 : expected "," or "}", found ";"`}, false},
		{"[1\u00a0]", []string{`json-syntax 2-4 : expected "," or "]", found "\u00a0"`}, false},
		{`{"a" 1}`, []string{`json-syntax 5-6 /a: expected a colon, found "1"`}, false},
		{`{"a" {}}`, []string{`json-syntax 5-6 /a: expected a colon, found "{"`}, false},
		{`{"a"}`, []string{`json-syntax 4-5 /a: expected a colon, found "}"`}, false},
		{`{"a",1}`, []string{`json-syntax 4-5 /a: expected a colon, found ","`}, false},
		{`{"a":}`, []string{`json-syntax 5-6 /a: expected a JSON value, found "}"`}, false},
		{`{"a":,}`, []string{`json-syntax 5-6 /a: unexpected comma`}, false},
		{`{"a":,"b":1}`, []string{`json-syntax 5-6 /a: unexpected comma`}, false},
		{`{,"b":1}`, []string{`json-syntax 1-2 : unexpected comma`}, false},
		{`[,1]`, []string{`json-syntax 1-2 : unexpected comma`}, false},
		{`[1,,2]`, []string{`json-syntax 3-4 /1: unexpected comma`}, false},
		{`]`, []string{`json-syntax 0-1 : expected a JSON value, found "]"`}, false},
		{`:`, []string{`json-syntax 0-1 : expected a JSON value, found ":"`}, false},
	},
	"strings": {
		{`{a:1}`, []string{`json-syntax 1-2 : expected a name in double quotes, found "a"`}, false},
		{`{"a":1,b:1}`, []string{`json-syntax 7-8 : expected a name in double quotes, found "b"`}, false},
		{`{1:1}`, []string{`json-syntax 1-2 : expected a name in double quotes, found "1"`}, false},
		{`{'a':1}`, []string{`json-syntax 1-2 : strings must be in double quotes, not single quotes`}, true},
		{`{"a":'x'}`, []string{`json-syntax 5-6 /a: strings must be in double quotes, not single quotes`}, true},
		{`['a', "b", 'c\n']`, []string{
			`json-syntax 1-2 /0: strings must be in double quotes, not single quotes`, `json-syntax 11-12 /2: strings must be in double quotes, not single quotes`,
		}, true},
		{`['a"', 'b']`, []string{`json-syntax 1-2 /0: strings must be in double quotes, not single quotes`}, false},
		{`['a\'', 'b']`, []string{`json-syntax 1-2 /0: strings must be in double quotes, not single quotes`}, false},
		{"['a\n']", []string{`json-syntax 1-2 /0: strings must be in double quotes, not single quotes`}, false},
		{`['a]`, []string{`json-syntax 1-2 /0: strings must be in double quotes, not single quotes`}, false},
		{"[\"a\nb\"]", []string{`json-syntax 3-4 /0: unescaped control character "\n" in a string`}, false},
		{"{\"a\x1bb\": 1}", []string{`json-syntax 3-4 : unescaped control character "\x1b" in a string`}, false},
		{"[\x00]", []string{`json-syntax 1-2 /0: expected a JSON value, found "\x00"`}, false},
		{"{\v}", []string{`json-syntax 1-2 : expected a name in double quotes, found "\v"`}, false},
		{`["a\x"]`, []string{`json-syntax 3-4 /0: invalid escape sequence`}, false},
		{`["\u12g4"]`, []string{`json-syntax 2-3 /0: invalid escape sequence`}, false},
		{`["\ud800"]`, []string{`json-syntax 2-8 /0: unpaired surrogate`}, true},
		{`["x\udc00"]`, []string{`json-syntax 3-9 /0: unpaired surrogate`}, true},
		{`["\udc00\ud800"]`, []string{`json-syntax 2-8 /0: unpaired surrogate`}, true},
		{`["\uD83D\uD83D\uDE00"]`, []string{`json-syntax 2-8 /0: unpaired surrogate`}, true},
		{`{"a": {"\ud800": 1}}`, []string{`json-syntax 8-14 /a: unpaired surrogate`}, true},
		{`["\ud83d\ude00", "\\ud800", "\uFFFD", "\ud7ff\ue000"]`, nil, true},
	},
	"numbers and words": {
		{`[01]`, []string{`json-syntax 1-2 /0: a number must not start with 0`}, false},
		{`-01`, []string{`json-syntax 0-2 : a number must not start with 0`}, false},
		{`{"a": 00}`, []string{`json-syntax 6-7 /a: a number must not start with 0`}, false},
		{`[+1]`, []string{`json-syntax 1-2 /0: expected a JSON value, found "+"`}, false},
		{`[.5]`, []string{`json-syntax 1-2 /0: expected a JSON value, found ".5"`}, false},
		{`[1.]`, []string{`json-syntax 3-4 /0: incomplete number`}, false},
		{`[-]`, []string{`json-syntax 2-3 /0: incomplete number`}, false},
		{`[-x]`, []string{`json-syntax 2-3 /0: incomplete number`}, false},
		{`[1e}`, []string{`json-syntax 3-4 /0: incomplete number`}, false},
		{`[NaN]`, []string{`json-syntax 1-2 /0: expected a JSON value, found "NaN"`}, false},
		{`[True]`, []string{`json-syntax 1-2 /0: expected a JSON value, found "True"`}, false},
		{`[tru]`, []string{`json-syntax 1-2 /0: expected a JSON value, found "tru"`}, false},
		{`[tru,1]`, []string{`json-syntax 1-2 /0: expected a JSON value, found "tru"`}, false},
		{`{"a": {"b":  tru}}`, []string{`json-syntax 13-14 /a/b: expected a JSON value, found "tru"`}, false},
		{`[nulL]`, []string{`json-syntax 1-2 /0: expected a JSON value, found "nulL"`}, false},
		{`[0, -0, 0.5, 1e3, true, false, null]`, nil, true},
	},
	"encoding": {
		{"\uFEFF{}", []string{`byte-order-mark 0-3 : the file begins with a byte-order mark`}, true},
		{"\uFEFF[1,]", []string{`byte-order-mark 0-3 : the file begins with a byte-order mark`, `json-syntax 5-6 : JSON does not allow a trailing comma`}, true},
		{"\uFEFF", []string{`byte-order-mark 0-3 : the file begins with a byte-order mark`, `json-syntax 3-3 : the file is empty`}, false},
		{"[\uFEFF]", []string{`json-syntax 1-4 /0: expected a JSON value, found "\ufeff"`}, false},
		{"{}\uFEFF", []string{`json-syntax 2-5 : unexpected text after the JSON value`}, false},
		{"[\"\uFEFF\"]", nil, true},
		{"[\"a\xffb\xfe\xfe\", \"\xed\xa0\x80\"]", []string{
			`json-syntax 3-4 : invalid UTF-8`, `json-syntax 5-7 : invalid UTF-8`, `json-syntax 11-14 : invalid UTF-8`,
		}, true},
		{"\xff" + strings.Repeat("a\xff", 10), append(notText(9), `json-syntax 18-19 : invalid UTF-8, also in 1 more place`), false},
		{"\xff" + strings.Repeat("a\xff", 5000), append(notText(9), `json-syntax 18-19 : invalid UTF-8, also in 4991 more places`), false},
		{"\xff" + strings.Repeat("a\xff", 9), notText(10), false},
		{"{\xff}", []string{`json-syntax 1-2 : invalid UTF-8`}, false},
		{"", []string{`json-syntax 0-0 : the file is empty`}, false},
		{" \r\n\t", []string{`json-syntax 0-0 : the file is empty`}, false},
	},
	"whole text": {
		{`{} {}`, []string{`json-syntax 3-4 : unexpected text after the JSON value`}, false},
		{"{}\nü", []string{`json-syntax 3-5 : unexpected text after the JSON value`}, false},
		{`0 1`, []string{`json-syntax 2-3 : unexpected text after the JSON value`}, false},
		{`["a`, []string{`json-syntax 3-3 /0: unexpected end of the JSON text`}, false},
		{`{"a":1,"\u0061":2}`, []string{`duplicate-key 7-15 /a: the key "a" appears twice in this object`}, true},
		{`[{"a/~":1,"b":{},"a/~":[],"a/~":0}]`, []string{
			`duplicate-key 17-22 /0/a~1~0: the key "a/~" appears twice in this object`,
			`duplicate-key 26-31 /0/a~1~0: the key "a/~" appears twice in this object`,
		}, true},
		{`{"a":1,"a":{"b":"\ud800","b":2},"c":1,"c":1}`, []string{
			`duplicate-key 7-10 /a: the key "a" appears twice in this object`,
			`json-syntax 17-23 /a: unpaired surrogate`,
			`duplicate-key 38-41 /c: the key "c" appears twice in this object`,
		}, true},
		{`{"a":1,"a":`, []string{`duplicate-key 7-10 /a: the key "a" appears twice in this object`, `json-syntax 11-11 /a: unexpected end of the JSON text`}, false},
		{`{"":1,"":2}`, []string{`duplicate-key 6-8 /: the key "" appears twice in this object`}, true},
	},
}

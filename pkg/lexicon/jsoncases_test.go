package lexicon

import (
	"fmt"
	"strings"
)

// binary returns the findings on that many bytes, each after a letter, which are
// not UTF-8.
func binary(n int) []string {
	found := make([]string, n)
	for i := range found {
		found[i] = fmt.Sprintf("json-syntax %d-%d : these bytes are not UTF-8", 2*i, 2*i+1)
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
		{"[1 // one\n]", []string{`json-syntax 3-9 : JSON has no comments`}, true},
		{"[1 // one\r\n]", []string{`json-syntax 3-9 : JSON has no comments`}, true},
		{"/* x\ny */{}", []string{`json-syntax 0-9 : JSON has no comments`}, true},
		{`["// not /* one"]`, nil, true},
		{`["\" // not"]`, nil, true},
		{`{} // end`, []string{`json-syntax 3-9 : JSON has no comments`}, true},
		{`[1,]`, []string{`json-syntax 2-3 : JSON allows no comma after the last element`}, true},
		{`{"a": 1 , }`, []string{`json-syntax 8-9 : JSON allows no comma after the last element`}, true},
		{`[1, /* x */ ]`, []string{`json-syntax 2-3 : JSON allows no comma after the last element`, `json-syntax 4-11 : JSON has no comments`}, true},
		{`[[1,],{"a":[2,],},]`, []string{
			`json-syntax 3-4 : JSON allows no comma after the last element`,
			`json-syntax 13-14 : JSON allows no comma after the last element`,
			`json-syntax 15-16 : JSON allows no comma after the last element`,
			`json-syntax 17-18 : JSON allows no comma after the last element`,
		}, true},
		{`{"a": 1, // x` + "\n" + `"a": 2}`, []string{
			`json-syntax 9-13 : JSON has no comments`,
			`duplicate-key 14-17 /a: the key "a" stands twice in this object`,
		}, true},
		{`[1, /* x`, []string{`json-syntax 4-8 : JSON has no comments`, `json-syntax 8-8 : the text ends early`}, false},
		{`//`, []string{`json-syntax 0-2 : JSON has no comments`, `json-syntax 2-2 : the text ends early`}, false},
		{`[/`, []string{`json-syntax 1-2 /0: expected a JSON value, found "/"`}, false},
		{`[1, // x` + "\n" + ` y, "a: "https://example.com"]`, []string{
			`json-syntax 4-8 : JSON has no comments`, `json-syntax 10-11 /1: expected a JSON value, found "y"`,
		}, false},
	},
	"missing": {
		{`[1 2]`, []string{`json-syntax 3-4 : expected a comma or ], found "2"`}, false},
		{`["a" "b"]`, []string{`json-syntax 5-6 : expected a comma or ], found "\""`}, false},
		{`[{} {}]`, []string{`json-syntax 4-5 : expected a comma or ], found "{"`}, false},
		{`[1}`, []string{`json-syntax 2-3 : expected a comma or ], found "}"`}, false},
		{`["a":1]`, []string{`json-syntax 4-5 : expected a comma or ], found ":"`}, false},
		{`{"a":1 "b":2}`, []string{`json-syntax 7-8 : expected a comma or }, found "\""`}, false},
		{`{"a":1 b:2}`, []string{`json-syntax 7-8 : expected a comma or }, found "b"`}, false},
		{`{"a":1:2}`, []string{`json-syntax 6-7 : expected a comma or }, found ":"`}, false},
		{`{"a":1]`, []string{`json-syntax 6-7 : expected a comma or }, found "]"`}, false},
		{`{"a": 1;}`, []string{`json-syntax 7-8 : expected a comma or }, found ";"`}, false},
		{"[1\u00a0]", []string{`json-syntax 2-4 : expected a comma or ], found "\u00a0"`}, false},
		{`{"a" 1}`, []string{`json-syntax 5-6 /a: expected a colon, found "1"`}, false},
		{`{"a" {}}`, []string{`json-syntax 5-6 /a: expected a colon, found "{"`}, false},
		{`{"a"}`, []string{`json-syntax 4-5 /a: expected a colon, found "}"`}, false},
		{`{"a",1}`, []string{`json-syntax 4-5 /a: expected a colon, found ","`}, false},
		{`{"a":}`, []string{`json-syntax 5-6 /a: expected a JSON value, found "}"`}, false},
		{`{"a":,}`, []string{`json-syntax 5-6 : JSON allows no comma after the last element`, `json-syntax 6-7 /a: expected a JSON value, found "}"`}, false},
		{`{"a":,"b":1}`, []string{`json-syntax 5-6 /a: there is nothing before this comma`}, false},
		{`{,"b":1}`, []string{`json-syntax 1-2 : there is nothing before this comma`}, false},
		{`[,1]`, []string{`json-syntax 1-2 : there is nothing before this comma`}, false},
		{`[1,,2]`, []string{`json-syntax 3-4 /1: there is nothing before this comma`}, false},
		{`]`, []string{`json-syntax 0-1 : expected a JSON value, found "]"`}, false},
		{`:`, []string{`json-syntax 0-1 : expected a JSON value, found ":"`}, false},
	},
	"strings": {
		{`{a:1}`, []string{`json-syntax 1-2 : expected a name in double quotes, found "a"`}, false},
		{`{"a":1,b:1}`, []string{`json-syntax 7-8 : expected a name in double quotes, found "b"`}, false},
		{`{1:1}`, []string{`json-syntax 1-2 : expected a name in double quotes, found "1"`}, false},
		{`{'a':1}`, []string{`json-syntax 1-2 : a string is written with " in JSON, not with '`}, false},
		{`{"a":'x'}`, []string{`json-syntax 5-6 /a: a string is written with " in JSON, not with '`}, false},
		{"[\"a\nb\"]", []string{`json-syntax 3-4 /0: a control character ("\n") must be escaped in a string`}, false},
		{"{\"a\x1bb\": 1}", []string{`json-syntax 3-4 : a control character ("\x1b") must be escaped in a string`}, false},
		{"[\x00]", []string{`json-syntax 1-2 /0: expected a JSON value, found "\x00"`}, false},
		{"{\v}", []string{`json-syntax 1-2 : expected a name in double quotes, found "\v"`}, false},
		{`["a\x"]`, []string{`json-syntax 3-4 /0: this is no escape of JSON`}, false},
		{`["\u12g4"]`, []string{`json-syntax 2-3 /0: this is no escape of JSON`}, false},
		{`["\ud800"]`, []string{`json-syntax 2-8 /0: half of a surrogate pair is no character`}, true},
		{`["x\udc00"]`, []string{`json-syntax 3-9 /0: half of a surrogate pair is no character`}, true},
		{`["\udc00\ud800"]`, []string{`json-syntax 2-8 /0: half of a surrogate pair is no character`}, true},
		{`["\uD83D\uD83D\uDE00"]`, []string{`json-syntax 2-8 /0: half of a surrogate pair is no character`}, true},
		{`{"a": {"\ud800": 1}}`, []string{`json-syntax 8-14 /a: half of a surrogate pair is no character`}, true},
		{`["\ud83d\ude00", "\\ud800", "\uFFFD", "\ud7ff\ue000"]`, nil, true},
	},
	"numbers and words": {
		{`[01]`, []string{`json-syntax 1-2 /0: a number must not begin with 0`}, false},
		{`-01`, []string{`json-syntax 0-2 : a number must not begin with 0`}, false},
		{`{"a": 00}`, []string{`json-syntax 6-7 /a: a number must not begin with 0`}, false},
		{`[+1]`, []string{`json-syntax 1-2 /0: expected a JSON value, found "+"`}, false},
		{`[.5]`, []string{`json-syntax 1-2 /0: expected a JSON value, found ".5"`}, false},
		{`[1.]`, []string{`json-syntax 3-4 /0: a number is not finished`}, false},
		{`[-]`, []string{`json-syntax 2-3 /0: a number is not finished`}, false},
		{`[-x]`, []string{`json-syntax 2-3 /0: a number is not finished`}, false},
		{`[1e}`, []string{`json-syntax 3-4 /0: a number is not finished`}, false},
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
		{"\uFEFF[1,]", []string{`byte-order-mark 0-3 : the file begins with a byte-order mark`, `json-syntax 5-6 : JSON allows no comma after the last element`}, true},
		{"\uFEFF", []string{`byte-order-mark 0-3 : the file begins with a byte-order mark`, `json-syntax 3-3 : the file is empty`}, false},
		{"[\uFEFF]", []string{`json-syntax 1-4 /0: expected a JSON value, found "\ufeff"`}, false},
		{"{}\uFEFF", []string{`json-syntax 2-5 : there is text after the end of the JSON value`}, false},
		{"[\"\uFEFF\"]", nil, true},
		{"[\"a\xffb\xfe\xfe\", \"\xed\xa0\x80\"]", []string{
			`json-syntax 3-4 : these bytes are not UTF-8`, `json-syntax 5-7 : these bytes are not UTF-8`, `json-syntax 11-14 : these bytes are not UTF-8`,
		}, true},
		{"\xff" + strings.Repeat("a\xff", 10), append(binary(9), `json-syntax 18-19 : these bytes are not UTF-8, nor are those at 1 more place`), false},
		{"\xff" + strings.Repeat("a\xff", 5000), append(binary(9), `json-syntax 18-19 : these bytes are not UTF-8, nor are those at 4991 more places`), false},
		{"\xff" + strings.Repeat("a\xff", 9), binary(10), false},
		{"{\xff}", []string{`json-syntax 1-2 : these bytes are not UTF-8`}, false},
		{"", []string{`json-syntax 0-0 : the file is empty`}, false},
		{" \r\n\t", []string{`json-syntax 0-0 : the file is empty`}, false},
	},
	"whole text": {
		{`{} {}`, []string{`json-syntax 3-4 : there is text after the end of the JSON value`}, false},
		{"{}\nü", []string{`json-syntax 3-5 : there is text after the end of the JSON value`}, false},
		{`0 1`, []string{`json-syntax 2-3 : there is text after the end of the JSON value`}, false},
		{`["a`, []string{`json-syntax 3-3 /0: the text ends early`}, false},
		{`{"a":1,"\u0061":2}`, []string{`duplicate-key 7-15 /a: the key "a" stands twice in this object`}, true},
		{`[{"a/~":1,"b":{},"a/~":[],"a/~":0}]`, []string{
			`duplicate-key 17-22 /0/a~1~0: the key "a/~" stands twice in this object`,
			`duplicate-key 26-31 /0/a~1~0: the key "a/~" stands twice in this object`,
		}, true},
		{`{"a":1,"a":{"b":"\ud800","b":2},"c":1,"c":1}`, []string{
			`duplicate-key 7-10 /a: the key "a" stands twice in this object`,
			`json-syntax 17-23 /a: half of a surrogate pair is no character`,
			`duplicate-key 38-41 /c: the key "c" stands twice in this object`,
		}, true},
		{`{"a":1,"a":`, []string{`duplicate-key 7-10 /a: the key "a" stands twice in this object`, `json-syntax 11-11 /a: the text ends early`}, false},
		{`{"":1,"":2}`, []string{`duplicate-key 6-8 /: the key "" stands twice in this object`}, true},
	},
}

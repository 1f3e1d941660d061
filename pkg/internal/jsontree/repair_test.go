package jsontree

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// TestRepairs makes all fixes of a malformed text, as often as there are any.
func TestRepairs(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"byte-order mark", "\uFEFF[1]", "[1]"},
		{"trailing comma", `[1, 2, ]`, `[1, 2 ]`},
		{"trailing commas", "{\n  \"a\": [1,],\n}", "{\n  \"a\": [1]\n}"},
		{"missing commas", `[1 2 {"a": 1 "b": []} "c"]`, `[1, 2, {"a": 1, "b": []}, "c"]`},
		{"missing commas at line ends", "{\n  \"a\": 1\n  \"b\": 2\r\n  \"c\": 3\n}", "{\n  \"a\": 1,\n  \"b\": 2,\r\n  \"c\": 3\n}"},
		{"missing comma without white space", `[1, {}{}"a"]`, `[1, {},{},"a"]`},
		{"missing comma before a comment", "[1 // one\n2]", "[1,\n2]"},
		{"single quotes", `{'a': 'b', 'c\n': ['']}`, `{"a": "b", "c\n": [""]}`},
		{"quotes in single quotes", `{'say "a"': 'it\'s \"a\" \\'}`, `{"say \"a\"": "it's \"a\" \\"}`},
		{"comment behind a value", "[1, // one\n2] ", "[1,\n2] "},
		{"comment before a value", "[/* a */ 1]", "[ 1]"},
		{"comment at the start of a line", "[\n  /* a */ 1]", "[\n  1]"},
		{"comment on lines of its own", "{\n  // a\n  /* b\n     c */\r\n  \"d\": 1\n}\n", "{\n  \"d\": 1\n}\n"},
		{"comment at the end", "{}\n// a", "{}\n"},
		{"comments in a row", "[1 /* a */ /* b */]", "[1]"},
		{"comment before a comma", "[1 /* a */, 2]", "[1, 2]"},
		{"comment between values", "[1 /* a */2, {/* b */\"c\": 1, /* d */ \"e\": 2}]", "[1, 2, {\"c\": 1, \"e\": 2}]"},
		{"all at once", "\uFEFF{'a': 1 // one\n \"b\": [2, 3,],}", "{\"a\": 1,\n \"b\": [2, 3]}"},
		{"comment between tokens", "[1/* a */2, 3/**//**/4, {\"a\":/* b */1/* c */}]", "[1, 2, 3,  4, {\"a\":1}]"},
		{"comment without an end", "[1, /* a", "[1, /* a"},
		{"single quotes at the end", "{'a': ['b', 'c' /* d */], 'e': 'f' // g\n}", "{\"a\": [\"b\", \"c\"], \"e\": \"f\"\n}"},
		{"single quotes for a value", `'a'`, `"a"`},
		{"apostrophe", `{'a': 'the user's name.', 'b': 1}`, `{'a': 'the user's name.', 'b': 1}`},
		{"apostrophe on another line", "{'a': 1,\n'b': 'the user's'}", "{\"a\": 1,\n'b': 'the user's'}"},
		{"apostrophe in an array", `['it's ok']`, `['it's ok']`},
		{"apostrophe before a comma", `['the users', and others', 'b']`, `['the users', and others', 'b']`},
		{"apostrophe before a comma in an object", `{"a": 'the users', too', "b": 1}`, `{"a": 'the users', too', "b": 1}`},
		{"apostrophe before a bracket", `{"a": 'the users] and', "b": [1]}`, `{"a": "the users] and", "b": [1]}`},
		{"apostrophe in a name", `{'it's': 1}`, `{'it's': 1}`},
		{"apostrophe at the end", `'it's'`, `'it's'`},
		{"apostrophe behind two strings", `['a', 'b', 'it's']`, `['a', 'b', 'it's']`},
		{"quotes around a word", `["the "nice" one","b"]`, `["the "nice" one","b"]`},
		{"quotes around a literal", `["the "null" one", "a "1" b"]`, `["the "null" one", "a "1" b"]`},
		{"quotes around a bracket", `["see "[1]" and "{}" there"]`, `["see "[1]" and "{}" there"]`},
		{"doubled quotes", `["say ""a"" now"]`, `["say ""a"" now"]`},
		{"quotes in a value", `{"a": "the "b": 1"}`, `{"a": "the "b": 1"}`},
		{"quotes for inches", `["5"-inch", "b"]`, `["5"-inch", "b"]`},
		{"sign", `[1 - 3]`, `[1 - 3]`},
		{"single quotes at the end of the text", `{"a": 'b',`, `{"a": 'b',`},
		{"misspelled literal", `[true falsy]`, `[true falsy]`},
		{"bracket before a word", `["a" [b]]`, `["a" [b]]`},
		{"brace before a word", `["a" {b}]`, `["a" {b}]`},
		{"missing comma before brackets", `[1 [[2], {}] [ ] {"a": 1}]`, `[1, [[2], {}], [ ], {"a": 1}]`},
		{"missing bracket", `["a": 1]`, `["a": 1]`},
		{"two strings for one value", `{"a": "b" "c"}`, `{"a": "b" "c"}`},
		{"quotes in a string", `{"a": "b"c"}`, `{"a": "b"c"}`},
		{"missing colon", `{"a" 1}`, `{"a" 1}`},
		{"word", `{"a": 1 b: 2}`, `{"a": 1 b: 2}`},
	} {
		text := test.text
		for range 4 {
			source := &diag.Source{Text: []byte(text)}
			var edits []diag.Edit
			for _, f := range CheckJSON(source) {
				if f.Fix != nil && (len(edits) == 0 || edits[len(edits)-1].Span.End <= f.Fix.Edits[0].Span.Start) {
					edits = append(edits, f.Fix.Edits...)
				}
			}
			text = string(source.Edited(edits))
		}
		if text != test.want {
			t.Errorf("%s: %q becomes %q, want %q", test.name, test.text, text, test.want)
		}
	}
}

// FuzzRepairs checks of any text that each fix changes what it says, and that a text
// with nothing but repaired errors has none when they are fixed.
func FuzzRepairs(f *testing.F) {
	for _, cases := range jsonCases {
		for _, c := range cases {
			f.Add([]byte(c.text))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		tree, found := read(string(text))
		source := tree.Source
		var edits []diag.Edit
		for _, f := range found {
			if f.Fix == nil {
				continue
			}
			e := f.Fix.Edits[0]
			if len(f.Fix.Edits) != 1 || e.Source != source || e.Span.Start > e.Span.End || int(e.Span.End) > len(text) {
				t.Fatalf("%s: %s: edits %v", f.Rule.Code, f.Message, f.Fix.Edits)
			}
			if removed := string(text[e.Span.Start:e.Span.End]); e.New == "" && strings.Trim(removed, Blanks) == "" && f.Rule != diag.RuleByteOrderMark {
				t.Errorf("%s: %s: %q is removed", f.Rule.Code, f.Message, removed)
			}
			if len(edits) == 0 || edits[len(edits)-1].Span.End <= e.Span.Start {
				edits = append(edits, e)
			}
		}
		fixed := source.Edited(edits)
		if !tree.Partial && len(edits) == len(found) && !json.Valid(fixed) {
			t.Errorf("%q has only errors with fixes, but becomes %q", text, fixed)
		}
	})
}

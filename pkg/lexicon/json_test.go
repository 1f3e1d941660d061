package lexicon

import (
	"fmt"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestMalformedJSON(t *testing.T) {
	for group, cases := range jsonCases {
		t.Run(group, func(t *testing.T) {
			for _, c := range cases {
				_, found, whole := new(memory).readJSON(&diag.Source{Text: []byte(c.text)}, 0)
				if got := lines(found.Findings()); !slices.Equal(got, c.found) {
					t.Errorf("%q:\n got %q\nwant %q", c.text, got, c.found)
				}
				if whole != c.whole {
					t.Errorf("%q: read to its end: %v, want %v", c.text, whole, c.whole)
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

func TestCheckJSON(t *testing.T) {
	found := CheckJSON(&diag.Source{Text: []byte("\uFEFF[1,]")})
	if len(found) != 2 || found[0].Severity != diag.Warning || found[1].Severity != diag.Error || found[1].Span != (diag.Span{Start: 5, End: 6}) {
		t.Errorf("found %q", lines(found))
	}
	if found := CheckJSON(&diag.Source{Text: []byte(`[{"id": "no Lexicon"}]`)}); len(found) > 0 {
		t.Errorf("found %q in what is JSON", lines(found))
	}
}

func TestManyValues(t *testing.T) {
	for n, want := range map[int][]string{
		maxValues - 1: nil,
		maxValues:     {"json-syntax " + strconv.Itoa(2*maxValues-1) + "-" + strconv.Itoa(2*maxValues) + " /" + strconv.Itoa(maxValues-1) + ": more than 1048576 JSON values in one schema file"},
	} {
		_, found, _ := new(memory).readJSON(&diag.Source{Text: []byte("[" + strings.Repeat("1,", n-1) + "1]")}, maxValues)
		if got := lines(found.Findings()); !slices.Equal(got, want) {
			t.Errorf("%d: found %q, want %q", n, got, want)
		}
	}
}

// A second attempt starts counting again.
func TestManyValuesRepaired(t *testing.T) {
	_, found, whole := new(memory).readJSON(&diag.Source{Text: []byte("[" + strings.Repeat("1,", maxValues*2/3) + "]")}, maxValues)
	if got := lines(found.Findings()); len(got) != 1 || !strings.Contains(got[0], "trailing comma") || !whole {
		t.Errorf("found %q, whole is %v", got, whole)
	}
}

// In a line of NDJSON the mark is not at the start of the file.
func TestByteOrderMarkInLine(t *testing.T) {
	for text, want := range map[string]string{
		"\uFEFF1": "byte-order-mark 0-3 : the line begins with a byte-order mark",
		"\uFEFF":  "json-syntax 3-3 : the line is empty",
	} {
		found := CheckJSON(&diag.Source{Text: []byte(text), FirstLine: 2})
		if got := lines(found); !slices.Contains(got, want) {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}

func TestDuplicateKeysOfLargeObjects(t *testing.T) {
	for _, n := range []int{manyMembers - 1, manyMembers, manyMembers + 1, 1000} {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"k%d": %d, `, i, i)
		}
		text := "{" + b.String() + `"k0": 0, "\u006b1": 0, "new": 0, "new": 0}`
		root, found, _ := new(memory).readJSON(&diag.Source{Text: []byte(text)}, 0)
		var pointers []string
		for _, f := range found.Findings() {
			pointers = append(pointers, f.Pointer)
		}
		if want := []string{"/k0", "/k1", "/new"}; !slices.Equal(pointers, want) {
			t.Errorf("%d members: repeated are %q, want %q", n, pointers, want)
		}
		if got := root.Field("k1").Text; got != "1" {
			t.Errorf("%d members: k1 is %s, want its first value, 1", n, got)
		}
	}
}

func TestDepth(t *testing.T) {
	nested := func(open, inner, end string, n int) string {
		return strings.Repeat(open, n) + inner + strings.Repeat(end, n)
	}
	for text, want := range map[string][]string{
		nested("[", "", "]", MaxDepth):                 nil,
		nested("[", "0", "]", MaxDepth):                nil,
		nested(`{"a":`, "0", "}", MaxDepth):            nil,
		nested("[", "", "]", MaxDepth+1):               {"too-deep 1000-1001 " + strings.Repeat("/0", MaxDepth) + ": objects and arrays are nested more than 1000 levels deep"},
		nested(`{"a": `, "{}", "}", MaxDepth):          {"too-deep 6000-6001 " + strings.Repeat("/a", MaxDepth) + ": objects and arrays are nested more than 1000 levels deep"},
		strings.Repeat("[", 1_000_000):                 {"too-deep 1000-1001 " + strings.Repeat("/0", MaxDepth) + ": objects and arrays are nested more than 1000 levels deep"},
		strings.Repeat(`{"":[`, 1_000_000):             {"too-deep 2500-2501 " + strings.Repeat("//0", MaxDepth/2) + ": objects and arrays are nested more than 1000 levels deep"},
		"[0," + nested("[", "", "]", MaxDepth-1) + "]": nil,
	} {
		if got := lines(Parse(&diag.Source{Text: []byte(text)}, diag.ProfileV1).Found); !slices.Equal(withoutRule(got, "wrong-type"), want) {
			t.Errorf("%.20s… of %d bytes: %.200q, want %.200q", text, len(text), got, want)
		}
	}
}

// withoutRule leaves out the lines of a rule: a list is not a Lexicon.
func withoutRule(lines []string, code string) []string {
	var rest []string
	for _, l := range lines {
		if !strings.HasPrefix(l, code+" ") && !strings.HasPrefix(l, "missing-field ") && !strings.HasPrefix(l, "unexpected-field ") {
			rest = append(rest, l)
		}
	}
	return rest
}

// sample has every kind of value and of primary definition in it.
const sample = `{
  "lexicon": 1, "id": "com.example.thing", "revision": 2, "description": "Things é.",
  "defs": {
    "main": {"type": "record", "key": "tid", "record": {"type": "object", "required": ["name"], "properties": {
      "name": {"type": "string", "maxLength": 64, "enum": ["a\u00e9\n"]},
      "sizes": {"type": "array", "items": {"type": "integer", "enum": [1, -2, 1e3]}},
      "on": {"type": "boolean", "default": false}}}},
    "list": {"type": "object", "properties": {"x": {"type": "ref", "ref": "#size"}}},
    "size": {"type": "integer"}
  }
}`

func TestTruncated(t *testing.T) {
	if found := Parse(&diag.Source{Text: []byte(sample)}, diag.ProfileV1).Found; len(found) > 0 {
		t.Fatal(lines(found))
	}
	defs := 0
	for n := 1; n < len(sample); n++ {
		text := sample[:n]
		d := Parse(&diag.Source{Text: []byte(text)}, diag.ProfileV1)
		want := fmt.Sprintf("json-syntax %d-%d", n, n)
		if !utf8.ValidString(text) {
			text = text[:n-1]
			want = fmt.Sprintf("json-syntax %d-%d", n-1, n)
		}
		if len(d.Found) < 1 || !strings.HasPrefix(lines(d.Found)[0], want) || !d.Partial {
			t.Fatalf("cut at %d: %q, partial: %v", n, lines(d.Found), d.Partial)
		}
		last := d.Found[len(d.Found)-1]
		if last.Message != "unexpected end of the JSON text" || last.Help != closingHelp(open(text)) {
			t.Errorf("cut at %d: %s, %s; open is %s", n, last.Message, last.Help, open(text))
		}
		if len(d.Found) > 1 && utf8.ValidString(sample[:n]) {
			t.Errorf("cut at %d, what is missing is found too: %q", n, lines(d.Found))
		}
		if len(d.Defs) < defs {
			t.Errorf("cut at %d: %d definitions are left, there were %d before", n, len(d.Defs), defs)
		}
		defs = len(d.Defs)
	}
	if defs != 3 {
		t.Errorf("%d definitions at the end, want 3", defs)
	}
}

// open returns what closes a text that is cut off.
func open(text string) string {
	closing, inString := "", false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{':
			closing = "}" + closing
		case c == '[':
			closing = "]" + closing
		case c == '}' || c == ']':
			closing = closing[1:]
		}
	}
	if inString {
		closing = `"` + closing
	}
	return closing
}

func TestOpenBracketsAreCounted(t *testing.T) {
	_, found, _ := new(memory).readJSON(&diag.Source{Text: []byte(strings.Repeat("[", 9))}, 0)
	if got := found.Findings()[0].Help; got != "close the 9 objects and arrays that are still open" {
		t.Errorf("help is %q", got)
	}
}

// TestPartialDocument: what was read before an error is kept and checked, and what
// follows it is not reported as missing.
func TestPartialDocument(t *testing.T) {
	text := `{"defs": {
    "whole": {"type": "array"},
    "cut": {"type": "object", "required": ["a"], "properties": {"a": {"maxLength" 3}}},
    "main": {"type": "query"}}}`
	d := Parse(&diag.Source{Text: []byte(text)}, diag.ProfileV1)
	want := []string{
		`missing-field 24-25 /defs/whole: the array is missing the required "items" field`,
		`json-syntax 125-126 /defs/cut/properties/a/maxLength: expected a colon, found "3"`,
	}
	if got := lines(d.Found); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if !d.Partial || len(d.Defs) != 2 || d.Definition("cut").Schema.Type() != TypeObject {
		t.Errorf("partial: %v, %d definitions", d.Partial, len(d.Defs))
	}
}

func TestValues(t *testing.T) {
	text := `{"a/b~": [null, true, -1.50e+2, "x\u0041\n"], "": {}}`
	root, found, whole := new(memory).readJSON(&diag.Source{Text: []byte(text)}, 0)
	if len(found.Findings()) > 0 || !whole {
		t.Fatal(lines(found.Findings()))
	}
	list := root.Field("a/b~")
	for i, want := range []Value{
		{Kind: KindNull, Text: "null"}, {Kind: KindBoolean, Text: "true"}, {Kind: KindNumber, Text: "-1.50e+2"}, {Kind: KindString, Text: "xA\n"},
	} {
		v := list.Items[i]
		if v.Kind != want.Kind || v.Text != want.Text || v.Pointer() != fmt.Sprintf("/a~1b~0/%d", i) {
			t.Errorf("entry %d is the %s %q at %s", i, v.Kind, v.Text, v.Pointer())
		}
	}
	for v, want := range map[*Value]string{
		root: text, list: `[null, true, -1.50e+2, "x\u0041\n"]`, list.Items[2]: "-1.50e+2", list.Items[3]: `"x\u0041\n"`, root.Field(""): "{}",
	} {
		if got := text[v.Span.Start:v.Span.End]; got != want {
			t.Errorf("the span of the %s holds %s, want %s", v.Kind, got, want)
		}
	}
	m := root.Member("a/b~")
	if got := text[m.NameSpan.Start:m.NameSpan.End]; got != `"a/b~"` {
		t.Errorf("the span of the name holds %s", got)
	}
	if got := root.Field("").Pointer(); got != "/" {
		t.Errorf("pointer of the empty name is %q", got)
	}
	if root.Field("none") != nil || list.Field("0") != nil || (*Value)(nil).Field("x") != nil {
		t.Error("a field where there is none")
	}
	if (*Value)(nil).Pointer() != "" || root.Pointer() != "" {
		t.Error("the root's pointer is not empty")
	}
}

func TestLongPointers(t *testing.T) {
	fits := strings.Repeat("a", maxPointer-len("/")-len("/b"))
	for text, want := range map[string]string{
		`{"` + fits + `": {"b": 0}}`:                        "/" + fits + "/b",
		`{"` + fits + `": {"bc": 0}}`:                       "/" + fits,
		`{"` + fits + `abc": {"b": 0}}`:                     "",
		`{"` + fits + `": {"bc": {"d": [0]}}}`:              "/" + fits,
		`{"a": {"` + strings.Repeat("~", 2500) + `": [0]}}`: "/a",
	} {
		root, _, _ := new(memory).readJSON(&diag.Source{Text: []byte(text)}, 0)
		v := root
		for v.Kind == KindObject || v.Kind == KindArray {
			if v.Kind == KindArray {
				v = v.Items[0]
			} else {
				v = v.Members[0].Value
			}
		}
		if got := v.Pointer(); got != want {
			t.Errorf("pointer of %d bytes begins %.20q, want %d bytes", len(got), got, len(want))
		}
	}
	// Were pointers not bounded, these would take 100 GB.
	text := `{"` + strings.Repeat("a", 1<<20) + `": {"b": 0` + strings.Repeat(`, "b": 0`, 100_000) + `}}`
	if found := Parse(&diag.Source{Text: []byte(text)}, diag.ProfileV1).Found; len(found) < diag.MaxFindings {
		t.Errorf("%d findings", len(found))
	}
}

// TestMessagesAreOneCleanLine: a message about any file can be printed
// to a terminal.
func TestMessagesAreOneCleanLine(t *testing.T) {
	bad := `a\u001b[31m\n\u202e` + strings.Repeat("é", 200)
	for _, text := range []string{
		`{"lexicon": 1, "id": "com.example.thing", "` + bad + `": 1, "` + bad + `": 2, "defs": {
		  "` + bad + `": "` + bad + `", "a": {"type": "` + bad + `"}, "b": {"type": "#` + bad + `"}, "c": {"type": "ref", "ref": "` + bad + `"},
		  "d": {"type": "ref", "ref": "#` + bad + `."}, "e": {"type": "string", "maxLength": "` + bad + `", "` + bad + `": 0},
		  "f": "#` + bad + `", "g": {"type": "integer", "maximum": 1` + strings.Repeat("0", 500) + `}}}`,
		`{"lexicon": 1, "id": "` + bad + `", "defs": {}}`,
		"[\x1b]", "[\"\x1b\"]", "[\u202e]", "[a\x1b]", "{\"a\"\u0085}",
	} {
		found := Parse(&diag.Source{Text: []byte(text)}, diag.ProfileV1).Found
		if len(found) == 0 {
			t.Errorf("nothing found in %q", text)
		}
		for _, f := range found {
			for _, line := range []string{f.Message, f.Help} {
				if !clean(line) {
					t.Errorf("%s: unclean %q", f.Rule.Code, line)
				}
			}
		}
	}
}

// clean reports whether a line is safe for a terminal and of a readable length.
func clean(line string) bool {
	return len(line) < 400 && !strings.HasSuffix(line, ".") &&
		!strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) })
}

// CheckJSON finds what a reader of values finds, but keeps no values: what it holds does
// not grow with their number.
func TestCheckKeepsNothing(t *testing.T) {
	for _, text := range []string{
		`{"a": {"b": [1, {"c": 2, "c": 3}], "b": 4}, "d": [[], {}, {"e": tru}]}`, `{"a": 1, "a": {"b": 1, "b": 2}, "x"}`, `[1, 2`, `[1, "x": 2]`,
		`{"a": [{"b": "\ud800"}, "\ud800"]}`, `// x` + "\n[1,]", `{"a" 1}`, `{"a": 1 "b": 2}`, `[[[[1}`, "", "[1] 2", `{"a": {"b": 01}}`, "[\"\xff\"]",
		`{"x": [{'b': ['c'], "d": 1 /* e */ "f": {"g": ,}}, 2 3]}`,
	} {
		source := &diag.Source{Text: []byte(text)}
		_, want, _ := new(memory).readJSON(source, 0)
		got := CheckJSON(source)
		if len(got) != want.Len() {
			t.Errorf("%s: %d findings, want %d", text, len(got), want.Len())
			continue
		}
		for i, f := range want.Findings() {
			if g := got[i]; g.Message != f.Message || g.Pointer != f.Pointer || g.Span != f.Span || g.Rule != f.Rule || g.Help != f.Help {
				t.Errorf("%s\n got %s %q %v\nwant %s %q %v", text, g.Message, g.Pointer, g.Span, f.Message, f.Pointer, f.Span)
			}
		}
	}
	for name, text := range map[string]string{
		"array": "[" + strings.Repeat("1,", 2_000_000), "objects": "[" + strings.Repeat(`{"a":[1,2]},`, 300_000), "members": "{" + strings.Repeat(`"a":1,`, 600_000),
	} {
		source := &diag.Source{Text: []byte(text)}
		r := &jsonReader{source: source, forget: true, memory: new(memory)}
		r.check()
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		runtime.KeepAlive(r)
		r = nil
		runtime.GC()
		runtime.ReadMemStats(&after)
		if held := before.HeapAlloc - after.HeapAlloc; held > uint64(3*len(text)+15<<20) {
			t.Errorf("%s: holds %d bytes for %d", name, held, len(text))
		}
	}
}

// Texts with empty arrays and objects are read side by side without a data race.
func TestReadSideBySide(t *testing.T) {
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 100 {
				if root, _, whole := new(memory).readJSON(&diag.Source{Text: []byte(`{"a": [], "b": {}, "c": [{}, []]}`)}, 0); !whole || len(root.Members) != 3 {
					t.Error("not read as a whole")
				}
			}
		})
	}
	group.Wait()
	if nothing.Items != nil || nothing.Members != nil {
		t.Error("the contents that empty values share have changed")
	}
}

// closingHelp is the help for a text that lacks the end of these tokens.
func closingHelp(open string) string {
	brackets, inString := strings.CutPrefix(open, `"`)
	switch {
	case !inString:
		return `add the missing closing "` + open + `"`
	case brackets == "":
		return "close the string"
	}
	return `close the string, then add the missing closing "` + brackets + `"`
}

package jsontree

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

func TestMalformedJSON(t *testing.T) {
	for group, cases := range jsonCases {
		t.Run(group, func(t *testing.T) {
			for _, c := range cases {
				_, found, whole := readWhole(&diag.Source{Text: []byte(c.text)})
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
		MaxValues - 1: nil,
		MaxValues:     {"json-syntax " + strconv.Itoa(2*MaxValues-1) + "-" + strconv.Itoa(2*MaxValues) + " /" + strconv.Itoa(MaxValues-1) + ": more than 1048576 JSON values in one schema file"},
	} {
		_, found, _ := readWhole(&diag.Source{Text: []byte("[" + strings.Repeat("1,", n-1) + "1]")})
		if got := lines(found.Findings()); !slices.Equal(got, want) {
			t.Errorf("%d: found %q, want %q", n, got, want)
		}
	}
}

// A second attempt starts counting again.
func TestManyValuesRepaired(t *testing.T) {
	_, found, whole := readWhole(&diag.Source{Text: []byte("[" + strings.Repeat("1,", MaxValues*2/3) + "]")})
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
		root, found, _ := readWhole(&diag.Source{Text: []byte(text)})
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
		if got := lines(foundIn(&diag.Source{Text: []byte(text)})); !slices.Equal(got, want) {
			t.Errorf("%.20s… of %d bytes: %.200q, want %.200q", text, len(text), got, want)
		}
	}
}

func TestOpenBracketsAreCounted(t *testing.T) {
	_, found, _ := readWhole(&diag.Source{Text: []byte(strings.Repeat("[", 9))})
	if got := found.Findings()[0].Help; got != "close the 9 objects and arrays that are still open" {
		t.Errorf("help is %q", got)
	}
}

func TestValues(t *testing.T) {
	text := `{"a/b~": [null, true, -1.50e+2, "x\u0041\n"], "": {}}`
	root, found, whole := readWhole(&diag.Source{Text: []byte(text)})
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
		root, _, _ := readWhole(&diag.Source{Text: []byte(text)})
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
	if found := foundIn(&diag.Source{Text: []byte(text)}); len(found) < diag.MaxFindings {
		t.Errorf("%d findings", len(found))
	}
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
		_, want, _ := readWhole(source)
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
		r := &reader{Memory: new(Memory), source: source, forget: true}
		r.read()
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
				if root, _, whole := readWhole(&diag.Source{Text: []byte(`{"a": [], "b": {}, "c": [{}, []]}`)}); !whole || len(root.Members) != 3 {
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

// readWhole reads a text, and says whether it could be read to its end.
func readWhole(source *diag.Source) (root *Value, found diag.Collector, whole bool) {
	tree, found := ReadJSON(source)
	return tree.Root, found, !tree.Partial
}

func rootOf(source *diag.Source) *Value {
	root, _, _ := readWhole(source)
	return root
}

func foundIn(source *diag.Source) []diag.Finding {
	_, found, _ := readWhole(source)
	return found.Findings()
}

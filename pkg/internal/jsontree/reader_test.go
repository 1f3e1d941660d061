package jsontree

import (
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

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
		_, found := read("[" + strings.Repeat("1,", n-1) + "1]")
		if got := lines(found); !slices.Equal(got, want) {
			t.Errorf("%d: found %q, want %q", n, got, want)
		}
	}
}

// A second attempt starts counting again.
func TestManyValuesRepaired(t *testing.T) {
	tree, found := read("[" + strings.Repeat("1,", maxValues*2/3) + "]")
	if got := lines(found); len(got) != 1 || !strings.Contains(got[0], "trailing comma") || tree.Partial {
		t.Errorf("found %q, Partial is %v", got, tree.Partial)
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
		_, found := read(text)
		if got := lines(found); !slices.Equal(got, want) {
			t.Errorf("%.20s… of %d bytes: %.200q, want %.200q", text, len(text), got, want)
		}
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
		tree, want := read(text)
		got := CheckJSON(tree.Source)
		if len(got) != len(want) {
			t.Errorf("%s: %d findings, want %d", text, len(got), len(want))
			continue
		}
		for i, f := range want {
			if g := got[i]; g.Message != f.Message || g.Pointer != f.Pointer || g.Span != f.Span || g.Rule != f.Rule || g.Help != f.Help {
				t.Errorf("%s\n got %s %q %v\nwant %s %q %v", text, g.Message, g.Pointer, g.Span, f.Message, f.Pointer, f.Span)
			}
		}
	}
	for name, text := range map[string]string{
		"array": "[" + strings.Repeat("1,", 2_000_000), "objects": "[" + strings.Repeat(`{"a":[1,2]},`, 300_000), "members": "{" + strings.Repeat(`"a":1,`, 600_000),
	} {
		r := new(Memory).reader(&diag.Source{Text: []byte(text)})
		r.forget = true
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
				if tree, _ := read(`{"a": [], "b": {}, "c": [{}, []]}`); tree.Partial || len(tree.Root.Members) != 3 {
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

// read reads a text.
func read(text string) (*Tree, []diag.Finding) {
	tree, found := ReadJSON(&diag.Source{Text: []byte(text)})
	return &tree, found.Findings()
}

package jsontree

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

func TestValues(t *testing.T) {
	text := `{"a/b~": [null, true, -1.50e+2, "x\u0041\n"], "": {}}`
	tree, found := read(text)
	if len(found) > 0 || tree.Partial {
		t.Fatal(lines(found))
	}
	root := tree.Root
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
		tree, _ := read(text)
		v := tree.Root
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
	if _, found := read(text); len(found) < diag.MaxFindings {
		t.Errorf("%d findings", len(found))
	}
}

func TestDuplicateKeysOfLargeObjects(t *testing.T) {
	for _, n := range []int{manyMembers - 1, manyMembers, manyMembers + 1, 1000} {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"k%d": %d, `, i, i)
		}
		text := "{" + b.String() + `"k0": 0, "\u006b1": 0, "new": 0, "new": 0}`
		tree, found := read(text)
		var pointers []string
		for _, f := range found {
			pointers = append(pointers, f.Pointer)
		}
		if want := []string{"/k0", "/k1", "/new"}; !slices.Equal(pointers, want) {
			t.Errorf("%d members: repeated are %q, want %q", n, pointers, want)
		}
		if got := tree.Root.Field("k1").Text; got != "1" {
			t.Errorf("%d members: k1 is %s, want its first value, 1", n, got)
		}
	}
}

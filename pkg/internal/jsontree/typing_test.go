package jsontree

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// sketch writes a value in short: missing values as "?".
func sketch(v *Value) string {
	if v == nil {
		return "nothing"
	}
	var b strings.Builder
	switch v.Kind {
	case KindObject:
		for i, m := range v.Members {
			if i > 0 {
				b.WriteString(" ")
			}
			b.WriteString(m.Name + ":" + sketch(m.Value))
		}
		return "{" + b.String() + "}"
	case KindArray:
		for i, item := range v.Items {
			if i > 0 {
				b.WriteString(" ")
			}
			b.WriteString(sketch(item))
		}
		return "[" + b.String() + "]"
	}
	if v.Missing() {
		return "?"
	}
	return v.Text
}

func TestReadBroken(t *testing.T) {
	for text, want := range map[string]string{
		``:                                 "nothing",
		` ,]`:                              "nothing",
		`{`:                                "{}",
		`{"a"`:                             "{a:?}",
		`{"a":`:                            "{a:?}",
		`{"a": , "b": 1}`:                  "{a:? b:1}",
		"{\"a\": \n \"b\": 1}":             "{a:? b:1}",
		`{"a": {"b": 1, "c`:                "{a:{b:1 c:?}}",
		`{"a" 1 "b": 2}`:                   "{a:? 1:? b:2}",
		`{"a": 1 "b": 2}`:                  "{a:1 b:2}",
		`{a: 1, b}`:                        "{a:1 b:?}",
		`{"a": [1, 2, "b": 3}`:             "{a:[1 2] b:3}",
		`{"a": [{"b": 1], "c": 2}`:         "{a:[{b:1}] c:2}",
		"{\"a\": {\"b\": \"c},\n\"d\": 1}": "{a:{b:c} d:1}",
		`{"a": 1, // {"x": 1}` + "\n" + `/* "y" */ "b": 2,}`: "{a:1 b:2}",
		`{"a": 1, {"x": 1}, "b": tru}`:                       "{a:1 b:tru}",
		"\uFEFF" + `{"a": 1}`:                                "{a:1}",
		`{"a\u0062": "\n", "c": "\x"}`:                       "{ab:\n c:\\x}",
		`{"a": "\`:                                           `{a:\}`,
	} {
		root := ReadBroken(&diag.Source{Text: []byte(text)})
		if got := sketch(root); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
		checkTree(t, text, root)
	}
}

// Where brackets are missing or too many, the indentation says what they enclose.
func TestReadBrokenIndented(t *testing.T) {
	const text = `{
  "defs": {
    "a": {
      "x": { "b": 1 },
      "y": [
        2
      ]
    },
    "c": 3
  }
}
`
	const whole = "{defs:{a:{x:{b:1} y:[2]} c:3}}"
	for _, test := range []struct{ old, new, want string }{
		{"", "", whole},
		{`"b": 1 }`, `"b": 1`, whole},
		{`"b": 1 }`, `"b`, "{defs:{a:{x:{b:?} y:[2]} c:3}}"},
		{`"b": 1 }`, `"b": 1 }}`, whole},
		{`"b": 1 }`, `"b": 1 }}}}}`, whole},
		{"      ]\n", "", whole},
		{"      ]\n", "      ]]\n      ]\n", whole},
		{"    },\n", "", "{defs:{a:{x:{b:1} y:[2]} c:3}}"},
		{"    },\n", "    }\n    }\n    },\n", whole},
		{"  }\n}\n", "", whole},
		{`"x": {`, `"x": `, "{defs:{a:{x:? b:1 y:[2]} c:3}}"},
		{"\n    \"c\"", "\n    {\n    \"c\"", whole},
		{"\n    \"a\"", "\n      }\n    \"a\"", whole},
	} {
		broken := strings.Replace(text, test.old, test.new, 1)
		for _, tabs := range []bool{false, true} {
			if tabs {
				broken = strings.ReplaceAll(broken, "  ", "\t")
			}
			root := ReadBroken(&diag.Source{Text: []byte(broken)})
			if got := sketch(root); got != test.want {
				t.Errorf("%s\ngot  %s\nwant %s", broken, got, test.want)
			}
			checkTree(t, broken, root)
		}
	}
	// Brackets alone count in a text that is not laid out.
	flat := "{\n\"a\": {\n\"b\": 1,\n\"c\": {\n\"d\": 2\n}\n}\n"
	if got := sketch(ReadBroken(&diag.Source{Text: []byte(flat)})); got != "{a:{b:1 c:{d:2}}}" {
		t.Errorf("got %s", got)
	}
}

// checkTree checks what every tree promises: spans lie in those around them, in
// their order, and each value knows its parent.
func checkTree(t *testing.T, text string, v *Value) {
	t.Helper()
	if v == nil {
		return
	}
	if v.Span.Start > v.Span.End || int(v.Span.End) > len(text) {
		t.Errorf("%q: the span %v of %s", text, v.Span, sketch(v))
	}
	end := v.Span.Start
	for i, m := range v.Members {
		if m.NameSpan.Start < end || m.Value.Span.Start < m.NameSpan.End || m.Value.Span.End > v.Span.End {
			t.Errorf("%q: the spans of %q", text, m.Name)
		}
		if m.Value.Parent() != v || m.Value.Key() != &v.Members[i] {
			t.Errorf("%q: %q has another parent", text, m.Name)
		}
		end = m.Value.Span.End
		checkTree(t, text, m.Value)
	}
	for _, item := range v.Items {
		if item.Span.Start < end || item.Span.End > v.Span.End || item.Parent() != v {
			t.Errorf("%q: the item %s", text, sketch(item))
		}
		end = item.Span.End
		checkTree(t, text, item)
	}
}

func TestReadBrokenIsReadJSON(t *testing.T) {
	for _, text := range []string{
		`{"lexicon": 1, "id": "com.example.x", "defs": {"a": {"type": "string", "enum": ["a", "\u00e4\ud83d\ude00"]}}}`,
		`[true, false, null, -1.5e3, "", [], {}]`, `"a"`, ` 12 `,
	} {
		if !json.Valid([]byte(text)) {
			t.Fatal(text)
		}
		want, _ := read(text)
		equalTrees(t, ReadBroken(want.Source), want.Root)
	}
}

func equalTrees(t *testing.T, got, want *Value) {
	t.Helper()
	if got.Kind != want.Kind || got.Span != want.Span || got.Text != want.Text || got.Pointer() != want.Pointer() ||
		len(got.Members) != len(want.Members) || len(got.Items) != len(want.Items) {
		t.Fatalf("got %s %v %q, want %s %v %q", got.Kind, got.Span, sketch(got), want.Kind, want.Span, sketch(want))
	}
	for i := range got.Members {
		if g, w := got.Members[i], want.Members[i]; g.Name != w.Name || g.NameSpan != w.NameSpan || g.Duplicate != w.Duplicate {
			t.Errorf("got the member %q %v, want %q %v", g.Name, g.NameSpan, w.Name, w.NameSpan)
		}
		equalTrees(t, got.Members[i].Value, want.Members[i].Value)
	}
	for i := range got.Items {
		equalTrees(t, got.Items[i], want.Items[i])
	}
}

// Neither deep nor long texts take the stack or all memory.
func TestReadBrokenLimits(t *testing.T) {
	for _, text := range []string{strings.Repeat("[", 1<<20), strings.Repeat(`{"a":`, 1<<18), strings.Repeat("1,", 1<<20), "[" + strings.Repeat("1,", 2<<20), strings.Repeat("]}", 1<<20), strings.Repeat("\n {", 1<<12) + strings.Repeat(`{"a":{"b":1},`, 1<<17)} {
		ReadBroken(&diag.Source{Text: []byte(text)})
	}
}

func FuzzReadBroken(f *testing.F) {
	f.Add(`{"a": [1, {"b": "c"}], "d"`)
	f.Add("{\n  \"a\": {\n    \"b\": [1,\n  \"c\": 2 }}\n}")
	f.Fuzz(func(t *testing.T, text string) {
		root := ReadBroken(&diag.Source{Text: []byte(text)})
		checkTree(t, text, root)
		if json.Valid([]byte(text)) {
			if want, found := read(text); len(found) == 0 {
				equalTrees(t, root, want.Root)
			}
		}
		_ = fmt.Sprint(sketch(root))
	})
}

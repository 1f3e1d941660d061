package jsontree

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// checkEdit compares the text after an edit; "" wants the zero Edit.
func checkEdit(t *testing.T, name string, d *Tree, e diag.Edit, want string) {
	t.Helper()
	got := ""
	if e.Source != nil {
		got = string(d.Source.Edited([]diag.Edit{e}))
	}
	if got != want {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

func TestInsertAfter(t *testing.T) {
	for text, want := range map[string]string{
		`{"type": "date"}`:                           `{"type": "date", "format": 1}`,
		`{"type":"date","a":1}`:                      `{"type":"date","format":1,"a":1}`,
		"{\n  \"type\": \"date\"\n}":                 "{\n  \"type\": \"date\",\n  \"format\": 1\n}",
		"{ \"type\": \"date\",\n  \"a\": 1 }":        "{ \"type\": \"date\",\n  \"format\": 1,\n  \"a\": 1 }",
		"{\n  \"a\": 1,\n  \"type\": \"date\"}":      "{\n  \"a\": 1,\n  \"type\": \"date\",\n  \"format\": 1}",
		`{ "a": {"b": 1}, "type": "date", "c": [] }`: `{ "a": {"b": 1}, "type": "date", "format": 1, "c": [] }`,
	} {
		d, _ := read(text)
		checkEdit(t, text, d, d.InsertAfter(d.Root.Member("type"), "format", "1"), want)
	}
}

func TestRemove(t *testing.T) {
	for _, test := range []struct {
		text string
		i    int
		want string
	}{
		{`{"a": 1}`, 0, `{}`},
		{"{\n  \"a\": 1\n}", 0, `{}`},
		{`[ 1, ]`, 0, `[]`},
		{`{"a": 1, "b": 2, "c": 3}`, 0, `{"b": 2, "c": 3}`},
		{`{"a": 1, "b": 2, "c": 3}`, 1, `{"a": 1, "c": 3}`},
		{`{"a": 1, "b": 2, "c": 3}`, 2, `{"a": 1, "b": 2}`},
		{`["a","b","c"]`, 1, `["a","c"]`},
		{"{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}", 0, "{\n  \"b\": 2,\n  \"c\": 3\n}"},
		{"{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}", 1, "{\n  \"a\": 1,\n  \"c\": 3\n}"},
		{"{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}", 2, "{\n  \"a\": 1,\n  \"b\": 2\n}"},
		{"{\n  \"a\": 1,\n  \"b\": 2, // c\n  \"c\": 3\n}", 1, "{\n  \"a\": 1, // c\n  \"c\": 3\n}"},
		{"{\n  \"a\": 1,\n  \"b\": 2, // c\n  \"c\": 3\n}", 2, ""},
		{"[/* a */ 1]", 0, ""},
		{`["a", "b",]`, 1, `["a",]`},
	} {
		d, _ := read(test.text)
		checkEdit(t, test.text, d, d.Remove(d.Root.child(test.i)), test.want)
	}
	d, _ := read(`{"required": ["a"], "x": 1}`)
	checkEdit(t, "the only entry", d, d.RemoveEntry(d.Root.Field("required").Items[0]), `{"x": 1}`)
	checkEdit(t, "the root", d, d.Remove(d.Root), "")
	d, _ = read(`{"a": {"b": {` + strings.Repeat(`"c": 1, `, 50) + `"d": 1}}, "a": 2}`)
	checkEdit(t, "a member whose name appears again", d, d.Remove(d.Root.Field("a")), "")
}

// child returns the value of a member, or an element.
func (v *Value) child(i int) *Value {
	if v.Kind == KindArray {
		return v.Items[i]
	}
	return v.Members[i].Value
}

func TestReplace(t *testing.T) {
	d, _ := read("\uFEFF{\"maxlength\": \"6\\u0034\"}")
	m := &d.Root.Members[0]
	checkEdit(t, "rename", d, d.Rename(m, "max\"Length"), "\uFEFF{\"max\\\"Length\": \"6\\u0034\"}")
	checkEdit(t, "replace", d, d.Replace(m.Value, "64"), "\uFEFF{\"maxlength\": 64}")
	checkEdit(t, "replace text", d, d.ReplaceText(m.Value, "<ü\n>"), "\uFEFF{\"maxlength\": \"<ü\\n>\"}")
}

func TestNewFix(t *testing.T) {
	d, _ := read(`{"a": 1, "b": 2}`)
	late, early := d.Rename(&d.Root.Members[1], "c"), d.Replace(d.Root.Members[0].Value, "3")
	fix := diag.NewFix("x", true, late, early)
	if got := string(d.Source.Edited(fix.Edits)); got != `{"a": 3, "c": 2}` {
		t.Errorf("got %s", got)
	}
	if diag.NewFix("x", true, late, diag.Edit{}) != nil {
		t.Error("a fix with an edit that cannot be made")
	}
}

// FuzzEdits inserts a member into every object of a text and removes every value. What
// the text says otherwise stays the same.
func FuzzEdits(f *testing.F) {
	for _, text := range []string{`{"lexicon": 1, "defs": {"main": {"enum": ["a\u00e9\n", 1e3, false]}, "list": []}}`, `[{"a":[1,{}],"":{"b": null}}]`, "{\r\n\t\"a\": [\r\n\t\t1\r\n\t]\r\n}", "{ \"type\": [ ],\n\n\"a\": 1 }", "[1, /* a */ 2,]"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		d, found := read(string(text))
		if d.Partial || len(found) > 0 || len(text) > 1000 {
			return
		}
		each(d.Root, func(v *Value) {
			if v.Parent() != nil {
				checkParsed(t, d, d.Remove(v), func(whole any) any { return at(whole, v.Parent().Path(), without(int(v.index), v.Name)) })
			}
			if v.Kind == KindObject && v.Field("format") == nil {
				insert := func(inner any) any { inner.(map[string]any)["format"] = "x"; return inner }
				want := func(whole any) any { return at(whole, v.Path(), insert) }
				checkParsed(t, d, d.InsertAt(v, len(v.Members)/2, "format", `"x"`), want)
				for i := range v.Members {
					checkParsed(t, d, d.InsertAfter(&v.Members[i], "format", `"x"`), want)
				}
			}
			if v.Kind == KindArray {
				checkParsed(t, d, d.Append(v, "x"), func(whole any) any {
					return at(whole, v.Path(), func(inner any) any { return append(inner.([]any), "x") })
				})
			}
		})
	})
}

func each(v *Value, visit func(*Value)) {
	visit(v)
	for i := range v.Len() {
		each(v.child(i), visit)
	}
}

// without returns a function that removes an entry.
func without(i int, name func() string) func(any) any {
	return func(inner any) any {
		if list, ok := inner.([]any); ok {
			return append(append([]any{}, list[:i]...), list[i+1:]...)
		}
		delete(inner.(map[string]any), name())
		return inner
	}
}

// at changes the value at the end of a path.
func at(v any, path []string, change func(any) any) any {
	if len(path) == 0 {
		return change(v)
	}
	if list, ok := v.([]any); ok {
		i, _ := strconv.Atoi(path[0])
		list[i] = at(list[i], path[1:], change)
		return list
	}
	object := v.(map[string]any)
	object[path[0]] = at(object[path[0]], path[1:], change)
	return object
}

// checkParsed demands that the text after an edit says what another change of its value
// gives.
func checkParsed(t *testing.T, d *Tree, e diag.Edit, change func(any) any) {
	t.Helper()
	edited := d.Source.Edited([]diag.Edit{e})
	var got, want any
	if err := numbers(edited).Decode(&got); err != nil {
		t.Fatalf("%q becomes %q: %v", d.Source.Text, edited, err)
	}
	if err := numbers(d.Source.Text).Decode(&want); err != nil {
		t.Fatal(err)
	}
	if want = change(want); !reflect.DeepEqual(got, want) {
		t.Errorf("%q becomes %q, want %v", d.Source.Text, edited, want)
	}
}

func numbers(text []byte) *json.Decoder {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return decoder
}

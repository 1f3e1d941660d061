package compat_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// files spells several Lexicons of com.example: name, definitions, name, …
func files(pairs ...string) string {
	var b strings.Builder
	for i := 0; i < len(pairs); i += 2 {
		id := pairs[i]
		if !strings.Contains(id, ".") {
			id = "com.example." + id
		}
		fmt.Fprintf(&b, "-- %s.json --\n{\"lexicon\": 1, \"id\": %q, \"defs\": {%s}}\n", pairs[i], id, pairs[i+1])
	}
	return b.String()
}

// affects spells what a finding affects: "com.example.a record, …".
func affects(f diag.Finding) string {
	var all []string
	for _, a := range f.Change.Affects {
		all = append(all, a.Ref+" "+a.Part)
	}
	return strings.Join(all, ", ")
}

func recordOf(properties string) string {
	return `"main": {"type": "record", "key": "any", "record": {"type": "object", "properties": {` + properties + `}}}`
}

func TestAffects(t *testing.T) {
	const (
		small = `"size": {"type": "integer", "maximum": 1}`
		large = `"size": {"type": "integer", "maximum": 2}`
		ref   = `{"type": "ref", "ref": "com.example.defs#size"}`
	)
	users := []string{
		"a", recordOf(`"s": ` + ref),
		"get", `"main": {"type": "query", "parameters": {"type": "params", "properties": {"n": {"type": "integer"}}}, "output": {"encoding": "application/json", "schema": {"type": "ref", "ref": "com.example.box#tray"}}}`,
		"put", `"main": {"type": "procedure", "input": {"encoding": "application/json", "schema": {"type": "object", "properties": {"s": ` + ref + `}}}, "output": {"encoding": "application/json", "schema": {"type": "object", "properties": {"u": {"type": "union", "refs": ["com.example.box"]}}}}}`,
		"watch", `"main": {"type": "subscription", "message": {"schema": {"type": "union", "refs": ["com.example.box#tray"]}}}`,
		// A box contains trays, which contain boxes.
		"box", `"main": {"type": "object", "properties": {"t": {"type": "array", "items": {"type": "ref", "ref": "#tray"}}}}, "tray": {"type": "object", "properties": {"b": {"type": "ref", "ref": "#main"}, "s": ` + ref + `}}`,
		"alone", recordOf(`"s": {"type": "integer"}`),
		"quotes", recordOf(`"u": {"type": "union", "refs": ["com.example.a"]}`),
	}
	all := "com.example.a record, com.example.get output, com.example.put input, com.example.put output, com.example.quotes record, com.example.watch message"
	for _, c := range []struct {
		name     string
		old, new string
		want     string // rule, then what is affected, for each finding
	}{
		{"a shared definition", files(append(users, "defs", small)...), files(append(users, "defs", large)...), "integer-range: " + all},
		{"one that nothing reaches", files("defs", small), files("defs", large), "integer-range: "},
		{"a definition that was removed", files(append(users, "defs", small+`, "other": {"type": "token"}`)...), files(append(users, "defs", `"other": {"type": "token"}`)...), "def-removed: " + all},
		{"a Lexicon that was removed", files(append(users, "defs", small)...), files(users...), "lexicon-removed: " + all},
		{"a record that was removed", files("a", recordOf(``), "b", recordOf(`"u": {"type": "union", "refs": ["com.example.a"]}`)), files("b", recordOf(`"u": {"type": "union", "refs": ["com.example.a"]}`)),
			"lexicon-removed: com.example.a record, com.example.b record"},
		{"a record", files(append(users, "own", recordOf(``))...), files(append(users, "own", recordOf(`"x": {"type": "null"}`))...), "field-added: com.example.own record"},
		{"a record that others contain", files("a", recordOf(``), "b", recordOf(`"u": {"type": "union", "refs": ["com.example.a"]}`)), files("a", recordOf(`"x": {"type": "null"}`), "b", recordOf(`"u": {"type": "union", "refs": ["com.example.a"]}`)),
			"field-added: com.example.a record, com.example.b record"},
		{"a definition beside a record, which does not use it", `"main": {"type": "record", "key": "any", "record": {"type": "object", "properties": {}}}, ` + small, `"main": {"type": "record", "key": "any", "record": {"type": "object", "properties": {}}}, ` + large, "integer-range: "},
		{"params", params(``, `"q": {"type": "integer"}`), params(`"q"`, `"q": {"type": "integer"}`), "object-required: com.example.thing params"},
		{"errors", query(``), query(`, "errors": [{"name": "A"}]`), "errors-added: com.example.thing errors"},
		{"a body without a schema", query(``), query(`, "output": {"encoding": "image/png"}`), "body-added: com.example.thing output"},
		{"a record key", recordWith("any"), recordWith("tid"), "record-key-type: com.example.thing record"},
		{"a method of another type", query(`, "output": {"encoding": "application/json", "schema": ` + emptyObject + `}`), procedure(`, "input": {"encoding": "application/json", "schema": ` + emptyObject + `}`), "type-change: com.example.thing input, com.example.thing output"},
		{"what OLD refers to", files("a", recordOf(`"s": `+ref), "defs", small), files("a", recordOf(``), "defs", large), "field-removed: com.example.a record\ninteger-range: com.example.a record"},
		{"a main that is not called main", `"rec": {"type": "record", "key": "any", "record": {"type": "object", "properties": {}}}`, `"rec": {"type": "record", "key": "any", "record": {"type": "object", "properties": {"x": {"type": "null"}}}}`, "field-added: com.example.thing#rec record"},
		{"inline twice, then named", `"a": {"type": "object", "properties": {"x": ` + inlineSize + `}}, "main": {"type": "record", "key": "any", "record": {"type": "object", "properties": {"a": {"type": "ref", "ref": "#a"}}}}`,
			`"a": {"type": "object", "properties": {"x": {"type": "ref", "ref": "#b"}}}, "main": {"type": "record", "key": "any", "record": {"type": "object", "properties": {"a": {"type": "ref", "ref": "#a"}}}}, "b": {"type": "object", "properties": {"width": {"type": "integer", "minimum": 0}, "height": {"type": "integer"}}, "nullable": ["height"]}`,
			"object-required: com.example.thing record\ndef-added: com.example.thing record"},
		{"inline in two parts, then named", size + `, ` + procedure(`, "input": {"encoding": "application/json", "schema": `+inlineSize+`}, "output": {"encoding": "application/json", "schema": `+inlineSize+`}`),
			strings.Replace(size, `"required": ["width"], `, ``, 1) + `, ` + procedure(`, "input": {"encoding": "application/json", "schema": {"type": "ref", "ref": "#size"}}, "output": {"encoding": "application/json", "schema": {"type": "ref", "ref": "#size"}}`),
			"object-required: com.example.thing input, com.example.thing output\n" + // of the definition
				"object-required: com.example.thing input\nobject-required: com.example.thing output"},
		{"by way of a Dependency document", files("defs", small) + "-- support/user.json --\n" + `{"lexicon": 1, "id": "com.example.user", "defs": {` + recordOf(`"s": `+ref) + `}}` + "\n",
			files("defs", large) + "-- support/user.json --\n" + `{"lexicon": 1, "id": "com.example.user", "defs": {` + recordOf(`"s": `+ref) + `}}` + "\n", "integer-range: com.example.user record"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, f := range compare(t, catalog(t, c.old), catalog(t, c.new), diag.ProfileV1) {
				got = append(got, f.Rule.Code+": "+affects(f))
			}
			if got := strings.Join(got, "\n"); got != c.want {
				t.Errorf("found\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// A change lists only so many of the records that reach it, the first ones, and fewer
// where there are many changes.
func TestAffectsMany(t *testing.T) {
	for _, c := range []struct{ records, definitions, want int }{
		{1000, 1, 1000}, {1001, 1, 1000}, {501, 200, 500}, {500, 200, 500},
	} {
		var sides [2]string
		for i := range sides {
			var refs, defs []string
			for k := range c.definitions {
				refs = append(refs, fmt.Sprintf(`"f%d": {"type": "ref", "ref": "#d%d"}`, k, k))
				defs = append(defs, fmt.Sprintf(`"d%d": {"type": "integer", "maximum": %d}`, k, 2-i))
			}
			all := []string{"defs", `"all": {"type": "object", "properties": {` + strings.Join(refs, ", ") + `}}, ` + strings.Join(defs, ", ")}
			for k := range c.records {
				all = append(all, fmt.Sprintf("r%04d", k), recordOf(`"a": {"type": "ref", "ref": "com.example.defs#all"}`))
			}
			sides[i] = files(all...)
		}
		found := compare(t, catalog(t, sides[0]), catalog(t, sides[1]), diag.ProfileV1)
		if len(found) != c.definitions {
			t.Fatalf("%d changes, want %d", len(found), c.definitions)
		}
		for _, f := range found {
			n := len(f.Change.Affects)
			if n != c.want || f.Change.AffectsMore != (c.records > n) {
				t.Errorf("%d definitions and %d records: %d are affected, and more: %v; want %d", c.definitions, c.records, n, f.Change.AffectsMore, c.want)
				break
			}
			if last := fmt.Sprintf("com.example.r%04d", n-1); f.Change.Affects[n-1].Ref != last {
				t.Errorf("the last one is %s, want %s", f.Change.Affects[n-1].Ref, last)
			}
		}
	}
}

// TestExperiments: errors in an experimental Lexicon are warnings, unless another
// Lexicon uses what changed.
func TestExperiments(t *testing.T) {
	const (
		one = `"size": {"type": "integer", "maximum": 1}`
		two = `"size": {"type": "integer", "maximum": 2}`
	)
	user := func(id string) string { return recordOf(`"s": {"type": "ref", "ref": "` + id + `#size"}`) }
	for _, c := range []struct{ name, old, new, want string }{
		{"experimental", files("com.experimental.defs", one), files("com.experimental.defs", two), "integer-range warning forward"},
		{"temp", files("com.temp.defs", one), files("com.temp.defs", two), "integer-range warning forward"},
		{"unspecced", files("com.unspecced.defs", one), files("com.unspecced.defs", two), "integer-range warning forward"},
		{"part of a word", files("com.experimentals.defs", one), files("com.experimentals.defs", two), "integer-range error forward"},
		{"reached by an experiment", files("com.temp.defs", one, "com.temp.user", user("com.temp.defs")), files("com.temp.defs", two, "com.temp.user", user("com.temp.defs")), "integer-range warning forward"},
		{"reached by none", files("com.temp.defs", one, "com.example.user", user("com.temp.defs")), files("com.temp.defs", two, "com.example.user", user("com.temp.defs")), "integer-range error forward"},
		{"not an experiment itself", files("com.example.defs", one, "com.temp.user", user("com.example.defs")), files("com.example.defs", two, "com.temp.user", user("com.example.defs")), "integer-range error forward"},
		{"removed", files("com.temp.defs", one, "a", recordOf(``)), files("a", recordOf(``)), "lexicon-removed warning both"},
		{"removed, and reached", files("com.temp.defs", one, "a", user("com.temp.defs")), files("a", user("com.temp.defs")), "lexicon-removed error both"},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := compare(t, catalog(t, c.old), catalog(t, c.new), diag.ProfileV1)
			if len(found) != 1 || outcome(found[0]) != c.want {
				t.Fatalf("want %s, found%s", c.want, lines(found))
			}
			if said := strings.Contains(found[0].Message, "is experimental)"); said != strings.Contains(c.want, "warning") {
				t.Errorf("message %q", found[0].Message)
			}
		})
	}
}

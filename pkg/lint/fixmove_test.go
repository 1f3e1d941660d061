package lint

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// tally counts the scalars in a JSON text, and the names of members with scalars.
type tally struct{ values, names map[string]int }

func tallyOf(t testing.TB, text []byte) tally {
	t.Helper()
	var v any
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	all := tally{map[string]int{}, map[string]int{}}
	all.add(v)
	return all
}

func (all tally) add(v any) {
	switch v := v.(type) {
	case map[string]any:
		for name, inner := range v {
			switch inner.(type) {
			case map[string]any, []any:
			default:
				all.names[name]++
			}
			all.add(inner)
		}
	case []any:
		for _, inner := range v {
			all.add(inner)
		}
	default:
		all.values[fmt.Sprintf("%T %v", v, v)]++
	}
}

// lost returns what before has more of than after.
func lost(before, after map[string]int) map[string]int {
	less := map[string]int{}
	for key, n := range before {
		if n > after[key] {
			less[key] = n - after[key]
		}
	}
	return less
}

func total(counts map[string]int) (n int) {
	for _, count := range counts {
		n += count
	}
	return n
}

// checkKept demands that a fix loses no more than one scalar, which it removes or replaces,
// and none if it moves something.
func checkKept(t testing.TB, old, new []byte, f *diag.Finding) {
	t.Helper()
	if drops(f.Rule) || !json.Valid(old) || !json.Valid(new) {
		return
	}
	most := 1
	switch {
	case f.Fix.Moves:
		most = 0
	case strings.HasSuffix(f.Fix.Title, ", and fix the errors in it"):
		most = len(f.Fix.Edits) + 1
	case f.Rule.Code == "wrong-type" && lexicon.ValueAt(f.Location).Kind == lexicon.KindArray:
		most = 2 // a list of types, of which null is said in another way
	}
	before, after := tallyOf(t, old), tallyOf(t, new)
	values, names := lost(before.values, after.values), total(before.names)-total(after.names)
	if total(values) > most || names > most {
		t.Errorf("%s: %s: %s: %q loses %d names and the values %v", f.Path(), f.Rule.Code, f.Message, f.Fix.Title, names, values)
	}
}

// misplace takes an object or array with content from its place in a Lexicon and puts it
// elsewhere, under its name or under another one. It reports whether names that lead to it
// may lead to nothing now.
func misplace(r *rand.Rand, root map[string]any) (lost bool) {
	type place struct {
		object map[string]any
		name   string
	}
	var places []place
	var objects []map[string]any
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			objects = append(objects, v)
			for _, name := range slices.Sorted(maps.Keys(v)) {
				switch inner := v[name].(type) {
				case map[string]any:
					if len(inner) > 0 {
						places = append(places, place{v, name})
					}
				case []any:
					if len(inner) > 0 {
						places = append(places, place{v, name})
					}
				}
				walk(v[name])
			}
		case []any:
			for _, inner := range v {
				walk(inner)
			}
		}
	}
	walk(root)
	from := places[r.IntN(len(places))]
	content := from.object[from.name]
	inner, isObject := content.(map[string]any)
	switch r.IntN(4) {
	case 0: // one level too high
		if !isObject || slices.ContainsFunc(slices.Collect(maps.Keys(inner)), func(name string) bool { _, ok := from.object[name]; return ok && name != from.name && name != "type" }) {
			return false
		}
		delete(from.object, from.name)
		for name, v := range inner {
			if _, ok := from.object[name]; !ok {
				from.object[name] = v
			}
		}
	case 1: // under another name
		names := []string{"definitions", "Defs", "$defs", "fields", "Properties", "items", "refs", "schema", "Schema", "record", "view", "x", "enum", "variants", strings.ToUpper(from.name)}
		name := names[r.IntN(len(names))]
		if _, ok := from.object[name]; ok {
			return false
		}
		delete(from.object, from.name)
		from.object[name] = content
		return true
	case 2: // one level too low
		from.object[from.name] = map[string]any{from.name: content}
	default: // anywhere else
		delete(from.object, from.name)
		objects = objects[:0]
		walk(root)
		to := objects[r.IntN(len(objects))]
		name := from.name
		for to[name] != nil {
			name += "2"
		}
		to[name] = content
		return true
	}
	return false
}

// wellPlaced are Lexicons with everything that can be misplaced.
var wellPlaced = []string{
	`{"lexicon": 1, "id": "com.example.recipe", "defs": {
		"main": {"type": "record", "description": "A recipe.", "key": "tid", "record": {"type": "object", "required": ["title", "steps"], "nullable": ["title"], "properties": {
			"title": {"type": "string", "maxLength": 100, "maxGraphemes": 10, "knownValues": ["Soup", "Bread"]},
			"steps": {"type": "array", "maxLength": 20, "items": {"type": "union", "refs": ["#step", "#pause"], "closed": true}},
			"photo": {"type": "blob", "accept": ["image/*"], "maxSize": 1000},
			"size": {"type": "object", "required": ["g"], "properties": {"g": {"type": "integer", "enum": [1, 2]}, "by": {"type": "ref", "ref": "#step"}}}}}},
		"step": {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "maxLength": 1000}}},
		"pause": {"type": "object", "properties": {"minutes": {"type": "integer", "minimum": 1}}}}}`,
	`{"lexicon": 1, "id": "com.example.putRecipe", "defs": {
		"main": {"type": "procedure", "description": "Saves a recipe.",
			"parameters": {"type": "params", "required": ["q"], "properties": {"q": {"type": "array", "items": {"type": "string", "format": "did"}}, "dry": {"type": "boolean"}}},
			"input": {"encoding": "application/json", "schema": {"type": "object", "required": ["a"], "properties": {"a": {"type": "ref", "ref": "#view"}, "b": {"type": "unknown"}}}},
			"output": {"encoding": "application/json", "schema": {"type": "union", "refs": ["#view", "#other"]}},
			"errors": [{"name": "NotFound", "description": "There is none."}, {"name": "Full"}]},
		"view": {"type": "object", "required": ["uri"], "properties": {"uri": {"type": "string", "format": "at-uri"}}},
		"other": {"type": "object", "nullable": ["n"], "required": ["n"], "properties": {"n": {"type": "integer", "enum": [7, 8]}}}}}`,
	`{"lexicon": 1, "id": "com.example.watch", "defs": {
		"main": {"type": "subscription", "description": "Recipes.", "parameters": {"type": "params", "properties": {"cursor": {"type": "integer"}}},
			"message": {"schema": {"type": "union", "refs": ["#saved", "#gone"]}}, "errors": [{"name": "FutureCursor"}]},
		"saved": {"type": "object", "required": ["seq"], "properties": {"seq": {"type": "integer"}, "links": {"type": "array", "items": {"type": "cid-link"}}}},
		"gone": {"type": "object", "properties": {"seq": {"type": "integer"}, "raw": {"type": "bytes", "maxLength": 9}}}}}`,
}

// TestFixMisplaced misplaces something in a Lexicon, ten thousand times in all. No fix,
// unsafe ones included, loses a scalar or its name; a name that is replaced with another
// one counts as kept. Where names lead to nothing any more, the fixes that replace or remove
// these names, which are scalars, are left out.
func TestFixMisplaced(t *testing.T) {
	if testing.Short() {
		t.Skip("many inputs")
	}
	const tries = 10_000
	places := func(all []diag.Finding) []diag.Finding {
		return slices.DeleteFunc(all, func(f diag.Finding) bool {
			return f.Rule.Code == "unknown-property" || f.Rule.Code == "unresolved-ref"
		})
	}
	moved := 0
	for seed := range uint64(tries) {
		r := rand.New(rand.NewPCG(seed, 1))
		var root map[string]any
		if err := json.Unmarshal([]byte(wellPlaced[r.IntN(len(wellPlaced))]), &root); err != nil {
			t.Fatal(err)
		}
		options := FixOptions{Unsafe: true}
		if misplace(r, root) {
			options.Select = places
		}
		compact, err := json.Marshal(root)
		if err != nil {
			t.Fatal(err)
		}
		text := layouts[r.IntN(len(layouts))](compact)
		c := lexicon.NewCatalog(lexicon.Parse(&diag.Source{Path: "a.json", Text: text}, diag.ProfileV1))
		fixed, _ := fixAll(t, c, options)
		if len(fixed.Files) == 0 {
			continue
		}
		moved++
		before, after := tallyOf(t, text), tallyOf(t, fixed.Files[0].After)
		values, names := lost(before.values, after.values), total(before.names)-total(after.names)
		if len(values) > 0 || names > 0 {
			t.Errorf("seed %d: %d names and the values %v are lost:\n%s\n%s", seed, names, values, text, fixed.Files[0].After)
		}
	}
	if moved < tries/20 {
		t.Errorf("only %d of %d Lexicons were fixed", moved, tries)
	}
	t.Logf("%d of %d Lexicons were fixed", moved, tries)
}

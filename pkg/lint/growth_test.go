package lint

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// The limits of what a finding says, however large the schema is.
const (
	maxMessage = 1000 // bytes; two ids of 317 bytes and some names of 60
	mostPlaces = 6
)

// TestMessagesDoNotGrow grows each list and each map of the bad example of every rule,
// and the strings in it, and checks the size of all findings.
func TestMessagesDoNotGrow(t *testing.T) {
	for _, r := range allRules() {
		if r == diag.RuleTooDeep {
			continue // its example is an abbreviation
		}
		t.Run(r.Code, func(t *testing.T) {
			t.Parallel()
			files := exampleFiles(t, r.Bad())
			raised := false
			for name, file := range files {
				var root any
				decoder := json.NewDecoder(bytes.NewReader(file.Data))
				decoder.UseNumber()
				if decoder.Decode(&root) != nil {
					root = nil // the example is not JSON
				}
				for _, text := range grown(t, root) {
					grown := maps.Clone(files)
					grown[name] = &fstest.MapFile{Data: text}
					raised = checkSizes(t, r, grown) || raised
				}
			}
			raised = checkSizes(t, r, files) || raised
			if !raised {
				t.Error("nothing raises the rule")
			}
		})
	}
}

// TestExistingLimit refers to a missing definition of a file with many definitions, which
// many files can do: they are not listed for each.
func TestExistingLimit(t *testing.T) {
	for _, c := range []struct {
		definitions, visited int
		help                 string
	}{
		{1000, 1000, `define "x", or use "com.example.a#d0", "com.example.a#d1", "com.example.a#d2", "com.example.a#d3", "com.example.a#d4", "com.example.a#d5", or one of 994 more`},
		{2000, 0, `define "x", or refer to an existing definition`},
		{4000, 0, `define "x", or refer to an existing definition`},
	} {
		d := &lexicon.Document{ID: "com.example.a"}
		for i := range c.definitions {
			d.Defs = append(d.Defs, &lexicon.Definition{Name: "d" + strconv.Itoa(i), Document: d})
		}
		visited := 0
		help, _ := new(pass).existing(lexicon.Reference{NSID: d.ID, Name: "x"}, d, false, func(*lexicon.Definition) bool { visited++; return true })
		if visited != c.visited || help != c.help {
			t.Errorf("%d definitions: visited %d, want %d; help %q, want %q", c.definitions, visited, c.visited, help, c.help)
		}
	}
}

// checkSizes lints files, checks the size of each finding, and reports whether the rule
// is raised.
func checkSizes(t *testing.T, r *diag.Rule, files fstest.MapFS) bool {
	t.Helper()
	profile := diag.ProfileV1
	if r.Severity[profile] == diag.Off {
		profile = diag.ProfileATProto
	}
	c, err := lexicon.Load(context.Background(), []lexicon.Input{{FS: files, Name: ".", Display: "lexicons"}}, lexicon.LoadOptions{Profile: profile})
	if err != nil {
		t.Fatal(err)
	}
	raised := false
	for _, f := range findings(t, c, Options{Profile: profile, Workers: 1}) {
		raised = raised || f.Rule == r
		if len(f.Message) > maxMessage || len(f.Help) > maxMessage || len(f.Related) > mostPlaces {
			t.Fatalf("%s: a message of %d bytes, a help of %d bytes, %d places: %.300s | %.300s",
				f.Rule.Code, len(f.Message), len(f.Help), len(f.Related), f.Message, f.Help)
		}
		for _, place := range f.Related {
			if len(place.Message) > maxMessage {
				t.Fatalf("%s: a related message of %d bytes: %.300s", f.Rule.Code, len(place.Message), place.Message)
			}
		}
	}
	return raised
}

// grown returns the texts of a schema in which one list or map each has very many
// entries, and one in which all strings are long.
func grown(t *testing.T, root any) [][]byte {
	t.Helper()
	const (
		entries = 100_000 // of a list
		members = 3_000   // of a map
	)
	var texts [][]byte
	add := func() {
		text, err := json.Marshal(root)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text)
	}
	var visit func(v any)
	visit = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				switch child := v[key].(type) {
				case []any:
					v[key] = moreEntries(child, entries)
					add()
					v[key] = child
				case map[string]any:
					if key == "defs" || key == "properties" || strings.HasSuffix(key, ":lang") {
						v[key] = moreMembers(child, members)
						add()
						v[key] = child
					}
				}
				visit(v[key])
			}
		case []any:
			for _, item := range v {
				visit(item)
			}
		}
	}
	visit(root)
	root = longStrings(root, "")
	add()
	return texts
}

// moreEntries returns a list with n more entries: in turn a repetition of each and a
// variant of it.
func moreEntries(list []any, n int) []any {
	if len(list) == 0 {
		list = []any{"entry"}
	}
	more := slices.Clone(list)
	for i := range n {
		entry := list[i/2%len(list)]
		if text, ok := entry.(string); ok && i%2 == 1 {
			entry = text + strconv.Itoa(i)
		}
		more = append(more, entry)
	}
	return more
}

// moreMembers returns a map with n more members, with the values of those it has.
func moreMembers(object map[string]any, n int) map[string]any {
	keys := slices.Sorted(maps.Keys(object))
	if len(keys) == 0 {
		keys, object = []string{"member"}, map[string]any{"member": map[string]any{"type": "integer"}}
	}
	more := maps.Clone(object)
	for i := range n {
		key := keys[i%len(keys)]
		more[fmt.Sprintf("%s%d", key, i)] = object[key]
	}
	return more
}

// longStrings returns a value with long names and strings in place of those that the
// language does not give a meaning.
func longStrings(v any, key string) any {
	switch v := v.(type) {
	case map[string]any:
		all := map[string]any{}
		for name, value := range v {
			long := name
			if key == "defs" && name != "main" || key == "properties" {
				long = name + strings.Repeat("é", 5000)
			}
			all[long] = longStrings(value, name)
		}
		return all
	case []any:
		all := make([]any, len(v))
		for i := range v {
			all[i] = longStrings(v[i], key)
		}
		return all
	case string:
		switch key {
		case "type", "id", "format", "resource", "encoding", "key":
			return v
		}
		return v + strings.Repeat("é", 5000)
	}
	return v
}

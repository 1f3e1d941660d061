package lint

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// One mistake gives one finding: a text in which a comma or the end is missing, so that
// it is not valid JSON, has no other findings than the whole text.
func TestCutTexts(t *testing.T) {
	if testing.Short() {
		t.Skip("many inputs")
	}
	for _, r := range allRules() {
		for _, example := range []string{r.Good(), r.Bad()} {
			if r == diag.RuleTooDeep || r.Code == "ref-cycle" {
				continue // much work; and such a cycle hides the findings on its definitions
			}
			files := exampleFiles(t, example)
			for _, profile := range []diag.Profile{diag.ProfileV1, diag.ProfileATProto} {
				whole := lintFiles(t, profile, files)
				for name, f := range files {
					for _, cut := range cuts(f.Data) {
						broken := maps.Clone(files)
						broken[name] = &fstest.MapFile{Data: cut}
						for _, f := range added(lintFiles(t, profile, broken), whole) {
							t.Errorf("%s: %s raises %s", r.Code, cut, f)
						}
					}
				}
			}
		}
	}
}

// cuts returns a text without each of its commas and colons, and up to each of
// them.
func cuts(text []byte) [][]byte {
	var all [][]byte
	for i, c := range text {
		if c == ',' || c == ':' {
			missing := bytes.Clone(text)
			missing[i] = ' '
			all = append(all, missing, text[:i], text[:i+1])
		}
	}
	return all
}

// added returns what is found in a broken text in addition to the syntax error and to
// what is found in the whole one.
func added(found, whole []string) []string {
	if len(ofRules(found, "json-syntax")) == 0 {
		return nil // the character was part of a string
	}
	return slices.DeleteFunc(found, func(f string) bool {
		return strings.HasPrefix(f, "json-syntax ") || slices.Contains(whole, f)
	})
}

// A field of a wrong type gives one finding too.
func TestWrongTypesAlone(t *testing.T) {
	const self = `"a": {"type": "object", "properties": {"a": {"type": "ref", "description": "It.", "ref": "#a"}}, "required": ["a"], `
	for _, defs := range []string{
		self + `"nullable": "a"}`,
		self + `"nullable": [5]}`,
		self + `"nullable": null}`,
		`"a": {"type": "object", "nullable": ["b"], "required": [5], "properties": {"b": {"type": "integer", "description": "It."}}}`,
		`"a": {"type": "boolean", "default": true, "const": "true"}`,
		`"a": {"type": "string", "maxGraphemes": 10, "maxLength": 10, "format": 5}`,
		`"main": {"type": "query", "description": "Lists.", "parameters": {"type": "params", "properties": []},
			"output": {"encoding": "application/json", "schema": {"type": "object", "properties": {"cursor": {"type": "string", "description": "It.", "maxLength": 9}}}}}`,
		`"main": {"type": "record", "description": "A thing.", "key": "tid", "record": {"type": "object", "properties": {
			"b": {"type": "string", "description": "It.", "maxLength": 30000, "format": 5}}}}`,
	} {
		found := lintDefs(t, diag.ProfileV1, defs)
		if len(ofRules(found, "wrong-type")) != 1 || slices.ContainsFunc(found, func(f string) bool { return !strings.HasPrefix(f, "wrong-type ") }) {
			t.Errorf("%s: found %v", defs, found)
		}
	}
}

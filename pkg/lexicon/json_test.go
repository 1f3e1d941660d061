package lexicon

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// lines returns findings in the form of the test tables.
func lines(found []diag.Finding) []string {
	var all []string
	for _, f := range found {
		all = append(all, fmt.Sprintf("%s %d-%d %s: %s", f.Rule.Code, f.Span.Start, f.Span.End, f.Pointer, f.Message))
	}
	return all
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

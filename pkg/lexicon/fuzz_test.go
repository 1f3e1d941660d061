package lexicon

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/jsontree"
)

// FuzzParse checks laws that are true of every text, and compares the verdict on JSON
// with that of encoding/json.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"[1 // one\n]", `{"a": 1, "a": 2}`, `{'a': 1,}`, "[1 2]", "\uFEFF[]", "[\"\xff\"]", `["\ud800"]`, `[1, 2`, `{"a"`, `{"a": "b`, "[01]", "[tru]", "[] []", "", "nul",
	} {
		f.Add([]byte(text))
	}
	for _, r := range Rules() {
		for _, text := range []string{r.Bad(), r.Good()} {
			if strings.HasPrefix(text, `"`) {
				text = schemaFile(text)
			}
			f.Add([]byte(text))
		}
	}
	f.Add([]byte(sample))
	f.Add([]byte(schemaFile(everything)))
	f.Fuzz(func(t *testing.T, text []byte) {
		before := bytes.Clone(text)
		first := Parse(&diag.Source{Text: text}, diag.ProfileV1)
		if !bytes.Equal(text, before) {
			t.Fatal("the text was changed")
		}
		for _, fault := range faultsOfDocument(first) {
			t.Error(fault)
		}
		second := Parse(&diag.Source{Text: text}, diag.ProfileV1)
		if !reflect.DeepEqual(lines(first.Found), lines(second.Found)) {
			t.Errorf("parsed twice, the findings are %q and %q", lines(first.Found), lines(second.Found))
		}
		compareJSON(t, text, first)
	})
}

// faultsOfDocument returns the laws that a parsed document violates.
func faultsOfDocument(d *Document) (faults []string) {
	for _, f := range d.Found {
		line := lines([]diag.Finding{f})[0]
		for _, at := range append([]diag.Related{{Location: f.Location}}, f.Related...) {
			if s := at.Span; s.Start < 0 || s.Start > s.End || int(s.End) > len(d.Source.Text) {
				faults = append(faults, "span outside of the text: "+line)
			}
			if _, ok := resolve(d.Root, at.Pointer); !ok && !d.Partial {
				faults = append(faults, "pointer to nowhere: "+line)
			}
			inDefinition := strings.HasPrefix(ValueAt(at.Location).Pointer(), "/defs/")
			if (SubjectOf(ValueAt(at.Location)) != Subject{}) != inDefinition && len(at.Pointer) < 100 {
				faults = append(faults, "wrong subject: "+line)
			}
		}
		if !clean(f.Message) || !clean(f.Help) {
			faults = append(faults, "unclean message: "+line)
		}
		if f.Rule == nil || f.Severity == diag.Off {
			faults = append(faults, "no rule or severity: "+line)
		}
	}
	if !slices.Equal(lines(d.Found), lines(diag.SortFindings(slices.Clone(d.Found)))) {
		faults = append(faults, "the findings are out of order")
	}
	if d.Partial && !slices.ContainsFunc(d.Found, func(f diag.Finding) bool { return f.Rule == diag.RuleJSONSyntax || f.Rule == diag.RuleTooDeep }) {
		faults = append(faults, "partial without a reason")
	}
	for _, def := range d.Defs {
		Walk(def.Schema, func(s Schema) bool {
			v := s.Base().Value
			if got, ok := resolve(d.Root, v.Pointer()); !ok || got != v && got.Span != v.Span {
				faults = append(faults, fmt.Sprintf("a %s of %q has the pointer %q of something else", s.Type(), def.Name, v.Pointer()))
			}
			return true
		})
	}
	return faults
}

// resolve follows a JSON Pointer as RFC 6901 says. Of members with the same name it
// takes the first.
func resolve(root *Value, pointer string) (*Value, bool) {
	if pointer == "" {
		return root, true
	}
	v := root
	for token := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		if v == nil {
			return nil, false
		}
		switch v.Kind {
		case KindArray:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(v.Items) || strconv.Itoa(i) != token {
				return nil, false
			}
			v = v.Items[i]
		case KindObject:
			v = v.Field(strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~"))
		default:
			return nil, false
		}
	}
	return v, v != nil && strings.HasPrefix(pointer, "/")
}

// compareJSON compares the verdict on a text with that of encoding/json, which
// accepts invalid UTF-8, unpaired surrogates, repeated names and up to 10,000 levels.
func compareJSON(t *testing.T, text []byte, d *Document) {
	has := func(rule *diag.Rule) bool {
		return slices.ContainsFunc(d.Found, func(f diag.Finding) bool { return f.Rule == rule })
	}
	text = bytes.TrimPrefix(text, []byte(jsontree.ByteOrderMark))
	deep := has(diag.RuleTooDeep)
	if !json.Valid(text) {
		if !has(diag.RuleJSONSyntax) && !deep {
			t.Errorf("found nothing wrong with what encoding/json rejects")
		}
		return
	}
	depth, repeated, lone := shapeOf(text)
	if deep != (depth > jsontree.MaxDepth) {
		t.Errorf("too deep: %v, with %d levels", deep, depth)
	}
	if deep {
		return
	}
	if bad := lone || !utf8.Valid(text); has(diag.RuleJSONSyntax) != bad || d.Partial {
		t.Errorf("encoding/json accepts what has the findings %q; not Unicode: %v, partial: %v", lines(d.Found), bad, d.Partial)
	}
	if utf8.Valid(text) && !lone && has(diag.RuleDuplicateKey) != repeated {
		t.Errorf("a repeated name is found: %v, want %v", has(diag.RuleDuplicateKey), repeated)
	}
}

// shapeOf reads valid JSON with encoding/json and returns how deep it is, and
// whether an object has a name twice and a string half a surrogate pair.
func shapeOf(text []byte) (depth int, repeated, lone bool) {
	type level struct {
		names map[string]bool
		name  bool // the next string is a name
	}
	var levels []level
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	for at := int64(0); ; at = decoder.InputOffset() {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return depth, repeated, lone
		}
		top := len(levels) - 1
		name := top >= 0 && levels[top].name
		switch token := token.(type) {
		case json.Delim:
			if token == '{' || token == '[' {
				if top >= 0 && levels[top].names != nil {
					levels[top].name = true
				}
				levels = append(levels, level{})
				if token == '{' {
					levels[top+1] = level{map[string]bool{}, true}
				}
				depth = max(depth, len(levels))
			} else {
				levels = levels[:top]
			}
			continue
		case string:
			// encoding/json replaces half of a pair by U+FFFD.
			raw := text[at:decoder.InputOffset()]
			written := bytes.Count(raw, []byte("\uFFFD")) + countFold(raw, `\ufffd`)
			lone = lone || utf8.Valid(text) && strings.Count(token, "\uFFFD") > written
			if name {
				repeated = repeated || levels[top].names[token]
				levels[top].names[token] = true
			}
		}
		if top >= 0 && levels[top].names != nil {
			levels[top].name = !name
		}
	}
}

// countFold counts an escape in a string, regardless of case.
func countFold(raw []byte, escape string) (n int) {
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		if i+len(escape) <= len(raw) && raw[i+1] == 'u' && strings.EqualFold(string(raw[i:i+len(escape)]), escape) {
			n++
		}
		i++
	}
	return n
}

// TestOracle shows that the oracle of FuzzParse can tell right from wrong.
func TestOracle(t *testing.T) {
	for text, want := range map[string]string{
		`1`: "0 false false", `[{"a": [1]}, 2]`: "3 false false", `{"a": 1, "b": {"a": 1}, "c": "a"}`: "2 false false",
		`{"a": {}, "a": 1}`: "2 true false", `[{"x": "\ud800"}]`: "2 false true", `["\uFFFD\ufffd", "\ud83d\ude00", "\\ud800"]`: "1 false false",
		`{"a": "b", "b": "a", "\u0061": 0}`: "1 true false",
	} {
		depth, repeated, lone := shapeOf([]byte(text))
		if got := fmt.Sprint(depth, " ", repeated, " ", lone); got != want {
			t.Errorf("%s is taken for %s, want %s", text, got, want)
		}
	}
}

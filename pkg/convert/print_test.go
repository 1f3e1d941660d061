package convert

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/lexsmith/lexsmith/internal/words"
)

// randomTree returns a tree of strings that are difficult for readers of YAML.
func randomTree(r *rand.Rand, depth int) node {
	words := []string{
		"", " ", "a", "yes", "No", "null", "~", "true", "1", "1.0", "0x1F", "1e3", "2020-01-01", "12:30", "a: b", "a #b", "#a", "- a", "-", "*/*", "&a", "!a", "%a", "@a", "`a`",
		"'a'", `"a"`, "a\nb", "a\\b", "{a}", "[a]", "a,b", "a, b", "(a)", "a (b)", "$ref", "/x", "//", ".5", "é", "😀", "\u202e", "\x00", "\u007f", "\u0085", "\u2028", "\ufeff", "a ", " a", "a  b",
		"200", "---", "...", "?", "? a", ":", "a:", "=", "<<", ".inf", "on", "a\tb", "x-lexicon", "text/plain; charset=utf-8", "\ufffe", "\uffff", "\U0001d173\u180e\u3164", "tag\U000e0041", strings.Repeat("k", 1100), strings.Repeat("é: ", 600),
	}
	word := func() string { return words[r.IntN(len(words))] }
	switch kind := r.IntN(8); {
	case kind < 3 || depth == 0:
		return text(word())
	case kind == 3:
		return []node{integer(r.Int64()), integer(-1 << 63), integer(0), boolean(true), boolean(false), null{}}[r.IntN(6)]
	case kind < 6:
		o := new(object)
		for range r.IntN(4) {
			o.set(word(), randomTree(r, depth-1))
		}
		return o
	}
	list := array{}
	for range r.IntN(4) {
		list = append(list, randomTree(r, depth-1))
	}
	return list
}

// buried wraps a tree in depth objects, and in lists too if lists is set.
func buried(root *object, depth int, lists bool) *object {
	for range depth {
		if root = single("root", root); lists {
			root = single("root", array{text("x"), root})
		}
	}
	return root
}

// plainValue returns a tree as encoding/json decodes it.
func plainValue(n node) any {
	switch n := n.(type) {
	case *object:
		m := map[string]any{}
		for _, member := range n.members {
			m[member.name] = plainValue(member.value)
		}
		return m
	case array:
		list := []any{}
		for _, item := range n {
			list = append(list, plainValue(item))
		}
		return list
	case text:
		return string(n)
	case integer:
		return int64(n)
	case boolean:
		return bool(n)
	}
	return nil
}

// normalized gives all integers the type int64.
func normalized(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name := range v {
			v[name] = normalized(v[name])
		}
	case []any:
		for i := range v {
			v[i] = normalized(v[i])
		}
	case int:
		return int64(v)
	case json.Number:
		n, _ := v.Int64()
		return n
	}
	return v
}

// TestPrint reads printed documents with other packages.
func TestPrint(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 3000 {
		root := single("root", randomTree(r, 4))
		if i%50 == 0 {
			root = buried(root, i/50, i%100 == 0)
		}
		file := File{root: root}
		want := plainValue(root)
		var fromJSON any
		decoder := json.NewDecoder(strings.NewReader(string(file.JSON())))
		decoder.UseNumber()
		if err := decoder.Decode(&fromJSON); err != nil || !reflect.DeepEqual(normalized(fromJSON), want) {
			t.Fatalf("JSON: %v\n%s", err, file.JSON())
		}
		var fromYAML any
		if err := yaml.Unmarshal(file.YAML(), &fromYAML); err != nil || !reflect.DeepEqual(normalized(fromYAML), want) {
			t.Fatalf("YAML: %v\n%s\n%#v\n%#v", err, file.YAML(), normalized(fromYAML), want)
		}
		for line := range strings.Lines(string(file.JSON()) + string(file.YAML())) {
			if len(line)-len(strings.TrimLeft(line, " ")) > maxIndent {
				t.Fatalf("the line %q is indented too much", line)
			}
		}
		for _, c := range string(file.JSON()) + string(file.YAML()) {
			if c != '\n' && words.Invisible(c) {
				t.Fatalf("the control character %U is not escaped in\n%s", c, file.YAML())
			}
		}
	}
}

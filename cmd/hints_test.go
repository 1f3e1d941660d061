package cmd

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// Every type of hint has words, in which each flag is one that exists.
func TestWordHint(t *testing.T) {
	all := map[string]diag.Hint{
		"HintLoadLexicon": diag.HintLoadLexicon{NSID: "com.example.thing"}, "HintFetchLexicon": diag.HintFetchLexicon{NSID: "com.example.thing"},
		"HintAcceptUnknown": diag.HintAcceptUnknown{NSID: "com.example.thing", Near: "com.example.things"},
		"HintAllowLegacy":   diag.HintAllowLegacy{}, "HintNameDefinition": diag.HintNameDefinition{Reference: "com.example.thing"},
		"HintUseProfile": diag.HintUseProfile{Profile: diag.ProfileATProto}, "HintCheckSchemas": diag.HintCheckSchemas{}, "HintSchemaAsData": diag.HintSchemaAsData{}, "HintLines": diag.HintLines{}, "HintCase": diag.HintCase{}, "HintQueryLines": diag.HintQueryLines{},
		"HintValuesAt": diag.HintValuesAt{Wrapper: "a Jetstream event", Place: "/commit/record"}, "HintEventFrame": diag.HintEventFrame{}, "HintRaiseLimit": diag.HintRaiseLimit{Lines: true},
		"HintRaiseBodyLimit": diag.HintRaiseBodyLimit{}, "HintDataAsSchema": diag.HintDataAsSchema{Type: "com.example.thing", Version: true},
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join("..", "pkg", "diag", "hint.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	flags := newValidate(new(globals)).Flags()
	flags.AddFlagSet(newServe(new(globals)).Flags())
	flags.AddFlagSet(newRoot(new(globals)).PersistentFlags())
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok || spec.Name.Name == "Hint" {
			return true
		}
		hint, ok := all[spec.Name.Name]
		if !ok {
			t.Errorf("%s is not in this test", spec.Name.Name)
			return true
		}
		if fetch, ok := hint.(diag.HintFetchLexicon); ok {
			fetch.Own = true
			if words := cli.Hint(fetch); !strings.Contains(words, "create it") || words == cli.Hint(hint) {
				t.Errorf("a Lexicon of one's own: %s", words)
			}
		}
		words := cli.Hint(hint)
		if words == "" {
			t.Errorf("%s has no words", spec.Name.Name)
		}
		for _, word := range strings.Fields(words) {
			if name, ok := strings.CutPrefix(strings.TrimRight(word, ",)"), "--"); ok && flags.Lookup(name) == nil {
				t.Errorf("%s: there is no flag --%s", words, name)
			}
		}
		return true
	})
	if cli.Hint(nil) != "" {
		t.Error("no hint has words")
	}
}

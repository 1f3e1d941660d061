package compat_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/lexsmith/lexsmith/pkg/compat"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

func TestRuleTable(t *testing.T) {
	kebab := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	seen := map[string]bool{}
	for _, r := range compat.Rules() {
		if !kebab.MatchString(r.Code) {
			t.Errorf("%q is not kebab-case", r.Code)
		}
		if seen[r.Code] {
			t.Errorf("%s is listed twice", r.Code)
		}
		seen[r.Code] = true
		if r.Group != "diff" {
			t.Errorf("%s: group %q", r.Code, r.Group)
		}
		for name, text := range map[string]string{"summary": r.Summary, "reason": r.Reason, "place in the specification": r.Spec, "page": r.Page, "bad example": r.Bad(), "good example": r.Good()} {
			if strings.TrimSpace(text) == "" {
				t.Errorf("%s has no %s", r.Code, name)
			}
		}
		if strings.HasSuffix(r.Summary, ".") || strings.Contains(r.Summary, "\n") {
			t.Errorf("%s: the summary is not one line without a period: %q", r.Code, r.Summary)
		}
		if !strings.HasSuffix(r.Reason, ".") {
			t.Errorf("%s: the reason does not end with a period: %q", r.Code, r.Reason)
		}
		if r.Severity[lexicon.ProfileV1] == lexicon.Off || r.Severity[lexicon.ProfileV1] != r.Severity[lexicon.ProfileATProto] {
			t.Errorf("%s: severity %v", r.Code, r.Severity)
		}
	}
}

// TestRulesAreListed compares the rules that the source declares with those
// that Rules returns.
func TestRulesAreListed(t *testing.T) {
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var declared, listed []string
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				return n.Name.Name == "Rules"
			case *ast.ValueSpec:
				if name := n.Names[0].Name; strings.HasPrefix(name, "rule") {
					declared = append(declared, name)
				}
				return false
			case *ast.CompositeLit:
				for _, element := range n.Elts {
					if id, ok := element.(*ast.Ident); ok {
						listed = append(listed, id.Name)
					}
				}
			}
			return true
		})
	}
	slices.Sort(declared)
	slices.Sort(listed)
	if !slices.Equal(declared, listed) {
		t.Errorf("declared are\n%v\nRules lists\n%v", declared, listed)
	}
}

// TestExamples compares the examples of every rule: the bad one raises that rule
// and no other, infos included, and the good one raises nothing.
func TestExamples(t *testing.T) {
	for _, r := range compat.Rules() {
		t.Run(r.Code, func(t *testing.T) {
			for _, f := range compareExample(t, r.Bad()) {
				if f.Rule != r && f.Synonym != r {
					t.Errorf("the bad example raises %s: %s", f.Rule.Code, f.Message)
				}
				if f.Severity > r.Severity[lexicon.ProfileV1] {
					t.Errorf("%s is %s, the table says %v", f.Message, f.Severity, r.Severity)
				}
			}
			if len(compareExample(t, r.Bad())) == 0 {
				t.Error("the bad example raises nothing")
			}
			for _, f := range compareExample(t, r.Good()) {
				t.Errorf("the good example raises %s: %s", f.Rule.Code, f.Message)
			}
		})
	}
}

// compareExample compares the two sides of an example.
func compareExample(t *testing.T, example string) []lexicon.Finding {
	t.Helper()
	old, new := sidesOf(t, example)
	return compare(t, catalog(t, old), catalog(t, new), lexicon.ProfileV1)
}

// sidesOf splits an example into its sides, each in a form of catalog.
func sidesOf(t testing.TB, example string) (old, new string) {
	t.Helper()
	sides := map[string]string{}
	for _, f := range txtar.Parse([]byte(example)).Files {
		side, path, several := strings.Cut(f.Name, "/")
		if several {
			sides[side] += "-- " + path + " --\n"
		}
		sides[side] += string(f.Data)
	}
	if len(sides) != 2 || sides["old"] == "" || sides["new"] == "" {
		t.Fatalf("the sides are not old and new:\n%s", example)
	}
	return sides["old"], sides["new"]
}

package policy

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/compat"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
	"github.com/lexsmith/lexsmith/pkg/validate"
	"github.com/lexsmith/lexsmith/pkg/xrpc"
)

func TestRuleTable(t *testing.T) {
	kebab := regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)
	page := regexp.MustCompile(`^(specs/(lexicon|data-model|permission|record-key|nsid|xrpc|event-stream|repository)(#[a-z-]+)?|guides/lexicon-style-guide)$`)
	for _, r := range Rules() {
		if !kebab.MatchString(r.Code) {
			t.Errorf("%q is not kebab-case", r.Code)
		}
		if !page.MatchString(r.Page) {
			t.Errorf("%s: no page %q", r.Code, r.Page)
		}
		for name, text := range map[string]string{"summary": r.Summary, "place in the specification": r.Spec, "bad example": r.Bad(), "good example": r.Good()} {
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
		if strings.Contains(r.Examples, "--ref") || strings.Contains(r.Examples, " (--") {
			t.Errorf("%s: an example names a flag", r.Code)
		}
		if off := r.Severity == (diag.Severities{}); off != (r == validate.RuleDatetimePractice) {
			t.Errorf("%s: severity %v", r.Code, r.Severity)
		}
		if r.Group == "diff" && r.Severity != diag.Always(r.Severity[diag.ProfileV1]) {
			t.Errorf("%s: severity %v", r.Code, r.Severity)
		}
	}
}

// The rules of a package have its groups.
func TestGroupsOfPackages(t *testing.T) {
	for groups, rules := range map[string][]*diag.Rule{
		"input schema style": lexicon.Rules(), "schema refs style": lint.Rules(), "diff": compat.Rules(), "validate input": validate.Rules(), "xrpc": xrpc.Rules(),
	} {
		for _, r := range rules {
			if !slices.Contains(strings.Fields(groups), r.Group) {
				t.Errorf("%s: group %q, expected one of %s", r.Code, r.Group, groups)
			}
		}
	}
}

// Every rule in the source of a package is listed, and once.
func TestRulesAreListed(t *testing.T) {
	var paths []string
	for _, pattern := range []string{"../../pkg/*/*.go", "../servicerules/*.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatal(found, err)
		}
		paths = append(paths, found...)
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
			field, ok := n.(*ast.KeyValueExpr)
			if !ok {
				return true
			}
			code, isText := field.Value.(*ast.BasicLit)
			if key, ok := field.Key.(*ast.Ident); ok && key.Name == "Code" && isText && code.Kind == token.STRING {
				text, _ := strconv.Unquote(code.Value)
				declared = append(declared, text)
			}
			return true
		})
	}
	for _, r := range Rules() {
		listed = append(listed, r.Code)
	}
	slices.Sort(declared)
	slices.Sort(listed)
	if !slices.Equal(declared, listed) {
		t.Errorf("declared are\n%v\nlisted are\n%v", declared, listed)
	}
}

// Every rule belongs to a listed group, and every group has a rule.
func TestRuleGroups(t *testing.T) {
	var listed []string
	for _, group := range RuleGroups() {
		listed = append(listed, group.Name)
	}
	var used []string
	for _, r := range Rules() {
		if !slices.Contains(used, r.Group) {
			used = append(used, r.Group)
		}
	}
	if !slices.Equal(used, listed) {
		t.Errorf("the rules have the groups %v, want %v", used, listed)
	}
}

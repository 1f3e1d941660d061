package cmd

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/describe"
	"github.com/lexsmith/lexsmith/internal/policy"
)

var update = flag.Bool("update", false, "rewrite what tests compare: docs/rules.md and the outputs in scripts and guides")

// docs/rules.md is generated from the rules.
func TestRulesDocument(t *testing.T) {
	name := filepath.Join("..", "docs", "rules.md")
	want := describe.RulesMarkdown(policy.Rules())
	if *update {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if strings.ReplaceAll(string(got), "\r\n", "\n") != want {
		t.Errorf("%s is out of date: run make update", name)
	}
}

// Some script raises each rule, the way a user would see it.
func TestRulesInScripts(t *testing.T) {
	if *update {
		t.Skip("the scripts are rewritten after this")
	}
	names, err := filepath.Glob(filepath.Join("..", "testdata", "scripts", "*.txtar"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	var all strings.Builder
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	for _, r := range policy.Rules() {
		if !strings.Contains(all.String(), "["+r.Code+"]\n") {
			t.Errorf("no script raises %s: add one, such as to testdata/scripts/lint_rules_style.txtar, and run make update", r.Code)
		}
	}
}

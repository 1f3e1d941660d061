package cmd

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

var update = flag.Bool("update", false, "write anew what tests compare: docs/rules.md and the outputs in scripts")

// docs/rules.md shows the rule table as it is.
func TestRulesDocument(t *testing.T) {
	name := filepath.Join("..", "docs", "rules.md")
	want := rulesDocument(allRules())
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
		t.Errorf("%s is not what the rule table says: run go test ./cmd -run TestRulesDocument -update", name)
	}
}

// groupTitles says what the rules of each group are about.
var groupTitles = map[string]string{
	"input":    "the text of a file, whatever it holds",
	"schema":   "the file is not a valid Lexicon",
	"refs":     "references between definitions",
	"style":    "valid, yet likely to hurt",
	"diff":     "what changes between two versions of a Lexicon",
	"validate": "data that does not fit its schema",
}

// rulesDocument returns the rules as a Markdown document.
func rulesDocument(rules []*lexicon.Rule) string {
	var b strings.Builder
	b.WriteString("# Rules\n\n" +
		"What lexsmith reports, and why. `lexsmith rules CODE` shows the same in the terminal.\n\n" +
		"A severity can be changed for a rule or a whole group: on the command line with\n" +
		"`--severity NAME=error|warning|info|off`, or in `lexsmith.yaml`:\n\n" +
		"```yaml\n" +
		"severity:\n  unlimited-string: off\n  style: info\n" +
		"ignore:\n  - paths: [\"lexicons/com/example/legacy/**\"]\n    nsids: [\"com.example.old.*\"]\n    rules: [unlimited-string, refs]\n" +
		"```\n")
	for _, group := range config.Groups(rules) {
		fmt.Fprintf(&b, "\n## Group `%s`: %s\n\n| Rule | Default | |\n|---|---|---|\n", group, groupTitles[group])
		for _, r := range rules {
			if r.Group == group {
				fmt.Fprintf(&b, "| [`%s`](#%s) | %s | %s |\n", r.Code, r.Code, defaultSeverity(r), strings.ReplaceAll(r.Summary, "|", `\|`))
			}
		}
	}
	for _, r := range rules {
		writeRulePage(&b, r)
	}
	return b.String()
}

func writeRulePage(b *strings.Builder, r *lexicon.Rule) {
	fmt.Fprintf(b, "\n## %s\n\n%s. Group `%s`, default: %s.\n", r.Code, upperFirst(r.Summary), r.Group, defaultSeverity(r))
	fmt.Fprintf(b, "\nAvoid:\n\n%s\nPrefer:\n\n%s", fence(r.Bad), fence(r.Good))
	if r.Reason != "" {
		fmt.Fprintf(b, "\n%s\n", r.Reason)
	}
	if r.Spec != "" {
		fmt.Fprintf(b, "\nSpecification: %s.\n", strings.TrimSuffix(r.Spec, "."))
	}
	fmt.Fprintf(b, "\nSwitch it off: `%s`, or `%s` in `lexsmith.yaml`.\n", offByFlag(r.Code), offByConfig(r.Code))
}

// fence returns an example as a code block. One of several files is no JSON.
func fence(text string) string {
	language := "json"
	if strings.HasPrefix(text, "-- ") {
		language = "text"
	}
	var b strings.Builder
	for line := range strings.Lines(strings.TrimRight(text, "\n")) {
		b.WriteString(printable(strings.TrimSuffix(line, "\n")) + "\n")
	}
	return "```" + language + "\n" + b.String() + "```\n"
}

func upperFirst(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// Every group has a place in the order and a title.
func TestGroups(t *testing.T) {
	for _, group := range config.Groups(allRules()) {
		if !slices.Contains(groups(), group) || groupTitles[group] == "" {
			t.Errorf("group %s has no place or no title", group)
		}
	}
}

// TestRulesInScripts demands that every rule is raised by some script, by the
// way in which a user would meet it.
func TestRulesInScripts(t *testing.T) {
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
	for _, r := range allRules() {
		if !strings.Contains(all.String(), "["+r.Code+"]\n") {
			t.Errorf("no script raises %s", r.Code)
		}
	}
}

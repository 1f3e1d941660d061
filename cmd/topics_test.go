package cmd

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/config"
)

// block returns the first run of indented lines of a topic, without the indent.
func block(topic string) string {
	var lines []string
	for line := range strings.Lines(topic) {
		text, indented := strings.CutPrefix(line, "    ")
		if indented {
			lines = append(lines, text)
		} else if len(lines) > 0 {
			break
		}
	}
	return strings.Join(lines, "")
}

// The config file that the topic shows is one, and uses all there is.
func TestConfigTopic(t *testing.T) {
	path := filepath.Join(t.TempDir(), config.FileName)
	if err := os.WriteFile(path, []byte(block(configTopic)), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := config.Load(path, allRules())
	if err != nil {
		t.Fatal(err)
	}
	if !c.Profile.Set || len(c.Lexicons) != 1 || len(c.Include) != 1 || len(c.Severity) != 2 || len(c.Ignore) != 1 || c.Diff.Against != "origin/main" {
		t.Errorf("got %+v", c)
	}
}

func TestRulesTopic(t *testing.T) {
	var names []string
	for line := range strings.Lines(block(rulesTopic)) {
		names = append(names, strings.Fields(line)[0])
	}
	if !slices.Equal(names, groups()) {
		t.Errorf("groups %v, want %v", names, groups())
	}
}

func TestPages(t *testing.T) {
	pages := map[string]Page{}
	for _, p := range Pages() {
		if p.Summary == "" || strings.HasSuffix(p.Summary, ".") || p.Topic == (p.Usage != "") || p.Topic == (len(p.Flags) > 0) {
			t.Errorf("%+v", p)
		}
		pages[p.Name] = p
	}
	root := newRoot(&options{})
	for _, c := range root.Commands() {
		if p, ok := pages[c.CommandPath()]; !ok || p.Text != c.Long {
			t.Errorf("%s: %+v", c.CommandPath(), p)
		}
	}
	for _, want := range []Flag{
		{"lexicons", "L", "PATH", "file or folder at PATH to resolve references in; repeatable", "", true},
		{"quiet", "q", "", "findings only, no summary line", "", true},
	} {
		if !slices.Contains(pages["lexsmith"].Flags, want) || !slices.Contains(pages["lexsmith lint"].Flags, want) {
			t.Errorf("a page lacks %+v", want)
		}
	}
	if flags := pages["lexsmith lint"].Flags; !slices.ContainsFunc(flags, func(f Flag) bool {
		return f.Name == "format" && f.Default == "text" && strings.HasPrefix(f.Value, "text|json") && !f.Shared
	}) {
		t.Errorf("lint has %+v", flags)
	}
}

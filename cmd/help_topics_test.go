package cmd

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/policy"
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

// The config file in the topic is valid and uses every key.
func TestConfigTopic(t *testing.T) {
	path := filepath.Join(t.TempDir(), config.FileName)
	if err := os.WriteFile(path, []byte(block(configTopic)), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := config.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if !c.Profile.Set || len(c.Lexicons) != 1 || len(c.Include) != 1 || len(c.Severity) != 2 || len(c.Ignore) != 2 || c.Ignore[1].Reason == "" || c.Ignore[1].Until == "" || c.Diff.Against != "origin/main" ||
		!c.FailOn.Set || len(c.ExtraFields) == 0 {
		t.Errorf("got %+v", c)
	}
}

func TestRulesTopic(t *testing.T) {
	var names []string
	for line := range strings.Lines(block(rulesTopic)) {
		names = append(names, strings.Fields(line)[0])
	}
	var groups []string
	for _, g := range policy.RuleGroups() {
		groups = append(groups, g.Name)
	}
	if !slices.Equal(names, groups) {
		t.Errorf("groups %v, want %v", names, groups)
	}
}

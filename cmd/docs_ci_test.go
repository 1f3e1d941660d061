package cmd

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/lexsmith/lexsmith/internal/scaffold"
)

// readYAML reads a file of the repository.
func readYAML(t *testing.T, name string, target any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, target); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// The workflows in the documents use inputs and commands that the action has.
func TestDocsAction(t *testing.T) {
	var action struct {
		Inputs map[string]struct{ Default any }
	}
	readYAML(t, "action.yml", &action)
	uses := 0
	for _, name := range documents(t) {
		for _, block := range regexp.MustCompile("(?ms)^```yaml (\\.github/workflows/\\S+)\n(.*?)^```$").FindAllStringSubmatch(readDocument(t, name), -1) {
			var workflow struct {
				Jobs map[string]struct {
					Steps []struct {
						Uses, Run string
						With      map[string]any
					}
				}
			}
			if err := yaml.Unmarshal([]byte(block[2]), &workflow); err != nil {
				t.Errorf("%s: %s: %v", name, block[1], err)
			}
			for _, job := range workflow.Jobs {
				for _, step := range job.Steps {
					if !strings.HasPrefix(step.Uses, "lexsmith/lexsmith@") {
						continue
					}
					uses++
					for input := range step.With {
						if _, ok := action.Inputs[input]; !ok {
							t.Errorf("%s: %s: the action has no input %q", name, block[1], input)
						}
					}
					if command, ok := step.With["command"]; ok && !slices.Contains([]any{"lint", "diff", "validate", "status", "pull"}, command) {
						t.Errorf("%s: %s: the action has no command %v", name, block[1], command)
					}
				}
			}
		}
	}
	if uses == 0 {
		t.Error("no document shows the action")
	}
	guide := readDocument(t, "docs/ci.md")
	for input := range action.Inputs {
		if !strings.Contains(guide, "\n| `"+input+"` | ") {
			t.Errorf("docs/ci.md does not describe the input %q of the action", input)
		}
	}
}

// docs/ci.md describes all hooks that exist, and shows no others.
func TestDocsHooks(t *testing.T) {
	type hook struct{ ID string }
	var defined []hook
	readYAML(t, ".pre-commit-hooks.yaml", &defined)
	var shown struct {
		Repos []struct{ Hooks []hook }
	}
	if err := yaml.Unmarshal([]byte(documentFiles(t, "ci.md")[".pre-commit-config.yaml"]), &shown); err != nil {
		t.Fatal(err)
	}
	if len(shown.Repos) != 1 {
		t.Fatalf("docs/ci.md shows %d repositories of hooks", len(shown.Repos))
	}
	guide := readDocument(t, "docs/ci.md")
	for _, hook := range defined {
		if !strings.Contains(guide, "\n| `"+hook.ID+"` | ") {
			t.Errorf("docs/ci.md does not describe the hook %s", hook.ID)
		}
	}
	for _, hook := range shown.Repos[0].Hooks {
		if !slices.Contains(defined, hook) {
			t.Errorf("docs/ci.md shows the hook %s, which does not exist", hook.ID)
		}
	}
}

// init writes what docs/ci.md shows.
func TestDocsInit(t *testing.T) {
	shown := documentFiles(t, "ci.md")
	for _, file := range []scaffold.File{scaffold.CI("github"), scaffold.CI("tangled"), scaffold.PreCommit()} {
		if shown[file.Path] != file.Content {
			t.Errorf("docs/ci.md shows for %s\n%s\ninit writes\n%s", file.Path, shown[file.Path], file.Content)
		}
	}
	if gitlab := scaffold.CI("gitlab"); readDocument(t, "docs/ci/gitlab-ci.yml") != gitlab.Content {
		t.Errorf("docs/ci/gitlab-ci.yml is not what init writes as %s", gitlab.Path)
	}
}

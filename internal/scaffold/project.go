package scaffold

import (
	_ "embed"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// File is a file of a new project.
type File struct {
	Path    string // with slashes
	Content string
	// Instead says what to do when the file exists already.
	Instead string
}

const guide = "https://github.com/lexsmith/lexsmith/blob/main/docs/ci.md"

// Texts of the files of a project, which docs/ci.md shows too.
var (
	//go:embed project/lexsmith.yaml
	configText string
	//go:embed project/pre-commit.yaml
	preCommitText string
	//go:embed project/github.yml
	githubText string
	//go:embed project/gitlab.yml
	gitlabText string
	//go:embed project/tangled.yml
	tangledText string
)

// The files of a project: the hooks and the workflows.
var (
	PreCommit = File{".pre-commit-config.yaml", preCommitText, "add the hooks in " + guide}

	github  = File{".github/workflows/lexicons.yml", githubText, "compare it with " + guide}
	gitlab  = File{".gitlab-ci.yml", gitlabText, "add the include in " + guide}
	tangled = File{".tangled/workflows/lexicons.yml", tangledText, "compare it with " + guide}
)

// Systems returns the CI systems of CI.
func Systems() []string { return []string{"github", "gitlab", "tangled"} }

// CI returns the file that checks each change in a CI system, one of Systems.
func CI(system string) File { return []File{github, gitlab, tangled}[slices.Index(Systems(), system)] }

// Config returns the settings of a project with folders of its own, and of others.
func Config(own, others []string) File {
	text := strings.Replace(configText, "[lexicons]", yamlList(own), 1)
	if len(others) > 0 {
		text = strings.Replace(text, "# include: [vendor/lexicons]", "include: "+yamlList(others), 1)
	}
	return File{"lexsmith.yaml", text, `run "lexsmith help config" for a description of its keys`}
}

// plainPath matches paths that YAML reads as strings without quotes.
var plainPath = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_./-]*$`)

// yamlList returns a list of paths: on one line if it is short.
func yamlList(paths []string) string {
	items := make([]string, len(paths))
	for i, path := range paths {
		items[i] = path
		if !plainPath.MatchString(path) {
			quoted, _ := json.Marshal(path) // a string in YAML too
			items[i] = string(quoted)
		}
	}
	if line := "[" + strings.Join(items, ", ") + "]"; len(line) <= 80 {
		return line
	}
	return "\n  - " + strings.Join(items, "\n  - ")
}

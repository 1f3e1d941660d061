package scaffold

import (
	_ "embed"
	"slices"
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
)

// The files of a project: the settings, the workflows and the hooks.
var (
	Config    = File{"lexsmith.yaml", configText, `run "lexsmith help config" for a description of its keys`}
	PreCommit = File{".pre-commit-config.yaml", preCommitText, "add the hooks in " + guide}

	github = File{".github/workflows/lexicons.yml", githubText, "compare it with " + guide}
	gitlab = File{".gitlab-ci.yml", gitlabText, "add the include in " + guide}
)

// Systems returns the CI systems of CI.
func Systems() []string { return []string{"github", "gitlab"} }

// CI returns the file that checks each change in a CI system, one of Systems.
func CI(system string) File { return []File{github, gitlab}[slices.Index(Systems(), system)] }

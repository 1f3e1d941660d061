package scaffold

import (
	"embed"
	"slices"
)

//go:embed project
var project embed.FS

// File is a file of a new project.
type File struct {
	Path    string // with slashes
	Content string
	// Instead says what to do when the file exists already.
	Instead string
}

const guide = "https://github.com/lexsmith/lexsmith/blob/main/docs/ci.md"

// The files of a project: the settings, the workflows and the hooks, which docs/ci.md
// shows too.
var (
	Config    = File{"lexsmith.yaml", projectFile("lexsmith.yaml"), `"lexsmith help config" describes its keys`}
	PreCommit = File{".pre-commit-config.yaml", projectFile("pre-commit.yaml"), "add the hooks in " + guide}

	github = File{".github/workflows/lexicons.yml", projectFile("github.yml"), "compare it with " + guide}
	gitlab = File{".gitlab-ci.yml", projectFile("gitlab.yml"), "add the include in " + guide}
)

func projectFile(name string) string {
	text, err := project.ReadFile("project/" + name)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// Systems returns the CI systems of CI.
func Systems() []string { return []string{"github", "gitlab"} }

// CI returns the file that checks each change in a CI system, one of Systems.
func CI(system string) File { return []File{github, gitlab}[slices.Index(Systems(), system)] }

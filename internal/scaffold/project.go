package scaffold

import (
	"embed"
	"encoding/json"
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

// texts are the files of a project, which docs/ci.md shows too.
//
//go:embed project
var texts embed.FS

// readEmbedded returns the text of an embedded file.
func readEmbedded(files embed.FS, name string) string {
	content, err := files.ReadFile(name)
	if err != nil {
		panic(err) // the caller has not checked the name
	}
	return string(content)
}

// PreCommit returns the file with the hooks of pre-commit.
func PreCommit() File {
	return File{".pre-commit-config.yaml", readEmbedded(texts, "project/pre-commit.yaml"), "add the hooks in " + guide}
}

// Systems returns the CI systems of CI.
func Systems() []string { return []string{"github", "gitlab", "tangled"} }

// CI returns the file that checks each change in a CI system, one of Systems.
func CI(system string) File {
	switch system {
	case "github":
		return File{".github/workflows/lexicons.yml", readEmbedded(texts, "project/github.yml"), "compare it with " + guide}
	case "gitlab":
		return File{".gitlab-ci.yml", readEmbedded(texts, "project/gitlab.yml"), "add the include in " + guide}
	}
	return File{".tangled/workflows/lexicons.yml", readEmbedded(texts, "project/tangled.yml"), "compare it with " + guide}
}

// Config returns the settings of a project with folders of its own, and of others.
func Config(own, others []string) File {
	content := strings.Replace(readEmbedded(texts, "project/lexsmith.yaml"), "[lexicons]", yamlList(own), 1)
	if len(others) > 0 {
		content = strings.Replace(content, "# include: [vendor/lexicons]", "include: "+yamlList(others), 1)
	}
	return File{"lexsmith.yaml", content, `run "lexsmith help config" for a description of its keys`}
}

// letters can begin a path that YAML reads as a string without quotes.
const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// yamlList returns a list of paths: on one line if it is short.
func yamlList(paths []string) string {
	items := make([]string, len(paths))
	for i, path := range paths {
		items[i] = path
		if strings.Trim(path, letters+"0123456789_./-") != "" || !strings.ContainsAny(path[:1], letters) {
			quoted, _ := json.Marshal(path) // a string in YAML too
			items[i] = string(quoted)
		}
	}
	if line := "[" + strings.Join(items, ", ") + "]"; len(line) <= 80 {
		return line
	}
	return "\n  - " + strings.Join(items, "\n  - ")
}

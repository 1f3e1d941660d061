// Package git runs git commands such that no program of the repository is run, and reads
// objects. Nothing changes the index or the working tree.
package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Dir is a folder that git runs in. No command that it runs uses the network,
// takes a lock, or runs a program that the configuration of the repository names.
type Dir struct {
	path string
	env  []string
}

// repositoryVariables are the environment variables that select a repository or
// a part of one. Git sets some of them for its hooks.
var repositoryVariables = []string{
	"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CONFIG", "GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS",
	"GIT_DIR", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_INTERNAL_SUPER_PREFIX", "GIT_NAMESPACE",
	"GIT_NO_REPLACE_OBJECTS", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
}

// In prepares to run git in dir. In the working directory the variables that
// git sets for its hooks apply; in any other folder they would select the wrong
// repository.
func In(dir string) Dir {
	env := without(os.Environ(), "GIT_GLOB_PATHSPECS", "GIT_ICASE_PATHSPECS", "GIT_LITERAL_PATHSPECS", "GIT_NOGLOB_PATHSPECS")
	if filepath.Clean(dir) != "." {
		env = without(env, repositoryVariables...)
	}
	return Dir{dir, append(env, "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0",
		"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none")}
}

// without returns an environment without some variables.
func without(env []string, names ...string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return slices.Contains(names, name)
	})
}

// command returns a git command that is not started yet.
func (d Dir) command(ctx context.Context, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, "git", append([]string{"-c", "core.fsmonitor=false"}, args...)...)
	c.Dir, c.Env = d.path, d.env
	return c
}

// Run returns what git prints, without the final line feed, also if it fails.
func (d Dir) Run(ctx context.Context, args ...string) (string, error) {
	return output(ctx, d.command(ctx, args...))
}

// output runs a command and returns what it prints, as Run does.
func output(ctx context.Context, c *exec.Cmd) (string, error) {
	var words bytes.Buffer
	c.Stderr = &words
	text, err := c.Output()
	args := c.Args[3:] // without what command puts before them
	return strings.TrimSuffix(string(text), "\n"), failure(ctx, err, args, words.String())
}

// Lines returns the lines that git prints.
func (d Dir) Lines(ctx context.Context, args ...string) ([]string, error) {
	output, err := d.Run(ctx, args...)
	if output == "" {
		return nil, err
	}
	return strings.Split(output, "\n"), err
}

// commandError is a git command that failed. Its message says how to see git's own,
// which is not shown: it is written for users of git and names options of git.
type commandError struct {
	status int
	args   []string
	words  string // on standard error
}

func (e *commandError) Error() string {
	return fmt.Sprintf(`git failed with exit status %d; run "git %s" to see why`, e.status, strings.Join(e.args, " "))
}

// ExitStatus returns the exit status of a git command that failed with err, 0 for any
// other error and nil.
func ExitStatus(err error) int {
	if failed, ok := errors.AsType[*commandError](err); ok {
		return failed.status
	}
	return 0
}

// Said reports whether err is a failure of git with a text in its message.
func Said(err error, text string) bool {
	failed, ok := errors.AsType[*commandError](err)
	return ok && strings.Contains(failed.words, text)
}

// failure turns the error of a finished command into one for the user.
func failure(ctx context.Context, err error, args []string, words string) error {
	var exited *exec.ExitError
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return errors.New("git is not installed or not in PATH")
	case !errors.As(err, &exited):
		return fmt.Errorf("cannot run git: %w", err)
	}
	return &commandError{exited.ExitCode(), args, words}
}

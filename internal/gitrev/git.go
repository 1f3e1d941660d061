package gitrev

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// repository is a folder in which git is run.
type repository struct {
	dir string // "." is the working directory
	env []string
}

// newRepository prepares to run git in dir. In the working directory the
// variables that git sets for its hooks apply; in any other folder they would
// select the wrong repository.
func newRepository(dir string) repository {
	env := slices.DeleteFunc(os.Environ(), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return strings.HasPrefix(name, "GIT_") && (filepath.Clean(dir) != "." || strings.HasSuffix(name, "_PATHSPECS"))
	})
	return repository{dir, append(env, "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_LITERAL_PATHSPECS=1")}
}

// gitError is the message of a git command that failed.
type gitError struct{ words string }

func (e *gitError) Error() string { return "git: " + e.words }

// errSilent is a failure of git without a message: what was asked for does not
// exist.
var errSilent = errors.New("git failed without a message")

// run returns what git prints.
func (r repository) run(args ...string) ([]byte, error) { return r.feed(nil, args...) }

// feed is run with a standard input.
func (r repository) feed(input []byte, args ...string) ([]byte, error) {
	var output bytes.Buffer
	err := r.pipe(bytes.NewReader(input), &output, args...)
	return output.Bytes(), err
}

// pipe runs git and connects its streams.
func (r repository) pipe(in io.Reader, out io.Writer, args ...string) error {
	var words bytes.Buffer
	c := exec.Command("git", args...)
	c.Dir, c.Env, c.Stdin, c.Stdout, c.Stderr = r.dir, r.env, in, out, &words
	err := c.Run()
	var exited *exec.ExitError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, exec.ErrNotFound):
		return errors.New("git is not installed or not in PATH")
	case !errors.As(err, &exited):
		return err
	}
	said := strings.TrimPrefix(strings.TrimSpace(words.String()), "fatal: ")
	if said == "" {
		return errSilent
	}
	return &gitError{said}
}

// Package conformance finds the files that implementations of Lexicon are
// tested with: the protocol's interoperability lists, real schemas and records.
// They are not part of this repository; CONTRIBUTING.md says how to get them.
package conformance

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Variable is the environment variable that names the folder of the files.
// When it is not set, the folder is "shared", next to the repository.
const Variable = "LEXSMITH_SHARED"

// Path returns the path of a file or folder, named by its slash-separated path
// in the folder. If it does not exist, the test is skipped.
func Path(t testing.TB, name string) string {
	t.Helper()
	path := filepath.Join(root(t), filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil {
		t.Skipf("conformance files not found: %v", err)
	}
	return path
}

// Glob returns the paths that match a slash-separated pattern, at least one. If
// there are none, the test is skipped.
func Glob(t testing.TB, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(root(t), filepath.FromSlash(pattern)))
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Skipf("conformance files not found: no %s in %s", pattern, root(t))
	}
	return paths
}

// root returns the folder of the files. A folder that Variable names must
// exist, so that a mistyped path does not skip the tests.
func root(t testing.TB) string {
	t.Helper()
	if folder := os.Getenv(Variable); folder != "" {
		if _, err := os.Stat(folder); err != nil {
			t.Fatalf("%s: %v", Variable, err)
		}
		return folder
	}
	_, file, _, _ := runtime.Caller(0) // in internal/testkit/conformance of the repository
	return filepath.Join(filepath.Dir(file), "..", "..", "..", "..", "shared")
}

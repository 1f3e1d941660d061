package conformance

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// skipped reports whether a function skips its test.
func skipped(t *testing.T, f func(t *testing.T)) bool {
	t.Helper()
	result := false
	t.Run("inner", func(t *testing.T) {
		defer func() { result = t.Skipped() }()
		f(t)
	})
	return result
}

func TestVariable(t *testing.T) {
	folder := t.TempDir()
	t.Setenv(Variable, folder)
	if err := os.MkdirAll(filepath.Join(folder, "interop", "syntax"), 0o700); err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(folder, "interop", "syntax", "did.txt")
	if err := os.WriteFile(list, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := Path(t, "interop/syntax/did.txt"); got != list {
		t.Errorf("Path returns %q, want %q", got, list)
	}
	if got := Glob(t, "interop/*/*.txt"); !slices.Equal(got, []string{list}) {
		t.Errorf("Glob returns %q", got)
	}
	if !skipped(t, func(t *testing.T) { Path(t, "corpus") }) {
		t.Error("a missing folder does not skip the test")
	}
	if !skipped(t, func(t *testing.T) { Glob(t, "corpus/*") }) {
		t.Error("a pattern without matches does not skip the test")
	}
}

func TestDefault(t *testing.T) {
	t.Setenv(Variable, "")
	repository, err := filepath.Abs(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := root(t), filepath.Join(filepath.Dir(repository), "shared"); got != want {
		t.Errorf("root returns %q, want %q", got, want)
	}
}

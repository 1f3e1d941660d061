package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

const before, after = "before\n", "after\n"

// file makes a file with the text before.
func file(t *testing.T, dir, name string, mode fs.FileMode) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(before), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil { // whatever the mask is
		t.Fatal(err)
	}
	return path
}

// wantText demands the content of a file, and that nothing else is in its folder
// but the given names.
func wantText(t *testing.T, path, want string, names ...string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("%s: %v, %q, want %q", path, err, got, want)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	if got, want := strings.Join(all, " "), strings.Join(names, " "); got != want {
		t.Errorf("the folder holds %q, want %q", got, want)
	}
}

func TestReplace(t *testing.T) {
	for _, mode := range []fs.FileMode{0o644, 0o600, 0o755, 0o666} {
		path := file(t, t.TempDir(), "a.json", mode)
		if err := Replace(path, []byte(before), []byte(after)); err != nil {
			t.Fatal(err)
		}
		wantText(t, path, after, "a.json")
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); runtime.GOOS != "windows" && got != mode {
			t.Errorf("mode %v, want %v", got, mode)
		}
	}
}

// Files are created together with the new content, or nothing is written.
func TestReplaceCreates(t *testing.T) {
	dir := t.TempDir()
	path := file(t, dir, "a.json", 0o644)
	b, c := File{filepath.Join(dir, "b.json"), []byte("b\n")}, File{filepath.Join(dir, "c.json"), []byte("c\n")}
	if err := os.WriteFile(c.Path, []byte("own\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Replace(path, []byte(before), []byte(after), b, c); !errors.Is(err, fs.ErrExist) {
		t.Errorf("got %v", err)
	}
	wantText(t, path, before, "a.json", "c.json")
	wantText(t, c.Path, "own\n", "a.json", "c.json")
	if err := Replace(path, []byte("other\n"), []byte(after), b); !errors.Is(err, ErrChanged) {
		t.Errorf("got %v", err)
	}
	wantText(t, path, before, "a.json", "c.json")
	nested := File{filepath.Join(dir, "d", "e.json"), []byte("e\n")}
	if err := Replace(path, []byte(before), []byte(after), b, nested); err != nil {
		t.Fatal(err)
	}
	wantText(t, path, after, "a.json", "b.json", "c.json", "d")
	wantText(t, b.Path, "b\n", "a.json", "b.json", "c.json", "d")
	wantText(t, nested.Path, "e\n", "e.json")
}

func TestReplaceLink(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	target := file(t, other, "target.json", 0o600)
	if err := os.Symlink(target, filepath.Join(dir, "direct")); err != nil {
		t.Skip("no symbolic links here")
	}
	for link, to := range map[string]string{"a": "direct", "b": "./a", "folder": other} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{"direct", "b", "folder/target.json"} {
		if err := os.WriteFile(target, []byte(before), 0o600); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, path)
		if err := Replace(path, []byte(before), []byte(after)); err != nil {
			t.Fatal(err)
		}
		wantText(t, target, after, "target.json")
	}
	for _, link := range []string{"direct", "a", "b", "folder"} {
		if info, err := os.Lstat(filepath.Join(dir, link)); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s is not a link any more: %v", link, err)
		}
	}
}

func TestReplaceRefuses(t *testing.T) {
	for _, test := range []struct {
		name string
		make func(t *testing.T, dir string) (path string)
		want string
		is   error
	}{
		{"changed", func(t *testing.T, dir string) string {
			path := file(t, dir, "a.json", 0o600)
			if err := os.WriteFile(path, []byte("by somebody else\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			return path
		}, "the file has changed on disk since it was read", ErrChanged},
		{"read-only", func(t *testing.T, dir string) string {
			return file(t, dir, "a.json", 0o444)
		}, "the file is read-only", nil},
		{"missing", func(t *testing.T, dir string) string {
			return filepath.Join(dir, "a.json")
		}, "no such file or directory", fs.ErrNotExist},
		{"dangling link", func(t *testing.T, dir string) string {
			path := filepath.Join(dir, "a.json")
			if err := os.Symlink("gone", path); err != nil {
				t.Skip("no symbolic links here")
			}
			return path
		}, "no such file or directory", fs.ErrNotExist},
		{"folder", func(t *testing.T, dir string) string {
			return dir
		}, "not a regular file", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			path := test.make(t, dir)
			text, unread := os.ReadFile(path)
			err := Replace(path, []byte(before), []byte(after))
			var fault *fs.PathError
			switch {
			case !errors.As(err, &fault) || fault.Path != path:
				t.Fatalf("got %v", err)
			case test.is != nil && !errors.Is(err, test.is):
				t.Errorf("got %v, want %v", err, test.is)
			case runtime.GOOS != "windows" && fault.Err.Error() != test.want:
				t.Errorf("got %q, want %q", fault.Err, test.want)
			}
			if unread == nil {
				wantText(t, path, string(text), "a.json")
			}
		})
	}
}

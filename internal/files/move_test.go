package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// contents returns the files below a folder by their paths, with slashes.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		all[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestApply(t *testing.T) {
	type file struct{ path, newPath, old, new string }
	for _, test := range []struct {
		name    string
		there   map[string]string
		changes []file
		want    map[string]string // nil: as before
		fault   string
	}{
		{"changed and moved", map[string]string{"a/x": "1", "b": "2", "c": "3"}, []file{{"a/x", "d/e/x", "1", "one"}, {"b", "b", "2", "two"}},
			map[string]string{"d/e/x": "one", "b": "two", "c": "3"}, ""},
		{"each in the place of the next", map[string]string{"a": "1", "b": "2"}, []file{{"a", "b", "1", "one"}, {"b", "c", "2", "two"}},
			map[string]string{"b": "one", "c": "two"}, ""},
		{"in the place of each other", map[string]string{"a": "1", "b": "2"}, []file{{"a", "b", "1", "one"}, {"b", "a", "2", "two"}},
			map[string]string{"b": "one", "a": "two"}, ""},
		{"a taken place", map[string]string{"a": "1", "b": "2", "c": "3"}, []file{{"c", "c", "3", "three"}, {"a", "b", "1", "one"}}, nil, "exists already"},
		{"changed meanwhile", map[string]string{"a": "1", "b": "other"}, []file{{"a", "a", "1", "one"}, {"b", "b", "2", "two"}}, nil, "has changed"},
		{"two to one place", map[string]string{"a": "1", "b": "2"}, []file{{"a", "c", "1", "one"}, {"b", "c", "2", "two"}}, nil, "written twice"},
		{"a file where a folder must be", map[string]string{"a": "1", "b": "2"}, []file{{"a", "b/c", "1", "one"}}, nil, "not a directory"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range test.there {
				path := filepath.Join(dir, filepath.FromSlash(name))
				if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o640)); err != nil {
					t.Fatal(err)
				}
			}
			var changes []Change
			for _, f := range test.changes {
				changes = append(changes, Change{filepath.Join(dir, filepath.FromSlash(f.path)), filepath.Join(dir, filepath.FromSlash(f.newPath)), []byte(f.old), []byte(f.new)})
			}
			err := Apply(changes)
			if (err == nil) != (test.fault == "") || err != nil && !strings.Contains(err.Error(), test.fault) {
				t.Errorf("error %v, want %q", err, test.fault)
			}
			want := test.want
			if want == nil {
				want = test.there
			}
			got := contents(t, dir)
			for name, text := range want {
				if got[name] != text {
					t.Errorf("%s is %q, want %q", name, got[name], text)
				}
			}
			if len(got) != len(want) {
				t.Errorf("files %v, want %v", got, want)
			}
			for name := range want {
				if info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name))); err == nil && info.Mode().Perm() != 0o640 {
					t.Errorf("%s has the mode %o", name, info.Mode().Perm())
				}
			}
			entries, err := os.ReadDir(dir)
			if err != nil {
				t.Fatal(err)
			}
			for _, entry := range entries {
				inside := contents(t, filepath.Join(dir, entry.Name()))
				if entry.IsDir() && len(inside) == 0 {
					t.Errorf("the empty folder %s is left", entry.Name())
				}
			}
		})
	}
}

// What was done is taken back when something fails at the end.
func TestApplyRestores(t *testing.T) {
	dir := t.TempDir()
	old := map[string]string{"a": "1", "locked/b": "2"}
	for name, text := range old {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o640)); err != nil {
			t.Fatal(err)
		}
	}
	changes := []Change{
		{filepath.Join(dir, "a"), filepath.Join(dir, "new", "a"), []byte("1"), []byte("one")},
		{filepath.Join(dir, "locked", "b"), filepath.Join(dir, "new", "b"), []byte("2"), []byte("two")},
	}
	if err := restore(changes); err != nil {
		t.Fatal(err)
	}
	// As after a commit and the removal of the first file.
	if err := errors.Join(os.MkdirAll(filepath.Join(dir, "new"), 0o777), os.WriteFile(changes[0].NewPath, []byte("one"), 0o640),
		os.WriteFile(changes[1].NewPath, []byte("two"), 0o640), os.Remove(changes[0].Path)); err != nil {
		t.Fatal(err)
	}
	if err := restore(changes); err != nil {
		t.Fatal(err)
	}
	got := contents(t, dir)
	for name, text := range old {
		if got[name] != text {
			t.Errorf("%s is %q, want %q", name, got[name], text)
		}
	}
	if len(got) != len(old) {
		t.Errorf("files %v, want %v", got, old)
	}
}

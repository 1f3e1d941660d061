package lexicon

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestLoadLinks(t *testing.T) {
	dir := tree(t, map[string]string{"in/a.json": size, "out/b.json": size, "out/sub/c.json": size})
	link(t, filepath.Join(dir, "out", "b.json"), filepath.Join(dir, "in", "b.json"))
	link(t, "a.json", filepath.Join(dir, "in", "again.json"))
	link(t, "missing.json", filepath.Join(dir, "in", "dangling.json"))
	link(t, "loop.json", filepath.Join(dir, "in", "loop.json"))
	link(t, ".", filepath.Join(dir, "in", "self"))
	link(t, filepath.Join(dir, "out"), filepath.Join(dir, "in", "folder"))
	link(t, filepath.Join(dir, "out"), filepath.Join(dir, "in", "folder.json"))
	got, _, err := loaded(t, Input{FS: os.DirFS(filepath.Join(dir, "in")), Name: ".", Display: "in"})
	if want := []string{"in/a.json", "in/b.json"}; !slices.Equal(got, want) {
		t.Errorf("loaded %q, want %q", got, want)
	}
	if want := []string{"in/dangling.json", "in/loop.json"}; !slices.Equal(unreadable(t, err), want) {
		t.Errorf("unreadable are %q, want %q", unreadable(t, err), want)
	}
	const nowhere = "read in/dangling.json: broken symbolic link"
	if !strings.Contains(err.Error(), nowhere) || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the error is %v, want %s", err, nowhere)
	}
	for name, want := range map[string]string{"in/dangling.json": nowhere, "in/none.json": "read in/none.json: no such file or directory"} {
		if _, _, err := loaded(t, Input{FS: os.DirFS(dir), Name: name, Display: name}); err == nil || err.Error() != want || !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s, named: the error is %v, want %s", name, err, want)
		}
	}
	if got, _, err := loaded(t, Input{FS: os.DirFS(dir), Name: "in/folder", Display: "in/folder"}); err != nil || len(got) != 2 {
		t.Errorf("a link to a folder, named, holds %q (%v)", got, err)
	}
}

// unreadable returns the paths in an error of Load.
func unreadable(t *testing.T, err error) (paths []string) {
	t.Helper()
	if err == nil {
		return nil
	}
	for _, err := range err.(interface{ Unwrap() []error }).Unwrap() {
		var inner *fs.PathError
		if !errors.As(err, &inner) {
			t.Fatalf("%v is no *fs.PathError", err)
		}
		paths = append(paths, inner.Path)
	}
	return paths
}

func TestLoadReadsNoFileTwice(t *testing.T) {
	files := map[string]string{"a.json": size, "sub/b.json": size, "package.json": `{}`}
	for name, fsys := range map[string]fs.FS{"disk": os.DirFS(tree(t, files)), "memory": mapFS(files)} {
		file := func(name, display string) Input { return Input{FS: fsys, Name: name, Display: display} }
		support := func(in Input) Input {
			in.Dependency = true
			return in
		}
		for _, c := range []struct {
			inputs []Input
			want   []string
		}{
			{[]Input{file("a.json", "a.json"), file("a.json", "./a.json")}, []string{"a.json"}},
			{[]Input{file(".", "."), file("a.json", "a.json")}, []string{"./a.json", "./sub/b.json"}},
			{[]Input{file("sub", "sub"), file(".", ".")}, []string{"sub/b.json", "./a.json"}},
			{[]Input{file(".", "."), file(".", "x")}, []string{"./a.json", "./sub/b.json"}},
			{[]Input{file(".", "."), file("package.json", "package.json")}, []string{"./a.json", "./package.json", "./sub/b.json"}},
			{[]Input{file("a.json", "a.json"), support(file(".", "L"))}, []string{"a.json", "(L/sub/b.json)"}},
			{[]Input{support(file(".", "L")), file("a.json", "a.json")}, []string{"a.json", "(L/sub/b.json)"}},
			{[]Input{support(file("sub", "L")), file(".", ".")}, []string{"./a.json", "./sub/b.json"}},
			{[]Input{support(file(".", "L")), file("sub", "sub")}, []string{"sub/b.json", "(L/a.json)"}},
		} {
			if got, _, err := loaded(t, c.inputs...); err != nil || !slices.Equal(got, c.want) {
				t.Errorf("%s, %v: loaded %q (%v), want %q", name, c.inputs, got, err, c.want)
			}
		}
	}
	if got, _, _ := loaded(t, Input{FS: mapFS(files), Name: "a.json", Display: "x"}, Input{FS: mapFS(files), Name: "a.json", Display: "y"}); len(got) != 2 {
		t.Errorf("of two file systems, loaded %q", got)
	}
}

func TestSystemIdentity(t *testing.T) {
	one, other := mapFS(nil), mapFS(nil)
	for _, c := range []struct {
		a, b fs.FS
		want bool
	}{
		{one, one, true}, {one, other, false}, {&one, &one, true}, {&one, &other, false}, {one, &one, false},
		{os.DirFS("a"), os.DirFS("a"), true}, {os.DirFS("a"), os.DirFS("b"), false}, {os.DirFS("a"), one, false},
		{brokenFS{one}, brokenFS{one}, false}, // holds a map, so nobody can tell
	} {
		if got := systemIdentity(c.a) == systemIdentity(c.b); got != c.want {
			t.Errorf("%T and %T are one: %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

// Files of equal size and time, as a git revision or an archive holds them, take
// time in proportion to their number.
func TestLoadEqualStamps(t *testing.T) {
	files := map[string]string{}
	for i := range 4000 {
		files[fmt.Sprintf("a%04d.json", i)] = `{}`
	}
	dir := tree(t, files)
	for name := range files {
		if err := os.Chtimes(filepath.Join(dir, name), time.Unix(1, 0), time.Unix(1, 0)); err != nil {
			t.Fatal(err)
		}
	}
	for name, fsys := range map[string]fs.FS{"disk": os.DirFS(dir), "memory": mapFS(files)} {
		var finder finder
		finder.input(Input{FS: fsys, Name: ".", Display: "."})
		var met seen
		most := 0
		for i := range finder.files {
			info, err := fs.Stat(fsys, finder.files[i].name)
			if err != nil {
				t.Fatal(err)
			}
			if met.before(&finder.files[i], info, i) >= 0 {
				t.Fatalf("%s: %s is taken for another file", name, finder.files[i].name)
			}
			most = max(most, len(met[identify(&finder.files[i], info)]))
		}
		if len(finder.files) != len(files) || most > 1 && runtime.GOOS != "windows" {
			t.Errorf("%s: %d files, %d of them alike", name, len(finder.files), most)
		}
	}
}

package lexicon

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

const size = `{"lexicon": 1, "id": "com.example.size", "defs": {"main": {"type": "integer"}}}`

// tree makes files below a new folder and returns its path.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func link(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
}

func mapFS(files map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

// loaded loads inputs and returns the paths that reports show, Dependency files in
// brackets.
func loaded(t *testing.T, inputs ...Input) (paths []string, c *Catalog, err error) {
	t.Helper()
	c, err = Load(context.Background(), inputs, LoadOptions{})
	for _, d := range c.Documents() {
		path := d.Source.Path
		if d.Dependency {
			path = "(" + path + ")"
		}
		paths = append(paths, path)
	}
	return paths, c, err
}

func TestLoadFolder(t *testing.T) {
	dir := tree(t, map[string]string{
		"b.json": size, "a/z.json": size, "a/y.json": size, "a.JSON": size, "c.txt": size, ".hidden.json": size,
		".git/x.json": size, "node_modules/x.json": size, "a/node_modules/x.json": size, "d.json/e.json": size,
	})
	got, c, err := loaded(t, Input{FS: os.DirFS(dir), Name: ".", Display: "lex"})
	if want := []string{"lex/a/y.json", "lex/a/z.json", "lex/b.json", "lex/d.json/e.json"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("loaded %q (%v), want %q", got, err, want)
	}
	if c.Files() != 4 || c.Skipped() != 0 {
		t.Errorf("%d files, %d skipped", c.Files(), c.Skipped())
	}
	got, _, err = loaded(t, Input{FS: os.DirFS(dir), Name: ".hidden.json", Display: ".hidden.json"}, Input{FS: os.DirFS(dir), Name: ".git", Display: ".git"})
	if want := []string{".hidden.json", ".git/x.json"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("named, hidden files are %q (%v), want %q", got, err, want)
	}
}

func TestLoadSkipsWhatIsNoLexicon(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		kept bool
	}{
		"a lexicon":                     {size, true},
		"another object":                {`{"name": "x"}`, false},
		"key in another case":           {`{"LEXICON": 1}`, true},
		"defs in another case":          {`{"Defs": {}}`, true},
		"key written with escapes":      {`{"\u006cexicon": 1}`, true},
		"words as values":               {`{"name": "lexicon defs"}`, false},
		"words deeper":                  {`{"a": {"lexicon": 1, "defs": {}}}`, false},
		"words as part of a key":        {`{"lexicons": 1}`, false},
		"a list":                        {`[{"lexicon": 1}]`, false},
		"a string":                      {`"lexicon"`, false},
		"broken with a word":            {`{"lexicon": `, true},
		"broken with a word elsewhere":  {`[Defs`, true},
		"broken without":                {`{"name": `, false},
		"broken without, with escapes":  {`{"\u0061": `, false},
		"comments, no lexicon":          {`{"name": "lexicon"} // lexicon`, false},
		"comments, a lexicon":           {`{"lexicon": 1} // x`, true},
		"two values":                    {`{"lexicon": 1} {}`, true},
		"empty":                         {"", true},
		"blanks":                        {"\n\t ", true},
		"only a byte-order mark":        {"\uFEFF", true},
		"byte-order mark and a lexicon": {"\uFEFF" + size, true},
		"number":                        {"1", false},
	} {
		fsys := mapFS(map[string]string{"x.json": c.text})
		got, catalog, err := loaded(t, Input{FS: fsys, Name: ".", Display: "."})
		skipped := 1
		if c.kept {
			skipped = 0
		}
		if err != nil || len(got) == 1 != c.kept || catalog.Skipped() != skipped {
			t.Errorf("%s: loaded %q (%v), %d skipped", name, got, err, catalog.Skipped())
		}
		if got, _, err := loaded(t, Input{FS: fsys, Name: "x.json", Display: "x.json"}); err != nil || len(got) != 1 {
			t.Errorf("%s: named, loaded %q (%v)", name, got, err)
		}
		if _, catalog, _ := loaded(t, Input{FS: fsys, Name: ".", Display: ".", Dependency: true}); catalog.Skipped() != 0 || catalog.Files() != 0 {
			t.Errorf("%s: of Dependency, %d files and %d skipped", name, catalog.Files(), catalog.Skipped())
		}
	}
}

// A file of a folder that could not be read to its end may not be a Lexicon: only its
// text is checked, unless a key of a Lexicon was read or the file is named.
func TestLoadCutFiles(t *testing.T) {
	const unexpected = "unexpected-field"
	for _, c := range []struct {
		text          string
		folder, named []string // the rules
	}{
		{`{"a": {"lexicon": 1}`, nil, []string{unexpected}},
		{`{"id": "com.example.thing", "a": 1; "lexicon": 1, "defs": {}}`, nil, []string{unexpected}},
		{`{"lexicon": 2, "a": 1; "defs": {}}`, []string{"lexicon-version", unexpected}, []string{"lexicon-version", unexpected}},
		{`"lexicon": 1, "id": "com.example.thing"`, nil, nil},
		{`{"lexicon": 1, "defs": "main": {"type": "token"}}`, nil, nil},
	} {
		for _, input := range []Input{{Name: "."}, {Name: "x.json"}} {
			input.FS, input.Display = mapFS(map[string]string{"x.json": c.text}), "x"
			want := c.folder
			if input.Name != "." {
				want = c.named
			}
			catalog, err := Load(context.Background(), []Input{input}, LoadOptions{})
			if err != nil || len(catalog.Documents()) != 1 {
				t.Fatalf("%s: %v", c.text, err)
			}
			d := catalog.Documents()[0]
			var got []string
			syntax := false
			for _, f := range d.Found {
				if f.Rule != diag.RuleJSONSyntax {
					got = append(got, f.Rule.Code)
				}
				syntax = syntax || f.Rule == diag.RuleJSONSyntax
			}
			if !syntax || !d.Partial || !slices.Equal(got, want) {
				t.Errorf("%s as %s: found %q, want %q beside json-syntax", c.text, input.Name, got, want)
			}
		}
	}
}

func TestLoadDisplay(t *testing.T) {
	fsys := mapFS(map[string]string{"a/b.json": size})
	for display, want := range map[string]string{
		".": "./a/b.json", "./": "./a/b.json", "./x": "./x/a/b.json", "x/": "x/a/b.json", "x//": "x/a/b.json", "../x": "../x/a/b.json", "/": "/a/b.json", "": "a/b.json", "main:lex": "main:lex/a/b.json",
	} {
		if got, _, _ := loaded(t, Input{FS: fsys, Name: ".", Display: display}); !slices.Equal(got, []string{want}) {
			t.Errorf("shown as %q it is %q, want %q", display, got, want)
		}
	}
}

func TestLoadFailures(t *testing.T) {
	dir := tree(t, map[string]string{"a.json": size, "secret.json": size, "secret/b.json": size})
	paths, _, err := loaded(t, Input{FS: os.DirFS(dir), Name: "none", Display: "./none"}, Input{FS: os.DirFS(dir), Name: "a.json", Display: "a.json"})
	if !slices.Equal(unreadable(t, err), []string{"./none"}) || !errors.Is(err, fs.ErrNotExist) || !strings.HasPrefix(err.Error(), "read ./none: ") {
		t.Errorf("error of a missing path is %v", err)
	}
	if !slices.Equal(paths, []string{"a.json"}) {
		t.Errorf("the rest is %q, want a.json", paths)
	}
	t.Run("no rights", func(t *testing.T) {
		if os.Geteuid() == 0 {
			t.Skip("root may read everything")
		}
		for _, name := range []string{"secret.json", "secret"} {
			if err := os.Chmod(filepath.Join(dir, name), 0); err != nil {
				t.Fatal(err)
			}
		}
		t.Cleanup(func() { _ = os.Chmod(filepath.Join(dir, "secret"), 0o755) })
		paths, _, err := loaded(t, Input{FS: os.DirFS(dir), Name: ".", Display: "."})
		if !slices.Equal(unreadable(t, err), []string{"./secret", "./secret.json"}) || !errors.Is(err, fs.ErrPermission) || !slices.Equal(paths, []string{"./a.json"}) {
			t.Errorf("loaded %q (%v)", paths, err)
		}
	})
	t.Run("failing file system", func(t *testing.T) {
		paths, _, err := loaded(t, Input{FS: brokenFS{mapFS(map[string]string{"a.json": size, "b.json": size})}, Name: ".", Display: "."})
		if !slices.Equal(unreadable(t, err), []string{"./b.json"}) || !slices.Equal(paths, []string{"./a.json"}) {
			t.Errorf("loaded %q (%v)", paths, err)
		}
	})
}

// brokenFS cannot open b.json.
type brokenFS struct{ fstest.MapFS }

func (f brokenFS) Open(name string) (fs.File, error) {
	if name == "b.json" {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
	}
	return f.MapFS.Open(name)
}

func TestLoadLargeFiles(t *testing.T) {
	blanks := strings.Repeat(" ", MaxFileSize-len(size))
	files := mapFS(map[string]string{"fits.json": size + blanks, "large.json": size + blanks + "\n", "other.json": "[" + blanks + strings.Repeat(" ", 200) + "]"})
	got, c, err := loaded(t, Input{FS: files, Name: ".", Display: "."})
	if want := []string{"./large.json"}; !slices.Equal(unreadable(t, err), want) || !strings.Contains(err.Error(), "larger than 32 MiB") {
		t.Errorf("error is %v, want one about %q", err, want)
	}
	if !slices.Equal(got, []string{"./fits.json"}) || c.Skipped() != 1 {
		t.Errorf("loaded %q, %d skipped", got, c.Skipped())
	}
	if _, _, err = loaded(t, Input{FS: files, Name: "other.json", Display: "other.json"}); len(unreadable(t, err)) != 1 {
		t.Errorf("a large file, named: %v", err)
	}
}

func TestLoadEmptyFolder(t *testing.T) {
	got, c, err := loaded(t, Input{FS: os.DirFS(t.TempDir()), Name: ".", Display: "."})
	if err != nil || len(got) != 0 || c.Files() != 0 || c.Skipped() != 0 {
		t.Errorf("loaded %q (%v)", got, err)
	}
	if _, err := Load(context.Background(), nil, LoadOptions{}); err != nil {
		t.Errorf("no inputs: %v", err)
	}
}

func TestLoadPrecedence(t *testing.T) {
	def := func(name string) string {
		return `{"lexicon": 1, "id": "com.example.size", "defs": {"` + name + `": {"type": "integer"}}}`
	}
	fsys := mapFS(map[string]string{"L/1.json": def("l1"), "M/2.json": def("l2"), "p/3.json": def("p3"), "p/4.json": def("p4")})
	folder := func(name string, support bool) Input {
		return Input{FS: fsys, Name: name, Display: name, Dependency: support}
	}
	for _, c := range []struct {
		inputs []Input
		want   string
	}{
		{[]Input{folder("L", true), folder("M", true), folder("p", false)}, "p3"},
		{[]Input{folder("p", false), folder("L", true)}, "p3"},
		{[]Input{folder("L", true), folder("M", true)}, "l1"},
		{[]Input{folder("M", true), folder("L", true)}, "l2"},
		{[]Input{folder("p/4.json", false), folder("p", false)}, "p4"},
	} {
		_, catalog, err := loaded(t, c.inputs...)
		if d := catalog.Document("com.example.size"); err != nil || d.Definition(c.want) == nil {
			t.Errorf("%v: the Lexicon is that of %s (%v), want %s", c.inputs, d.Source.Path, err, c.want)
		}
	}
}

func TestLoadWorkers(t *testing.T) {
	fsys := catalogOf(60, 3)
	fsys["bad.json"] = &fstest.MapFile{Data: []byte(`{"lexicon": 1, "x": [1,], "x": 2}`)}
	fsys["skip.json"] = &fstest.MapFile{Data: []byte(`{}`)}
	var first string
	for workers := 1; workers <= 8; workers++ {
		var calls, most atomic.Int64
		c, err := Load(context.Background(), []Input{{FS: fsys, Name: ".", Display: "."}}, LoadOptions{Workers: workers, Progress: func(done, total int) {
			calls.Add(1)
			if done == total {
				most.Add(1)
			}
		}})
		if calls.Load() != 62 || most.Load() != 1 {
			t.Errorf("%d workers: progress is told %d times, the end %d times", workers, calls.Load(), most.Load())
		}
		var b strings.Builder
		fmt.Fprintln(&b, err, c.Files(), c.Skipped())
		for _, d := range c.Documents() {
			fmt.Fprintln(&b, d.Source.Path, d.ID, len(d.Defs), lines(d.Found))
			for _, def := range d.Defs {
				for l := range Links(def.Schema) {
					fmt.Fprintln(&b, l.Reference, l.Target != nil)
				}
			}
		}
		if first == "" {
			first = b.String()
		}
		if b.String() != first {
			t.Errorf("%d workers give\n%s\none gives\n%s", workers, b.String(), first)
		}
	}
}

// A file that is named is checked as a Lexicon, even if a folder contains it too.
func TestLoadNamedAndCut(t *testing.T) {
	fsys := mapFS(map[string]string{"x.json": `{"id": "com.example.x", "x": {"lexicon`})
	folder, file := Input{FS: fsys, Name: ".", Display: "."}, Input{FS: fsys, Name: "x.json", Display: "x.json"}
	for _, inputs := range [][]Input{{folder, file}, {file, folder}} {
		_, c, err := loaded(t, inputs...)
		if documents := c.Documents(); err != nil || len(documents) != 1 || documents[0].ID != "com.example.x" || len(documents[0].Found) < 2 {
			t.Errorf("loaded %d (%v), want one, checked", len(documents), err)
		}
	}
}

package cmd

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/packaging"
)

// What a release ships is complete, equal on every run, and free of roff
// warnings.
func TestPackaging(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1767322445")
	first, second := t.TempDir(), t.TempDir()
	for _, folder := range []string{first, second} {
		if err := packaging.Write(newRoot(&globals{}), folder); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{
		"man1/lexsmith.1.gz", "man1/lexsmith-lint.1.gz", "man1/lexsmith-export-openapi.1.gz", "man7/lexsmith-config.7.gz",
		"completions/lexsmith.bash", "completions/_lexsmith", "completions/lexsmith.fish", "completions/lexsmith.ps1",
	} {
		if _, err := os.Stat(filepath.Join(first, filepath.FromSlash(name))); err != nil {
			t.Error(err)
		}
	}
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Log("groff is not installed: the pages are not checked with it")
	}
	files, err := filepath.Glob(filepath.Join(first, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		relative, _ := filepath.Rel(first, path)
		again, err := os.ReadFile(filepath.Join(second, relative))
		if err != nil || !bytes.Equal(data, again) || len(data) == 0 {
			t.Errorf("%s differs in the second run, or is empty (%v)", relative, err)
		}
		if groff == "" || !strings.HasSuffix(path, ".gz") {
			continue
		}
		r, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		check := exec.Command(groff, "-man", "-ww", "-z", "-Tutf8")
		check.Stdin = io.Reader(r)
		if warnings, err := check.CombinedOutput(); err != nil || len(warnings) > 0 {
			t.Errorf("%s: %v\n%s", relative, err, warnings)
		}
	}
}

// Markdown must not change the text of a page.
func TestManualText(t *testing.T) {
	folder := t.TempDir()
	root := newRoot(&globals{})
	lint, _, err := root.Find([]string{"lint"})
	if err != nil {
		t.Fatal(err)
	}
	lint.Long = "*, **, a_b_c, <x>, `y` and [z](w)"
	if err := packaging.Write(root, folder); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(filepath.Join(folder, "man1", "lexsmith-lint.1.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(page, []byte("\n.SH DESCRIPTION\n"+lint.Long+"\n")) {
		t.Errorf("the page is\n%s", page)
	}
}

// Only a build with the tag packaging has the generator.
func TestPackagingTag(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles lexsmith")
	}
	list := func(args ...string) []string {
		out, err := exec.Command("go", append([]string{"list", "-deps"}, args...)...).Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.Fields(string(out))
	}
	const generator = "github.com/spf13/cobra/doc"
	if slices.Contains(list(".."), generator) {
		t.Error("lexsmith imports the generator of manual pages")
	}
	if !slices.Contains(list("-tags", "packaging", ".."), generator) {
		t.Error("lexsmith lacks the generator with the tag packaging")
	}
	folder := t.TempDir()
	if out, err := exec.Command("go", "run", "-tags", "packaging", "..", "packaging", folder).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if _, err := os.Stat(filepath.Join(folder, "man1", "lexsmith.1.gz")); err != nil {
		t.Error(err)
	}
}

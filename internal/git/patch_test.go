package git

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lexsmith/lexsmith/internal/files"
)

// patch is Patch in the working folder, for a file that is not moved.
func patch(path string, old, new []byte) []byte {
	here, _ := PatchBase(nil)
	return Patch(here, files.Change{Path: path, NewPath: path, Old: old, New: new})
}

func TestPatch(t *testing.T) {
	for _, test := range []struct{ name, old, new, want string }{
		{"equal", "a\n", "a\n", ""},
		{"one line", "a\n", "b\n", "--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n-a\n+b\n"},
		{"from nothing", "", "b\n", "--- a/f\n+++ b/f\n@@ -0,0 +1,1 @@\n+b\n"},
		{"to nothing", "a\nb\n", "", "--- a/f\n+++ b/f\n@@ -1,2 +0,0 @@\n-a\n-b\n"},
		{"old without a final newline", "a", "a\n", "--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n"},
		{"new without a final newline", "a\nb\n", "a\nb", "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n"},
		{"neither with one", "a\nb", "c\nb", "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-a\n+c\n b\n\\ No newline at end of file\n"},
		{"carriage return", "a\r\n", "a\n", "--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n-a\r\n+a\n"},
		{"three lines around", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\n5\n7\n8\n9\n", "--- a/f\n+++ b/f\n@@ -3,7 +3,6 @@\n 3\n 4\n 5\n-6\n 7\n 8\n 9\n"},
		{"insertion", "1\n2\n3\n4\n5\n", "1\n2\n3\n4\nx\n5\n", "--- a/f\n+++ b/f\n@@ -2,4 +2,5 @@\n 2\n 3\n 4\n+x\n 5\n"},
		{"five lines between: one hunk", "a\n1\n2\n3\n4\n5\nb\n", "A\n1\n2\n3\n4\n5\nB\n", "--- a/f\n+++ b/f\n@@ -1,7 +1,7 @@\n-a\n+A\n 1\n 2\n 3\n 4\n 5\n-b\n+B\n"},
		{"six lines between: two hunks", "a\n1\n2\n3\n4\n5\n6\nb\n", "A\n1\n2\n3\n4\n5\n6\nB\n", "--- a/f\n+++ b/f\n@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n@@ -5,4 +5,4 @@\n 4\n 5\n 6\n-b\n+B\n"},
		{"moved", "a\nb\nc\nd\n", "c\na\nb\nd\n", "--- a/f\n+++ b/f\n@@ -1,4 +1,4 @@\n+c\n a\n b\n-c\n d\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := string(patch("f", []byte(test.old), []byte(test.new))); got != test.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, test.want)
			}
		})
	}
}

func TestPatchName(t *testing.T) {
	for path, want := range map[string]string{
		"x/y.json":   "--- a/x/y.json\n+++ b/x/y.json\n",
		"ü.json":     "--- a/ü.json\n+++ b/ü.json\n",
		"a b.json":   "--- a/a b.json\t\n+++ b/a b.json\t\n",
		"a\"b\\c\n.": "--- \"a/a\\\"b\\\\c\\012.\"\n+++ \"b/a\\\"b\\\\c\\012.\"\n",
	} {
		if got := string(patch(path, []byte("1\n"), []byte("2\n"))); !strings.HasPrefix(got, want) {
			t.Errorf("%q: got\n%s", path, got)
		}
	}
}

// TestPatchNew is the difference to a file that does not exist, which git apply creates.
func TestPatchNew(t *testing.T) {
	if got, want := string(patch("f", nil, []byte("a\nb\n"))), "--- /dev/null\n+++ b/f\n@@ -0,0 +1,2 @@\n+a\n+b\n"; got != want {
		t.Errorf("got\n%s", got)
	}
}

// TestGitApply changes files at random and lets git apply the difference.
func TestGitApply(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed")
	}
	r := rand.New(rand.NewPCG(1, 2))
	text := func(from []string) string {
		var b strings.Builder
		for range r.IntN(30) {
			b.WriteString(from[r.IntN(len(from))] + []string{"\n", "\n", "\n", "\r\n"}[r.IntN(4)])
		}
		if r.IntN(3) == 0 {
			b.WriteString("end")
		}
		return b.String()
	}
	edit := func(text string) string {
		lines := strings.SplitAfter(text, "\n")
		for range r.IntN(4) {
			i := r.IntN(len(lines))
			switch r.IntN(3) {
			case 0:
				lines[i] = ""
			case 1:
				lines[i] = fmt.Sprintf("new %d\n", r.IntN(3)) + lines[i]
			case 2:
				j := r.IntN(len(lines))
				lines[i], lines[j] = lines[j], lines[i]
			}
		}
		return strings.Join(lines, "")
	}
	dir := t.TempDir()
	want := map[string]string{}
	var all []byte
	for i := range 300 {
		old := text([]string{"{", "}", "a", "b", "", fmt.Sprint(i), fmt.Sprint(r.IntN(1000))})
		name := []string{"f%d", "a b %d", "ü%d", "q\"%d", "b\\%d", "tab\t%d"}[i%6]
		name = fmt.Sprintf(name, i)
		if os.PathSeparator == '\\' {
			name = fmt.Sprint(i)
		}
		want[name] = edit(old)
		if old == "" || want[name] == "" {
			delete(want, name) // git takes these for files that come or go
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(old), 0o600); err != nil {
			t.Fatal(err)
		}
		all = append(all, patch(name, []byte(old), []byte(want[name]))...)
	}
	apply := exec.Command(git, "-c", "core.autocrlf=false", "apply", "-")
	apply.Dir, apply.Stdin = dir, bytes.NewReader(all)
	if out, err := apply.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for name, want := range want {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || string(got) != want {
			t.Errorf("%q: %v, got %q, want %q", name, err, got, want)
		}
	}
}

// The time must not grow with the square of the size.
func TestPatchLarge(t *testing.T) {
	var old, new strings.Builder
	for i := range 200_000 {
		fmt.Fprintf(&old, "%d\n}\n", i)
		fmt.Fprintf(&new, "%d\n},\n", i)
	}
	begin := time.Now()
	if got := patch("f", []byte(old.String()), []byte(new.String())); len(got) < old.Len() {
		t.Errorf("only %d bytes", len(got))
	}
	if took := time.Since(begin); took > 20*time.Second {
		t.Errorf("took %v", took)
	}
}

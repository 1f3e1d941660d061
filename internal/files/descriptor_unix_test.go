//go:build unix

package files

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// descriptors returns paths of an open file: its number, and a link in a folder.
func descriptors(t *testing.T, file *os.File) []string {
	t.Helper()
	path, link := fmt.Sprintf("/dev/fd/%d", file.Fd()), filepath.Join(t.TempDir(), "link")
	if _, err := os.Stat(path); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	return []string{path, link}
}

// What is written through an open file follows what is in it, and precedes what is
// written to it later.
func TestDescriptorOfFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	want := ""
	for _, name := range descriptors(t, file) {
		if _, err := file.WriteString("header\n"); err != nil {
			t.Fatal(err)
		}
		if err := Write(name, writing("body\n")); err != nil {
			t.Error(err)
		}
		if _, err := file.WriteString("footer\n"); err != nil {
			t.Fatal(err)
		}
		want += "header\nbody\nfooter\n"
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != want {
		t.Errorf("got %q, %v, want %q", text, err, want)
	}
	files := Set{Sources: []string{path}}
	if err := files.Add(descriptors(t, file)[0], writing("")); err == nil {
		t.Error("a source is written to")
	}
}

func TestDescriptorOfPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for _, name := range descriptors(t, w) {
		if err := Write(name, writing("body\n")); err != nil {
			t.Error(err)
		}
	}
	if err := Write(descriptors(t, r)[0], writing("body\n")); err == nil {
		t.Error("the end to read is written to")
	}
	w.Close()
	if text, err := io.ReadAll(r); err != nil || string(text) != "body\nbody\n" {
		t.Errorf("%q, %v", text, err)
	}
}

// A file of another process is appended to.
func TestDescriptorOfOther(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("header\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := writeTo(func() (*os.File, error) { return openDescriptor(path) }, writing("body\n")); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "header\nbody\n" {
		t.Errorf("%q, %v", text, err)
	}
}

func TestLinkToFIFO(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := syscall.Mkfifo("fifo", 0o600); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("fifo", "link"); err != nil {
		t.Fatal(err)
	}
	reader, err := os.OpenFile("fifo", os.O_RDWR, 0) // does not wait for a writer
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := Write("link", writing("body\n")); err != nil {
		t.Fatal(err)
	}
	text := make([]byte, 5)
	if _, err := io.ReadFull(reader, text); err != nil || string(text) != "body\n" {
		t.Errorf("%q, %v", text, err)
	}
	for name, want := range map[string]fs.FileMode{"link": fs.ModeSymlink, "fifo": fs.ModeNamedPipe} {
		if info, err := os.Lstat(name); err != nil || info.Mode().Type() != want {
			t.Errorf("%s was replaced: %v", name, err)
		}
	}
}

package files

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	t.Chdir(t.TempDir())
	const limit = 1 << 20
	for name, size := range map[string]int{"small": 3, "empty": 0, "limit": limit, "large": limit + 1} {
		if err := os.WriteFile(name, make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("folder", 0o700); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"small": "", "empty": "", "limit": "", "large": "read large: the file is larger than 1 MiB", "folder": "read folder: a folder, not a file",
	} {
		text, err := Read(path, limit)
		if err == nil && want != "" || err != nil && err.Error() != want {
			t.Errorf("%s: got %v, want %s", path, err, want)
		}
		if info, _ := os.Stat(path); want == "" && int64(len(text)) != info.Size() {
			t.Errorf("%s: got %d bytes of %d", path, len(text), info.Size())
		}
	}
	if _, err := Read("none", limit); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

// A device is not opened by Read, and read up to the limit by ReadNamed.
func TestReadDevice(t *testing.T) {
	t.Chdir(t.TempDir())
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("/dev/zero", "link"); err != nil {
		t.Fatal(err)
	}
	var of *fs.PathError
	if _, err := Read("link", 1000); !errors.Is(err, ErrNotRegular) || !errors.As(err, &of) || of.Path != "link" {
		t.Errorf("got %v", err)
	}
	if _, err := ReadNamed("link", 1<<20); err == nil || !strings.HasSuffix(err.Error(), "larger than 1 MiB") {
		t.Errorf("got %v", err)
	}
}

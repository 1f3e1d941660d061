//go:build linux || darwin

package files

import (
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"
)

// A file that cannot be written to its end, as on a full disk, leaves the old one
// and nothing else.
func TestReplaceHalf(t *testing.T) {
	path := file(t, t.TempDir(), "a.json", 0o600)
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Skip(err)
	}
	lower := limit
	lower.Cur = 1000
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &lower); err != nil {
		t.Skip(err)
	}
	err := Replace(path, []byte(before), []byte(strings.Repeat("x", 2000)))
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	if want := "write " + path + ": file too large"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	wantText(t, path, before, "a.json")
}

func TestReplaceFolderReadOnly(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("a superuser can write anywhere")
	}
	dir := t.TempDir()
	path := file(t, dir, "a.json", 0o600)
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o700)
	err := Replace(path, []byte(before), []byte(after))
	if err == nil || !strings.HasSuffix(err.Error(), "cannot create a file in its folder: permission denied") {
		t.Errorf("got %v", err)
	}
	wantText(t, path, before, "a.json")
}

package files

import (
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"testing"
)

func TestCheckNamed(t *testing.T) {
	dir := t.TempDir()
	regular := filepath.Join(dir, "regular")
	if err := os.WriteFile(regular, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	check := func(path string, fails bool) {
		t.Helper()
		info, err := os.Stat(path)
		if err != nil {
			t.Skip(err)
		}
		if err := CheckNamed(path, info.Mode()); (err != nil) != fails {
			t.Errorf("%s: %v", path, err)
		}
	}
	check(dir, false)
	check(regular, false)
	t.Run("device", func(t *testing.T) { check(os.DevNull, true) })
	t.Run("socket", func(t *testing.T) {
		socket := filepath.Join(dir, "socket")
		listener, err := net.Listen("unix", socket)
		if err != nil {
			t.Skip(err)
		}
		defer listener.Close()
		check(socket, true)
	})
	t.Run("descriptor", func(t *testing.T) {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		defer w.Close()
		check(fmt.Sprintf("/dev/fd/%d", r.Fd()), false)
		link := filepath.Join(dir, "link")
		if err := os.Symlink(fmt.Sprintf("/dev/fd/%d", r.Fd()), link); err != nil {
			t.Skip(err)
		}
		check(link, false)
	})
	if err := CheckNamed(regular, fs.ModeNamedPipe); err == nil {
		t.Error("a named pipe is accepted")
	}
}

func TestDescribe(t *testing.T) {
	for mode, want := range map[fs.FileMode]string{
		fs.ModeNamedPipe: "a named pipe", fs.ModeSocket: "a socket", fs.ModeDevice: "a device file",
		fs.ModeDevice | fs.ModeCharDevice: "a device file", fs.ModeIrregular: "not a regular file",
	} {
		if got := Describe(mode); got != want {
			t.Errorf("%v: got %q, want %q", mode, got, want)
		}
	}
}

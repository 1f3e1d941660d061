//go:build unix

package files

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// openDescriptor opens an open file of a process, as Descriptor names it, to
// write where the process writes next. Opening the path again would start at the
// beginning of a regular file, and fails for a socket. A file that another process has
// open is appended to.
func openDescriptor(path string) (*os.File, error) {
	dir, name := filepath.Split(path)
	number, err := strconv.Atoi(name)
	if err != nil || dir != "/dev/fd/" && dir != fmt.Sprintf("/proc/%d/fd/", os.Getpid()) {
		return os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	}
	shared, err := syscall.Dup(number)
	if err != nil {
		return nil, &fs.PathError{Op: "dup", Path: path, Err: err}
	}
	return os.NewFile(uintptr(shared), path), nil
}

// keepOwner gives a file the owner and group of another. Mostly they are the same,
// and where not, only a superuser may.
func keepOwner(f *os.File, like fs.FileInfo) {
	if stat, ok := like.Sys().(*syscall.Stat_t); ok {
		_ = f.Chown(int(stat.Uid), int(stat.Gid))
	}
}

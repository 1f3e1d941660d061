package files

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Describe returns what an irregular file is, such as "a named pipe".
func Describe(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device file"
	}
	return "not a regular file"
}

// CheckNamed returns an error for a file that the user named and that cannot be
// read like a regular one. A pipe that the shell has opened, as it does for
// <(command), is fine: it has a writer.
func CheckNamed(path string, mode fs.FileMode) error {
	if mode.IsRegular() || mode.IsDir() || mode&fs.ModeNamedPipe != 0 && Descriptor(path) != "" {
		return nil
	}
	return fmt.Errorf(`%q is %s; pass its contents on standard input with "-"`, filepath.ToSlash(path), Describe(mode))
}

// Descriptor returns the open file of a process that a path leads to, as /dev/fd/N or
// /proc/PID/fd/N, and "" if it leads to none. Such paths are /dev/fd/63, /dev/stdin,
// /proc/self/fd/0, and links to them.
func Descriptor(path string) string {
	for range 8 { // links in a row
		if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil &&
			(dir == "/dev/fd" || strings.HasPrefix(dir, "/proc/") && filepath.Base(dir) == "fd") {
			return filepath.Join(dir, filepath.Base(path))
		}
		target, err := os.Readlink(path)
		if err != nil {
			return ""
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		path = target
	}
	return ""
}

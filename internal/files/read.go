package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Stdin is the argument that means standard input, and its path in reports.
const Stdin = "-"

// MaxProjectFile is the maximum size of a file of a project that is not a Lexicon, in
// bytes.
const MaxProjectFile = 1 << 20

// ErrNotRegular is the reason why Read does not read a pipe, a socket or a device.
var ErrNotRegular = errors.New("not a regular file")

// Read returns the content of a regular file of at most limit bytes. It does not open any
// other, which could block or have no end. All errors are *fs.PathError with path.
func Read(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		err = errors.New("a folder, not a file")
	case !info.Mode().IsRegular():
		err = ErrNotRegular
	default:
		return ReadNamed(path, limit)
	}
	return nil, &fs.PathError{Op: "read", Path: path, Err: err}
}

// ReadNamed is Read for a file that the user named, which may be of any kind.
func ReadNamed(path string, limit int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err == nil && int64(len(text)) > limit {
		err = &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("the file is larger than %d MiB", limit>>20)}
	}
	return text, err
}

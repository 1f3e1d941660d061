package cmd

import (
	"bytes"
	"io/fs"
	"time"

	"github.com/lexsmith/lexsmith/internal/datafiles"
)

// stdin is the argument that means standard input, and its path in reports.
const stdin = datafiles.Stdin

// stdinFS is a file system with one file named "-": the text read from standard
// input.
type stdinFS []byte

func (text stdinFS) Open(name string) (fs.File, error) {
	if name != stdin {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &stdinFile{*bytes.NewReader(text)}, nil
}

// stdinFile is that file when it is open.
type stdinFile struct{ bytes.Reader }

func (f *stdinFile) Stat() (fs.FileInfo, error) { return stdinInfo(f.Reader.Size()), nil }
func (f *stdinFile) Close() error               { return nil }

// stdinInfo describes that file by its size.
type stdinInfo int64

func (stdinInfo) Name() string       { return stdin }
func (i stdinInfo) Size() int64      { return int64(i) }
func (stdinInfo) Mode() fs.FileMode  { return 0o400 }
func (stdinInfo) ModTime() time.Time { return time.Time{} }
func (stdinInfo) IsDir() bool        { return false }
func (stdinInfo) Sys() any           { return nil }

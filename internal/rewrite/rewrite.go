// Package rewrite replaces the content of files in place.
package rewrite

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrChanged says that a file no longer has the content that was read.
var ErrChanged = errors.New("the file has changed on disk since it was read")

// Replace puts a new content in the place of the old content of the file at path.
// Other programs see the one or the other, never a part. The file keeps its mode
// and, where that is allowed, its owner; of a symbolic link the target is
// replaced. A file that has another content than old by now stays as it is, and
// the error is ErrChanged; so does a file that is read-only or lies in a folder
// where nothing can be written.
//
// All errors are *fs.PathError with path as it was given.
func Replace(path string, old, new []byte) error {
	if err := replace(path, old, new); err != nil {
		return &fs.PathError{Op: "write", Path: path, Err: err}
	}
	return nil
}

func replace(path string, old, new []byte) error {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return bare(err)
	}
	info, err := os.Stat(target)
	if err != nil {
		return bare(err)
	}
	if err := writable(target, info); err != nil {
		return err
	}
	temporary, err := write(filepath.Dir(target), info, new)
	if err != nil {
		return err
	}
	if err := move(temporary, target, old); err != nil {
		os.Remove(temporary)
		return err
	}
	return nil
}

// writable returns an error for a file that must not be replaced. Only the folder
// is asked when a file takes the place of another.
func writable(path string, info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return errors.New("not a regular file")
	}
	if info.Mode().Perm()&0o222 == 0 { // a superuser could open it
		return errors.New("the file is read-only")
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return bare(err)
	}
	return f.Close()
}

// write writes a new file in a folder, with the mode and owner of another, and
// returns its path.
func write(folder string, like fs.FileInfo, content []byte) (path string, err error) {
	f, err := os.CreateTemp(folder, ".lexsmith-*.tmp")
	if err != nil {
		return "", fmt.Errorf("cannot create a file in its folder: %w", bare(err))
	}
	_, err = f.Write(content)
	if err == nil {
		keepOwner(f, like)
		err = f.Chmod(like.Mode().Perm())
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		os.Remove(f.Name())
		return "", bare(err)
	}
	return f.Name(), nil
}

// move gives a file the path of another whose content is old.
func move(from, to string, old []byte) error {
	now, err := os.ReadFile(to)
	switch {
	case err != nil:
		return bare(err)
	case !bytes.Equal(now, old):
		return ErrChanged
	}
	return bare(os.Rename(from, to))
}

// bare returns an error of the file system without the path in it.
func bare(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

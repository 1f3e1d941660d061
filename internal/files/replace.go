package files

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
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
// Created are files that come with the new content. None of them may exist; if one cannot
// be written, neither they nor the new content are.
//
// All errors are *fs.PathError with path as it was given.
func Replace(path string, old, new []byte, created ...File) error {
	if err := replace(path, old, new, created); err != nil {
		return &fs.PathError{Op: "write", Path: path, Err: err}
	}
	return nil
}

// File is a file to create.
type File struct {
	Path string
	Text []byte
}

func replace(path string, old, new []byte, created []File) error {
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
	var files Set
	defer files.Discard()
	for _, f := range created {
		if err := absent(f.Path); err != nil {
			return err
		}
		if err := files.Add(f.Path, Content(f.Text)); err != nil {
			return err
		}
	}
	opened := false
	err = files.Add(target, func(w io.Writer) error {
		opened = true
		if f, ok := w.(*os.File); ok {
			keepOwner(f, info)
		}
		_, err := w.Write(new)
		return err
	})
	if err != nil {
		err = cmp.Or(errors.Unwrap(err), err) // without the path
		if !opened {
			err = fmt.Errorf("cannot create a file in its folder: %w", err)
		}
		return err
	}
	now, err := os.ReadFile(target)
	switch {
	case err != nil:
		return bare(err)
	case !bytes.Equal(now, old):
		return ErrChanged
	}
	for _, f := range created {
		if err := absent(f.Path); err != nil {
			return err
		}
	}
	if err := files.Commit(); err != nil {
		for _, f := range created {
			if text, unread := os.ReadFile(f.Path); unread == nil && bytes.Equal(text, f.Text) {
				os.Remove(f.Path)
			}
		}
		return bare(err)
	}
	return nil
}

// absent returns an error for a path where there is something.
func absent(path string) error {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot create %s: %w", filepath.ToSlash(path), cmp.Or(bare(err), fs.ErrExist))
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

// bare returns an error of the file system without the path in it.
func bare(err error) error { return cmp.Or(reasonOf(err), err) }

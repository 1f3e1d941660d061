// Package outfile writes several files so that they replace what was there only
// when all of them are complete.
package outfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Set is a set of files that are first written next to their places, under
// temporary names, and then renamed together. The zero Set is empty.
type Set struct {
	// Protected are files that must not be overwritten.
	Protected []fs.FileInfo
	files     []file
}

type file struct {
	path      string
	temporary string
}

// Add writes the content of a file next to its place. Missing folders are made.
// What is not a regular file, such as /dev/null, is written immediately.
func (s *Set) Add(path string, content []byte) error {
	shown := filepath.ToSlash(path)
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir(), os.IsPathSeparator(path[len(path)-1]):
		return fmt.Errorf("%s is a folder; name a file in it", shown)
	case err == nil && !info.Mode().IsRegular():
		return pathError(shown, os.WriteFile(path, content, 0o666))
	case err == nil && s.isProtected(info):
		return fmt.Errorf("%s is one of the schemas; write to another place", shown)
	case err == nil:
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return pathError(shown, err)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return pathError(shown, err)
	}
	dir, name := filepath.Split(path)
	if dir != "" {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return pathError(filepath.ToSlash(filepath.Clean(dir)), err)
		}
	}
	if path, err = realPath(dir, name); err != nil {
		return pathError(shown, err)
	}
	if slices.ContainsFunc(s.files, func(f file) bool { return f.path == path }) {
		return fmt.Errorf("%s would be written twice; choose another name for one of the files", shown)
	}
	dir = filepath.Dir(path)
	temporary := filepath.Join(dir, fmt.Sprintf(".%s.%d.tmp", name, os.Getpid()))
	s.files = append(s.files, file{path, temporary})
	err = os.WriteFile(temporary, content, 0o666)
	if err == nil && info != nil {
		err = os.Chmod(temporary, info.Mode().Perm())
	}
	return pathError(shown, err)
}

// realPath returns the canonical path of a file in a folder.
func realPath(dir, name string) (string, error) {
	full, err := filepath.Abs(dir)
	if err == nil {
		full, err = filepath.EvalSymlinks(full)
	}
	return filepath.Join(full, name), err
}

func (s *Set) isProtected(info fs.FileInfo) bool {
	return slices.ContainsFunc(s.Protected, func(p fs.FileInfo) bool { return os.SameFile(p, info) })
}

// Commit moves all files to their places.
func (s *Set) Commit() error {
	for len(s.files) > 0 {
		f := s.files[0]
		if err := os.Rename(f.temporary, f.path); err != nil {
			return pathError(filepath.ToSlash(f.path), err)
		}
		s.files = s.files[1:]
	}
	return nil
}

// Discard removes the files that have not been moved to their places.
func (s *Set) Discard() {
	for _, f := range s.files {
		os.Remove(f.temporary)
	}
}

// pathError puts the path as the user gave it in front of an error of the file
// system. A nil error stays nil.
func pathError(shown string, err error) error {
	var inner *fs.PathError
	if errors.As(err, &inner) {
		return fmt.Errorf("%s: %w", shown, inner.Err)
	}
	return err
}

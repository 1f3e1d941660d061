package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// outputs are files that are first written under temporary names and then
// renamed together, so that a failure leaves the old files unchanged.
type outputs struct {
	files   []outputFile
	sources []fs.FileInfo // files that must not be overwritten
}

type outputFile struct {
	path      string
	temporary string
}

// add writes a file under a temporary name in the same folder, which it creates
// if necessary. A path that is not a regular file, such as /dev/null, is written
// to immediately.
func (all *outputs) add(path string, content []byte) error {
	shown := filepath.ToSlash(path)
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir(), os.IsPathSeparator(path[len(path)-1]):
		return fmt.Errorf("%s is a folder; name a file in it", shown)
	case err == nil && !info.Mode().IsRegular():
		return pathError(shown, os.WriteFile(path, content, 0o666))
	case err == nil && all.isSource(info):
		return fmt.Errorf("%s is one of the schemas that were read; write to another file", shown)
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
	if slices.ContainsFunc(all.files, func(f outputFile) bool { return f.path == path }) {
		return fmt.Errorf("%s would be written twice; give --report another name", shown)
	}
	dir = filepath.Dir(path)
	temporary := filepath.Join(dir, fmt.Sprintf(".%s.%d.tmp", name, os.Getpid()))
	all.files = append(all.files, outputFile{path, temporary})
	err = os.WriteFile(temporary, content, 0o666)
	if err == nil && info != nil {
		err = os.Chmod(temporary, info.Mode().Perm())
	}
	return pathError(shown, err)
}

// realPath returns the absolute path of a file in a folder, with links resolved.
func realPath(dir, name string) (string, error) {
	full, err := filepath.Abs(dir)
	if err == nil {
		full, err = filepath.EvalSymlinks(full)
	}
	return filepath.Join(full, name), err
}

// isSource reports whether a file is one of those that must not be overwritten.
func (all *outputs) isSource(info fs.FileInfo) bool {
	return slices.ContainsFunc(all.sources, func(source fs.FileInfo) bool { return os.SameFile(source, info) })
}

// commit renames all files to their final names.
func (all *outputs) commit() error {
	for len(all.files) > 0 {
		f := all.files[0]
		if err := os.Rename(f.temporary, f.path); err != nil {
			return pathError(filepath.ToSlash(f.path), err)
		}
		all.files = all.files[1:]
	}
	return nil
}

// discard removes the temporary files that were not renamed.
func (all *outputs) discard() {
	for _, f := range all.files {
		os.Remove(f.temporary)
	}
}

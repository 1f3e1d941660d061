package docs

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/files"
)

// listName is the file that lists the files of an earlier run, which are replaced or
// removed. All other files in the folder are left alone.
const listName = "lexsmith-docs.txt"

const listHead = "# Written by lexsmith docs, which replaces and removes these files.\n"

// Folder compares files with those in a folder, and then replaces these.
type Folder struct {
	dir     string
	root    *os.Root        // nil while the folder does not exist
	listed  map[string]bool // by an earlier run, as far as this one has not written them
	written []string        // all files of this run
	set     files.Set
	// Changed are the files that are missing or different, and Stale those that an earlier
	// run has written and this one has not, with the path of the folder.
	Changed, Stale []string
}

// OpenFolder reads the list in a folder, which may not exist.
func OpenFolder(dir string, sources []string) (*Folder, error) {
	f := &Folder{dir: dir, listed: map[string]bool{}, set: files.Set{Sources: sources}}
	root, err := os.OpenRoot(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return f, nil
	case err != nil:
		return nil, files.Error("read", dir, err)
	}
	f.root = root
	text, err := f.read(listName)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		root.Close()
		return nil, files.Error("read", filepath.Join(dir, listName), err)
	}
	for line := range strings.Lines(string(text)) {
		name := strings.TrimRight(line, "\r\n")
		if name != "" && !strings.HasPrefix(name, "#") && filepath.IsLocal(filepath.FromSlash(name)) && name != listName {
			f.listed[name] = true
		}
	}
	return f, nil
}

// Close discards what was not committed.
func (f *Folder) Close() {
	f.set.Discard()
	if f.root != nil {
		f.root.Close()
	}
}

// read returns a regular file in the folder. It does not follow links out of it.
func (f *Folder) read(name string) ([]byte, error) {
	if f.root == nil {
		return nil, fs.ErrNotExist
	}
	name = filepath.FromSlash(name)
	info, err := f.root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, files.ErrNotRegular
	}
	return f.root.ReadFile(name)
}

// Add adds a file of this run, which is written if it has changed. It is an error if another
// file is in its place that no earlier run has written.
func (f *Folder) Add(name string, text []byte) error {
	own := f.listed[name]
	delete(f.listed, name)
	f.written = append(f.written, name)
	path := filepath.Join(f.dir, filepath.FromSlash(name))
	old, err := f.read(name)
	switch {
	case err == nil && bytes.Equal(old, text):
		return nil
	case err == nil && !own, err != nil && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s was not written by lexsmith docs; move it, or pass another folder", filepath.ToSlash(path))
	}
	f.Changed = append(f.Changed, path)
	return f.set.Add(path, files.Content(text))
}

// Finish compares the list, and finds the files that an earlier run has left.
func (f *Folder) Finish() error {
	for name := range f.listed {
		if _, err := f.read(name); err == nil {
			f.Stale = append(f.Stale, filepath.Join(f.dir, filepath.FromSlash(name)))
		}
	}
	slices.Sort(f.Stale)
	slices.Sort(f.written)
	f.listed[listName] = true // it need not list itself
	return f.Add(listName, []byte(listHead+strings.Join(f.written, "\n")+"\n"))
}

// Commit replaces the files that have changed, and then removes those that are stale.
func (f *Folder) Commit() error {
	if err := f.set.Commit(); err != nil {
		return err
	}
	for _, path := range f.Stale {
		name, err := filepath.Rel(f.dir, path)
		if err != nil {
			return err
		}
		if err := f.root.Remove(name); err != nil {
			return files.Error("remove", path, err)
		}
		for dir := filepath.Dir(name); dir != "."; dir = filepath.Dir(dir) {
			if f.root.Remove(dir) != nil { // it is not empty
				break
			}
		}
	}
	return nil
}

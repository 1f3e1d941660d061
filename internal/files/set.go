// Package files finds, reads and writes files. It tells regular files from those that
// may block or have no end, replaces several files only when all of them are complete,
// and words the errors of the file system.
package files

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"
)

// Set is a set of files that are first written to temporary folders beside their
// final places and then moved together, so that a failure leaves the old files
// unchanged. So does a signal that ends the process. Call Discard when done.
// The zero Set is empty.
type Set struct {
	// Sources are the paths of files that were read and must not be overwritten; "-"
	// is standard input.
	Sources []string
	// Stops says that the caller stops on signals itself, and then calls Discard.
	Stops bool

	isNew bool                        // the files must not exist
	read  map[fileStamp][]fs.FileInfo // the sources; made when first needed
	paths map[string]bool             // final paths

	// What follows is guarded by lock.
	staged  []stagedFile
	folders map[string]*target
	created []string // folders that did not exist, each before those it is in
	done    bool     // discarded
}

// target is a folder that files are written to.
type target struct {
	path string // absolute, links resolved
	temp string // the temporary folder in it
}

// stagedFile is a file under its temporary name.
type stagedFile struct{ temp, path string }

// Add makes a file in a temporary folder and calls write with it. It creates the
// folder of the file if necessary and follows links, even to files that do not exist
// yet. What is not a regular file, such as /dev/null, is written to immediately, and so
// is a file that is open already: /dev/stdout, /dev/fd/3.
func (all *Set) Add(path string, write func(io.Writer) error) error {
	info, direct, err := all.check(path)
	if err != nil {
		return err
	}
	shown := filepath.ToSlash(path)
	if direct != nil {
		return Error("write", shown, writeTo(direct, write))
	}
	if path, err = followLinks(path); err != nil {
		return Error("write", shown, err)
	}
	dir, name := filepath.Split(path)
	folder, err := all.folder(dir)
	if err != nil {
		return Error("write", shown, err)
	}
	path = filepath.Join(folder.path, name)
	if all.paths[path] {
		return fmt.Errorf("%q would be written twice; rename one of the files", shown)
	}
	if all.paths == nil {
		all.paths = map[string]bool{}
	}
	all.paths[path] = true
	temp := filepath.Join(folder.temp, strconv.Itoa(len(all.paths)))
	err = writeTo(func() (*os.File, error) {
		lock.Lock() // so that no file is made in a folder while a signal removes it
		defer lock.Unlock()
		return create(temp)
	}, write)
	if err == nil && info != nil {
		err = os.Chmod(temp, info.Mode().Perm())
	}
	lock.Lock() // after a signal, this waits for the end: the error is not the reason
	defer lock.Unlock()
	all.staged = append(all.staged, stagedFile{temp, path})
	return Error("write", shown, err)
}

// Open opens a file to write to while the process runs: what is written is there at once.
// A file that exists is emptied.
func (all *Set) Open(path string) (*os.File, error) {
	_, open, err := all.check(path)
	if err != nil {
		return nil, err
	}
	if open == nil {
		open = func() (*os.File, error) { return create(path) }
	}
	file, err := open()
	return file, Error("write", path, err)
}

// Check returns an error for a file that Add and Open refuse to write.
func (all *Set) Check(path string) error {
	_, _, err := all.check(path)
	return err
}

// check is Check. Info is nil if there is no file yet. Direct opens a file that cannot be
// replaced, but only written to; else it is nil.
func (all *Set) check(path string) (info fs.FileInfo, direct func() (*os.File, error), err error) {
	shown := filepath.ToSlash(path)
	if path == "" {
		return nil, nil, errors.New("the path of the file to write is empty")
	}
	if os.IsPathSeparator(path[len(path)-1]) {
		return nil, nil, fmt.Errorf("%q is a folder; pass the path of a file in it", shown)
	}
	descriptor := Descriptor(path)
	info, err = os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, nil, fmt.Errorf("%q is a folder; pass the path of a file in it", shown)
	case err == nil && info.Mode().IsRegular() && all.isSource(info):
		return nil, nil, fmt.Errorf("%q was read as input; write to another file", shown)
	case descriptor != "":
		return info, func() (*os.File, error) { return openDescriptor(descriptor) }, nil
	case err == nil && !info.Mode().IsRegular():
		return info, func() (*os.File, error) { return create(path) }, nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, nil
	}
	return info, nil, Error("write", shown, err)
}

// Write writes one file in the way of a Set.
func Write(path string, write func(io.Writer) error) error {
	var files Set
	return files.Write(path, write)
}

// Write adds a file, commits and discards.
func (all *Set) Write(path string, write func(io.Writer) error) error {
	defer all.Discard()
	if err := all.Add(path, write); err != nil {
		return err
	}
	return all.Commit()
}

// Content returns what writes a text, for Set.Add.
func Content(text []byte) func(io.Writer) error {
	return func(w io.Writer) error { _, err := w.Write(text); return err }
}

// WriteNew writes a file that must not exist, whole or not at all, and the folders that it
// is in. The error is an fs.ErrExist if there is something of that name.
func WriteNew(path string, text []byte) error {
	if _, err := os.Lstat(path); err == nil {
		return Error("write", path, &fs.PathError{Op: "write", Path: path, Err: fs.ErrExist})
	}
	files := Set{isNew: true}
	return files.Write(path, Content(text))
}

// create opens a file to write to. It makes the file, or empties it.
func create(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
}

// writeTo opens a file, calls write with it, and closes it.
func writeTo(open func() (*os.File, error), write func(io.Writer) error) error {
	file, err := open()
	if err != nil {
		return err
	}
	if err := write(file); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}

// followLinks returns the path that a chain of links leads to. It may not exist.
func followLinks(path string) (string, error) {
	const most = 40
	for range most {
		info, err := os.Lstat(path)
		if errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode()&fs.ModeSymlink == 0 {
			return path, nil
		}
		if err != nil {
			return "", err
		}
		target, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if dir, _ := filepath.Split(path); !filepath.IsAbs(target) {
			target = dir + target
		}
		path = target
	}
	return "", &fs.PathError{Op: "open", Path: path, Err: syscall.ELOOP}
}

// folder returns a folder to write to, which it creates if necessary, with a
// temporary folder in it.
func (all *Set) folder(dir string) (*target, error) {
	if folder := all.folders[dir]; folder != nil {
		return folder, nil
	}
	lock.Lock()
	defer lock.Unlock()
	if all.done {
		return nil, errInterrupted
	}
	if !all.Stops {
		all.watch()
	}
	path, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	all.created = append(missing(path), all.created...)
	if err := os.MkdirAll(path, 0o777); err != nil {
		return nil, err
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return nil, err
	}
	temp, err := os.MkdirTemp(path, ".lexsmith-*")
	if err != nil {
		return nil, err
	}
	folder := &target{path, temp}
	if all.folders == nil {
		all.folders = map[string]*target{}
	}
	all.folders[dir] = folder
	return folder, nil
}

// missing returns the folders that must be created for one to exist, the deepest first.
func missing(dir string) (all []string) {
	for {
		if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			return all
		}
		all = append(all, dir)
		dir = filepath.Dir(dir)
	}
}

// fileStamp has properties that all names of a file share, and few other files.
type fileStamp struct {
	size     int64
	modified time.Time
}

func stampOf(info fs.FileInfo) fileStamp { return fileStamp{info.Size(), info.ModTime()} }

// isSource reports whether a file is one of the sources, however they are named.
func (all *Set) isSource(info fs.FileInfo) bool {
	if all.read == nil {
		all.read = map[fileStamp][]fs.FileInfo{}
		for _, path := range all.Sources {
			source, err := os.Stat(filepath.FromSlash(path))
			if path == "-" {
				source, err = os.Stdin.Stat()
			}
			if err == nil {
				all.read[stampOf(source)] = append(all.read[stampOf(source)], source)
			}
		}
	}
	return slices.ContainsFunc(all.read[stampOf(info)], func(source fs.FileInfo) bool { return os.SameFile(source, info) })
}

// errInterrupted says that a signal ended the work.
var errInterrupted = errors.New("interrupted")

// Commit moves all files to their final places.
func (all *Set) Commit() error {
	lock.Lock()
	defer lock.Unlock()
	if all.done {
		return errInterrupted
	}
	move := os.Rename
	if all.isNew {
		move = moveNew
	}
	for _, f := range all.staged {
		if err := move(f.temp, f.path); err != nil {
			return Error("write", f.path, err)
		}
	}
	return nil
}

// moveNew is os.Rename to a path where there must be nothing.
func moveNew(from, to string) error {
	err := os.Link(from, to)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, err := os.Lstat(to); err == nil { // on a file system without links
		return fs.ErrExist
	}
	return os.Rename(from, to)
}

// Discard removes the temporary folders with the files that are still in them, and the
// folders that were created and stayed empty.
func (all *Set) Discard() {
	lock.Lock()
	defer lock.Unlock()
	all.discard()
	if delete(live, all); len(live) == 0 {
		signal.Stop(signals)
	}
}

func (all *Set) discard() {
	all.done = true
	for _, folder := range all.folders {
		os.RemoveAll(folder.temp)
	}
	for _, dir := range all.created {
		os.Remove(dir) // fails unless it is empty
	}
}

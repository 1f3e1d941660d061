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
	"strconv"
	"sync"
	"syscall"
)

// Set is a set of files that are first written to temporary folders beside their
// final places and then moved together, so that a failure leaves the old files
// unchanged. Call Discard when done.
// The zero Set is empty.
type Set struct {
	// Sources are the paths of files that were read and must not be overwritten.
	Sources []string

	read  fileSet         // of sources; made when first needed
	paths map[string]bool // final paths

	lock    sync.Mutex // guards changes of what follows, which a signal needs
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
	shown := filepath.ToSlash(path)
	if path == "" {
		return errors.New("the path of the file to write is empty")
	}
	if os.IsPathSeparator(path[len(path)-1]) {
		return fmt.Errorf("%q is a folder; pass the path of a file in it", shown)
	}
	descriptor := Descriptor(path)
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("%q is a folder; pass the path of a file in it", shown)
	case err == nil && info.Mode().IsRegular() && all.isSource(info):
		return fmt.Errorf("%q was read as input; write to another file", shown)
	case descriptor != "":
		return Error("write", shown, writeTo(openDescriptor, descriptor, write))
	case err == nil && !info.Mode().IsRegular():
		return Error("write", shown, writeTo(create, path, write))
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return Error("write", shown, err)
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
	if err = writeTo(create, temp, write); err == nil && info != nil {
		err = os.Chmod(temp, info.Mode().Perm())
	}
	all.lock.Lock()
	defer all.lock.Unlock()
	all.staged = append(all.staged, stagedFile{temp, path})
	return Error("write", shown, err)
}

// Write writes one file in the way of a Set.
func Write(path string, write func(io.Writer) error) error {
	var files Set
	defer files.Discard()
	if err := files.Add(path, write); err != nil {
		return err
	}
	return files.Commit()
}

// create opens a file to write to. It makes the file, or empties it.
func create(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
}

// writeTo opens a file, calls write with it, and closes it.
func writeTo(open func(string) (*os.File, error), path string, write func(io.Writer) error) error {
	file, err := open(path)
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
	all.lock.Lock()
	defer all.lock.Unlock()
	if all.done {
		return nil, errInterrupted
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

// isSource reports whether a file is one of the sources.
func (all *Set) isSource(info fs.FileInfo) bool {
	if all.read == nil {
		all.read = fileSet{}
		for _, path := range all.Sources {
			if source, err := os.Stat(filepath.FromSlash(path)); err == nil {
				all.read.add(source)
			}
		}
	}
	return all.read.has(info)
}

// errInterrupted says that a signal ended the work.
var errInterrupted = errors.New("interrupted")

// Commit moves all files to their final places.
func (all *Set) Commit() error {
	all.lock.Lock()
	defer all.lock.Unlock()
	if all.done {
		return errInterrupted
	}
	for _, f := range all.staged {
		if err := os.Rename(f.temp, f.path); err != nil {
			return Error("write", f.path, err)
		}
	}
	return nil
}

// Discard removes the temporary folders with the files that are still in them, and the
// folders that were created and stayed empty.
func (all *Set) Discard() {
	all.lock.Lock()
	defer all.lock.Unlock()
	all.done = true
	for _, folder := range all.folders {
		os.RemoveAll(folder.temp)
	}
	for _, dir := range all.created {
		os.Remove(dir) // fails unless it is empty
	}
}

// DiscardOnSignal discards the files when the process is interrupted or
// terminated, and then lets the signal end it. Call stop when done.
func (all *Set) DiscardOnSignal() (stop func()) {
	signals := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	finished := make(chan struct{})
	go func() {
		select {
		case <-finished:
		case caught := <-signals:
			all.Discard()
			signal.Reset(caught)
			if self, err := os.FindProcess(os.Getpid()); err == nil {
				_ = self.Signal(caught) // where that fails, Commit reports the interruption
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		close(finished)
	}
}

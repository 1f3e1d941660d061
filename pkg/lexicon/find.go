package lexicon

import (
	"io/fs"
	"os"
	"path"
	"reflect"
	"strings"
	"time"
)

// finder lists the files to read, each one once.
type finder struct {
	files    []file
	failures []error
	seen     map[stamp][]seenFile
}

// file is a schema file to be read.
type file struct {
	fs      fs.FS
	name    string
	display string
	named   bool // given by the user, not found in a folder
	support bool
}

// stamp is what two names of one file have in common at the least.
type stamp struct {
	size     int64
	modified time.Time
}

type seenFile struct {
	file
	info  fs.FileInfo
	index int // in files; -1 for a folder
}

func newFinder() *finder { return &finder{seen: map[stamp][]seenFile{}} }

func (f *finder) fail(display string, err error) {
	f.failures = append(f.failures, pathError(display, err))
}

func (f *finder) input(in Input) {
	named := file{in.FS, in.Name, in.Display, true, in.Support}
	info, err := fs.Stat(in.FS, in.Name)
	switch {
	case err != nil:
		f.fail(in.Display, err)
	case info.IsDir():
		f.folder(named, info)
	default:
		f.add(named, info)
	}
}

// below returns the file of that name in the folder f.
func (f *file) below(base string) file {
	shown := strings.TrimRight(f.display, "/")
	if f.display != "" {
		shown += "/"
	}
	return file{f.fs, path.Join(f.name, base), shown + base, false, f.support}
}

// folder lists what is below a folder, in the order of the names.
func (f *finder) folder(in file, info fs.FileInfo) {
	if f.repeated(in, info, -1) != notSeen {
		return
	}
	entries, err := fs.ReadDir(in.fs, in.name)
	if err != nil {
		f.fail(in.display, err)
	}
	for _, entry := range entries {
		base := entry.Name()
		if strings.HasPrefix(base, ".") || base == "node_modules" {
			continue
		}
		link := entry.Type()&fs.ModeSymlink != 0
		isFile := strings.HasSuffix(base, ".json") && (entry.Type().IsRegular() || link)
		if !isFile && !entry.IsDir() {
			continue
		}
		inner := in.below(base)
		info, err := entry.Info()
		if err == nil && link {
			info, err = fs.Stat(inner.fs, inner.name)
		}
		switch {
		case err != nil:
			f.fail(inner.display, err)
		case entry.IsDir():
			f.folder(inner, info)
		case info.Mode().IsRegular():
			f.add(inner, info)
		}
	}
}

// add takes a file unless it is there by another name.
func (f *finder) add(new file, info fs.FileInfo) {
	if at := f.repeated(new, info, len(f.files)); at >= 0 {
		f.files[at].named = f.files[at].named || new.named && !new.support
		return
	}
	f.files = append(f.files, new)
}

// notSeen is what repeated answers for a new file or folder.
const notSeen = -2

// repeated returns the index under which the file or folder was met before. If
// it is new it is noted under the index given, and the answer is notSeen.
func (f *finder) repeated(in file, info fs.FileInfo, index int) int {
	key := stamp{info.Size(), info.ModTime()}
	for _, s := range f.seen[key] {
		if os.SameFile(s.info, info) || s.name == in.name && sameFS(s.fs, in.fs) {
			return s.index
		}
	}
	f.seen[key] = append(f.seen[key], seenFile{in, info, index})
	return notSeen
}

// sameFS reports whether two file systems are one. Those outside the operating
// system do not tell by their files.
func sameFS(a, b fs.FS) bool {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	switch {
	case x.Type() != y.Type():
		return false
	case x.Kind() == reflect.Map:
		return x.UnsafePointer() == y.UnsafePointer()
	}
	return x.Comparable() && y.Comparable() && a == b
}

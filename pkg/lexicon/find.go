package lexicon

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"time"
)

// finder lists the files to read, each one once.
type finder struct {
	files    []file
	failures []error
	seen     map[stamp][]seenFile
}

// stamp is what two names of one file have in common at the least.
type stamp struct {
	size     int64
	modified time.Time
}

type seenFile struct {
	info  fs.FileInfo
	index int // in files; -1 for a folder
}

func newFinder() *finder { return &finder{seen: map[stamp][]seenFile{}} }

func (f *finder) fail(display string, err error) {
	f.failures = append(f.failures, pathError(display, err))
}

func (f *finder) input(in Input) {
	display := strings.TrimRight(in.Display, "/")
	if display == "" {
		display = in.Display
	}
	info, err := fs.Stat(in.FS, in.Name)
	switch {
	case err != nil:
		f.fail(display, err)
	case info.IsDir():
		f.folder(in.FS, in.Name, display, in.Support, info)
	default:
		f.add(file{in.FS, in.Name, display, true, in.Support}, info)
	}
}

// folder lists what is below a folder, in the order of the names.
func (f *finder) folder(fsys fs.FS, name, display string, support bool, info fs.FileInfo) {
	if f.repeated(info, -1) != notSeen {
		return
	}
	entries, err := fs.ReadDir(fsys, name)
	if err != nil {
		f.fail(display, err)
	}
	for _, entry := range entries {
		base := entry.Name()
		if strings.HasPrefix(base, ".") || base == "node_modules" {
			continue
		}
		inner, shown := path.Join(name, base), display+"/"+base
		link := entry.Type()&fs.ModeSymlink != 0
		isFile := strings.HasSuffix(base, ".json") && (entry.Type().IsRegular() || link)
		if !isFile && !entry.IsDir() {
			continue
		}
		info, err := entry.Info()
		if err == nil && link {
			info, err = fs.Stat(fsys, inner)
		}
		switch {
		case err != nil:
			f.fail(shown, err)
		case entry.IsDir():
			f.folder(fsys, inner, shown, support, info)
		case info.Mode().IsRegular():
			f.add(file{fsys, inner, shown, false, support}, info)
		}
	}
}

// add takes a file unless it is there by another name.
func (f *finder) add(new file, info fs.FileInfo) {
	if at := f.repeated(info, len(f.files)); at >= 0 {
		f.files[at].named = f.files[at].named || new.named && !new.support
		return
	}
	f.files = append(f.files, new)
}

// notSeen is what repeated answers for a new file or folder.
const notSeen = -2

// repeated returns the index under which the file or folder was met before. If
// it is new it is noted under the index given, and the answer is notSeen.
func (f *finder) repeated(info fs.FileInfo, index int) int {
	key := stamp{info.Size(), info.ModTime()}
	for _, s := range f.seen[key] {
		if os.SameFile(s.info, info) {
			return s.index
		}
	}
	f.seen[key] = append(f.seen[key], seenFile{info, index})
	return notSeen
}

package lexicon

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// finder lists the files to read. It enters a folder once, however often it is named
// or linked. Which files are the same is known once they are open.
type finder struct {
	files     []file
	failures  []error
	folders   seen
	irregular func(path string, mode fs.FileMode)
}

// file is a schema file to be read, and then what was read.
type file struct {
	fs      fs.FS
	name    string
	display string
	named   bool // given by the user, not found in a folder
	support bool
	// examples says that there is a file of examples beside it.
	examples bool

	info     fs.FileInfo // nil when the file could not be opened
	document *Document   // nil when the file is not a Lexicon
	doubtful bool        // the document may not be a Lexicon
	failure  error
}

func (f *finder) fail(display string, err error) {
	f.failures = append(f.failures, pathError(display, err))
}

func (f *finder) input(in Input) {
	named := file{fs: in.FS, name: in.Name, display: in.Display, named: true, support: in.Dependency}
	info, err := fs.Stat(in.FS, in.Name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && isLink(in.FS, in.Name):
		f.fail(in.Display, errDangling)
	case err != nil:
		f.fail(in.Display, err)
	case info.IsDir():
		f.folder(named, info)
	default:
		if schema, ok := isExamples(in.FS, in.Name); ok { // its schema is meant
			named.name, named.display = schema, strings.TrimSuffix(in.Display, ExamplesSuffix)+".json"
		}
		_, err := fs.Stat(in.FS, examplesName(named.name))
		named.examples = err == nil && f.readable(&named)
		f.files = append(f.files, named)
	}
}

// dangling is the error of a link whose target does not exist. The link itself exists,
// so "no such file" would be confusing.
type dangling struct{}

var errDangling error = dangling{}

func (dangling) Error() string { return "broken symbolic link" }

// Is makes it an fs.ErrNotExist.
func (dangling) Is(target error) bool { return target == fs.ErrNotExist }

func isLink(fsys fs.FS, name string) bool {
	info, err := fs.Lstat(fsys, name)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// below returns the file called base in the folder f.
func (f *file) below(base string) file {
	shown := strings.TrimRight(f.display, "/")
	if f.display != "" {
		shown += "/"
	}
	return file{fs: f.fs, name: path.Join(f.name, base), display: shown + base, support: f.support}
}

// folder lists the files below a folder, in the order of their names.
func (f *finder) folder(in file, info fs.FileInfo) {
	if f.folders.before(&in, info, 0) >= 0 {
		return
	}
	entries, err := fs.ReadDir(in.fs, in.name)
	if err != nil {
		f.fail(in.display, err)
	}
	names := make(map[string]bool, len(entries))
	for _, entry := range entries {
		names[entry.Name()] = true
	}
	for _, entry := range entries {
		base := entry.Name()
		if strings.HasPrefix(base, ".") || base == "node_modules" {
			continue
		}
		if schema, ok := strings.CutSuffix(base, ExamplesSuffix); ok && names[schema+".json"] {
			continue
		}
		link := entry.Type()&fs.ModeSymlink != 0
		if !strings.HasSuffix(base, ".json") && !entry.IsDir() {
			continue
		}
		inner := in.below(base)
		inner.examples = names[examplesName(base)] && f.readable(&inner)
		if !link && !entry.IsDir() {
			f.found(inner, entry.Type())
			continue
		}
		info, err := fs.Stat(inner.fs, inner.name)
		switch {
		case link && errors.Is(err, fs.ErrNotExist):
			f.fail(inner.display, errDangling)
		case err != nil:
			f.fail(inner.display, err)
		case entry.IsDir():
			f.folder(inner, info)
		case !info.IsDir(): // a link to a folder is not followed
			f.found(inner, info.Mode())
		}
	}
}

// readable reports whether the examples beside a schema file are not a pipe, a socket or
// a device, which is passed over.
func (f *finder) readable(schema *file) bool {
	info, err := fs.Stat(schema.fs, examplesName(schema.name))
	if err != nil || info.IsDir() || info.Mode().IsRegular() {
		return true // or reading says what is wrong
	}
	if f.irregular != nil {
		f.irregular(examplesName(schema.display), info.Mode())
	}
	return false
}

// found adds a file of a folder, if it is regular.
func (f *finder) found(in file, mode fs.FileMode) {
	switch {
	case mode.IsRegular():
		f.files = append(f.files, in)
	case f.irregular != nil:
		f.irregular(in.display, mode)
	}
}

// merge drops the files that are the same as an earlier one, which counts as named if
// one of them is.
func (f *finder) merge(profile diag.Profile) {
	files := make(seen, len(f.files))
	kept := f.files[:0]
	for _, in := range f.files {
		if in.info == nil {
			in.info, _ = fs.Stat(in.fs, in.name)
		}
		kept = append(kept, in)
		if in.info == nil {
			continue
		}
		last := len(kept) - 1
		at := files.before(&in, in.info, last)
		if at < 0 {
			continue
		}
		kept = kept[:last]
		if first := &kept[at]; in.named && !in.support && !first.named {
			first.named = true
			if first.failure == nil && (first.document == nil || first.doubtful) {
				first.load(new(memory), profile)
			}
		}
	}
	f.files = kept
}

// seen holds files, or folders, by their identities.
type seen map[identity][]seenFile

type seenFile struct {
	info  fs.FileInfo
	index int
}

// before returns the index of an earlier file or folder that is the same. If there is
// none it records this one under the given index and returns -1.
func (s *seen) before(in *file, info fs.FileInfo, index int) int {
	if *s == nil {
		*s = seen{}
	}
	key := identify(in, info)
	for _, other := range (*s)[key] {
		if key.exact() || os.SameFile(other.info, info) {
			return other.index
		}
	}
	(*s)[key] = append((*s)[key], seenFile{info, index})
	return -1
}

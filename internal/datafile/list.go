package datafile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// File is a file of values.
type File struct {
	Name   string // path in the file system, or files.Stdin
	Shown  string // path in reports
	Format Format
	// Detect says that the content decides on the format.
	Detect bool
}

// List is the data files at some paths.
type List struct {
	Files      []File          // sorted by their shown paths, each file once
	Skipped    int             // files in folders with another extension
	Irregular  []IrregularFile // files in folders that are not read
	Unreadable []error         // folders and links that could not be read

	format Format // "" for that of each extension
}

// IrregularFile is a pipe, a socket or a device with the extension of a format.
type IrregularFile struct {
	Shown string
	Mode  fs.FileMode
}

// ListFiles lists the data files at paths, each a file, a folder or files.Stdin. In a
// folder it takes the files with the extension of a format; hidden entries and
// node_modules are passed over, links to files are followed. A given format is
// that of every named file, and only its files are taken from folders. Without
// one, a named file with an unknown extension is JSON. Standard input is shown as
// stdinName, whose extension counts as that of a file.
//
// The error joins what is wrong with the paths themselves: one does not exist, is a
// folder without data files, or is files.Stdin again.
func ListFiles(ctx context.Context, paths []string, format Format, stdinName string) (List, error) {
	l := List{format: format}
	var failures []error
	for i, path := range paths {
		switch {
		case path != files.Stdin:
			failures = append(failures, l.add(ctx, path))
		case slices.Contains(paths[:i], files.Stdin):
			failures = append(failures, errors.New(`standard input ("-") is given more than once`))
		default:
			file := l.file(stdinName, filepath.ToSlash(stdinName))
			_, known := FormatOf(stdinName)
			file.Name, file.Detect = files.Stdin, format == "" && !known
			l.Files = append(l.Files, file)
		}
	}
	slices.SortStableFunc(l.Files, func(a, b File) int { return cmp.Compare(a.Shown, b.Shown) })
	seen := map[string]bool{}
	l.Files = slices.DeleteFunc(l.Files, func(f File) bool {
		real := f.real()
		before := seen[real]
		seen[real] = true
		return before
	})
	return l, errors.Join(failures...)
}

// real returns the absolute path without links, as far as it can be determined.
func (f *File) real() string {
	if f.Name == files.Stdin {
		return files.Stdin
	}
	path := f.Name
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	return path
}

// add lists the files at a path.
func (l *List) add(ctx context.Context, path string) error {
	shown := filepath.ToSlash(path)
	if path == "" {
		return errors.New("a path must not be empty")
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && files.Nearby(path) != "":
		return fmt.Errorf("%w; did you mean %q?", files.Error("read", shown, err), filepath.ToSlash(files.Nearby(path)))
	case err != nil:
		return files.Error("read", shown, err)
	case !info.IsDir():
		if err := files.CheckNamed(path, info.Mode()); err != nil {
			return err
		}
		l.Files = append(l.Files, l.file(path, shown))
		return nil
	}
	before := len(l.Files) + len(l.Unreadable)
	l.folder(path)
	if len(l.Files)+len(l.Unreadable) == before {
		return fmt.Errorf("no data files found in %q%s; only files that end in %s (optionally followed by .gz) are read from a folder; pass other files by name", shown, lexicons(ctx, path), l.extensions())
	}
	return nil
}

// extensions names the extensions of the files that are taken from folders.
func (l *List) extensions() string {
	switch {
	case l.format == "":
		return ".json, .ndjson, .jsonl, .cbor, or .car"
	case l.format == NDJSON:
		return ".ndjson or .jsonl"
	}
	return "." + string(l.format)
}

// lexicons says in the message about a folder without data files that it has Lexicons.
func lexicons(ctx context.Context, folder string) string {
	catalog, err := lexicon.Load(ctx, []lexicon.Input{{FS: os.DirFS(folder), Name: "."}}, lexicon.LoadOptions{})
	if err != nil || catalog.Files() == 0 {
		return ""
	}
	return fmt.Sprintf(", which contains %s", words.Count(catalog.Files(), "Lexicon"))
}

// file decides on the format of a file that the user named.
func (l *List) file(name, shown string) File {
	format, _ := FormatOf(name)
	return File{Name: name, Shown: shown, Format: cmp.Or(l.format, format)}
}

// folder lists the data files below a folder.
func (l *List) folder(root string) {
	shown := strings.TrimRight(filepath.ToSlash(root), "/") + "/"
	tree := os.DirFS(root)
	// The function returns no error but SkipDir.
	_ = fs.WalkDir(tree, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			l.fail(shown+path, err)
			return nil
		}
		name := entry.Name()
		hidden := path != "." && (strings.HasPrefix(name, ".") || name == "node_modules")
		switch {
		case hidden && entry.IsDir():
			return fs.SkipDir
		case hidden || entry.IsDir():
			return nil
		}
		file := l.file(filepath.Join(root, filepath.FromSlash(path)), shown+path)
		if format, known := FormatOf(path); !known || format != file.Format {
			l.Skipped++
			return nil
		}
		mode := entry.Type()
		if mode&fs.ModeSymlink != 0 {
			info, err := fs.Stat(tree, path)
			if err != nil {
				l.fail(file.Shown, err)
				return nil
			}
			mode = info.Mode()
		}
		switch {
		case mode.IsRegular():
			l.Files = append(l.Files, file)
		case !mode.IsDir(): // a link to a folder is not followed
			l.Irregular = append(l.Irregular, IrregularFile{file.Shown, mode})
		}
		return nil
	})
}

func (l *List) fail(shown string, err error) {
	l.Unreadable = append(l.Unreadable, files.Error("read", shown, err))
}

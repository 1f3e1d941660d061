// Package datafiles lists the files of values that command-line arguments lead
// to.
package datafiles

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
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Stdin is the argument that means standard input.
const Stdin = "-"

// File is a file of values.
type File struct {
	Name   string // path in the file system, or Stdin
	Shown  string // path in reports
	Format Format
}

// Compressed reports whether the extension is that of a gzip file.
func (f *File) Compressed() bool { return strings.EqualFold(filepath.Ext(f.Name), ".gz") }

// Listing is what List finds.
type Listing struct {
	Files      []File      // sorted by their shown paths, each file once
	Skipped    int         // files in folders with another extension
	Irregular  []Irregular // files in folders that are not read
	Unreadable []error     // folders and links that could not be read

	format    lexicon.Opt[Format]
	stdinName string
}

// Irregular is a pipe, a socket or a device with the extension of a format.
type Irregular struct {
	Shown string
	Mode  fs.FileMode
}

// List lists the data files at paths, each a file, a folder or Stdin. In a
// folder it takes the files with the extension of a format; hidden entries and
// node_modules are passed over, links to files are followed. A given format is
// that of every named file, and only its files are taken from folders. Without
// one, a named file with an unknown extension is JSON. Standard input is shown as
// stdinName, whose extension counts as that of a file.
//
// The error joins what is wrong with the paths themselves: one does not exist, is a
// folder without data files, or is Stdin again.
func List(paths []string, format lexicon.Opt[Format], stdinName string) (Listing, error) {
	l := Listing{format: format, stdinName: stdinName}
	var failures []error
	for i, path := range paths {
		if path == Stdin && slices.Contains(paths[:i], Stdin) {
			failures = append(failures, errors.New(`standard input ("-") is given more than once`))
			continue
		}
		if err := l.add(path); err != nil {
			failures = append(failures, err)
		}
	}
	slices.SortStableFunc(l.Files, func(a, b File) int { return cmp.Compare(a.Shown, b.Shown) })
	l.Files = unique(l.Files)
	return l, errors.Join(failures...)
}

// add lists one path.
func (l *Listing) add(path string) error {
	shown := filepath.ToSlash(path)
	if path == Stdin {
		file := l.file(l.stdinName, filepath.ToSlash(l.stdinName))
		file.Name = Stdin
		l.Files = append(l.Files, file)
		return nil
	}
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
		return fmt.Errorf("no data files found in %q%s; only files that end in %s (optionally followed by .gz) are read from a folder; pass other files by name", shown, l.lexicons(path), l.extensions())
	}
	return nil
}

// extensions names the extensions of the files that are taken from folders.
func (l *Listing) extensions() string {
	switch {
	case !l.format.Set:
		return ".json, .ndjson, .jsonl, .cbor, or .car"
	case l.format.Value == NDJSON:
		return ".ndjson or .jsonl"
	}
	return "." + string(l.format.Value)
}

// lexicons adds to the message about a folder without data files that it has Lexicons.
func (l *Listing) lexicons(root string) string {
	catalog, err := lexicon.Load(context.Background(), []lexicon.Input{{FS: os.DirFS(root), Name: "."}}, lexicon.LoadOptions{})
	if err != nil || catalog.Files() == 0 {
		return ""
	}
	return fmt.Sprintf(", which contains %s", syntax.Count(catalog.Files(), "Lexicon"))
}

// file decides on the format of a file that the user named.
func (l *Listing) file(name, shown string) File {
	format, _ := FormatOf(name)
	if l.format.Set {
		format = l.format.Value
	}
	return File{name, shown, format}
}

// folder lists the data files below a folder.
func (l *Listing) folder(root string) {
	shown := strings.TrimRight(filepath.ToSlash(root), "/") + "/"
	tree := os.DirFS(root)
	// The function returns no error but SkipDir.
	_ = fs.WalkDir(tree, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			l.unreadable(shown+path, err)
			return nil
		}
		if path == "." {
			return nil
		}
		if base := entry.Name(); strings.HasPrefix(base, ".") || base == "node_modules" {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if entry.IsDir() {
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
				l.unreadable(file.Shown, err)
				return nil
			}
			mode = info.Mode()
		}
		switch {
		case mode.IsRegular():
			l.Files = append(l.Files, file)
		case !mode.IsDir(): // a link to a folder is not followed
			l.Irregular = append(l.Irregular, Irregular{file.Shown, mode})
		}
		return nil
	})
}

func (l *Listing) unreadable(shown string, err error) {
	l.Unreadable = append(l.Unreadable, files.Error("read", shown, err))
}

// unique drops the files that are in the list earlier under another name.
func unique(files []File) []File {
	seen := map[string]bool{}
	return slices.DeleteFunc(files, func(f File) bool {
		real := f.Name
		if f.Name != Stdin {
			if full, err := filepath.Abs(f.Name); err == nil {
				real = full
			}
			if target, err := filepath.EvalSymlinks(real); err == nil {
				real = target
			}
		}
		before := seen[real]
		seen[real] = true
		return before
	})
}

package cmd

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

	"github.com/lexsmith/lexsmith/internal/datafile"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// dataFile is a file of values.
type dataFile struct {
	name   string // path in the file system, or stdin
	shown  string // path in reports
	format datafile.Format
	// detect says that the content decides on the format.
	detect bool
}

// compressed reports whether the extension is that of a gzip file.
func (f *dataFile) compressed() bool { return datafile.Compressed(f.name) }

// dataFiles is what listData finds.
type dataFiles struct {
	files      []dataFile      // sorted by their shown paths, each file once
	skipped    int             // files in folders with another extension
	irregular  []irregularFile // files in folders that are not read
	unreadable []error         // folders and links that could not be read

	format    datafile.Format // "" for that of each extension
	stdinName string
}

// irregularFile is a pipe, a socket or a device with the extension of a format.
type irregularFile struct {
	shown string
	mode  fs.FileMode
}

// listData lists the data files at paths, each a file, a folder or stdin. In a
// folder it takes the files with the extension of a format; hidden entries and
// node_modules are passed over, links to files are followed. A given format is
// that of every named file, and only its files are taken from folders. Without
// one, a named file with an unknown extension is JSON. Standard input is shown as
// stdinName, whose extension counts as that of a file.
//
// The error joins what is wrong with the paths themselves: one does not exist, is a
// folder without data files, or is stdin again.
func listData(ctx context.Context, paths []string, format datafile.Format, stdinName string) (dataFiles, error) {
	l := dataFiles{format: format, stdinName: stdinName}
	var failures []error
	for i, path := range paths {
		if path == stdin && slices.Contains(paths[:i], stdin) {
			failures = append(failures, errors.New(`standard input ("-") is given more than once`))
			continue
		}
		if err := l.add(ctx, path); err != nil {
			failures = append(failures, err)
		}
	}
	slices.SortStableFunc(l.files, func(a, b dataFile) int { return cmp.Compare(a.shown, b.shown) })
	l.files = unique(l.files)
	return l, errors.Join(failures...)
}

// add lists one path.
func (l *dataFiles) add(ctx context.Context, path string) error {
	shown := filepath.ToSlash(path)
	if path == stdin {
		file := l.file(l.stdinName, filepath.ToSlash(l.stdinName))
		_, known := datafile.FormatOf(l.stdinName)
		file.name, file.detect = stdin, l.format == "" && !known
		l.files = append(l.files, file)
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
		l.files = append(l.files, l.file(path, shown))
		return nil
	}
	before := len(l.files) + len(l.unreadable)
	l.folder(path)
	if len(l.files)+len(l.unreadable) == before {
		return fmt.Errorf("no data files found in %q%s; only files that end in %s (optionally followed by .gz) are read from a folder; pass other files by name", shown, l.lexicons(ctx, path), l.extensions())
	}
	return nil
}

// extensions names the extensions of the files that are taken from folders.
func (l *dataFiles) extensions() string {
	switch {
	case l.format == "":
		return ".json, .ndjson, .jsonl, .cbor, or .car"
	case l.format == datafile.NDJSON:
		return ".ndjson or .jsonl"
	}
	return "." + string(l.format)
}

// lexicons adds to the message about a folder without data files that it has Lexicons.
func (l *dataFiles) lexicons(ctx context.Context, root string) string {
	catalog, err := lexicon.Load(ctx, []lexicon.Input{{FS: os.DirFS(root), Name: "."}}, lexicon.LoadOptions{})
	if err != nil || catalog.Files() == 0 {
		return ""
	}
	return fmt.Sprintf(", which contains %s", words.Count(catalog.Files(), "Lexicon"))
}

// file decides on the format of a file that the user named.
func (l *dataFiles) file(name, shown string) dataFile {
	format, _ := datafile.FormatOf(name)
	if l.format != "" {
		format = l.format
	}
	return dataFile{name: name, shown: shown, format: format}
}

// folder lists the data files below a folder.
func (l *dataFiles) folder(root string) {
	shown := strings.TrimRight(filepath.ToSlash(root), "/") + "/"
	tree := os.DirFS(root)
	// The function returns no error but SkipDir.
	_ = fs.WalkDir(tree, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			l.fail(shown+path, err)
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
		if format, known := datafile.FormatOf(path); !known || format != file.format {
			l.skipped++
			return nil
		}
		mode := entry.Type()
		if mode&fs.ModeSymlink != 0 {
			info, err := fs.Stat(tree, path)
			if err != nil {
				l.fail(file.shown, err)
				return nil
			}
			mode = info.Mode()
		}
		switch {
		case mode.IsRegular():
			l.files = append(l.files, file)
		case !mode.IsDir(): // a link to a folder is not followed
			l.irregular = append(l.irregular, irregularFile{file.shown, mode})
		}
		return nil
	})
}

func (l *dataFiles) fail(shown string, err error) {
	l.unreadable = append(l.unreadable, files.Error("read", shown, err))
}

// unique drops the files that are in the list earlier under another name.
func unique(files []dataFile) []dataFile {
	seen := map[string]bool{}
	return slices.DeleteFunc(files, func(f dataFile) bool {
		real := f.name
		if f.name != stdin {
			if full, err := filepath.Abs(f.name); err == nil {
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

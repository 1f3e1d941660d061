package cmd

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// dataFile is a file of values.
type dataFile struct {
	name   string // in the file system
	shown  string // in reports
	format dataFormat
}

func (f *dataFile) compressed() bool { return strings.EqualFold(filepath.Ext(f.name), ".gz") }

// files lists the data files in the order of their paths, each one once. Folders
// that cannot be read are in unreadable; a path that does not exist is an error.
//
// Skipped is the number of files in folders that have another extension.
func (o *validateOptions) files() (files []dataFile, skipped int, unreadable []error, err error) {
	var faults []error
	for _, path := range o.paths {
		shown := filepath.ToSlash(path)
		if path == stdin {
			files = append(files, o.file(path, shown))
			continue
		}
		info, err := os.Stat(path)
		switch {
		case path == "":
			faults = append(faults, errors.New("a path is empty"))
		case err != nil:
			if err = pathError(shown, err); errors.Is(err, fs.ErrNotExist) {
				err = fmt.Errorf("%w; data is in files, or on standard input with -", err)
			}
			faults = append(faults, err)
		case info.IsDir():
			found, others, failed := o.folder(path)
			skipped += others
			if len(found)+len(failed) == 0 {
				faults = append(faults, fmt.Errorf("no data file found in %s: name the files, or end their names in .json, .ndjson, .jsonl, .cbor or .car (.gz may follow)", shown))
			}
			files, unreadable = append(files, found...), append(unreadable, failed...)
		default:
			files = append(files, o.file(path, shown))
		}
	}
	slices.SortStableFunc(files, func(a, b dataFile) int { return cmp.Compare(a.shown, b.shown) })
	return unique(files), skipped, unreadable, errors.Join(faults...)
}

// file says how to read a file that the user named.
func (o *validateOptions) file(name, shown string) dataFile {
	format, known := dataFormatByName(o.dataFormat)
	switch {
	case o.cases:
		format = formatNDJSON
	case !known: // auto
		format, _ = dataFormatOf(name)
	}
	return dataFile{name, shown, format}
}

// folder lists the data files below a folder: those with the extension of a
// format, or of the one that was asked for. Hidden files and folders, .git and
// node_modules are passed over, links to files are followed. Skipped is the number
// of other files.
func (o *validateOptions) folder(root string) (files []dataFile, skipped int, unreadable []error) {
	shown := strings.TrimRight(filepath.ToSlash(root), "/") + "/"
	tree := os.DirFS(root)
	err := fs.WalkDir(tree, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			unreadable = append(unreadable, pathError("read "+shown+path, err))
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
		format, known := dataFormatOf(path)
		file := o.file(filepath.Join(root, filepath.FromSlash(path)), shown+path)
		if entry.IsDir() {
			return nil
		}
		if !known || format != file.format {
			skipped++
			return nil
		}
		if entry.Type()&fs.ModeSymlink != 0 {
			info, err := fs.Stat(tree, path)
			if err != nil {
				unreadable = append(unreadable, pathError("read "+file.shown, err))
			}
			if err != nil || !info.Mode().IsRegular() {
				return nil
			}
		} else if !entry.Type().IsRegular() {
			return nil
		}
		files = append(files, file)
		return nil
	})
	if err != nil {
		unreadable = append(unreadable, err)
	}
	return files, skipped, unreadable
}

// unique drops the files that stand in the list before under another name.
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

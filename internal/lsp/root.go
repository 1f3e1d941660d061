package lsp

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// root is a file or folder with Lexicons. It is read through a folder around it, which no
// path and no link leads out of.
type root struct {
	path       string
	dependency bool
	around     string
}

// visible reports whether lexicon.Load does not ignore a path in the root.
func (r root) visible(path string) bool {
	below := filepath.ToSlash(path[len(r.path):])
	return !strings.Contains(below, "/.") && !strings.Contains(below+"/", "/node_modules/")
}

// open returns the folder around the root, and the name of a path in it.
func (r root) open(path string) (*os.Root, string, error) {
	name, err := filepath.Rel(r.around, path)
	if err != nil {
		return nil, "", err
	}
	folder, err := os.OpenRoot(r.around)
	return folder, filepath.ToSlash(name), err
}

func (r root) stat() (fs.FileInfo, error) {
	folder, name, err := r.open(r.path)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	return folder.Stat(name)
}

// read returns the text of a file of the root; false when it is not a regular file, or too
// large for a Lexicon.
func (r root) read(path string) (text []byte, ok bool) {
	folder, name, err := r.open(path)
	if err != nil {
		return nil, false
	}
	defer folder.Close()
	info, err := fs.Stat(folder.FS(), name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > lexicon.MaxFileSize {
		return nil, false
	}
	text, err = fs.ReadFile(folder.FS(), name)
	return text, err == nil
}

// inputsOf returns the roots as something to load, until done is called.
func inputsOf(roots []root) (inputs []lexicon.Input, done func()) {
	var folders []*os.Root
	for _, r := range roots {
		folder, name, err := r.open(r.path)
		if err != nil {
			continue // it is gone since it was found
		}
		folders = append(folders, folder)
		inputs = append(inputs, lexicon.Input{FS: folder.FS(), Name: name, Display: filepath.ToSlash(r.path), Dependency: r.dependency})
	}
	return inputs, func() {
		for _, folder := range folders {
			folder.Close()
		}
	}
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

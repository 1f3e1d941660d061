// Package memfs holds files in memory as an fs.FS.
package memfs

import (
	"bytes"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// FS is a file system in memory. It is safe for concurrent reading.
type FS struct{ nodes map[string]*node }

// node is a file or a folder.
type node struct {
	name    string // the last part of its path
	mode    fs.FileMode
	text    []byte        // of a file
	entries []fs.DirEntry // of a folder, sorted by name
}

// New returns an empty file system.
func New() *FS { return &FS{map[string]*node{".": {name: ".", mode: fs.ModeDir | 0o555}}} }

// Add adds a file with a text, unless there is one of that name.
func (f *FS) Add(name string, text []byte) { f.add(name, &node{mode: 0o444, text: text}) }

// AddFolder adds a folder, unless there is one of that name.
func (f *FS) AddFolder(name string) { f.add(name, &node{mode: fs.ModeDir | 0o555}) }

// add adds a node and the folders that it is in. What exists already is kept.
func (f *FS) add(name string, n *node) {
	if f.nodes[name] != nil {
		return
	}
	n.name = path.Base(name)
	f.nodes[name] = n
	f.AddFolder(path.Dir(name))
	parent := f.nodes[path.Dir(name)]
	at, _ := slices.BinarySearchFunc(parent.entries, n.name, func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
	parent.entries = slices.Insert(parent.entries, at, fs.FileInfoToDirEntry(n))
}

func (n *node) Name() string       { return n.name }
func (n *node) Size() int64        { return int64(len(n.text)) }
func (n *node) Mode() fs.FileMode  { return n.mode }
func (n *node) ModTime() time.Time { return time.Time{} }
func (n *node) IsDir() bool        { return n.mode.IsDir() }
func (n *node) Sys() any           { return nil }

// Open implements fs.FS.
func (f *FS) Open(name string) (fs.File, error) {
	n := f.nodes[name]
	switch {
	case n == nil:
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	case n.IsDir():
		return &folder{n, n.entries}, nil
	}
	return &file{*bytes.NewReader(n.text), n}, nil
}

// file is an open file.
type file struct {
	bytes.Reader
	node *node
}

func (f *file) Stat() (fs.FileInfo, error) { return f.node, nil }
func (f *file) Close() error               { return nil }

// Bytes returns the text of the file, which must not be changed.
func (f *file) Bytes() []byte { return f.node.text }

// folder is an open folder.
type folder struct {
	node *node
	left []fs.DirEntry
}

func (f *folder) Stat() (fs.FileInfo, error) { return f.node, nil }
func (f *folder) Close() error               { return nil }

func (f *folder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: f.node.name, Err: fs.ErrInvalid}
}

// ReadDir implements fs.ReadDirFile.
func (f *folder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n > 0 && len(f.left) == 0 {
		return nil, io.EOF
	}
	if n <= 0 || n > len(f.left) {
		n = len(f.left)
	}
	entries := slices.Clone(f.left[:n])
	f.left = f.left[n:]
	return entries, nil
}

package gitrev

import (
	"bytes"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// FS holds files in memory. It is safe for concurrent reading.
type FS struct{ nodes map[string]*node }

// node is a file or a folder.
type node struct {
	name    string // the last part of its path
	folder  bool
	text    []byte  // of a file
	entries []*node // of a folder, sorted by name
}

// NewFS returns an empty file system.
func NewFS() *FS { return &FS{map[string]*node{".": {name: ".", folder: true}}} }

// add adds a file or an empty folder, and its parents. What exists already is
// kept.
func (f *FS) add(name string, child *node) {
	for f.nodes[name] == nil {
		child.name = path.Base(name)
		f.nodes[name] = child
		name = path.Dir(name)
		parent := f.nodes[name]
		if parent == nil {
			parent = &node{folder: true}
		}
		at, _ := slices.BinarySearchFunc(parent.entries, child, func(a, b *node) int { return strings.Compare(a.name, b.name) })
		parent.entries = slices.Insert(parent.entries, at, child)
		child = parent
	}
}

// Add adds a file with a text, unless there is one of that name.
func (f *FS) Add(name string, text []byte) { f.add(name, &node{text: text}) }

// Open implements fs.FS.
func (f *FS) Open(name string) (fs.File, error) {
	n := f.nodes[name]
	switch {
	case n == nil:
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	case n.folder:
		return &folder{n, n.entries}, nil
	}
	return &file{*bytes.NewReader(n.text), n}, nil
}

func dirEntries(nodes []*node) []fs.DirEntry {
	entries := make([]fs.DirEntry, len(nodes))
	for i, n := range nodes {
		entries[i] = fs.FileInfoToDirEntry(n)
	}
	return entries
}

func (n *node) Name() string       { return n.name }
func (n *node) Size() int64        { return int64(len(n.text)) }
func (n *node) ModTime() time.Time { return time.Time{} }
func (n *node) IsDir() bool        { return n.folder }
func (n *node) Sys() any           { return nil }

func (n *node) Mode() fs.FileMode {
	if n.folder {
		return fs.ModeDir | 0o555
	}
	return 0o444
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
	left []*node
}

func (f *folder) Stat() (fs.FileInfo, error) { return f.node, nil }
func (f *folder) Close() error               { return nil }

func (f *folder) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: f.node.name, Err: fs.ErrInvalid}
}

// ReadDir implements fs.ReadDirFile.
func (f *folder) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 {
		n = len(f.left)
	} else if len(f.left) == 0 {
		return nil, io.EOF
	}
	n = min(n, len(f.left))
	entries := dirEntries(f.left[:n])
	f.left = f.left[n:]
	return entries, nil
}

package lexicon

import (
	"io/fs"
	"os"
	"reflect"
	"time"
)

// identity is what all names of one file or folder have in common. Different
// files have different identities if it is exact, else os.SameFile decides.
type identity struct {
	device, inode uint64 // of a file on disk, where the system tells

	size     int64 // of a file on disk otherwise
	modified time.Time

	system any // the file system of any other file, and its path there
	name   string
}

func (id identity) exact() bool { return id.inode != 0 || id.system != nil }

// identify returns the identity of a file or folder.
func identify(in *file, info fs.FileInfo) identity {
	if os.SameFile(info, info) { // it is on disk
		if device, inode, ok := diskIdentity(info); ok {
			return identity{device: device, inode: inode}
		}
		return identity{size: info.Size(), modified: info.ModTime()}
	}
	return identity{system: systemIdentity(in.fs), name: in.name}
}

// systemIdentity returns a comparable value that tells a file system from others.
func systemIdentity(fsys fs.FS) any {
	switch v := reflect.ValueOf(fsys); {
	case v.Kind() == reflect.Map:
		return v.UnsafePointer()
	case v.Comparable():
		return fsys
	}
	return new(int) // unlike any other
}

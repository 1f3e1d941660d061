package outfile

import (
	"io/fs"
	"os"
	"reflect"
	"time"
)

// fileSet is a set of files, however they are named.
type fileSet map[fileStamp][]fs.FileInfo

// fileStamp has properties that all names of a file share.
type fileStamp struct {
	size     int64
	modified time.Time
	inode    uint64 // 0 on systems without
}

func (s fileSet) add(info fs.FileInfo) {
	stamp := stampOf(info)
	s[stamp] = append(s[stamp], info)
}

// has reports whether a file is in the set.
func (s fileSet) has(info fs.FileInfo) bool {
	for _, other := range s[stampOf(info)] {
		if os.SameFile(other, info) {
			return true
		}
	}
	return false
}

func stampOf(info fs.FileInfo) fileStamp {
	stamp := fileStamp{size: info.Size(), modified: info.ModTime()}
	if sys := reflect.Indirect(reflect.ValueOf(info.Sys())); sys.Kind() == reflect.Struct {
		if inode := sys.FieldByName("Ino"); inode.IsValid() && inode.CanUint() {
			stamp.inode = inode.Uint()
		}
	}
	return stamp
}

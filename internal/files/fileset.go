package files

import (
	"io/fs"
	"os"
	"time"
)

// fileSet is a set of files, however they are named.
type fileSet map[fileStamp][]fs.FileInfo

// fileStamp has properties that all names of a file share, and few other files.
type fileStamp struct {
	size     int64
	modified time.Time
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

func stampOf(info fs.FileInfo) fileStamp { return fileStamp{info.Size(), info.ModTime()} }

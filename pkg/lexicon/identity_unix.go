//go:build unix

package lexicon

import (
	"io/fs"
	"syscall"
)

// diskIdentity returns the numbers that identify a file on disk.
func diskIdentity(info fs.FileInfo) (device, inode uint64, ok bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || stat.Ino == 0 {
		return 0, 0, false
	}
	return uint64(stat.Dev), uint64(stat.Ino), true //nolint:unconvert // other systems have other types
}

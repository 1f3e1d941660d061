//go:build !unix

package lexicon

import "io/fs"

// diskIdentity reports that the system does not tell the identity of a file.
func diskIdentity(fs.FileInfo) (device, inode uint64, ok bool) { return 0, 0, false }

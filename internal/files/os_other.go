//go:build !unix

package files

import "os"

// openDescriptor is not needed here: no path leads to an open file of a process.
func openDescriptor(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
}

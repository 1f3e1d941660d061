package files

import (
	"errors"
	"io/fs"
	"os"
)

// TempFile is a temporary file, which Close removes.
type TempFile struct{ *os.File }

// CreateTemp creates a temporary file. Where the system allows it, the file loses its name
// at once, so that it is gone however the process ends.
func CreateTemp() (*TempFile, error) {
	file, err := os.CreateTemp("", "lexsmith-*")
	if err != nil {
		return nil, TempError(err)
	}
	_ = os.Remove(file.Name())
	return &TempFile{file}, nil
}

// Close closes the file and removes it.
func (f *TempFile) Close() error {
	err := f.File.Close()
	if removed := os.Remove(f.Name()); !errors.Is(removed, fs.ErrNotExist) {
		err = errors.Join(err, removed)
	}
	return err
}

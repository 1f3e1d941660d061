package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Error returns an error of the file system as the user reads it: what could not
// be done (read, write, create), the path in quotes and with slashes, and the
// reason. Other errors, and nil, stay as they are.
func Error(verb, path string, err error) error {
	if reason := reasonOf(err); reason != nil {
		return fmt.Errorf("cannot %s %q: %w", verb, filepath.ToSlash(path), reason)
	}
	return err
}

// reasonOf returns the reason in an error of the file system; nil for any other error.
func reasonOf(err error) error {
	if of, ok := errors.AsType[*fs.PathError](err); ok {
		return of.Err
	}
	if of, ok := errors.AsType[*os.LinkError](err); ok {
		return of.Err
	}
	return nil
}

// TempError is Error for a temporary file or folder that could not be created.
func TempError(err error) error {
	if reason := reasonOf(err); reason != nil {
		return fmt.Errorf("cannot create a temporary file in %q: %w", filepath.ToSlash(os.TempDir()), reason)
	}
	return err
}

// Errors returns an error that joins errors of reading files, whose paths are as
// the user gave them, with each of them as Error words it.
func Errors(err error) error {
	if all, joined := err.(interface{ Unwrap() []error }); joined {
		var worded []error
		for _, err := range all.Unwrap() {
			worded = append(worded, Errors(err))
		}
		return errors.Join(worded...)
	}
	if of, ok := errors.AsType[*fs.PathError](err); ok {
		return Error("read", of.Path, of)
	}
	return err
}

package files

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Change is a new content for a file, a new place, or both.
type Change struct {
	Path, NewPath string // the same for a file that stays where it is
	Old, New      []byte
}

// Apply makes all changes or none: if one cannot be made, the others are taken back. A file
// that no longer has its old content, or a new place that is taken by a file which does not
// move away itself, is an error before anything changes. Folders that become empty are
// removed.
func Apply(changes []Change) error {
	if err := checkChanges(changes); err != nil {
		return err
	}
	var set Set
	defer set.Discard()
	for _, c := range changes {
		if err := set.Add(c.NewPath, Content(c.New)); err != nil {
			return err
		}
	}
	modes := make([]fs.FileMode, len(changes))
	for i, c := range changes {
		info, err := os.Stat(c.Path)
		if err != nil {
			return Error("write", c.Path, err)
		}
		modes[i] = info.Mode().Perm()
	}
	err := set.Commit()
	if err == nil {
		err = leave(changes, modes)
	}
	if err != nil {
		return errors.Join(err, restore(changes))
	}
	for _, c := range changes {
		if c.NewPath != c.Path {
			removeEmpty(filepath.Dir(c.Path))
		}
	}
	return nil
}

// checkChanges returns an error for changes that cannot be made.
func checkChanges(changes []Change) error {
	leaving := map[string]bool{}
	for _, c := range changes {
		now, err := os.ReadFile(c.Path)
		if err == nil && !bytes.Equal(now, c.Old) {
			err = &fs.PathError{Op: "write", Path: c.Path, Err: ErrChanged}
		}
		if err != nil {
			return Error("write", c.Path, err)
		}
		if c.NewPath != c.Path {
			leaving[filepath.Clean(c.Path)] = true
		}
	}
	for _, c := range changes {
		if c.NewPath == c.Path || leaving[filepath.Clean(c.NewPath)] {
			continue
		}
		there, err := os.Lstat(c.NewPath)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if here, same := os.Stat(c.Path); err == nil && same == nil && os.SameFile(here, there) {
			continue // where case makes no difference
		}
		if err != nil {
			return Error("write", c.NewPath, err)
		}
		return fmt.Errorf("%s exists already, so %s cannot be moved there", filepath.ToSlash(c.NewPath), filepath.ToSlash(c.Path))
	}
	return nil
}

// leave removes the files whose content is in a new place, which get their modes.
func leave(changes []Change, modes []fs.FileMode) error {
	taken := map[string]bool{}
	for _, c := range changes {
		taken[filepath.Clean(c.NewPath)] = true
	}
	for i, c := range changes {
		if c.NewPath == c.Path {
			continue
		}
		if err := os.Chmod(c.NewPath, modes[i]); err != nil {
			return Error("write", c.NewPath, err)
		}
		if taken[filepath.Clean(c.Path)] {
			continue
		}
		old, oldErr := os.Stat(c.Path)
		new, newErr := os.Stat(c.NewPath)
		remove := os.Remove
		if oldErr == nil && newErr == nil && os.SameFile(old, new) {
			remove = func(path string) error { return os.Rename(path, c.NewPath) }
		}
		if err := remove(c.Path); err != nil {
			return Error("remove", c.Path, err)
		}
	}
	return nil
}

// restore puts everything back as it was.
func restore(changes []Change) error {
	old := map[string]bool{}
	for _, c := range changes {
		old[filepath.Clean(c.Path)] = true
	}
	var faults []error
	for _, c := range changes {
		if now, err := os.ReadFile(c.NewPath); err == nil && bytes.Equal(now, c.New) && !old[filepath.Clean(c.NewPath)] {
			faults = append(faults, os.Remove(c.NewPath))
			removeEmpty(filepath.Dir(c.NewPath))
		}
	}
	for _, c := range changes {
		if now, err := os.ReadFile(c.Path); err != nil || !bytes.Equal(now, c.Old) {
			faults = append(faults, Write(c.Path, Content(c.Old)))
		}
	}
	return errors.Join(faults...)
}

// removeEmpty removes a folder, and those that it is in, as far as they are empty.
func removeEmpty(dir string) {
	for os.Remove(dir) == nil {
		dir = filepath.Dir(dir)
	}
}

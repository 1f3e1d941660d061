package registry

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"

	"github.com/lexsmith/lexsmith/internal/files"
)

// Lock waits until no other process works on a manifest. It calls waiting when that takes
// long. The lock is one of the operating system on a file beside the manifest, so that it
// ends with its process. The error is that of the file, or the cause when ctx is done; the
// process must end then.
func Lock(ctx context.Context, manifest string, waiting func()) (unlock func(), err error) {
	path := manifest + ".lock"
	var file *lockedfile.File
	var failed error
	locked := make(chan struct{})
	go func() {
		file, failed = lockFile(path)
		close(locked)
	}()
	defer time.AfterFunc(time.Second, waiting).Stop()
	select {
	case <-locked:
		if failed != nil {
			return nil, files.Error("lock", path, failed)
		}
		return func() { unlockFile(file) }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// lockFile creates and locks a file, which another process may delete meanwhile.
func lockFile(path string) (*lockedfile.File, error) {
	for {
		if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
			return nil, fmt.Errorf("%s is not a regular file", path)
		}
		file, err := lockedfile.Edit(path)
		if err != nil {
			return nil, err
		}
		opened, bad := file.Stat()
		named, err := os.Lstat(path)
		if bad == nil && err == nil && os.SameFile(opened, named) {
			return file, nil
		}
		_ = file.Close()
	}
}

// unlockFile deletes the file, so that no run leaves it, and unlocks it. An open file is
// deleted where that is possible: once it is unlocked it can be another process's.
func unlockFile(file *lockedfile.File) {
	deleted := os.Remove(file.Name())
	_ = file.Close()
	if deleted != nil {
		_ = os.Remove(file.Name())
	}
}

package serve

import (
	"context"
	"encoding/binary"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Watcher watches schema files.
type Watcher struct {
	paths  []string // files and folders
	loaded uint64   // fingerprint
}

// NewWatcher watches the schema files at paths from now on: make it before they are
// loaded.
func NewWatcher(paths []string) *Watcher { return &Watcher{paths, fingerprint(paths)} }

// Run calls reload when a file was added, changed or removed, and again after each
// further change, until ctx is done. It looks at the files every interval, and waits
// until they stay the same for as long: editors write in several steps.
func (w *Watcher) Run(ctx context.Context, interval time.Duration, reload func()) {
	every := time.NewTicker(interval)
	defer every.Stop()
	before := w.loaded
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
		now := fingerprint(w.paths)
		if now != w.loaded && now == before {
			w.loaded = now
			reload()
		}
		before = now
	}
}

// fingerprint sums up the names, sizes and times of the schema files at paths.
func fingerprint(paths []string) uint64 {
	sum := fnv.New64a()
	for _, path := range paths {
		_ = filepath.WalkDir(path, func(name string, entry fs.DirEntry, err error) error {
			if err != nil {
				_, _ = io.WriteString(sum, name+" is gone")
				return nil
			}
			base := entry.Name()
			hidden := strings.HasPrefix(base, ".") && name != path
			switch {
			case entry.IsDir() && (hidden || base == "node_modules"):
				return filepath.SkipDir
			case entry.IsDir() || hidden || !strings.HasSuffix(base, ".json"):
				return nil
			}
			info, err := os.Stat(name) // of the target of a link
			if err != nil {
				return nil
			}
			_, _ = io.WriteString(sum, name)
			_ = binary.Write(sum, binary.LittleEndian, [2]int64{info.Size(), info.ModTime().UnixNano()})
			return nil
		})
	}
	return sum.Sum64()
}

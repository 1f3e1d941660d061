package project

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/gitrev"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

const (
	// ManifestName is the name of the file beside the config file that lists the Lexicons
	// of others that come from the network.
	ManifestName = "lexicons.json"
	// LockName is the name of the file beside it that lists those that come from sources.
	LockName = "lexsmith.lock"
)

// ManifestBeside returns the path of the manifest of a project, by that of its config file.
func ManifestBeside(config string) string { return filepath.Join(filepath.Dir(config), ManifestName) }

// LockBeside returns the path of the lock of a project, by that of its config file.
func LockBeside(config string) string { return filepath.Join(filepath.Dir(config), LockName) }

// Foreign are the Lexicons of others that a project has copies of, wherever their files are.
type Foreign map[syntax.NSID]bool

// Has reports whether a Lexicon is one of them.
func (f Foreign) Has(id syntax.NSID) bool { return f[id] }

// ReadForeign reads the manifest and the lock of a project with a function that reads files
// by their names; those that do not exist list nothing. A manifest of another program that
// has the same name lists nothing either.
func ReadForeign(read func(name string) ([]byte, error)) (Foreign, error) {
	all := Foreign{}
	for _, list := range []struct{ name, key string }{{ManifestName, "resolutions"}, {LockName, "lexicons"}} {
		text, err := read(list.name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		var members map[string]json.RawMessage
		var listed map[syntax.NSID]json.RawMessage
		if err == nil && !json.Valid(text) {
			err = errors.New("not valid JSON")
		}
		if err != nil {
			return nil, fmt.Errorf("cannot tell which Lexicons are copies of others: %s: %w", list.name, err)
		}
		if json.Unmarshal(text, &members) == nil && json.Unmarshal(members[list.key], &listed) == nil {
			for id := range listed {
				all[id] = true
			}
		}
	}
	return all, nil
}

// ForeignIn is ReadForeign for a folder.
func ForeignIn(dir string) (Foreign, error) {
	return ReadForeign(func(name string) ([]byte, error) { return files.Read(filepath.Join(dir, name), files.MaxProjectFile) })
}

// ForeignAround is ForeignIn for the nearest folder around a file or folder that has a
// manifest, a lock or a config file, up to the root of the repository. Outside of a
// repository, only the folder and the one around it count.
func ForeignAround(path string) (Foreign, error) {
	dir, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		dir = filepath.Dir(dir)
	}
	folder, name := nearest(dir, filepath.Dir(dir), ManifestName, LockName, config.FileName)
	if name == "" {
		return nil, nil
	}
	return ForeignIn(folder)
}

// ForeignOf adds the manifest and the lock of a project folder to the files of a revision
// that c.Fill reads, and returns what reads them then. A folder outside of the repository
// has none there.
func ForeignOf(ctx context.Context, c *gitrev.Comparison, r *gitrev.Revision, dir string) (func() (Foreign, error), error) {
	names := map[string]string{} // in the revision; "" for what it lacks
	for _, name := range []string{ManifestName, LockName} {
		in, err := c.NewPath(filepath.Join(dir, name))
		if err != nil {
			continue
		}
		if names[name], err = r.Add(ctx, in); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return func() (Foreign, error) {
		return ReadForeign(func(name string) ([]byte, error) { return fs.ReadFile(r.FS, names[name]) })
	}, nil
}

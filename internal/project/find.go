package project

import (
	"cmp"
	"os"
	"path/filepath"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/git"
)

// Find returns the path of the nearest config file from dir up to the root of its
// repository; outside of a repository only dir counts. The path is relative when
// dir is. It is "" when there is no config file. What has the name but cannot be read, such
// as a dangling link or a folder, counts as one: Load says what is wrong with it.
func Find(dir string) (string, error) { return find(dir, config.FileName) }

// Misnamed returns the path of a file that was most likely meant as a config file
// but is not read; "" when there is none. It looks where Find does.
func Misnamed(dir string) (string, error) {
	return find(dir, "lexsmith.yml", ".lexsmith.yaml", ".lexsmith.yml")
}

func find(dir string, names ...string) (string, error) {
	start, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	folder, name := nearest(start, start, names...)
	if name == "" {
		return "", nil
	}
	up, err := filepath.Rel(start, folder)
	return filepath.Join(dir, up, name), err
}

// nearest returns the nearest folder that has something with one of some names, from dir up
// to the root of its repository or, outside of a repository, to last. The paths are absolute.
// Name is "" when there is none.
func nearest(dir, last string, names ...string) (folder, name string) {
	last = cmp.Or(git.Root(dir), last)
	for folder := dir; ; folder = filepath.Dir(folder) {
		for _, name := range names {
			if _, err := os.Lstat(filepath.Join(folder, name)); err == nil {
				return folder, name
			}
		}
		if folder == last {
			return "", ""
		}
	}
}

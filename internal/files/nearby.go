package files

import (
	"os"
	"path/filepath"

	"github.com/lexsmith/lexsmith/internal/words"
)

// Nearby returns the path of an existing file or folder that a path to nothing most likely
// means: one that differs in one segment, by a similar name in the same folder. It is ""
// when there is none.
func Nearby(path string) string {
	missing, rest := filepath.Clean(path), ""
	for !exists(filepath.Dir(missing)) {
		rest = filepath.Join(filepath.Base(missing), rest)
		if missing = filepath.Dir(missing); missing == filepath.Dir(missing) {
			return ""
		}
	}
	entries, err := os.ReadDir(filepath.Dir(missing))
	if err != nil {
		return ""
	}
	near, ok := words.NearestFunc(filepath.Base(missing), entries, os.DirEntry.Name)
	if !ok {
		return ""
	}
	if path = filepath.Join(filepath.Dir(missing), near.Name(), rest); !exists(path) {
		return ""
	}
	return path
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

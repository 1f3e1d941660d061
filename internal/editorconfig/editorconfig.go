// Package editorconfig reads .editorconfig files, which say how text files are laid out
// (https://editorconfig.org).
package editorconfig

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"strings"

	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/git"
)

// fileName is the name of the files.
const fileName = ".editorconfig"

// The sections of a file that count are the first maxSections, as long as their patterns
// with wildcards have at most maxPatterns bytes in all: each is compared with the path of
// every file.
const (
	maxSections = 1000
	maxPatterns = 32 << 10
)

// Reader finds the properties of files. It reads each .editorconfig once. The zero
// Reader is ready for use, by one goroutine.
type Reader struct {
	folders map[string]*file
}

// file is the content of one file; empty where a folder has none.
type file struct {
	root     bool // files in the folders above do not count
	sections []section
}

type section struct {
	glob       glob
	properties map[string]string
}

// Properties returns the properties of the file at path, which is absolute, by
// their names in lower case. They come from the .editorconfig files in its folder
// and the folders above it, up to the root of its repository or a file that says it is
// the root; the nearer file beats the farther one, a later section an earlier one. The
// file need not exist. The error is that of an .editorconfig which cannot be read.
func (r *Reader) Properties(path string) (map[string]string, error) {
	properties := map[string]string{}
	return properties, r.add(properties, filepath.Dir(path), filepath.Base(path))
}

// add adds what the files in a folder and those above it say about a path below it.
func (r *Reader) add(properties map[string]string, folder, below string) error {
	c, err := r.read(folder)
	if err != nil {
		return err
	}
	if above := filepath.Dir(folder); !c.root && above != folder {
		if err := r.add(properties, above, filepath.Base(folder)+"/"+below); err != nil {
			return err
		}
	}
	for _, s := range c.sections {
		if s.glob.match(below) {
			maps.Copy(properties, s.properties)
		}
	}
	return nil
}

func (r *Reader) read(folder string) (*file, error) {
	if c, known := r.folders[folder]; known {
		return c, nil
	}
	path := filepath.Join(folder, fileName)
	text, err := files.Read(path, files.MaxProjectFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, files.Error("read", path, err)
	}
	c := parse(text)
	c.root = c.root || git.IsRoot(folder)
	if r.folders == nil {
		r.folders = map[string]*file{}
	}
	r.folders[folder] = c
	return c, nil
}

// parse reads the text of a file. Lines that are neither a section nor a property
// are passed over, as editors do.
func parse(text []byte) *file {
	c := &file{}
	patterns := 0
	for line := range strings.Lines(string(bytes.TrimPrefix(text, []byte("\ufeff")))) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		if line[0] == '[' && line[len(line)-1] == ']' {
			pattern := line[1 : len(line)-1]
			if hasWildcard(pattern) {
				patterns += len(pattern)
			}
			if len(c.sections) == maxSections || patterns > maxPatterns {
				break
			}
			c.sections = append(c.sections, section{compile(pattern), map[string]string{}})
			continue
		}
		name, value, ok := strings.Cut(line, "=")
		if !ok {
			continue
		}
		name, value = strings.ToLower(strings.TrimSpace(name)), strings.ToLower(strings.TrimSpace(value))
		switch last := len(c.sections) - 1; {
		case last >= 0:
			c.sections[last].properties[name] = value
		case name == "root":
			c.root = value == "true"
		}
	}
	return c
}

// Package editorconfig reads .editorconfig files, which say how text files are laid
// out (https://editorconfig.org).
package project

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"strings"

	"github.com/lexsmith/lexsmith/internal/files"
)

// editorConfigName is the name of the files.
const editorConfigName = ".editorconfig"

// The sections of a file that count are the first maxSections, as long as their patterns
// with wildcards have at most maxPatterns bytes in all: each is compared with the path of
// every file.
const (
	maxSections = 1000
	maxPatterns = 32 << 10
)

// editorReader finds the properties of files. It reads each .editorconfig once. The zero
// editorReader is ready for use, by one goroutine.
type editorReader struct {
	folders map[string]*editorConfig // nil where a folder has none
}

// Properties returns the properties of the file at path, which is absolute, by
// their names in lower case. They come from the .editorconfig files in its folder
// and the folders above it, up to the folder root or one that says it is the root;
// the nearer file beats the farther one, a later section an earlier one. The file
// need not exist. The error is that of a file which cannot be read.
func (r *editorReader) Properties(path, root string) (map[string]string, error) {
	var configs []*editorConfig
	for folder := filepath.Dir(path); ; folder = filepath.Dir(folder) {
		c, err := r.read(folder)
		if err != nil {
			return nil, err
		}
		if c != nil {
			configs = append(configs, c)
		}
		if c != nil && c.root || folder == root || folder == filepath.Dir(folder) {
			break
		}
	}
	properties := map[string]string{}
	for i := len(configs) - 1; i >= 0; i-- {
		below, err := filepath.Rel(configs[i].folder, path)
		if err != nil {
			return nil, err
		}
		configs[i].apply(filepath.ToSlash(below), properties)
	}
	return properties, nil
}

// editorConfig is the content of one file.
type editorConfig struct {
	folder   string
	root     bool
	sections []editorSection
}

type editorSection struct {
	editorGlob editorGlob
	properties map[string]string
}

func (r *editorReader) read(folder string) (*editorConfig, error) {
	if c, known := r.folders[folder]; known {
		return c, nil
	}
	path := filepath.Join(folder, editorConfigName)
	text, err := files.Read(path, files.MaxProjectFile)
	var c *editorConfig
	switch {
	case err == nil:
		c = parse(text)
		c.folder = folder
	case !errors.Is(err, fs.ErrNotExist):
		return nil, files.Error("read", path, err)
	}
	if r.folders == nil {
		r.folders = map[string]*editorConfig{}
	}
	r.folders[folder] = c
	return c, nil
}

// parse reads the text of a file. Lines that are neither a section nor a property
// are passed over, as editors do.
func parse(text []byte) *editorConfig {
	c := &editorConfig{}
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
			c.sections = append(c.sections, editorSection{compile(pattern), map[string]string{}})
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

// apply adds the properties of the sections that match a path, which is relative to
// the folder of the file and has slashes.
func (c *editorConfig) apply(path string, properties map[string]string) {
	for _, s := range c.sections {
		if s.editorGlob.match(path) {
			maps.Copy(properties, s.properties)
		}
	}
}

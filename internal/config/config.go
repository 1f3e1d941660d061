// Package config reads lexsmith.yaml and decides, together with the flags of
// the command line, which findings stay and how severe they are.
package config

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// FileName is the name that Find looks for.
const FileName = "lexsmith.yaml"

// Config is the content of a config file. The zero Config is that of an empty
// file in the working directory.
type Config struct {
	Path     string // as reports show it; "" without a file
	Profile  lexicon.Opt[lexicon.Profile]
	Lexicons []string // files and folders; relative to the config file, see Resolve
	Include  []string // the same
	Severity []Override
	Ignore   []Ignore
	Diff     struct{ Against string }
	Format   Format

	folder string // of the file, absolute
}

// Override gives a rule, or all rules of a group, another severity.
type Override struct {
	Name     string // code of a rule or name of a group
	Severity lexicon.Severity
}

// Ignore takes findings out of the report. An entry matches a finding when
// each of the lists that it has does.
type Ignore struct {
	Paths []Glob   // of files, relative to the config file
	NSIDs []Glob   // of Lexicons
	Rules []string // codes and groups
}

// Load reads the config file at path. rules are all rules there are: other
// names are refused. The error is that of the file system, or joins an *Error
// for each fault of the file.
func Load(path string, rules []*lexicon.Rule) (*Config, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	c := &Config{Path: filepath.ToSlash(path), folder: filepath.Dir(full)}
	if err := decode(c, bytes.TrimPrefix(text, []byte("\ufeff")), rules); err != nil {
		return nil, err
	}
	return c, nil
}

// Missing returns the files and folders that paths in ignore name, before any
// wildcard, and that are not there: such an entry does nothing.
func (c *Config) Missing() []string {
	var missing []string
	for _, entry := range c.Ignore {
		for _, glob := range entry.Paths {
			if glob.place == "" {
				continue
			}
			if _, err := os.Stat(filepath.Join(c.folder, filepath.FromSlash(glob.place))); errors.Is(err, fs.ErrNotExist) {
				missing = append(missing, glob.place)
			}
		}
	}
	return missing
}

// Resolve turns a path of the config file into one of the working directory.
func (c *Config) Resolve(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(c.Path), path)
}

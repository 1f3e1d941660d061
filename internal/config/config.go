// Package config reads lexsmith.yaml, without looking at the files of a project.
package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/policy"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// FileName is the name of the config file.
const FileName = "lexsmith.yaml"

// Config is the content of a config file. The zero Config is that of an empty file
// in the working directory.
type Config struct {
	Path     string // as reports show it; "" without a file
	Profile  lexicon.Opt[diag.Profile]
	Lexicons []string // files and folders, relative to the config file: see Resolve
	Include  []string // the same
	Sources  []Source
	Severity []policy.Override
	Ignore   []policy.Ignore
	Diff     struct {
		Against   string
		Published bool // excludes Against
		Data      []string
	}
	Format Format
	Docs   struct {
		Output, Title string
		Format        string // "html" or "markdown"; "" for the default
	}
	FailOn lexicon.Opt[diag.Severity]
	// ExtraFields are the overrides that extra-fields implies; those of Severity
	// beat them.
	ExtraFields []policy.Override

	folder string // of the file, absolute
}

// Load reads the config file at path. The error is that of the file system, or joins
// an *Error for each mistake in the file; then the Config has what could be read.
func Load(path string) (*Config, error) {
	text, err := readFile(path)
	if err != nil {
		return nil, err
	}
	return Parse(path, text)
}

// Parse is Load for a text that the file at path has or could have.
func Parse(path string, text []byte) (*Config, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	c := &Config{Path: filepath.ToSlash(path), folder: filepath.Dir(full)}
	return c, decode(c, text)
}

// readFile reads a config file.
func readFile(path string) ([]byte, error) {
	text, err := files.Read(path, files.MaxProjectFile)
	if info, bad := os.Lstat(path); errors.Is(err, fs.ErrNotExist) && bad == nil && info.Mode()&fs.ModeSymlink != 0 {
		err = &fs.PathError{Op: "read", Path: path, Err: errors.New("a symbolic link to a file that does not exist")}
	}
	return text, err
}

// Missing returns the paths in ignore entries, up to the first wildcard, that do
// not exist: such an entry has no effect.
func (c *Config) Missing() []string {
	var missing []string
	for _, entry := range c.Ignore {
		for _, glob := range entry.Paths {
			if glob.Place == "" {
				continue
			}
			if _, err := os.Stat(filepath.Join(c.folder, filepath.FromSlash(glob.Place))); errors.Is(err, fs.ErrNotExist) {
				missing = append(missing, glob.Place)
			}
		}
	}
	return missing
}

// Policy combines the file and the overrides of the command line. A flag beats the file,
// and a later flag an earlier one.
func (c *Config) Policy(flags []policy.Override, profile diag.Profile) *policy.Policy {
	return policy.New(profile, slices.Concat(c.ExtraFields, c.Severity, flags), c.folder, c.Ignore)
}

// Resolve makes a path of the config file relative to the working directory.
func (c *Config) Resolve(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(c.Path), path)
}

// Format is the layout of schema files that the config file asks for. What it
// leaves out is left to .editorconfig.
type Format struct {
	Indent    lexicon.Opt[int] // columns of one level; 0 is a tab
	Width     lexicon.Opt[int] // columns of a line
	KeepOrder bool
}

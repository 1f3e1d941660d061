package project

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/lexsmith/lexsmith/internal/files"
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
	Severity []Override
	Ignore   []Ignore
	Diff     struct {
		Against   string
		Published bool // excludes Against
	}
	Format Format
	FailOn lexicon.Opt[diag.Severity]
	// ExtraFields are the overrides that extra-fields implies; those of Severity
	// beat them.
	ExtraFields []Override

	folder string // of the file, absolute
}

// Override changes the severity of a rule, or of all rules of a group.
type Override struct {
	Name     string // code of a rule or name of a group
	Severity diag.Severity
}

// ExtraFields returns the overrides by which fields that a schema does not define
// get a severity.
func ExtraFields(severity diag.Severity) []Override {
	return []Override{{"extra-field", severity}, {"unknown-param", severity}}
}

// Ignore removes findings from the report. An entry matches a finding when all of
// its non-empty lists do.
type Ignore struct {
	Paths []Glob   // of files, relative to the config file
	NSIDs []Glob   // of Lexicons
	Rules []string // codes and groups
	// Reason says why. A change that an entry with a reason matches stays in the
	// report, as an info.
	Reason string
	Until  string // the last day of an entry, or the version that ends it; "" for no end

	expired bool // see Policy.Expire
}

// LoadConfig reads the config file at path. The error is that of the file system, or joins
// an *Error for each mistake in the file; then the Config has what could be read.
func LoadConfig(path string) (*Config, error) {
	text, err := readFile(path)
	if err != nil {
		return nil, err
	}
	return ParseConfig(path, text)
}

// ParseConfig is LoadConfig for a text that the file at path has or could have.
func ParseConfig(path string, text []byte) (*Config, error) {
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

// Resolve makes a path of the config file relative to the working directory.
func (c *Config) Resolve(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(c.Path), path)
}

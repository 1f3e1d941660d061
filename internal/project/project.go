// Package project knows the files of a project: its settings in lexsmith.yaml and
// .editorconfig, the Lexicons that belong to it, those that belong to others, and the
// data that are checked against them.
package project

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/git"
	"github.com/lexsmith/lexsmith/internal/policy"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// DefaultFolder holds the schemas when neither the command line nor the config
// file names any.
const DefaultFolder = "lexicons"

// Options are what the command line says about a project.
type Options struct {
	Config        string            // path of the config file; "" is the nearest one
	Profile       string            // "" leaves it to the config file
	Lexicons      []string          // paths to resolve references in, as include
	Overrides     []policy.Override // of the severities in the config file
	Severity      []string          // more of them, as NAME=LEVEL
	Workers       int               // 0: number of processors
	StdinFilename string            // what standard input is; "" for nothing in particular
}

// StdinName returns the name of standard input in reports.
func (o *Options) StdinName() string { return cmp.Or(o.StdinFilename, files.Stdin) }

// Project is a project as a run of a command sees it.
type Project struct {
	Options
	Config  *config.Config
	Policy  *policy.Policy
	Profile diag.Profile
	// MayBeEmpty says that folders of the project itself need not have a Lexicon: the
	// checks of a new project pass.
	MayBeEmpty bool
	// Foreign returns the Lexicons of others that the project has copies of.
	Foreign func() (Foreign, error)

	streams    *cli.Streams // notes, progress, and standard input
	passedOver []string     // files that are not read, and that the user knows about
	unfilled   sync.Once    // notes a folder that pull fills and that does not exist yet
}

// Open reads the config file and applies the options to it.
func Open(ctx context.Context, o Options, s *cli.Streams) (*Project, error) {
	p := &Project{Options: o, Config: new(config.Config), streams: s}
	if err := p.readConfig(); err != nil {
		return nil, err
	}
	p.Foreign = sync.OnceValues(func() (Foreign, error) { return ForeignIn(filepath.Dir(p.Config.Path)) })
	for _, name := range p.Config.Missing() {
		s.Note(`%s: the path %q in "ignore" does not exist; paths are relative to the folder that contains lexsmith.yaml (use "**/%s" to match %[3]q in any folder)`, p.Config.Path, name, path.Base(name))
	}
	p.Profile = p.Config.Profile.Value
	if o.Profile != "" {
		p.Profile, _ = diag.ProfileByName(o.Profile)
	}
	var faults []error
	overrides := slices.Clone(o.Overrides)
	for _, text := range o.Severity {
		override, err := policy.ParseOverride(text)
		if err != nil {
			faults = append(faults, fmt.Errorf("--severity: %w", err))
		}
		overrides = append(overrides, override)
	}
	p.Policy = p.Config.Policy(overrides, p.Profile)
	p.Policy.Hint = cli.Hint
	p.Policy.Expire(time.Now(), func() []string { return git.In(filepath.Dir(p.Config.Path)).Tags(ctx) })
	return p, errors.Join(faults...)
}

// readConfig reads the config file, if there is one, and warns about one under a name that
// is not read.
func (p *Project) readConfig() error {
	path, err := p.ConfigPath()
	if err != nil {
		return err
	}
	if path == "" {
		if path, err = Misnamed(p.start()); path != "" {
			p.streams.Warn("%s is not read; rename it to %s", filepath.ToSlash(path), config.FileName)
		}
		return err
	}
	p.Config, err = config.Load(path)
	return files.Error("read", path, err)
}

// ConfigPath returns the path of the config file; "" when there is none.
func (o *Options) ConfigPath() (string, error) {
	if o.Config != "" {
		return o.Config, nil
	}
	return Find(o.start())
}

// start returns the folder from which the config file is looked for.
func (o *Options) start() string {
	if o.StdinFilename != "" {
		return filepath.Dir(o.StdinFilename)
	}
	return "."
}

// OwnFolder returns the folder for new Lexicons. It may not exist.
func (p *Project) OwnFolder() string { return cmp.Or(p.FirstFolder(p.Config.Lexicons), DefaultFolder) }

// FirstFolder returns the first folder among paths of the config file, which need not
// exist; "" when there is none.
func (p *Project) FirstFolder(paths []string) string {
	for _, path := range paths {
		path = p.Config.Resolve(path)
		if info, err := os.Stat(path); err == nil && info.IsDir() || errors.Is(err, fs.ErrNotExist) && filepath.Ext(path) != ".json" {
			return path
		}
	}
	return ""
}

package cmd

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/gitrev"
	config "github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// project is the result of the config file and the flags of every command.
type project struct {
	*options
	config  *config.Config
	policy  *config.Policy
	profile diag.Profile
	// byOthers says that others made the changes that are reported: help on how to
	// avoid them is left out.
	byOthers bool
	// mayBeEmpty says that folders of the project itself need not have a Lexicon: the
	// checks of a new project pass.
	mayBeEmpty bool
	passedOver []string // files that are not read, and that the user knows about

	unfilled sync.Once // notes a folder that pull fills and that does not exist yet
}

// open reads the config file and applies the flags to it. Overrides by flags
// other than --severity come first.
func (o *options) open(overrides ...config.Override) (*project, error) {
	file, err := o.readConfig()
	if err != nil {
		return nil, err
	}
	for _, name := range file.Missing() {
		o.note(`%s: the path %q in "ignore" does not exist; paths are relative to the folder that contains lexsmith.yaml (use "**/%s" to match %[3]q in any folder)`, file.Path, name, path.Base(name))
	}
	if file.FailOn.Set && !o.failOnGiven {
		o.failOn = file.FailOn.Value.String()
	}
	p := &project{options: o, config: file, profile: file.Profile.Value}
	if o.profile != "" {
		p.profile, _ = diag.ProfileByName(o.profile)
	}
	var faults []error
	for _, text := range o.severity {
		override, err := config.ParseOverride(text, config.Rules())
		if err != nil {
			faults = append(faults, fmt.Errorf("--severity: %w", err))
		}
		overrides = append(overrides, override)
	}
	p.policy = config.NewPolicy(file, overrides, p.profile)
	p.policy.Expire(time.Now(), func() []string {
		tags, _ := gitrev.Tags(o.ctx, filepath.Dir(file.Path)) // none outside of a repository
		return tags
	})
	return p, errors.Join(faults...)
}

func (o *options) readConfig() (*config.Config, error) {
	path, err := o.configPath()
	switch {
	case err != nil:
		return nil, err
	case path == "":
		return new(config.Config), o.misnamedConfig()
	}
	file, err := config.Load(path, config.Rules())
	return file, files.Error("read", path, err)
}

// configPath returns the path of the config file; "" when there is none.
func (o *options) configPath() (string, error) {
	if o.config != "" {
		return o.config, nil
	}
	return config.Find(o.startFolder())
}

// startFolder returns the folder from which the config file is looked for.
func (o *options) startFolder() string {
	if o.stdinFilename != "" {
		return filepath.Dir(o.stdinFilename)
	}
	return "."
}

// misnamedConfig warns about a config file under a name that is not read.
func (o *options) misnamedConfig() error {
	path, err := config.Misnamed(o.startFolder())
	if path != "" {
		o.warn("%s is not read; rename it to %s", filepath.ToSlash(path), config.FileName)
	}
	return err
}

// note prints on standard error what is worth knowing but not a finding.
func (o *options) note(format string, args ...any) {
	if !o.quiet {
		o.warn(format, args...)
	}
}

// warn is like note for what must be known even with --quiet.
func (o *options) warn(format string, args ...any) {
	fmt.Fprintln(o.streams.Err, printable("lexsmith: note: "+syntax.Excerpt(fmt.Sprintf(format, args...))))
}

// reportOptions returns the options of a report of a command with these rules.
func (p *project) reportOptions(command string, rules []*diag.Rule) (report.Options, error) {
	options := report.Options{
		Format:  report.Format(p.format),
		Out:     cli.Raw(p.streams.Out), // reports escape what they print, and have colors
		Command: command,
		Version: p.build.Resolve().Version,
		Profile: p.profile,
		All:     p.all,
		Quiet:   p.quiet,
		Color:   p.color == "always" || p.color == "auto" && p.streams.Color,
		Width:   p.streams.Width,
		Rules:   rules,
		Filter:  p.keep,

		Statistics: p.statistics,
	}
	if slices.Contains([]report.Format{report.SARIF, report.GitHub, report.GitLab}, options.Format) {
		dir, err := os.Getwd()
		if err != nil {
			return options, err
		}
		options.Dir = dir
		options.Root, _ = config.RepositoryRoot(dir)
	}
	return options, nil
}

// newReport begins a report of a command with these rules, with its options adjusted.
func (p *project) newReport(command string, rules []*diag.Rule, adjust func(*report.Options)) (*report.Report, error) {
	options, err := p.reportOptions(command, rules)
	if err != nil {
		return nil, err
	}
	adjust(&options)
	options.Out = cli.Raw(options.Out)
	return report.New(options)
}

// toStderr lets a report go to standard error, since the result goes to standard output.
func (p *project) toStderr(o *report.Options) {
	o.Out, o.Color, o.Width = p.streams.Err, p.color == "always", 0
}

// status returns errFindings when the report has a finding at or above --fail-on,
// unless --exit-zero is given.
func (p *project) status(r *report.Report) error {
	if failOn, _ := diag.SeverityByName(p.failOn); r.Worst() < failOn || p.exitZero {
		return nil
	}
	if p.quiet && !r.Shows(r.Worst()) { // or the summary has said so
		p.warn("there are info findings; use -a to show them")
	}
	return errFindings
}

package cmd

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/report"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// project is what the config file and the flags of every command come to.
type project struct {
	*options
	config  *config.Config
	policy  *config.Policy
	profile lexicon.Profile
}

// open reads the config file and joins it with the flags. Overrides of
// severities by other flags than --severity come first.
func (o *options) open(overrides ...config.Override) (*project, error) {
	file, err := o.readConfig()
	if err != nil {
		return nil, err
	}
	for _, name := range file.Missing() {
		o.note("%s: ignore: there is no %s: a path is relative to the file, and **/%s is that name in any folder", file.Path, name, path.Base(name))
	}
	p := &project{options: o, config: file, profile: file.Profile.Value}
	if o.profile != "" {
		p.profile, _ = lexicon.ProfileByName(o.profile)
	}
	var faults []error
	for _, text := range o.severity {
		override, err := config.ParseOverride(text, allRules())
		if err != nil {
			faults = append(faults, fmt.Errorf("flag --severity: %w", err))
		}
		overrides = append(overrides, override)
	}
	p.policy = config.NewPolicy(file, overrides, p.profile)
	return p, errors.Join(faults...)
}

func (o *options) readConfig() (*config.Config, error) {
	path := o.config
	if path == "" {
		found, err := config.Find(".")
		if err != nil {
			return nil, err
		}
		if found == "" {
			return new(config.Config), o.misnamedConfig()
		}
		path = found
	}
	file, err := config.Load(path, allRules())
	return file, pathError(filepath.ToSlash(path), err)
}

// misnamedConfig warns of a file that looks like a config file and is none.
func (o *options) misnamedConfig() error {
	path, err := config.Misnamed(".")
	if path != "" {
		o.warn("%s is not read: its name must be %s", filepath.ToSlash(path), config.FileName)
	}
	return err
}

// note tells the user on standard error what is no finding.
func (o *options) note(format string, args ...any) {
	if !o.quiet {
		o.warn(format, args...)
	}
}

// warn is note for what must be known even where only findings are asked for.
func (o *options) warn(format string, args ...any) {
	fmt.Fprintln(o.streams.Err, printable("lexsmith: note: "+fmt.Sprintf(format, args...)))
}

// newReport begins a report of a command with these rules.
func (p *project) newReport(command string, rules []*lexicon.Rule) (*report.Report, error) {
	options, err := p.reportOptions(command, rules)
	if err != nil {
		return nil, err
	}
	return report.New(options)
}

func (p *project) reportOptions(command string, rules []*lexicon.Rule) (report.Options, error) {
	options := report.Options{
		Format:  report.Format(p.format),
		Out:     p.streams.Out,
		Command: command,
		Version: p.build.known().Version,
		Profile: p.profile,
		All:     p.all,
		Quiet:   p.quiet,
		Color:   p.color == "always" || p.color == "auto" && p.streams.Color,
		Width:   p.streams.Width,
		Rules:   rules,
		Filter:  p.keep,
	}
	if options.Format == report.SARIF || options.Format == report.GitHub {
		dir, err := os.Getwd()
		if err != nil {
			return options, err
		}
		options.Dir = dir
		options.Root, _ = config.RepositoryRoot(dir)
	}
	return options, nil
}

// status returns errFindings when the report holds a finding from --fail-on on.
func (p *project) status(r *report.Report) error {
	if failOn, _ := lexicon.SeverityByName(p.failOn); r.Worst() >= failOn {
		return errFindings
	}
	return nil
}

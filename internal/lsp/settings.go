package lsp

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/git"
	"github.com/lexsmith/lexsmith/internal/policy"
	projectfiles "github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

// settings are what a config file says.
type settings struct {
	config      *config.Config
	policy      *policy.Policy
	profile     diag.Profile
	incremental *lint.Incremental
	mistakes    []*config.Error // in the config file as it is now
}

// readSettings reads the config file. While it has mistakes, its last version without any
// counts or, if there was none, what could be read.
func (p *project) readSettings(ctx context.Context) settings {
	c := new(config.Config)
	path, err := p.workspace.Config, error(nil)
	if path == "" {
		path, err = projectfiles.Find(p.folder)
	}
	if err == nil && path != "" {
		c, err = config.Load(path)
	}
	mistakes := mistakesOf(err)
	if err != nil {
		if len(mistakes) == 0 {
			p.workspace.send("window/showMessage", logMessageParams{logError, err.Error()})
		}
		switch last := p.settings.config; {
		case last != nil && last.Path == filepath.ToSlash(path):
			c = last
		case c == nil:
			c = &config.Config{Path: filepath.ToSlash(path)}
		}
	}
	profile := c.Profile.Value
	policy := c.Policy(nil, profile)
	policy.Expire(time.Now(), func() []string { return git.In(p.folder).Tags(ctx) })
	s := settings{config: c, policy: policy, profile: profile, mistakes: mistakes}
	s.incremental = lint.NewIncremental(s.options())
	return s
}

// mistakesOf returns the mistakes in a config file that an error joins.
func mistakesOf(err error) (all []*config.Error) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, err := range joined.Unwrap() {
			all = append(all, mistakesOf(err)...)
		}
	}
	if at, ok := errors.AsType[*config.Error](err); ok && len(all) == 0 {
		all = append(all, at)
	}
	return all
}

// options are those for the findings to show.
func (s *settings) options() lint.Options {
	return lint.Options{Profile: s.profile, Interest: s.policy.Interest(diag.Off)}
}

// settingsDiagnostics returns the mistakes in the config file, and that there is no
// baseline if fault says why.
func (s *snapshot) settingsDiagnostics(fault error) (path string, all []diagnostic) {
	path = cmp.Or(filepath.ToSlash(s.project.workspace.Config), s.config.Path)
	if path == "" {
		return "", nil
	}
	bytes, err := files.Read(filepath.FromSlash(path), lexicon.MaxFileSize)
	if err != nil {
		return path, nil
	}
	t := newText(bytes)
	say := func(line, column int, severity diag.Severity, message string) {
		all = append(all, diagnostic{Range: t.restOfLine(line, column, s.encoding), Severity: severities[severity], Code: "config", Source: "lexsmith", Message: message})
	}
	for _, m := range s.mistakes {
		say(m.Line, m.Column, diag.Error, m.Message)
	}
	if fault != nil {
		line, column := config.PlaceOf(bytes, "diff", "against")
		say(line, column, diag.Warning, "breaking changes are not shown, because the Lexicons cannot be compared with "+s.config.Diff.Against+": "+fault.Error())
	}
	return path, all
}

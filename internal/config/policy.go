package config

import (
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Policy decides on findings by the config file and the flags. It does not
// change after NewPolicy.
type Policy struct {
	profile  lexicon.Profile
	severity map[string]lexicon.Severity // by rule and by group
	ignore   []Ignore
	folder   string // of the config file, absolute
	here     string // the working directory relative to folder, with slashes
}

// NewPolicy joins a config file and the overrides of the command line. A rule
// beats a group wherever they stand, then a flag beats the config file, then a
// later flag an earlier one.
func NewPolicy(c *Config, flags []Override, profile lexicon.Profile) *Policy {
	p := &Policy{
		profile:  profile,
		severity: map[string]lexicon.Severity{},
		ignore:   c.Ignore,
		folder:   c.folder,
		here:     ".",
	}
	for _, o := range slices.Concat(c.Severity, flags) {
		p.severity[o.Name] = o.Severity
	}
	if wd, err := os.Getwd(); err == nil && c.folder != "" {
		if here, err := filepath.Rel(c.folder, wd); err == nil {
			p.here = filepath.ToSlash(here)
		}
	}
	return p
}

// Override returns the severity that a rule is given by its code; false when it
// keeps its own or takes that of its group.
func (p *Policy) Override(code string) (lexicon.Severity, bool) {
	severity, ok := p.severity[code]
	return severity, ok
}

// Apply gives a finding the severity that is asked for, in place of any that
// it has, and reports whether it stays: an ignored one and one that is off do
// not. A synonym beats the rule, since it says more exactly what is meant. A
// group leaves rules alone that are off by default.
func (p *Policy) Apply(f *lexicon.Finding) bool {
	if severity, ok := p.override(f); ok {
		f.Severity = severity
	}
	return f.Severity != lexicon.Off && !p.ignored(f)
}

func (p *Policy) override(f *lexicon.Finding) (lexicon.Severity, bool) {
	if f.Synonym != nil {
		if severity, ok := p.Override(f.Synonym.Code); ok {
			return severity, true
		}
	}
	if severity, ok := p.Override(f.Rule.Code); ok {
		return severity, true
	}
	severity, ok := p.severity[f.Rule.Group]
	return severity, ok && f.Rule.Severity[p.profile] != lexicon.Off
}

func (p *Policy) ignored(f *lexicon.Finding) bool {
	return slices.ContainsFunc(p.ignore, func(entry Ignore) bool {
		return (len(entry.Rules) == 0 || slices.ContainsFunc(entry.Rules, func(name string) bool { return isCalled(f, name) })) &&
			(len(entry.NSIDs) == 0 || f.NSID != "" && slices.ContainsFunc(entry.NSIDs, func(g Glob) bool { return g.MatchNSID(f.NSID) })) &&
			(len(entry.Paths) == 0 || matchesPath(entry.Paths, p.relative(f.Path())))
	})
}

// isCalled reports whether a name is that of the rule of a finding, of its
// synonym or of its group.
func isCalled(f *lexicon.Finding, name string) bool {
	return name == f.Rule.Code || name == f.Rule.Group || f.Synonym != nil && name == f.Synonym.Code
}

func matchesPath(globs []Glob, name string) bool {
	return slices.ContainsFunc(globs, func(g Glob) bool { return g.MatchPath(name) })
}

// relative makes the path of a finding relative to the config file.
func (p *Policy) relative(shown string) string {
	if !filepath.IsAbs(filepath.FromSlash(shown)) {
		return path.Join(p.here, shown)
	}
	if rel, err := filepath.Rel(p.folder, filepath.FromSlash(shown)); err == nil {
		return filepath.ToSlash(rel)
	}
	return shown
}

package config

import (
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Policy applies the config file and the flags to findings. It is immutable.
type Policy struct {
	profile  lexicon.Profile
	severity map[string]lexicon.Severity // by rule and by group
	ignore   []Ignore
	folder   string // of the config file, absolute
	here     string // the working directory relative to folder, with slashes
}

// NewPolicy combines a config file and the overrides of the command line. A rule
// beats a group wherever they are given, then a flag beats the config file, then a
// later flag an earlier one.
func NewPolicy(c *Config, flags []Override, profile lexicon.Profile) *Policy {
	p := &Policy{
		profile:  profile,
		severity: map[string]lexicon.Severity{},
		ignore:   c.Ignore,
		folder:   c.folder,
		here:     ".",
	}
	for _, o := range slices.Concat(c.ExtraFields, c.Severity, flags) {
		p.severity[o.Name] = o.Severity
	}
	if wd, err := os.Getwd(); err == nil && c.folder != "" {
		if here, err := filepath.Rel(c.folder, wd); err == nil {
			p.here = filepath.ToSlash(here)
		}
	}
	return p
}

// Override returns the severity given to a rule by its code; false when the rule
// keeps its own or gets that of its group.
func (p *Policy) Override(code string) (lexicon.Severity, bool) {
	severity, ok := p.severity[code]
	return severity, ok
}

// Apply overrides the severity of a finding and reports whether it is kept: it is
// not when it is ignored or off. A synonym beats the rule, since it is more
// specific. A group does not affect rules that are off by default.
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

// isCalled reports whether a name is the rule, the synonym or the group of a
// finding.
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

package config

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync/atomic"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// Policy applies the config file and the flags to findings. It is safe for concurrent
// use.
type Policy struct {
	profile  lexicon.Profile
	severity map[string]lexicon.Severity // by rule and by group
	ignores  *ignores
	folder   string // of the config file, absolute
	here     string // the working directory relative to folder, with slashes

	last atomic.Pointer[fileIgnores] // most findings are in the file of the one before
}

// NewPolicy combines a config file and the overrides of the command line. A rule
// beats a group wherever they are given, then a flag beats the config file, then a
// later flag an earlier one.
func NewPolicy(c *Config, flags []Override, profile lexicon.Profile) *Policy {
	p := &Policy{
		profile:  profile,
		severity: map[string]lexicon.Severity{},
		ignores:  newIgnores(c.Ignore),
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

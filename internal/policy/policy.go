// Package policy determines the severity of findings and which of them are ignored, by
// what the config file and the flags say about rules.
package policy

import (
	"cmp"
	"go/version"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lint"
)

// Policy applies the config file and the flags to findings. It is safe for concurrent
// use.
type Policy struct {
	// Hint says a hint in help for the reader of a report; "" leaves the help as it is. It
	// may be nil.
	Hint func(diag.Hint) string

	profile  diag.Profile
	severity map[string]diag.Severity // by rule and by group
	ignore   []Ignore
	paths    globIndex // of ignore
	nsids    globIndex // the same
	folder   string    // of the config file, absolute
	here     string    // the working directory relative to folder, with slashes

	last atomic.Pointer[fileIgnores] // most findings are in the file of the one before
}

// New returns the policy of some overrides and entries of ignore, whose paths are
// relative to a folder. A rule beats a group wherever they are, and a later override an
// earlier one.
func New(profile diag.Profile, overrides []Override, folder string, ignore []Ignore) *Policy {
	p := &Policy{
		profile:  profile,
		severity: map[string]diag.Severity{},
		ignore:   slices.Clone(ignore),
		paths:    globIndex{plain: map[place][]int{}},
		nsids:    globIndex{plain: map[place][]int{}},
		folder:   folder,
		here:     ".",
	}
	for _, o := range overrides {
		p.severity[o.Name] = o.Severity
	}
	for i, entry := range p.ignore {
		p.paths.add(i, entry.Paths)
		p.nsids.add(i, entry.NSIDs)
	}
	if wd, err := os.Getwd(); err == nil && folder != "" {
		if here, err := filepath.Rel(folder, wd); err == nil {
			p.here = filepath.ToSlash(here)
		}
	}
	return p
}

// Asks reports whether a rule that is off by default was given a severity by its code.
func (p *Policy) Asks(r *diag.Rule) bool { return p.severity[r.Code] != diag.Off }

// severityOf returns the severity that the policy gives to findings of a rule without a
// synonym, instead of the given one. A group does not affect rules and findings that are off
// by default.
func (p *Policy) severityOf(r *diag.Rule, s diag.Severity) diag.Severity {
	if severity, ok := p.severity[r.Code]; ok {
		return severity
	}
	if severity, ok := p.severity[r.Group]; ok && r.Severity[p.profile] != diag.Off && s != diag.Off {
		return severity
	}
	return s
}

// Apply overrides the severity of a finding and reports whether it is kept: it is
// not when it is ignored or off. A synonym beats the rule, since it is more
// specific.
func (p *Policy) Apply(f *diag.Finding) bool {
	f.Severity = p.severityOf(f.Rule, f.Severity)
	if f.Synonym != nil {
		if severity, ok := p.severity[f.Synonym.Code]; ok {
			f.Severity = severity
		}
	}
	return f.Severity != diag.Off && !p.ignored(f)
}

// Keep is Apply for a finding on its way into a report: help that depends on the program
// is worded by Hint.
func (p *Policy) Keep(f *diag.Finding) bool {
	if !p.Apply(f) {
		return false
	}
	if p.Hint != nil {
		f.Help = cmp.Or(p.Hint(f.Hint), f.Help)
	}
	return true
}

// Interest is the interest of a linter: in the findings that the policy does not turn
// off. Of those that it gives at most the severity counted, it wants only the number,
// unless some may be ignored.
func (p *Policy) Interest(counted diag.Severity) func(*diag.Rule, diag.Severity) lint.Interest {
	return func(r *diag.Rule, s diag.Severity) lint.Interest {
		switch severity := p.severityOf(r, s); {
		case severity == diag.Off:
			return lint.Drop
		case severity <= counted && len(p.ignore) == 0:
			return lint.Count
		}
		return lint.Keep
	}
}

// NeedsNSID reports whether it depends on the NSID of a finding whether it is ignored.
func (p *Policy) NeedsNSID() bool {
	return slices.ContainsFunc(p.ignore, func(entry Ignore) bool { return len(entry.NSIDs) > 0 })
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

// ignoresOf returns what is ignored in a file.
func (p *Policy) ignoresOf(shown, nsid string) *fileIgnores {
	file := &fileIgnores{path: shown, nsid: nsid, names: map[string]bool{}}
	byPath, byNSID := p.paths.match(p.relative(shown)), p.nsids.match(strings.ReplaceAll(nsid, ".", "/"))
	var ended []*Ignore
	for i := range p.ignore {
		entry := &p.ignore[i]
		switch {
		case len(entry.Paths) > 0 && !byPath[i] || len(entry.NSIDs) > 0 && (nsid == "" || !byNSID[i]):
		case entry.Reason != "" && entry.expired:
			ended = append(ended, entry)
		case entry.Reason != "":
			file.reasons = append(file.reasons, entry)
		default:
			file.all = file.all || len(entry.Rules) == 0
			for _, name := range entry.Rules {
				file.names[name] = true
			}
		}
	}
	// The first entry decides, and one that has ended only where there is no other.
	file.reasons = append(file.reasons, ended...)
	return file
}

// ignored reports whether ignore has an entry for a finding that hides it. One with a
// reason does not hide a change, which becomes an info that gives the reason; one that
// has ended hides nothing.
func (p *Policy) ignored(f *diag.Finding) bool {
	if len(p.ignore) == 0 {
		return false
	}
	file := p.last.Load()
	if shown := f.Path(); file == nil || file.path != shown || file.nsid != f.NSID {
		file = p.ignoresOf(shown, f.NSID)
		p.last.Store(file)
	}
	names := []string{f.Rule.Code, f.Rule.Group}
	if f.Synonym != nil {
		names = append(names, f.Synonym.Code)
	}
	if file.all || slices.ContainsFunc(names, func(name string) bool { return file.names[name] }) {
		return true
	}
	for _, entry := range file.reasons {
		switch {
		case len(entry.Rules) > 0 && !slices.ContainsFunc(names, func(name string) bool { return slices.Contains(entry.Rules, name) }):
		case f.Change != nil:
			accept(f, &diag.Acceptance{Reason: entry.Reason, Until: entry.Until, Expired: entry.expired})
			return false
		case !entry.expired: // else an error stays one
			return true
		}
	}
	return false
}

// Expire ends the entries of ignore that have a date before today, or a version that
// one of the tags has reached.
func (p *Policy) Expire(today time.Time, tags func() []string) {
	tags = sync.OnceValue(tags)
	for i := range p.ignore {
		entry := &p.ignore[i]
		if end := versionOf(entry.Until); end != "" {
			entry.expired = slices.ContainsFunc(tags(), func(tag string) bool { return version.Compare(versionOf(tag), end) >= 0 })
		} else {
			entry.expired = entry.Until != "" && today.Format(time.DateOnly) > entry.Until
		}
	}
}

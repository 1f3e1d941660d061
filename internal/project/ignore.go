package project

import (
	"fmt"
	"go/version"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// ignores finds the entries of ignore that match a file. Names of folders and files
// take a lookup, however many there are; only other patterns are tried one by one.
type ignores struct {
	entries    []Ignore
	everywhere map[string]bool // rules and groups that are ignored in every file
	paths      index
	nsids      index
	expired    map[int]bool // entries that have ended
}

// fileIgnores says which findings in a file are ignored.
type fileIgnores struct {
	path, nsid string
	all        bool
	names      map[string]bool // of rules and groups
	reasons    []int           // the entries that match and have a reason
}

// index finds the entries with a pattern that matches a path.
type index struct {
	plain map[string][]pattern // by the name of each
	wild  []pattern
}

type pattern struct {
	Glob
	entry int
}

func newIgnores(entries []Ignore) *ignores {
	in := &ignores{entries: entries, everywhere: map[string]bool{}, expired: map[int]bool{}}
	for i, entry := range entries {
		in.paths.add(i, entry.Paths)
		in.nsids.add(i, entry.NSIDs)
		if len(entry.Paths)+len(entry.NSIDs) == 0 && entry.Reason == "" {
			for _, name := range entry.Rules {
				in.everywhere[name] = true
			}
		}
	}
	return in
}

func (x *index) add(entry int, globs []Glob) {
	for _, g := range globs {
		if g.name == "" {
			x.wild = append(x.wild, pattern{g, entry})
			continue
		}
		if x.plain == nil {
			x.plain = map[string][]pattern{}
		}
		x.plain[g.name] = append(x.plain[g.name], pattern{g, entry})
	}
}

// entries returns the entries with a pattern that matches a path.
func (x *index) entries(path string) map[int]bool {
	found := map[int]bool{}
	add := func(patterns []pattern) {
		for i := range patterns {
			if p := &patterns[i]; !found[p.entry] && p.MatchPath(path) {
				found[p.entry] = true
			}
		}
	}
	add(x.wild)
	for end := range path {
		if path[end] == '/' {
			add(x.plain[path[:end]])
		}
	}
	add(x.plain[path])
	return found
}

// of returns what is ignored in a file with a path relative to the config file.
func (in *ignores) of(path, nsid string) *fileIgnores {
	file := &fileIgnores{names: maps.Clone(in.everywhere)}
	byPath, byNSID := in.paths.entries(path), map[int]bool{}
	if nsid != "" {
		byNSID = in.nsids.entries(strings.ReplaceAll(nsid, ".", "/"))
	}
	matched := maps.Clone(byPath)
	maps.Copy(matched, byNSID)
	for i := range matched {
		entry := &in.entries[i]
		switch {
		case len(entry.Paths) > 0 && !byPath[i] || len(entry.NSIDs) > 0 && !byNSID[i]:
		case entry.Reason != "":
			file.reasons = append(file.reasons, i)
		default:
			file.all = file.all || len(entry.Rules) == 0
			for _, name := range entry.Rules {
				file.names[name] = true
			}
		}
	}
	for i, entry := range in.entries {
		if len(entry.Paths)+len(entry.NSIDs) == 0 && entry.Reason != "" {
			file.reasons = append(file.reasons, i)
		}
	}
	// The first entry decides, and one that has ended only where there is no other.
	slices.SortFunc(file.reasons, func(a, b int) int {
		switch {
		case in.expired[a] == in.expired[b]:
			return a - b
		case in.expired[a]:
			return 1
		}
		return -1
	})
	return file
}

// ignored reports whether ignore has an entry for a finding that hides it. One with a
// reason does not hide a change, which becomes an info that gives the reason; one that
// has ended hides nothing.
func (p *Policy) ignored(f *diag.Finding) bool {
	if len(p.ignores.entries) == 0 {
		return false
	}
	file := p.last.Load()
	if shown := f.Path(); file == nil || file.path != shown || file.nsid != f.NSID {
		file = p.ignores.of(p.relative(shown), f.NSID)
		file.path, file.nsid = shown, f.NSID
		p.last.Store(file)
	}
	names := []string{f.Rule.Code, f.Rule.Group}
	if f.Synonym != nil {
		names = append(names, f.Synonym.Code)
	}
	if file.all || slices.ContainsFunc(names, func(name string) bool { return file.names[name] }) {
		return true
	}
	for _, i := range file.reasons {
		entry, expired := &p.ignores.entries[i], p.ignores.expired[i]
		if len(entry.Rules) > 0 && !slices.ContainsFunc(names, func(name string) bool { return slices.Contains(entry.Rules, name) }) {
			continue
		}
		if f.Change == nil {
			if expired {
				continue // an error stays one
			}
			return true
		}
		accept(f, &diag.Acceptance{Reason: entry.Reason, Until: entry.Until, Expired: expired})
		return false
	}
	return false
}

// accept changes a finding that an entry with a reason matches.
func accept(f *diag.Finding, a *diag.Acceptance) {
	f.Accepted = a
	switch {
	case a.Expired:
		f.Severity = min(f.Severity, diag.Warning)
		f.Message += fmt.Sprintf("; no longer accepted, only until %s: %s", a.Until, a.Reason)
		return
	case a.Until == "":
		f.Message += "; accepted: " + a.Reason
	default:
		f.Message += fmt.Sprintf("; accepted: %s (until %s)", a.Reason, a.Until)
	}
	f.Severity, f.Help, f.Hint = diag.Info, "", nil
}

// Expire ends the entries of ignore that have a date before today, or a version that
// one of the tags has reached.
func (p *Policy) Expire(today time.Time, tags func() []string) {
	var known []string
	for i, entry := range p.ignores.entries {
		end := versionOf(entry.Until)
		if end != "" && known == nil {
			known = tags()
		}
		if entry.Until != "" && end == "" && today.Format(time.DateOnly) > entry.Until ||
			end != "" && slices.ContainsFunc(known, func(tag string) bool { return version.Compare(versionOf(tag), end) >= 0 }) {
			p.ignores.expired[i] = true
		}
	}
}

// versionOf returns a version such as v2.0.0 as package version writes it; "" for other
// texts and versions such as v2.0.0-rc.1, which comes before v2.0.0.
func versionOf(text string) string {
	if v := "go" + strings.TrimPrefix(text, "v"); version.IsValid(v) && !strings.Contains(v, "-") {
		return v
	}
	return ""
}

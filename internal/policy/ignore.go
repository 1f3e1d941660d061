package policy

import (
	"fmt"
	"go/version"
	"slices"
	"strings"
	"time"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// fileIgnores says which findings in a file are ignored.
type fileIgnores struct {
	path, nsid string
	all        bool
	names      map[string]bool // of rules and groups
	reasons    []*Ignore       // the entries that match and have a reason
}

// globIndex finds the entries with a pattern that matches a path. Names of folders and
// files take a lookup, however many there are; only other patterns are tried one by one.
type globIndex struct {
	plain map[string][]entryGlob // by the name of each
	wild  []entryGlob
}

type entryGlob struct {
	Glob
	entry int
}

func (x *globIndex) add(entry int, globs []Glob) {
	for _, g := range globs {
		switch {
		case g.name == "":
			x.wild = append(x.wild, entryGlob{g, entry})
		case x.plain == nil:
			x.plain = map[string][]entryGlob{g.name: {{g, entry}}}
		default:
			x.plain[g.name] = append(x.plain[g.name], entryGlob{g, entry})
		}
	}
}

// match returns the entries with a pattern that matches a path.
func (x *globIndex) match(path string) map[int]bool {
	found := map[int]bool{}
	try := func(globs []entryGlob) {
		for i := range globs {
			if g := &globs[i]; !found[g.entry] && g.match(path) {
				found[g.entry] = true
			}
		}
	}
	try(x.wild)
	for end := range path {
		if path[end] == '/' {
			try(x.plain[path[:end]])
		}
	}
	try(x.plain[path])
	return found
}

// ignoresOf returns what is ignored in a file.
func (p *Policy) ignoresOf(shown, nsid string) *fileIgnores {
	file := &fileIgnores{path: shown, nsid: nsid, names: map[string]bool{}}
	byPath, byNSID := p.paths.match(p.relative(shown)), p.nsids.match(strings.ReplaceAll(nsid, ".", "/"))
	for i := range p.ignore {
		entry := &p.ignore[i]
		switch {
		case len(entry.Paths) > 0 && !byPath[i] || len(entry.NSIDs) > 0 && (nsid == "" || !byNSID[i]):
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
	slices.SortStableFunc(file.reasons, func(a, b *Ignore) int {
		switch {
		case a.expired == b.expired:
			return 0
		case a.expired:
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
	for i := range p.ignore {
		entry := &p.ignore[i]
		end := versionOf(entry.Until)
		switch {
		case end == "":
			entry.expired = entry.Until != "" && today.Format(time.DateOnly) > entry.Until
			continue
		case known == nil:
			known = tags()
		}
		entry.expired = slices.ContainsFunc(known, func(tag string) bool { return version.Compare(versionOf(tag), end) >= 0 })
	}
}

// IsEnd reports whether a text is the end of an entry of ignore: a date or a version.
func IsEnd(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil || versionOf(text) != ""
}

// versionOf returns a version such as v2.0.0 as package version writes it; "" for other
// texts and versions such as v2.0.0-rc.1, which comes before v2.0.0.
func versionOf(text string) string {
	if v := "go" + strings.TrimPrefix(text, "v"); version.IsValid(v) && !strings.Contains(v, "-") {
		return v
	}
	return ""
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

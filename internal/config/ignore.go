package config

import (
	"maps"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// ignores finds the entries of ignore that match a file. Names of folders and files
// take a lookup, however many there are; only other patterns are tried one by one.
type ignores struct {
	entries    []Ignore
	everywhere map[string]bool // rules and groups that are ignored in every file
	paths      index
	nsids      index
}

// fileIgnores says which findings in a file are ignored.
type fileIgnores struct {
	path, nsid string
	all        bool
	names      map[string]bool // of rules and groups
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
	in := &ignores{entries: entries, everywhere: map[string]bool{}}
	for i, entry := range entries {
		in.paths.add(i, entry.Paths)
		in.nsids.add(i, entry.NSIDs)
		if len(entry.Paths)+len(entry.NSIDs) == 0 {
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
func (in *ignores) of(path, nsid string) (all bool, names map[string]bool) {
	names = maps.Clone(in.everywhere)
	add := func(i int) {
		all = all || len(in.entries[i].Rules) == 0
		for _, name := range in.entries[i].Rules {
			names[name] = true
		}
	}
	byPath, byNSID := in.paths.entries(path), map[int]bool{}
	if nsid != "" {
		byNSID = in.nsids.entries(strings.ReplaceAll(nsid, ".", "/"))
	}
	for i := range byPath {
		if len(in.entries[i].NSIDs) == 0 || byNSID[i] {
			add(i)
		}
	}
	for i := range byNSID {
		if len(in.entries[i].Paths) == 0 {
			add(i)
		}
	}
	return all, names
}

// ignored reports whether ignore has an entry for a finding.
func (p *Policy) ignored(f *lexicon.Finding) bool {
	if len(p.ignores.entries) == 0 {
		return false
	}
	file := p.last.Load()
	if shown := f.Path(); file == nil || file.path != shown || file.nsid != f.NSID {
		file = &fileIgnores{path: shown, nsid: f.NSID}
		file.all, file.names = p.ignores.of(p.relative(shown), f.NSID)
		p.last.Store(file)
	}
	return file.all || file.names[f.Rule.Code] || file.names[f.Rule.Group] || f.Synonym != nil && file.names[f.Synonym.Code]
}

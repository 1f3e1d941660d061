package policy

import (
	"fmt"
	"go/version"
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
	plain map[place][]int // entries by what their patterns match
	wild  []entryGlob
}

// place is a path, or what is below it.
type place struct {
	path  string
	below bool
}

type entryGlob struct {
	Glob
	entry int
}

func (x *globIndex) add(entry int, globs []Glob) {
	for _, g := range globs {
		if g.name == "" {
			x.wild = append(x.wild, entryGlob{g, entry})
			continue
		}
		if at := (place{g.name, false}); g.ending != "/*/**" {
			x.plain[at] = append(x.plain[at], entry)
		}
		if at := (place{g.name, true}); g.ending != "" {
			x.plain[at] = append(x.plain[at], entry)
		}
	}
}

// match returns the entries with a pattern that matches a path.
func (x *globIndex) match(path string) map[int]bool {
	found := map[int]bool{}
	for _, g := range x.wild {
		if !found[g.entry] && g.match(path) {
			found[g.entry] = true
		}
	}
	find := func(at place) {
		for _, entry := range x.plain[at] {
			found[entry] = true
		}
	}
	for end, c := range path {
		if c == '/' {
			find(place{path[:end], true})
		}
	}
	find(place{path, false})
	return found
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

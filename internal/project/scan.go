package project

import (
	"cmp"
	"context"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/git"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Folders say where the Lexicons of a repository are: paths of folders, and of files
// where a folder cannot be named without naming others in it.
type Folders struct {
	Own      []string // of the project itself
	Others   []string // copies of the Lexicons of others
	LeftOut  []string // test data, and copies of the project's own
	Lexicons int      // number of Lexicons in Own
}

// FindFolders finds the Lexicons below a folder, except in what git ignores. Files that
// cannot be read are left out.
func FindFolders(ctx context.Context, dir string) Folders {
	catalog, _ := lexicon.Load(ctx, []lexicon.Input{{FS: os.DirFS(dir), Name: "."}}, lexicon.LoadOptions{})
	ignored := git.In(dir).Ignored(ctx)
	foreign, _ := ForeignIn(dir) // a file with mistakes says nothing here
	var all []foundLexicon
	for _, d := range catalog.Documents() {
		path := d.Source.Path
		if d.ID == "" || slices.ContainsFunc(ignored, func(out string) bool {
			return path == out || strings.HasSuffix(out, "/") && strings.HasPrefix(path, out)
		}) {
			continue
		}
		all = append(all, foundLexicon{Path: path, ID: d.ID, Vendored: foreign.Has(d.ID)})
	}
	return sortFolders(all)
}

// foundLexicon is a Lexicon of a repository.
type foundLexicon struct {
	Path string // relative, with slashes
	ID   syntax.NSID
	// Vendored says that the Lexicon is known to be a copy of one of others.
	Vendored bool
}

var (
	vendorNames = []string{"vendor", "vendored", "third_party", "third-party", "external", "external-lexicons"}
	testNames   = []string{"test", "tests", "testdata", "__tests__", "fixture", "fixtures"}
	// protocolNames are the domains of the protocol and its first app. Many projects
	// have copies of their Lexicons, often more than of their own.
	protocolNames = []string{"atproto", "bsky", "ozone"}
)

// sortFolders sorts the Lexicons of a repository. Those of the domain that most have
// are its own, unless they are in a folder for copies.
func sortFolders(all []foundLexicon) (f Folders) {
	domains := map[string]int{}
	tests := !slices.ContainsFunc(all, func(l foundLexicon) bool { return !inFolder(l.Path, testNames) })
	groups := map[string][]foundLexicon{}
	bases := basesOf(all)
	for _, l := range all {
		base := bases[l.Path]
		if inFolder(l.Path, testNames) && !tests {
			f.LeftOut = append(f.LeftOut, base)
			continue
		}
		l.Vendored = l.Vendored || inFolder(l.Path, vendorNames)
		groups[base] = append(groups[base], l)
		if !l.Vendored {
			domains[domain(l.ID)]++
		}
	}
	own := ownDomain(domains)
	isOwn := func(l foundLexicon) bool { return !l.Vendored && domain(l.ID) == own }
	count := func(base string) (n int) {
		for _, l := range groups[base] {
			if isOwn(l) {
				n++
			}
		}
		return n
	}
	names := slices.SortedFunc(maps.Keys(groups), func(a, b string) int {
		return cmp.Or(count(b)-count(a), strings.Compare(a, b))
	})
	seen := map[syntax.NSID]bool{}
	for _, base := range names {
		group := groups[base]
		if slices.ContainsFunc(group, func(l foundLexicon) bool { return isOwn(l) && seen[l.ID] }) {
			f.LeftOut = append(f.LeftOut, base)
			continue
		}
		for _, l := range group {
			if isOwn(l) {
				seen[l.ID] = true
			}
		}
		f.add(base, group, isOwn)
	}
	for _, list := range []*[]string{&f.Own, &f.Others, &f.LeftOut} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	f.Lexicons = len(seen)
	return f
}

// add adds a folder with Lexicons. One with Lexicons of both kinds is divided, unless
// that would list many of its files.
func (f *Folders) add(folder string, all []foundLexicon, isOwn func(foundLexicon) bool) {
	own := slices.ContainsFunc(all, isOwn)
	others := slices.ContainsFunc(all, func(l foundLexicon) bool { return !isOwn(l) })
	switch {
	case folder != "." && own && !others:
		f.Own = append(f.Own, folder)
		return
	case folder != "." && others && !own:
		f.Others = append(f.Others, folder)
		return
	}
	const many = 10
	files := 0
	inner := map[string][]foundLexicon{}
	for _, l := range all {
		name, _, below := strings.Cut(strings.TrimPrefix(l.Path, folder+"/"), "/")
		if !below {
			files++
		}
		inner[path.Join(folder, name)] = append(inner[path.Join(folder, name)], l)
	}
	if files > many {
		f.Own = append(f.Own, folder)
		return
	}
	for name, some := range inner {
		f.add(name, some, isOwn)
	}
}

// domain returns the name of the domain that an NSID belongs to: "example" for
// com.example.post and app.example.feed.post.
func domain(id syntax.NSID) string {
	return strings.Split(string(id), ".")[1]
}

// ownDomain returns the domain that has the most Lexicons, and the protocol's only
// where there is no other.
func ownDomain(count map[string]int) string {
	names := slices.Sorted(maps.Keys(count))
	isProtocol := func(name string) bool { return slices.Contains(protocolNames, name) }
	if others := slices.DeleteFunc(slices.Clone(names), isProtocol); len(others) > 0 {
		names = others
	}
	if len(names) == 0 {
		return ""
	}
	return slices.MaxFunc(names, func(a, b string) int { return count[a] - count[b] })
}

// inFolder reports whether a file is in a folder with one of some names.
func inFolder(file string, names []string) bool {
	segments := strings.Split(path.Dir(file), "/")
	return slices.ContainsFunc(segments, func(s string) bool { return slices.Contains(names, s) })
}

// basesOf returns the folder that each file belongs to with its whole layout: lexicons
// for lexicons/com/example/post.json. A folder in another one counts as a part of it.
func basesOf(all []foundLexicon) map[string]string {
	found := map[string]bool{}
	bases := map[string]string{}
	for _, l := range all {
		bases[l.Path] = baseOf(l)
		found[bases[l.Path]] = true
	}
	for file, base := range bases {
		for up := base; up != "."; up = path.Dir(up) {
			if found[up] {
				bases[file] = up
			}
		}
	}
	return bases
}

func baseOf(l foundLexicon) string {
	folders := strings.Split(path.Dir(l.Path), "/")
	group := strings.Split(l.ID.Group(), ".")
	n := 0
	for n < min(len(folders), len(group)) && folders[len(folders)-1-n] == group[len(group)-1-n] {
		n++
	}
	base := folders[:len(folders)-n]
	if n < len(group) {
		for i, name := range slices.Backward(folders) {
			if strings.Contains(name, "lexicon") {
				base = folders[:i+1]
				break
			}
		}
	}
	return strings.Join(folders[:max(1, len(base))], "/")
}

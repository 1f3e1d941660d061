package docs

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/sample"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Options say how to write pages.
type Options struct {
	Title    string // "" for one made from the NSIDs
	Markdown bool   // write Markdown instead of HTML
	BaseURL  string // address of the folder, for links from elsewhere; "" for none
	// Rich says that descriptions are Markdown, of which only what is harmless is kept.
	Rich bool
	// Dependencies says that Lexicons which others have published get pages too, as far as
	// the own ones refer to them.
	Dependencies bool
	Profile      diag.Profile
	// Findings are what is wrong with the Lexicons. The page of a Lexicon lists its own.
	Findings []diag.Finding
	// Changes are what has changed since an earlier revision; nil for no comparison.
	Changes *Changes
}

// builder makes pages of a catalog.
type builder struct {
	Options
	catalog   *lexicon.Catalog
	documents []*lexicon.Document // that have a page, by NSID
	leftOut   []*lexicon.Document
	pages     map[*lexicon.Document]string // paths of their pages
	// The namespaces of the documents in their order, and the documents of each.
	namespaces []string
	members    map[string][]*lexicon.Document
	users      map[*lexicon.Definition][]*lexicon.Definition
	sampler    *sample.Sampler
	earlier    map[syntax.NSID]fingerprints // with Changes
	search     []searchEntry
	emit       func(name string, text []byte) error
	err        error // the first one of emit
}

// searchEntry is a Lexicon in the index that the browser searches: its path, NSID, kind and
// description, and for each definition and field its anchor and description.
type searchEntry [5]any

func newBuilder(c *lexicon.Catalog, o Options) *builder {
	b := &builder{Options: o, catalog: c, users: c.Users(), pages: map[*lexicon.Document]string{}, members: map[string][]*lexicon.Document{}}
	b.sampler = sample.New(c, sample.Options{Seed: 1, Profile: o.Profile, Latin: true})
	if o.Changes != nil {
		b.earlier = fingerprintsOf(o.Changes.Old)
	}
	reached := map[*lexicon.Definition]bool{}
	for _, d := range c.Documents() {
		switch {
		case d.Dependency:
		case !b.canShow(d):
			b.leftOut = append(b.leftOut, d)
		default:
			b.documents = append(b.documents, d)
			for _, def := range d.Defs {
				lexicon.Reach(def.Schema, reached, nil)
			}
		}
	}
	if o.Dependencies {
		for _, d := range c.Documents() {
			if d.Dependency && b.canShow(d) && slices.ContainsFunc(d.Defs, func(def *lexicon.Definition) bool { return reached[def] }) {
				b.documents = append(b.documents, d)
			}
		}
	}
	slices.SortFunc(b.documents, func(a, b *lexicon.Document) int { return strings.Compare(string(a.ID), string(b.ID)) })
	taken := map[string]bool{}
	for _, d := range b.documents {
		name := strings.ReplaceAll(string(d.ID), ".", "/")
		unique := name
		for n := 2; taken[strings.ToLower(unique)]; n++ { // where case makes no difference
			unique = fmt.Sprintf("%s-%d", name, n)
		}
		taken[strings.ToLower(unique)] = true
		b.pages[d] = unique + b.extension()
		group := d.ID.Group()
		if b.members[group] == nil {
			b.namespaces = append(b.namespaces, group)
		}
		b.members[group] = append(b.members[group], d)
	}
	if b.Title == "" {
		b.Title = title(b.documents)
	}
	return b
}

// canShow reports whether a Lexicon can have a page. Of several with one id only the first can.
func (b *builder) canShow(d *lexicon.Document) bool {
	return syntax.IsNSID(string(d.ID)) && !d.Partial && b.catalog.Document(d.ID) == d
}

func (b *builder) extension() string {
	if b.Markdown {
		return ".md"
	}
	return ".html"
}

// title names a set of Lexicons after the domains that they belong to.
func title(documents []*lexicon.Document) string {
	var domains []string
	for _, d := range documents {
		segments := strings.Split(string(d.ID), ".")
		domains = append(domains, segments[1]+"."+segments[0])
	}
	slices.Sort(domains)
	domains = slices.Compact(domains)
	if len(domains) == 0 || len(domains) > 3 {
		return "Lexicons"
	}
	return "Lexicons of " + words.Enumerate(domains, "and")
}

// link returns where a definition is documented: its place in a page, or its published
// place. It is "" where nothing is known about it.
func (b *builder) link(ref lexicon.Reference) string {
	d := b.catalog.Document(ref.NSID)
	if at, ok := b.pages[d]; ok {
		if b.catalog.Definition(ref) == nil {
			return ""
		}
		if ref.Name == "main" {
			return at
		}
		return at + "#" + defAnchor(ref.Name)
	}
	if d != nil && !d.Dependency {
		return ""
	}
	return published + string(ref.NSID)
}

// published is the address of a website that shows published Lexicons, by their NSIDs.
const published = "https://lexicon.garden/browse/"

// relative returns a link as a page must write it. One to "" leads to the folder of all pages.
func relative(from, link string) string {
	file, _, _ := strings.Cut(link, "#")
	anchor := link[len(file):]
	switch {
	case strings.Contains(file, ":"):
		return link
	case file == from && anchor != "":
		return anchor
	}
	here, there := strings.Split(from, "/"), strings.Split(file, "/")
	here = here[:len(here)-1]
	common := sameStart(here, there[:len(there)-1])
	return strings.Repeat("../", len(here)-common) + strings.Join(there[common:], "/") + anchor
}

// sameStart returns how many segments are the same at the start.
func sameStart(a, b []string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

func namespaceAnchor(name string) string { return "ns-" + name }

func defAnchor(name string) string { return "def-" + safeAnchor(name) }

// safeAnchor replaces what an HTML id, or a link without escapes, cannot contain.
func safeAnchor(name string) string {
	var b strings.Builder
	for _, c := range []byte(name) {
		if c == '.' || c == '-' || c == '_' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "~%02x", c)
		}
	}
	return b.String()
}

// Changes are what has changed since an earlier revision.
type Changes struct {
	Since    string // the revision, for people
	Old      *lexicon.Catalog
	Findings []diag.Finding // of the comparison
	// Undecided are the Lexicons in which something that changed could not be compared.
	Undecided []syntax.NSID
}

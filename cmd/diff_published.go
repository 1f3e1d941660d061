package cmd

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	config "github.com/lexsmith/lexsmith/internal/project"
	"github.com/lexsmith/lexsmith/internal/registry"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// publishedRevision is what the paths of published Lexicons begin with, before a colon.
const publishedRevision = "published"

// local are the Lexicons of a project that are, or will be, published.
type local struct {
	*lexicon.Catalog
	ids   []syntax.NSID // of the project's own, sorted
	named bool          // every path is a file
}

// records returns the project's own Lexicons as they would be published. The error says
// which of them cannot be.
func (l *local) records() (map[syntax.NSID]registry.Record, error) {
	records := map[syntax.NSID]registry.Record{}
	var faults []error
	for _, id := range l.ids {
		source := l.Document(id).Source
		record, cid, err := network.Record(source.Text)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", source.Path, err))
			continue
		}
		records[id] = registry.Record{JSON: record, CID: cid}
	}
	return records, errors.Join(faults...)
}

// loadLocal reads the Lexicons at paths, and what else the project has. A file that
// cannot be read is an error; one without a valid id has no published counterpart.
func (p *project) loadLocal(paths []string) (*local, error) {
	paths, support, err := p.places(paths)
	if err != nil {
		return nil, err
	}
	set, err := p.read(paths, support)
	if err != nil {
		return nil, err
	}
	if set.unreadable != nil {
		return nil, set.unreadable
	}
	l := &local{Catalog: set.Catalog, named: set.named}
	for _, d := range set.Documents() {
		if !d.Dependency && d.ID != "" {
			l.ids = append(l.ids, d.ID)
		}
	}
	slices.Sort(l.ids)
	l.ids = slices.Compact(l.ids)
	if len(l.ids) == 0 {
		return nil, p.lacking(paths, set.Skipped())
	}
	return l, nil
}

// look looks up the Lexicons, and those that their authorities list besides, unless
// only files were named. The records are those of the Lexicons.
func (p *project) look(n registry.Network, l *local, records map[syntax.NSID]registry.Record, choose func(syntax.DID) syntax.DID) ([]registry.State, error) {
	progress := newProgress(p.streams)
	defer progress.end()
	states, err := registry.Look(p.ctx, n, l.ids, records, choose, progress.lookups)
	if err != nil || l.named {
		return states, err
	}
	has := func(id syntax.NSID) bool { return l.Document(id) != nil } // at the paths or elsewhere
	only, err := registry.PublishedOnly(p.ctx, n, states, has)
	if err != nil {
		return nil, err
	}
	others, err := registry.Look(p.ctx, n, only, nil, registry.ByDNS, progress.lookups)
	others = slices.DeleteFunc(others, func(s registry.State) bool { return !s.Remote.Defined() }) // gone since
	return append(states, others...), err
}

// publishedCatalog returns the Lexicons that are published, with what the project has
// besides to resolve references in.
func (p *project) publishedCatalog(states []registry.State, support *lexicon.Catalog) (*lexicon.Catalog, error) {
	layouts := config.NewLayouts(p.config)
	var documents []*lexicon.Document
	for _, s := range states {
		if s.Published == nil {
			continue
		}
		d, err := p.publishedDocument(s.Published, layouts)
		if err != nil {
			return nil, err
		}
		documents = append(documents, d)
	}
	for _, d := range support.Documents() {
		if d.Dependency {
			d = lexicon.Parse(d.Source, p.profile)
			d.Dependency = true
			documents = append(documents, d)
		}
	}
	return lexicon.NewCatalog(documents...), nil
}

func (p *project) publishedDocument(l *network.Lexicon, layouts *config.Layouts) (*lexicon.Document, error) {
	name := strings.ReplaceAll(string(l.NSID), ".", "/") + ".json"
	layout, err := layouts.Of(name)
	if err != nil {
		return nil, err
	}
	text, err := registry.LayOut(l.JSON, layout)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", l.NSID, err)
	}
	return lexicon.Parse(&diag.Source{Path: publishedRevision + ":" + name, Text: text}, p.profile), nil
}

// publishedSides returns what is published and what is at the paths.
func (o *diffOptions) publishedSides(p *project) (old, new *lexicon.Catalog, err error) {
	l, err := p.loadLocal(o.paths)
	if err != nil {
		return nil, nil, err
	}
	client, err := o.client()
	if err != nil {
		return nil, nil, err
	}
	var from registry.Network = client
	if o.cache != "" {
		from = &registry.Cache{Network: client, Folder: o.cache}
	}
	records, _ := l.records() // the others differ from what is published
	states, err := p.look(from, l, records, registry.ByDNS)
	if err != nil {
		return nil, nil, err
	}
	p.noteAccounts(states)
	p.noteUnpublished(states, l)
	old, err = p.publishedCatalog(states, l.Catalog)
	return old, l.Catalog, err
}

// checkPublished refuses what contradicts --published, or needs it.
func (o *diffOptions) checkPublished(given func(string) bool) error {
	if o.published && o.pinned {
		return errors.New("--published and --against cannot be combined")
	}
	if o.published && o.tip {
		return errors.New("--tip requires a branch; pass it with --against")
	}
	for _, name := range []string{"cache", "no-verify", "plc", "dns", "insecure-http"} {
		if given(name) && (o.pinned || len(o.paths) == 2 && !o.published) {
			return fmt.Errorf("--%s requires --published", name)
		}
	}
	return nil
}

// fromNetwork reports whether the old side is what is published.
func (o *diffOptions) fromNetwork(c *config.Config) bool {
	return o.published || c.Diff.Published && !o.pinned && len(o.paths) < 2 && !o.tip
}

// noteAccounts says where DNS names several accounts for a domain: what one of them
// publishes is the same while somebody else has taken over a name.
func (p *project) noteAccounts(states []registry.State) {
	domains := map[string]map[syntax.DID]string{} // one authority for each account
	for _, s := range states {
		domain := registry.Domain(s.NSID)
		if domains[domain] == nil {
			domains[domain] = map[syntax.DID]string{}
		}
		if s.DNS != "" {
			domains[domain][s.DNS] = s.NSID.Authority() + " to " + string(s.DNS)
		}
	}
	for _, domain := range slices.Sorted(maps.Keys(domains)) {
		if accounts := domains[domain]; len(accounts) > 1 {
			p.note("DNS points to different accounts: %s", syntax.Summarize(slices.Sorted(maps.Values(accounts))))
		}
	}
}

// noteUnpublished says why Lexicons count as new, and which records are ignored.
func (p *project) noteUnpublished(states []registry.State, l *local) {
	reasons := map[string][]string{}
	for _, s := range states {
		reason, unusable := "", registry.UnusableTXT(s.NoDNS)
		switch {
		case s.Published != nil:
			continue
		case unusable != "":
			reason = network.TXTName(s.NSID) + ": " + unusable
		case s.DNS == "":
			reason = "no TXT record at " + network.TXTName(s.NSID)
		case s.Invalid != nil:
			reason = fmt.Sprintf("%s publishes an invalid record (%s)", s.DNS, s.Invalid)
		default:
			reason = "not published by " + string(s.DNS)
		}
		if l.Document(s.NSID) == nil {
			reason += "; ignored"
		} else {
			reason += "; counted as new"
		}
		reasons[reason] = append(reasons[reason], string(s.NSID))
	}
	for _, reason := range slices.Sorted(maps.Keys(reasons)) {
		p.note("%s: %s", reason, syntax.Summarize(reasons[reason]))
	}
}

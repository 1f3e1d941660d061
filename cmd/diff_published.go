package cmd

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/internal/registry"
	"github.com/lexsmith/lexsmith/internal/sides"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// loadOwn reads the Lexicons at paths, and what else the project has. A file that
// cannot be read is an error; one without a valid id has no published counterpart.
func (p *session) loadOwn(ctx context.Context, paths []string) (*registry.Lexicons, error) {
	paths, support, err := p.Places(ctx, paths)
	if err != nil {
		return nil, err
	}
	set, err := p.Read(ctx, paths, support)
	if err != nil {
		return nil, err
	}
	if set.Unreadable != nil {
		return nil, set.Unreadable
	}
	own := registry.NewLexicons(set.Catalog, set.Named)
	if len(own.IDs) == 0 {
		if err := p.Lacking(ctx, paths, set.Catalog); err != nil {
			return nil, err
		}
	}
	return own, nil
}

// loadPublishable reads the Lexicons at paths that can be published, and what else the
// project has. Those whose names nobody can publish are skipped; naming one is an error.
func (p *session) loadPublishable(ctx context.Context, paths []string) (*registry.Lexicons, error) {
	all, err := p.loadOwn(ctx, paths)
	if err != nil {
		return nil, err
	}
	own, internal := all.Publishable()
	var skipped []string
	for _, d := range internal {
		if all.Exact || slices.ContainsFunc(paths, func(path string) bool { return slashed(path) == d.Source.Path }) {
			return nil, fmt.Errorf("%s: %s cannot be published: %s", d.Source.Path, d.ID, registry.WhyInternal)
		}
		skipped = append(skipped, string(d.ID))
	}
	if skipped != nil {
		p.Note("skipped %s: %s", words.Summarize(skipped), registry.WhyInternal)
	}
	return own, nil
}

// look looks up Lexicons, see registry.Lexicons.
func (p *session) look(ctx context.Context, n registry.Network, own *registry.Lexicons, records map[syntax.NSID]registry.Record, account syntax.DID) ([]registry.State, error) {
	progress := cli.NewProgress(&p.Streams)
	defer progress.End()
	return own.States(ctx, registry.Survey{Network: n, Account: account, Progress: progress.Lookups}, records)
}

// publishedSides returns what is published and what is at the paths.
func (o *diffOptions) publishedSides(ctx context.Context, p *session) (*sides.Sides, error) {
	own, err := p.loadPublishable(ctx, o.paths)
	if err != nil {
		return nil, err
	}
	client, err := o.network.client()
	if err != nil {
		return nil, err
	}
	var from registry.Network = client
	if o.cache != "" {
		from = &registry.Cache{Network: client, Folder: o.cache}
	}
	records, _ := own.Records() // the others differ from what is published
	states, err := p.look(ctx, from, own, records, "")
	if err != nil {
		return nil, err
	}
	p.noteAccounts(states)
	p.noteUnpublished(states, own)
	old, err := own.Published(states, p.Config, p.Profile)
	return &sides.Sides{Old: sides.Side{Catalog: old, Revision: registry.PublishedRevision}, New: sides.Side{Catalog: own.Catalog}}, err
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
	return o.published || c.Diff.Published && !o.pinned && !o.lastTag && len(o.paths) < 2 && !o.tip
}

// noteAccounts says where DNS names several accounts for a domain: what one of them
// publishes is the same while somebody else has taken over a name.
func (p *session) noteAccounts(states []registry.State) {
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
			p.Note("DNS points to different accounts: %s", words.Summarize(slices.Sorted(maps.Values(accounts))))
		}
	}
}

// noteUnpublished says why Lexicons count as new, and which records are ignored.
func (p *session) noteUnpublished(states []registry.State, own *registry.Lexicons) {
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
		if own.Document(s.NSID) == nil {
			reason += "; ignored"
		} else {
			reason += "; counted as new"
		}
		reasons[reason] = append(reasons[reason], string(s.NSID))
	}
	for _, reason := range slices.Sorted(maps.Keys(reasons)) {
		p.Note("%s: %s", reason, words.Summarize(reasons[reason]))
	}
}

// Package publish finds out what is published of a project's Lexicons, and plans to
// change that.
package publish

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/lexsmith/lexsmith/internal/atonce"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Network looks up what is published. It is a *network.Client.
type Network interface {
	Authority(ctx context.Context, nsid syntax.NSID) (syntax.DID, error)
	LexiconOf(ctx context.Context, did syntax.DID, nsid syntax.NSID) (*network.Lexicon, error)
	List(ctx context.Context, did syntax.DID) ([]network.Listed, error)
}

// State is what is known about a Lexicon on the network.
type State struct {
	NSID    syntax.NSID
	DNS     syntax.DID // the account that DNS names; "" when there is none
	Account syntax.DID // the account that was asked; "" when there is none
	// Published is what the account publishes; nil for nothing.
	Published *network.Lexicon
}

// Look looks up Lexicons and returns their states in the same order. The account to
// ask for one is chosen from the one that DNS names, which can be "". Progress, unless
// nil, is called after each. The error joins those of all lookups that failed.
func Look(ctx context.Context, n Network, ids []syntax.NSID, choose func(dns syntax.DID) syntax.DID, progress func(done, total int)) ([]State, error) {
	states, faults := make([]State, len(ids)), make([]error, len(ids))
	atonce.Each(len(ids), func(i int) { states[i], faults[i] = look(ctx, n, ids[i], choose) }, progress)
	return states, errors.Join(faults...)
}

func look(ctx context.Context, n Network, id syntax.NSID, choose func(syntax.DID) syntax.DID) (s State, err error) {
	s = State{NSID: id}
	if s.DNS, err = n.Authority(ctx, id); err != nil && !errors.Is(err, network.ErrNoAuthority) {
		return s, err
	}
	if s.Account = choose(s.DNS); s.Account == "" {
		return s, nil
	}
	s.Published, err = n.LexiconOf(ctx, s.Account, id)
	if network.IsUnpublished(err) {
		s.Published, err = nil, nil
	}
	return s, err
}

// ByDNS chooses the account that DNS names.
func ByDNS(dns syntax.DID) syntax.DID { return dns }

// PublishedOnly returns the Lexicons, sorted, that the authorities of some list and that
// the project does not have. An authority is one of the very same name.
func PublishedOnly(ctx context.Context, n Network, states []State, has func(syntax.NSID) bool) ([]syntax.NSID, error) {
	accounts := map[string]syntax.DID{} // by authority
	for _, s := range states {
		if s.DNS != "" {
			accounts[s.NSID.Authority()] = s.DNS
		}
	}
	dids := slices.Compact(slices.Sorted(maps.Values(accounts)))
	listed, faults := make([][]network.Listed, len(dids)), make([]error, len(dids))
	atonce.Each(len(dids), func(i int) { listed[i], faults[i] = n.List(ctx, dids[i]) }, nil)
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	var ids []syntax.NSID
	for i, list := range listed {
		for _, l := range list {
			if accounts[l.NSID.Authority()] == dids[i] && !has(l.NSID) {
				ids = append(ids, l.NSID)
			}
		}
	}
	slices.SortFunc(ids, cmp.Compare[syntax.NSID])
	return ids, nil
}

// WithoutDNS is a Network that does not ask DNS.
type WithoutDNS struct{ Network }

// Authority returns network.ErrNoAuthority.
func (WithoutDNS) Authority(context.Context, syntax.NSID) (syntax.DID, error) {
	return "", network.ErrNoAuthority
}

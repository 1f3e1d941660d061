package registry

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/internal/atonce"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Network looks up what is published. It is a *network.Client.
type Network interface {
	Authority(ctx context.Context, nsid syntax.NSID) (syntax.DID, error)
	LexiconOf(ctx context.Context, did syntax.DID, nsid syntax.NSID) (*network.Lexicon, error)
	List(ctx context.Context, did syntax.DID) ([]network.Listed, error)
	Listed(ctx context.Context, did syntax.DID, nsid syntax.NSID) (network.Listed, error)
}

// Record is a Lexicon of the project as it would be published.
type Record struct {
	JSON []byte
	CID  cid.Cid
}

// State is what is known about a Lexicon on the network.
type State struct {
	NSID    syntax.NSID
	DNS     syntax.DID // the account that DNS names; "" when there is none
	NoDNS   error      // why DNS names none
	Account syntax.DID // the account that was asked; "" when there is none
	Remote  cid.Cid    // of the record that the account publishes; undefined for none
	// Published is the Lexicon that the account publishes; nil for nothing, and where
	// Invalid says why the record is not the Lexicon.
	Published *network.Lexicon
	Invalid   error
}

// Look looks up Lexicons and returns their states in the same order. The account to
// ask for one is chosen from the one that DNS names, which can be "". Where there are many,
// and the list of the account has the CID of one of the project's own records, that record
// is what is published; all others are fetched. Progress, unless nil, is called after
// each. The error says why lookups failed, each cause once.
func Look(ctx context.Context, n Network, ids []syntax.NSID, own map[syntax.NSID]Record, choose func(dns syntax.DID) syntax.DID, progress func(done, total int)) ([]State, error) {
	if len(ids) <= network.MaxAtOnce { // a list may be longer than that
		own = nil
	}
	states, faults := make([]State, len(ids)), make([]error, len(ids))
	atonce.Each(len(ids), func(i int) {
		s := &states[i]
		s.NSID = ids[i]
		faults[i] = s.look(ctx, n, own[s.NSID], choose)
	}, progress)
	return states, network.Join(faults...)
}

// look completes the state of a Lexicon. The zero Record means that the project has none.
func (s *State) look(ctx context.Context, n Network, own Record, choose func(syntax.DID) syntax.DID) (err error) {
	if s.DNS, s.NoDNS = n.Authority(ctx, s.NSID); s.NoDNS != nil && !errors.Is(s.NoDNS, network.ErrNoAuthority) {
		return s.NoDNS
	}
	if s.Account = choose(s.DNS); s.Account == "" {
		return nil
	}
	if own.CID.Defined() {
		l, err := n.Listed(ctx, s.Account, s.NSID)
		switch {
		case err != nil:
			return err
		case l.CID.Equals(own.CID):
			s.Remote, s.Published = l.CID, &network.Lexicon{NSID: s.NSID, DID: s.Account, URI: network.RecordURI(s.Account, s.NSID), CID: l.CID, JSON: own.JSON}
			return nil
		}
	}
	s.Published, err = n.LexiconOf(ctx, s.Account, s.NSID)
	fault, _ := errors.AsType[*network.Error](err)
	switch {
	case err == nil:
		s.Remote = s.Published.CID
	case network.IsUnpublished(err):
		err = nil
	case fault != nil && fault.Record.Defined():
		s.Remote, s.Invalid, err = fault.Record, fault.Err, nil
	}
	return err
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
	if err := network.Join(faults...); err != nil {
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

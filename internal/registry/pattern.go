package registry

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/config"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Match returns the Lexicons of the manifest and the lock that patterns select. The error says
// which select none.
func (v *Vendor) Match(patterns []string) (map[syntax.NSID]bool, error) {
	selected := map[syntax.NSID]bool{}
	var faults []error
	for _, text := range patterns {
		pattern, err := config.ParsePattern(text)
		found := slices.DeleteFunc(v.Listed(), func(id syntax.NSID) bool { return !pattern.Matches(id) })
		if err == nil && len(found) == 0 {
			err = fmt.Errorf("%s is not listed in %s", text, v.ListedIn("or"))
		}
		faults = append(faults, err)
		for _, id := range found {
			selected[id] = true
		}
	}
	return selected, errors.Join(faults...)
}

// Expand returns the NSIDs that are named, and those that the authority of each pattern
// lists. What an account lists without the authority for it is skipped, and so are records
// that are not Lexicons. Those of the project itself are left out; naming one is an error.
func (v *Vendor) Expand(ctx context.Context, n Network, patterns []string) (ids []syntax.NSID, skipped []Exclusion, err error) {
	p := puller{Vendor: v, PullOptions: PullOptions{Network: n}}
	var faults []error
	for _, text := range patterns {
		pattern, err := config.ParsePattern(text)
		switch {
		case err != nil:
			faults = append(faults, err)
		case !strings.HasSuffix(text, "*"):
			ids = append(ids, syntax.NSID(text))
		default:
			found, err := p.list(ctx, pattern)
			ids, faults = append(ids, found...), append(faults, err)
			published, others, err := listPublished(ctx, n, pattern)
			if found == nil || !network.IsUnpublished(err) && !errors.Is(err, errInternal) {
				faults = append(faults, err)
			}
			ids, skipped = append(ids, published...), append(skipped, others...)
		}
	}
	if err := network.Join(faults...); err != nil {
		return nil, skipped, err
	}
	slices.Sort(ids)
	ids = slices.DeleteFunc(slices.Compact(ids), func(id syntax.NSID) bool {
		own := v.own(id)
		if own != nil && slices.Contains(patterns, string(id)) {
			faults = append(faults, fmt.Errorf("%s is a Lexicon of this project: %s", id, own.Source.Path))
		}
		return own != nil
	})
	return ids, skipped, errors.Join(faults...)
}

// listPublished returns what the authority of a pattern publishes.
func listPublished(ctx context.Context, n Network, p config.Pattern) (ids []syntax.NSID, skipped []Exclusion, err error) {
	below := syntax.NSID(strings.TrimSuffix(string(p), "*") + "x")
	if below.Internal() {
		return nil, nil, fmt.Errorf("cannot pull %s: %w", p, errInternal)
	}
	did, err := n.Authority(ctx, below)
	if err != nil {
		if e, ok := errors.AsType[*network.Error](err); ok {
			err = &network.Error{Step: e.Step, Host: e.Host, Err: e.Err} // not about the Lexicon x
		}
		return nil, nil, fmt.Errorf("%s: %w", p, err)
	}
	listed, err := n.List(ctx, did)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", p, err)
	}
	listed = slices.DeleteFunc(listed, func(l network.ListEntry) bool { return !p.Matches(l.NSID) })
	authorities, err := lookUp(listed, func(l network.ListEntry) (syntax.DID, error) {
		did, err := n.Authority(ctx, l.NSID)
		if errors.Is(err, network.ErrNoAuthority) {
			err = nil
		}
		return did, err
	}, nil)
	if err != nil {
		return nil, nil, err
	}
	for i, l := range listed {
		switch {
		case authorities[i] != did:
			skipped = append(skipped, Exclusion{l.NSID, did, nil})
		case l.Err != nil:
			skipped = append(skipped, Exclusion{l.NSID, did, l.Err})
		default:
			ids = append(ids, l.NSID)
		}
	}
	if len(ids) == 0 {
		return nil, skipped, fmt.Errorf("%s: %w: %s has no such Lexicon", p, network.ErrNoRecord, did)
	}
	return ids, skipped, nil
}

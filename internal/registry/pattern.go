package registry

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/atonce"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Pattern selects Lexicons: a single NSID or, as in com.example.*, all below a name.
type Pattern struct {
	id    syntax.NSID
	below string // with a dot at its end; "" for a single NSID
}

// ParsePattern reads a pattern.
func ParsePattern(text string) (Pattern, error) {
	if below := strings.TrimSuffix(text, "*"); strings.Contains(text, "*") {
		if below == text || !strings.HasSuffix(below, ".") || !syntax.IsNSID(below+"x") {
			return Pattern{}, fmt.Errorf("%s is not a valid pattern; write an NSID, or the start of one followed by .*, as in com.example.*", syntax.Quote(text))
		}
		return Pattern{below: below}, nil
	}
	id, err := syntax.ParseNSID(text)
	if err != nil {
		return Pattern{}, fmt.Errorf("%s is not a valid NSID: %s", syntax.Quote(text), syntax.Reason(err))
	}
	return Pattern{id: id}, nil
}

// Matches reports whether the pattern selects a Lexicon.
func (p Pattern) Matches(id syntax.NSID) bool {
	return id == p.id || p.below != "" && strings.HasPrefix(string(id), p.below)
}

// Skipped is a record of an account that a pattern selects and that is not taken.
type Skipped struct {
	NSID syntax.NSID
	DID  syntax.DID // of the account that lists it
	Err  error      // why it is not a Lexicon; nil for one that the account has no authority for
}

// Expand returns the NSIDs that are named, and those that the authority of each pattern
// lists. What an account lists without the authority for it is skipped, and so are
// records that are not Lexicons.
func Expand(ctx context.Context, p Network, patterns []string) (ids []syntax.NSID, skipped []Skipped, err error) {
	var faults []error
	for _, text := range patterns {
		pattern, err := ParsePattern(text)
		switch {
		case err != nil:
			faults = append(faults, err)
		case pattern.below == "":
			ids = append(ids, pattern.id)
		default:
			found, others, err := pattern.list(ctx, p)
			faults = append(faults, err)
			ids, skipped = append(ids, found...), append(skipped, others...)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids), skipped, network.Join(faults...)
}

// list returns what the authority of a pattern publishes.
func (p Pattern) list(ctx context.Context, from Network) (ids []syntax.NSID, skipped []Skipped, err error) {
	did, err := from.Authority(ctx, syntax.NSID(p.below+"x"))
	if err != nil {
		if e, ok := errors.AsType[*network.Error](err); ok {
			err = &network.Error{Step: e.Step, Host: e.Host, Err: e.Err} // not about the Lexicon x
		}
		return nil, nil, fmt.Errorf("%s*: %w", p.below, err)
	}
	listed, err := from.List(ctx, did)
	if err != nil {
		return nil, nil, fmt.Errorf("%s*: %w", p.below, err)
	}
	listed = slices.DeleteFunc(listed, func(l network.Listed) bool { return !p.Matches(l.NSID) })
	authorities, faults := make([]syntax.DID, len(listed)), make([]error, len(listed))
	atonce.Each(len(listed), func(i int) {
		authorities[i], faults[i] = from.Authority(ctx, listed[i].NSID)
		if errors.Is(faults[i], network.ErrNoAuthority) {
			faults[i] = nil
		}
	}, nil)
	if err := network.Join(faults...); err != nil {
		return nil, nil, err
	}
	for i, l := range listed {
		switch {
		case authorities[i] != did:
			skipped = append(skipped, Skipped{l.NSID, did, nil})
		case l.Err != nil:
			skipped = append(skipped, Skipped{l.NSID, did, l.Err})
		default:
			ids = append(ids, l.NSID)
		}
	}
	if len(ids) == 0 {
		return nil, skipped, fmt.Errorf("%s*: %s publishes no such Lexicon", p.below, did)
	}
	return ids, skipped, nil
}
